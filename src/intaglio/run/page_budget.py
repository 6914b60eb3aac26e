"""What one page may cost: a net under methods that are linear in a page, for the page that nobody thought of.

`within` is held wherever a page is worked on, in the run's own process or in a worker's. It counts processor time, so
that a busy machine fails no page, and the memory that the process takes more than it had. It needs the main thread of
its process, and for memory Linux; elsewhere it limits nothing.
"""

from __future__ import annotations

import os
import resource
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
    """Processor time of what is done to a page at once, a stage or several, for any page."""
    seconds_a_megabyte: float = 15.0
    """More of it for each megabyte."""
    memory: float = 1_000.0
    """Megabytes of memory that it may take more than there were in use, for any page."""
    memory_a_megabyte: float = 400.0
    """More of it for each megabyte."""
    elements: int = 2_000_000
    """Elements of a page."""
    element: int = 40
    """Bytes that an element is taken to have where the size of a page is not known."""

    def seconds_of(self, size: int) -> float:
        """Seconds that may be taken for a page of so many bytes."""
        return self.seconds + self.seconds_a_megabyte * size / MEGABYTE

    def memory_of(self, size: int) -> float:
        """Megabytes that may be taken for a page of so many bytes."""
        return self.memory + self.memory_a_megabyte * size / MEGABYTE


@contextmanager
def within(budget: PageBudget, size: int) -> Iterator[None]:
    """Raise PageError in a block that takes longer, or more memory, than a page of so many bytes may."""
    with limited(budget.seconds_of(size)), limited_memory(budget.memory_of(size)):
        yield


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


@contextmanager
def limited_memory(megabytes: float) -> Iterator[None]:
    """Raise PageError in a block that takes so much more memory; what an outer block may take stays a limit, too."""
    used, (before, most) = _data_bytes(), resource.getrlimit(resource.RLIMIT_DATA)
    wanted = int((used or 0) + megabytes * MEGABYTE)
    if (
        used is None
        or threading.current_thread() is not threading.main_thread()
        or any(limit != resource.RLIM_INFINITY and limit <= wanted for limit in (before, most))
    ):
        yield
        return
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
    try:
        yield
    except MemoryError:
        raise PageError(f"took more than {megabytes:,.0f} MB of memory") from None
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def _data_bytes() -> int | None:
    """What the process has of the memory that the limit is on; None where the system does not tell."""
    try:
        statm = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None
    try:
        return int(os.read(statm, 256).split()[5]) * resource.getpagesize()
    finally:
        os.close(statm)


def check_elements(elements: int, budget: PageBudget = PageBudget()) -> None:
    """Raise PageError for a page with more elements than a page may have."""
    if elements > budget.elements:
        raise PageError(f"has {elements:,} elements, more than {budget.elements:,}")
