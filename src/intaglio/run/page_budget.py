"""What one page may cost: a net under methods that are linear in a page, for the page that nobody thought of.

`limited` is held wherever a page is worked on, in the run's own process or in a worker's. It counts processor time, so
that a busy machine fails no page, and it needs the main thread of its process; elsewhere it limits nothing.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from intaglio.errors import PageError

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class PageBudget:
    """Bounds of a page, by its size."""

    seconds: float = 30.0
    """Processor time of one stage, for any page."""
    seconds_a_megabyte: float = 15.0
    """More of it for each megabyte."""
    elements: int = 2_000_000
    """Elements of a page, which memory grows with."""

    def of(self, size: int) -> float:
        """Seconds that a stage may take for a page of so many bytes."""
        return self.seconds + self.seconds_a_megabyte * size / MEGABYTE


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise PageError in a block that takes longer; a block within another is held to the outer one's limit, too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def too_long(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signal's
        raise PageError(f"took more than {seconds:.0f} s of processor time")

    left_outside, _ = signal.getitimer(signal.ITIMER_PROF)
    if left_outside and left_outside <= seconds:
        yield
        return
    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        left, _ = signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
        if left_outside:
            signal.setitimer(signal.ITIMER_PROF, max(left_outside - (seconds - left), 0.01))


def check_elements(elements: int, budget: PageBudget = PageBudget()) -> None:
    """Raise PageError for a page with more elements than a page may have."""
    if elements > budget.elements:
        raise PageError(f"has {elements:,} elements, more than {budget.elements:,}")
