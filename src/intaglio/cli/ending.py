"""Signals end a command soon, whatever it is at: what a collection holds is in order at any moment.

The first SIGINT or SIGTERM is raised as `Ended`, so that files and processes are let go of. If that takes longer than
`GRACE`, or a second signal comes, the process and all that it started end as they stand.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import FrameType

GRACE = 0.8
"""Seconds that a command has to let go of what it holds."""
SAID = {int(signal.SIGINT): "interrupted", int(signal.SIGTERM): "ended, as asked"}
"""Signals that end a command, and what it says then."""
STATUS = 128
"""What is added to a signal's number to give the exit status."""
SIGNALLED = tuple(STATUS + number for number in SAID)


class Ended(KeyboardInterrupt):
    """A signal asks the command to end."""

    def __init__(self, number: int) -> None:
        """Name the signal."""
        super().__init__(number)
        self.number = number


def report_end(interrupt: KeyboardInterrupt) -> int:
    """Say on stderr why a command ends; give its exit status."""
    number = interrupt.number if isinstance(interrupt, Ended) else int(signal.SIGINT)
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, f"intaglio: {SAID[number]}\n".encode())
    return STATUS + number


@contextmanager
def ending_soon() -> Iterator[None]:
    """Let signals end what runs within the block; outside of the main thread nothing is changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []

    def end(number: int, _frame: FrameType | None) -> None:
        if asked:
            end_now(report_end(Ended(number)))
        asked.append(number)
        raise Ended(number)

    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    Thread(target=_watch, args=(ours,), name="intaglio-ending", daemon=True).start()
    # Told by the system itself: the handler has to wait while a library is at work, the watch has not.
    told_before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    wanted = [number for number in SAID if signal.getsignal(number) is not signal.SIG_IGN]  # as under nohup
    before = {number: signal.signal(number, end) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(told_before)
        theirs.close()


def _watch(told: socket.socket) -> None:
    """Wait for a signal, then for the end of the block; where that does not come, make an end."""
    with told:
        while (heard := told.recv(1)) and heard[0] not in SAID:
            pass
        if heard:
            told.settimeout(GRACE)
            until = time.monotonic() + GRACE
            try:
                while told.recv(1):
                    told.settimeout(max(until - time.monotonic(), 0.01))
            except TimeoutError:
                end_now(report_end(Ended(heard[0])))


def end_as(status: int) -> None:
    """Let a signal that comes when the command is done change nothing of how it ended: it only ends sooner."""
    for number in SAID:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: end_now(status))


def ignore_signals() -> None:
    """Let signals be, in the last moments of a process: Python itself forgets who handles them."""
    for number in SAID:
        signal.signal(number, signal.SIG_IGN)


def end_now(status: int) -> None:
    """End this process, and before it all that it started."""
    for pid in descendants(os.getpid()):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue  # gone already
    os._exit(status)


def descendants(pid: int) -> list[int]:
    """The processes that a process started, and those that they did; where the system does not tell, none."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        for tasks in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            try:
                children = [int(word) for word in tasks.read_text().split()]
            except OSError:
                continue
            found += children
            waiting += children
    return found
