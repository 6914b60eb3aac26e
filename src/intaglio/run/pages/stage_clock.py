"""StageClock: which stage a page is at, what each took, and what went wrong there."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from intaglio.errors import IntaglioError, MissingExtra, NoBrowser
from intaglio.run.page_budget import MEGABYTE, PageBudget, within

BUDGET = PageBudget()
LARGEST = 10 * MEGABYTE
"""What a page is taken to have where that is not said."""
log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class StageClock:
    """The course of one page."""

    stage: str = "read"
    """The one it is at, or was last."""
    ms: dict[str, float] = field(default_factory=dict)
    """What each stage took."""
    failure: tuple[str, str] | None = None
    """Stage and reason."""
    size: int = LARGEST
    """Bytes of the page, which tell what it may cost."""

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of a block to a stage."""
        self.stage = stage
        started = time.perf_counter()
        try:
            yield
        finally:
            self.ms[stage] = self.ms.get(stage, 0.0) + 1000 * (time.perf_counter() - started)

    def bounded(self) -> AbstractContextManager[None]:
        """Raise PageError in a block that takes more than such a page may; once for several stages, as it costs."""
        return within(BUDGET, self.size)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Make whatever goes wrong in a block the failure of this page, so that it is no other page's."""
        try:
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
            log.debug("unexpected at %s", self.stage, exc_info=True)
            self.failure = (self.stage, f"unexpected {type(error).__name__}: {error}"[:300])
