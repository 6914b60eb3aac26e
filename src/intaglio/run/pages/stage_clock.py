"""StageClock: which stage a page is at, what each took, and what went wrong there."""

from __future__ import annotations

import logging
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType

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

    def timed(self, stage: str) -> AbstractContextManager[None]:
        """Add the time of a block to a stage."""
        return _Timed(self, stage)

    def bounded(self) -> AbstractContextManager[None]:
        """Raise PageError in a block that takes more than such a page may; once for several stages, as it costs."""
        return within(BUDGET, self.size)

    def attempt(self) -> AbstractContextManager[None]:
        """Make whatever goes wrong in a block the failure of this page, so that it is no other page's."""
        return _Attempt(self)


@dataclass(slots=True)
class _Timed:
    """See `StageClock.timed`; as pages have many such blocks, it is no generator."""

    clock: StageClock
    stage: str
    started: float = 0.0

    def __enter__(self) -> None:
        self.clock.stage = self.stage
        self.started = time.perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ms = self.clock.ms
        ms[self.stage] = ms.get(self.stage, 0.0) + 1000 * (time.perf_counter() - self.started)


@dataclass(slots=True)
class _Attempt:
    """See `StageClock.attempt`."""

    clock: StageClock

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is None or not isinstance(error, Exception) or isinstance(error, NoBrowser | MissingExtra):
            return False  # the last two: no page would fare better
        self.clock.failure = (self.clock.stage, _reason(self.clock.stage, error))
        return True


def _reason(stage: str, error: Exception) -> str:
    if isinstance(error, IntaglioError):
        return str(error)
    if isinstance(error, MemoryError):
        return "needs more memory than there is"
    if isinstance(error, RecursionError):
        return "is nested too deeply"
    # A page that no code was prepared for must not end the run.
    log.debug("unexpected at %s", stage, exc_info=error)
    return f"unexpected {type(error).__name__}: {error}"[:300]
