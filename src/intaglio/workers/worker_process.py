"""The inside of a worker process: tasks come through a pipe, and each gets its reply, in their order.

A worker is told first how to make its handler. It ends when the pipe does, and with it the process that started it.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from intaglio.errors import IntaglioError, WorkerError
from intaglio.garbage import SELDOM
from intaglio.workers.message_line import MessageLine
from intaglio.workers.one_thread import THREADS

Handler = Callable[[Any, Mapping[str, Any]], Any]
"""Does a task, with the shared values that it was sent with."""
OpenWorker = Callable[[], Handler]
"""Makes a handler; pickled by name, and called once in each process."""

READY = b""
"""What a worker says once it has started."""

log = logging.getLogger("intaglio")


@dataclass(frozen=True, slots=True)
class Opening:
    """The first thing a worker is told."""

    open_worker: OpenWorker
    level: int
    """Log messages below it are not wanted."""


@dataclass(frozen=True, slots=True)
class Message:
    """A task on its way to a worker."""

    task: object
    needs: Sequence[str]
    """Keys of the shared values that it uses."""
    new: Mapping[str, Any]
    """Those that the worker does not have yet."""
    gone: Sequence[str]
    """Values that it can let go of."""


@dataclass(frozen=True, slots=True)
class Failed:
    """An error, fit to travel: what it was, what it says, and what else it knows."""

    kind: type[IntaglioError]
    text: str
    state: Mapping[str, Any]

    @classmethod
    def of(cls, error: Exception) -> Failed:
        """The error of a task; one that was not raised on purpose is named by its type."""
        if isinstance(error, IntaglioError):
            return cls(type(error), str(error), vars(error))
        return cls(WorkerError, f"unexpected {type(error).__name__}: {error}"[:300], {})

    def error(self) -> IntaglioError:
        """The error again."""
        made = self.kind.__new__(self.kind, self.text)
        made.__dict__.update(self.state)
        return made


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a task."""

    result: Any = None
    failed: Failed | None = None
    logged: Sequence[tuple[str, int, str]] = ()
    """Messages: logger, level, text."""


class _Logged(logging.Handler):
    """Keeps what is logged while a task is done."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append((record.name, record.levelno, record.getMessage()))


def serve(descriptor: int) -> None:
    """Do the tasks that come through a pipe until it ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent's to handle, with which this process ends
        signal.signal(number, signal.SIG_IGN)
    line = MessageLine(socket.socket(fileno=descriptor))
    opening: Opening = pickle.loads(line.take() or b"")  # noqa: S301 - from the process that started this one
    logged = _Logged()
    log.addHandler(logged)
    log.setLevel(opening.level)
    log.propagate = False
    inbox: SimpleQueue[bytearray] = SimpleQueue()
    # Tasks are taken in while another is done, so that whoever sends one never waits.
    Thread(target=_take_in, args=(line, inbox), daemon=True).start()
    gc.set_threshold(*SELDOM)
    handler = opening.open_worker()
    shared: dict[str, Any] = {}
    try:
        line.send(READY)
        while True:
            reply = _done(handler, inbox.get(), shared)
            line.send(_pickled(Reply(reply.result, reply.failed, logged.messages)))
            logged.messages = []
    except (BrokenPipeError, ConnectionResetError):
        os._exit(0)  # nobody waits for it any more


def _take_in(line: MessageLine, inbox: SimpleQueue[bytearray]) -> None:
    try:
        while True:
            inbox.put(line.take() or bytearray())
    except (EOFError, OSError):
        os._exit(0)


def _done(handler: Handler, data: bytearray, shared: dict[str, Any]) -> Reply:
    try:
        message: Message = pickle.loads(data)  # noqa: S301 - from the same
        for key in message.gone:
            shared.pop(key, None)
        shared.update(message.new)
        return Reply(handler(message.task, {key: shared[key] for key in message.needs}))
    except Exception as error:  # whatever a task does, it is that task's failure alone
        log.debug("unexpected in a worker", exc_info=True)
        return Reply(failed=Failed.of(error))


def _pickled(reply: Reply) -> bytes:
    try:
        return pickle.dumps(reply, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        return pickle.dumps(Reply(failed=Failed.of(error), logged=reply.logged), pickle.HIGHEST_PROTOCOL)


def command(descriptor: int) -> list[str]:
    """The command that starts a worker: the same Python with the same paths; the caller's script is not run again."""
    alone = f"import os, sys; os.environ.setdefault({THREADS!r}, '1')"
    program = f"{alone}; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve({descriptor})"
    return [sys.executable, "-c", program]
