"""A page under way, and what it is worked on with."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from intaglio.browser import Rendering
from intaglio.browser.chromium import NoBrowser
from intaglio.capture import Capture
from intaglio.errors import IntaglioError, MissingExtra
from intaglio.page import Page
from intaglio.resources import Resources
from intaglio.run.collection import Collection
from intaglio.run.feed import Arrival
from intaglio.run.learner import OpenSite, Reading, Ticket
from intaglio.run.line import line_of
from intaglio.store import CaptureRow, ErrorRow, PageRow, Transaction

log = logging.getLogger(__name__)

Render = Callable[[Capture, Resources], Future[Rendering]]
Check = Callable[[Page], str | None]
"""Says why a page cannot be read, or None."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a further stage made of a page."""

    line: str | None
    """For the stage's own file."""
    samples: Sequence[tuple[int, bytes]] = ()
    """What the page's template is to keep of it, each in its slot."""


Make = Callable[[Page, Reading, CaptureRow], Made]


class OpenStage(Protocol):
    """Gives what a stage does with the pages of a site."""

    def __call__(self, tx: Transaction, site: str, *, learning: bool) -> Make:
        """Pages come in their order; only of new ones are templates to learn."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Something further made of each page."""

    name: str
    open_site: OpenStage
    finish: Callable[[Collection], object] | None = None
    """What is left to be done when all pages are read."""

    @classmethod
    def of(cls, name: str, make: Callable[[Page, Reading, CaptureRow], str | None]) -> Stage:
        """A stage that takes each page for itself."""

        def open_site(tx: Transaction, site: str, *, learning: bool) -> Make:  # noqa: ARG001 (nothing is learned)
            return lambda page, reading, row: Made(make(page, reading, row))

        return cls(name, open_site)


@dataclass(frozen=True, slots=True)
class Methods:
    """What a run works with; the runner itself knows none of it."""

    open_site: OpenSite
    render: Render | None = None
    """None where segmenting needs no layout."""
    render_all: bool = False
    """Every page is read as the browser has it, hits too."""
    check: Check | None = None
    stages: Sequence[Stage] = ()


@dataclass(slots=True)
class Slot:
    """A page under way."""

    arrival: Arrival
    page: Page | None = None
    ticket: Ticket | None = None
    rendering: Future[Rendering] | None = None
    result: PageRow | None = None
    """What it gave, but for the number that the store gives it."""
    failure: tuple[str, str] | None = None
    """Stage and reason."""
    stage: str = "read"
    """The one it is at, or was last."""
    ms: dict[str, float] = field(default_factory=dict)
    samples: list[tuple[int, bytes]] = field(default_factory=list)
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
        """Make whatever goes wrong in a block the failure of this page, so that it is no other page's."""
        try:
            yield
        except (NoBrowser, MissingExtra):
            raise  # no page would fare better
        except IntaglioError as error:
            self.failure = (self.stage, str(error))
        except Exception as error:  # a page that no code was prepared for must not end the run
            log.debug("unexpected at %s of %s", self.stage, self.arrival.row.source, exc_info=True)
            self.failure = (self.stage, f"unexpected {type(error).__name__}: {error}"[:300])


def page_row(slot: Slot, reading: Reading, title: str | None, extras: Mapping[str, str]) -> PageRow:
    """The row of a page that gave something."""
    row = slot.arrival.row
    ms = {stage: round(spent, 3) for stage, spent in slot.ms.items()}
    status = "ok" if reading.complete else "partial"
    line = line_of(row, title, reading, status, ms)
    return PageRow(
        0, row.site, row.source, row.url, reading.template, reading.version, reading.hit, status, ms, line, extras
    )


def error_row(slot: Slot, number: int) -> ErrorRow:
    """The row of a page that gave nothing."""
    row = slot.arrival.row
    assert slot.failure is not None
    stage, reason = slot.failure
    return ErrorRow(row.source, row.url, stage, reason, row.origin, number)
