"""What one page may cost: a net under methods that are linear in a page, for the page that nobody thought of.

`within` is held wherever a page is worked on, in the run's own process or in a worker's. It counts processor time, so
that a busy machine fails no page, and the memory that the process takes more than it had. It needs the main thread of
its process, and for memory Linux; elsewhere it limits nothing.
"""

from __future__ import annotations

import math
import os
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import FrameType, TracebackType

from intaglio.errors import PageError

MEGABYTE = 1_000_000
TICK = 0.25
"""Seconds of processor time after which it is looked whether a page takes too long."""
SOON = 0.001
"""Seconds to a tick that is overdue."""


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


def within(budget: PageBudget, size: int) -> AbstractContextManager[None]:
    """Raise PageError in a block that takes longer, or more memory, than a page of so many bytes may."""
    return _Held(budget.seconds_of(size), budget.memory_of(size))


def limited(seconds: float) -> AbstractContextManager[None]:
    """Raise PageError in a block that takes longer; a block within another is held to the outer one's limit, too."""
    return _Held(seconds, None)


@contextmanager
def watch_ended() -> Iterator[None]:
    """Leave no watch over pages behind a block; by itself it ends once no page came for a while."""
    try:
        yield
    finally:
        watch = signal.getsignal(signal.SIGPROF)
        if isinstance(watch, _Watch):
            watch.end()


@dataclass(slots=True)
class _Held:
    """A block that is held to limits; one within another to the stricter time, and to the memory of the outer one."""

    seconds: float
    megabytes: float | None
    _watch: _Watch | None = None
    _outside: tuple[float, float] = (math.inf, 0.0)
    _rest: float | None = None
    """What was left to the next tick, if that was brought forward."""

    def __enter__(self) -> None:
        self._watch = watch = _watch()
        if watch is None:
            return
        self._outside = watch.until, watch.seconds
        short = self.seconds < TICK
        until = watch.ticks if short else watch.ticks + 1 + self.seconds / TICK
        if until < watch.until:
            watch.until, watch.seconds = until, self.seconds
            if short:
                self._rest, _ = signal.setitimer(signal.ITIMER_PROF, self.seconds, TICK)
        if self.megabytes is not None and not watch.depth:
            watch.hold(self.megabytes)
        watch.depth += 1
        watch.quiet = False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        watch = self._watch
        if watch is None:
            return
        watch.depth -= 1
        watch.until, watch.seconds = self._outside
        if self._rest is not None:
            left, _ = signal.getitimer(signal.ITIMER_PROF)
            signal.setitimer(signal.ITIMER_PROF, max(self._rest - (self.seconds - left), SOON), TICK)
        if self.megabytes is None or watch.depth:
            return
        room = watch.free()
        if room and isinstance(error, MemoryError):
            raise PageError(f"took more than {room:,.0f} MB of memory") from None


class _Watch:
    """Counts the processor time of pages by the ticks of one timer, as to set one for each page would cost more than
    some pages do. It is the process's handler of the timer's signal, by which it is found again.
    """

    def __init__(self) -> None:
        self.ticks = 0
        self.depth = 0
        """Blocks that are held at present, one within the other."""
        self.until, self.seconds = math.inf, 0.0
        """The tick at which the strictest of them is to be left, and the time it may take."""
        self.quiet = False
        """Whether no block began since the last tick."""
        self._limits = resource.getrlimit(resource.RLIMIT_DATA)
        self._most = min((limit for limit in self._limits if limit != resource.RLIM_INFINITY), default=math.inf)
        self._used: int | None = None
        self._seen = -1
        self._room = 0.0
        self._before = signal.signal(signal.SIGPROF, self)
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)

    def __call__(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signal's
        """Hear a tick: leave a block that takes too long, or end when nothing is to be watched any more."""
        self.ticks += 1
        if self.depth:
            if self.ticks > self.until:
                self.until = math.inf
                raise PageError(f"took more than {self.seconds:.0f} s of processor time")
        elif self.quiet:
            self.end()
        self.quiet = True

    def end(self) -> None:
        """Count no more."""
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, self._before)

    def hold(self, megabytes: float) -> None:
        """Let the process have so much memory more than it had at the last tick, unless it is held to less."""
        if self._seen != self.ticks:
            self._used, self._seen = _data_bytes(), self.ticks
        if self._used is None:
            return
        wanted = int(self._used + megabytes * MEGABYTE)
        if wanted < self._most:
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, self._limits[1]))
            self._room = megabytes

    def free(self) -> float:
        """Limit memory no more; gives how much there was, 0 if it was not limited."""
        room, self._room = self._room, 0.0
        if room:
            resource.setrlimit(resource.RLIMIT_DATA, self._limits)
        return room


def _watch() -> _Watch | None:
    """The watch of this process, begun if there is none; None where nothing can be watched: the signal is for the main
    thread, and somebody else may have a timer.
    """
    if threading.current_thread() is not threading.main_thread():
        return None
    found = signal.getsignal(signal.SIGPROF)
    if isinstance(found, _Watch):
        return found
    return None if signal.getitimer(signal.ITIMER_PROF)[0] else _Watch()


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
