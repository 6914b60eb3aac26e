"""A page under way, and what it is worked on with."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.page_lines import PageResult, line_of
from intaglio.errors import IntaglioError, MissingExtra, NoBrowser
from intaglio.page import Page
from intaglio.run.inputs.feed import InputPage
from intaglio.run.page_budget import PageBudget, limited
from intaglio.run.site_protocol import Assignment
from intaglio.store import ErrorRow, PageRow

BUDGET = PageBudget()
log = logging.getLogger(__name__)


@dataclass(slots=True)
class PageTask:
    """A page under way."""

    arrival: InputPage
    page: Page | None = None
    ticket: Assignment | None = None
    rendering: Future[Rendering] | None = None
    result: PageRow | None = None
    """What it gave, but for the number that the store gives it."""
    failure: tuple[str, str] | None = None
    """Stage and reason."""
    stage: str = "read"
    """The one it is at, or was last."""
    ms: dict[str, float] = field(default_factory=dict)
    lessons: list[tuple[int, bytes]] = field(default_factory=list)
    """What its template is to keep of it."""

    @property
    def key(self) -> tuple[int, str]:
        """What names the page in the store."""
        return self.arrival.row.origin, self.arrival.row.source

    @property
    def at_hand(self) -> Page:
        """The page, once it has been parsed or rendered."""
        assert self.page is not None
        return self.page

    @property
    def done(self) -> bool:
        """Whether it is known what it gives."""
        return self.result is not None or self.failure is not None

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of a block to a stage."""
        self.stage = stage
        started = time.perf_counter()
        try:
            yield
        finally:
            self.ms[stage] = self.ms.get(stage, 0.0) + 1000 * (time.perf_counter() - started)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Make whatever goes wrong in a block, or takes too long, this page's failure, so that it is no other's."""
        found = self.arrival.found
        try:
            with limited(BUDGET.of(len(found.body) if isinstance(found, Capture) else 0)):
                yield
        except (NoBrowser, MissingExtra):
            raise  # no page would fare better
        except IntaglioError as error:
            self.failure = (self.stage, str(error))
        except MemoryError:
            self.failure = (self.stage, "needs more memory than there is")
        except RecursionError:
            self.failure = (self.stage, "is nested too deeply")
        except Exception as error:  # a page that no code was prepared for must not end the run
            log.debug("unexpected at %s of %s", self.stage, self.arrival.row.source, exc_info=True)
            self.failure = (self.stage, f"unexpected {type(error).__name__}: {error}"[:300])


def page_row(slot: PageTask, reading: PageResult, title: str | None, extras: Mapping[str, str]) -> PageRow:
    """The row of a page that gave something."""
    row = slot.arrival.row
    ms = {stage: round(spent, 3) for stage, spent in slot.ms.items()}
    status = reading.status
    line = line_of(row, title, reading, status, ms)
    return PageRow(
        0, row.site, row.source, row.url, reading.template, reading.version, reading.hit, status, ms, line, extras
    )


def error_row(slot: PageTask, number: int) -> ErrorRow:
    """The row of a page that gave nothing."""
    row = slot.arrival.row
    assert slot.failure is not None
    stage, reason = slot.failure
    return ErrorRow(row.source, row.url, stage, reason, row.origin, number)
