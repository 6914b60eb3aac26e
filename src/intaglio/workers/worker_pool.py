"""WorkerPool: the one place where work is handed to other processes.

A task goes to a worker and comes back as a `Future`. A worker that ends, or takes too long, costs the task it was at
and no other: a new one takes its place. Tasks of one worker are done in the order they were handed in. Nothing is
decided here: who needs results in order asks for them in order.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import time
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread
from types import MappingProxyType, TracebackType
from typing import Any, Self

from intaglio.errors import WorkerError
from intaglio.workers.message_line import MessageLine
from intaglio.workers.worker_process import READY, Handler, Message, Opening, OpenWorker, Reply, command

HERE = -1
"""The number of the worker that is this process itself."""
NOTHING: Mapping[str, Any] = MappingProxyType({})

log = logging.getLogger("intaglio")


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How many processes work, and how they are kept in check."""

    workers: int = 0
    """Worker processes; 0: one for each core that this process may use; 1: none, all is done in this process."""
    apart: bool = False
    """A single worker is a process of its own, too: for work that may end its process."""
    at_first: int = 48
    """Tasks that are done in this process before others are started: small jobs need none."""
    deadline: float = 300.0
    """Seconds that a task may take; a worker that takes longer is ended."""
    start: float = 120.0
    """Seconds that a worker may take to start."""
    ahead: int = 2
    """Tasks that are handed to a worker at a time, so that it never waits for the next one."""
    shared: int = 256
    """Shared values that a worker keeps."""

    @property
    def processes(self) -> int:
        """Processes to start; none if one alone would do all."""
        count = self.workers or len(os.sched_getaffinity(0))
        return 0 if count == 1 and not self.apart else count


@dataclass(frozen=True, slots=True)
class _Job:
    task: object
    shared: Mapping[str, Any]
    future: Future[Any]


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A task with what it needs."""

    task: object
    shared: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    worker: int | None = None
    """For whom it is; None: for any."""


class WorkerPool:
    """Some worker processes, or none; use it in a `with` statement. They start when there is work for them."""

    def __init__(self, open_worker: OpenWorker, options: WorkerOptions = WorkerOptions()) -> None:
        """Make workers whose tasks are done by the handler that `open_worker` gives."""
        self.options = options
        self._open_worker = open_worker
        self._handler: Handler | None = None
        self._seats = [_Seat(open_worker, options) for _ in range(options.processes)]
        self._handed_out = 0

    def __enter__(self) -> Self:
        """Nothing is started yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the workers at once, whatever they are doing."""
        for seat in self._seats:
            seat.close()

    def spare_one(self) -> None:
        """End one of several workers, for what comes keeps this process busy, too; when nothing is under way."""
        if len(self._seats) > 1:
            self._seats.pop().close()

    @property
    def bound(self) -> int:
        """How many tasks should be under way, so that no worker is idle and none has much waiting for it."""
        return max(2 * self.options.ahead * len(self._seats), 1)

    def expect(self, tasks: int) -> None:
        """Hear that so many tasks will come: if workers are to do some of them, they start while the first are done."""
        if self._handed_out + tasks > self.options.at_first:
            for seat in self._seats:
                seat.open()

    def least_busy(self) -> int:
        """The number of the worker that is to get the next task."""
        if not self._seats or self._handed_out < self.options.at_first:
            return HERE
        return min(range(len(self._seats)), key=lambda number: self._seats[number].under_way)

    def submit(self, task: object, shared: Mapping[str, Any] = NOTHING, *, worker: int | None = None) -> Future[Any]:
        """Hand in a task, for one worker or any. Values under a key in `shared` are sent to a worker only once."""
        number = self.least_busy() if worker is None else worker
        self._handed_out += 1
        job = _Job(task, shared, Future())
        if number == HERE:
            self._do_here(job)
        else:
            self._seats[number].put(job)
        return job.future

    def in_order(self, items: Iterable[WorkItem]) -> Iterator[Future[Any]]:
        """The futures of many tasks: done, in the order of the tasks, and few under way at a time."""
        under_way: deque[Future[Any]] = deque()
        for item in items:
            under_way.append(self.submit(item.task, item.shared, worker=item.worker))
            while len(under_way) > self.bound or (under_way and under_way[0].done()):
                yield _finished(under_way.popleft())
        while under_way:
            yield _finished(under_way.popleft())

    def end(self, future: Future[Any]) -> None:
        """End the worker that is at a task; the task fails as if it had taken too long, and a new worker starts."""
        for seat in self._seats:
            seat.end(future)

    def _do_here(self, job: _Job) -> None:
        self._handler = self._handler or self._open_worker()
        try:
            job.future.set_result(self._handler(job.task, job.shared))
        except Exception as error:  # noqa: BLE001 - as in a worker: the task's failure alone
            job.future.set_exception(error)


def _finished(future: Future[Any]) -> Future[Any]:
    future.exception()
    return future


@dataclass(slots=True)
class _Seat:
    """One worker process after the other, and the tasks that are for it."""

    open_worker: OpenWorker
    options: WorkerOptions
    _changed: Condition = field(default_factory=Condition)
    _waiting: deque[_Job] = field(default_factory=deque)
    _sent: deque[_Job] = field(default_factory=deque)
    _known: OrderedDict[str, None] = field(default_factory=OrderedDict)
    """Keys of the shared values that the process has, the one used last at the end."""
    _process: subprocess.Popen[bytes] | None = None
    _line: MessageLine | None = None
    _until: float = 0.0
    """When the process must have started, or be done with the first of the tasks sent to it."""
    _ready: bool = False
    _closed: bool = False

    @property
    def under_way(self) -> int:
        return len(self._waiting) + len(self._sent)

    def open(self) -> None:
        with self._changed:
            if self._process is None:
                self._start()
                Thread(target=self._receive, name="intaglio-worker", daemon=True).start()

    def put(self, job: _Job) -> None:
        self.open()
        with self._changed:
            self._waiting.append(job)
            self._send()

    def end(self, future: Future[Any]) -> None:
        with self._changed:
            if self._sent and self._sent[0].future is future and self._process is not None:
                self._process.kill()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()
            self._changed.notify_all()
        for job in (*self._sent, *self._waiting):
            job.future.cancel()

    def _start(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line, theirs = MessageLine.pair()
        words = command(theirs.end.fileno())
        # A group of its own: what a terminal sends to the run is not for its workers.
        self._process = subprocess.Popen(  # noqa: S603 - this Python, and a program that is written here
            words, stdin=subprocess.DEVNULL, pass_fds=(theirs.end.fileno(),), process_group=0
        )
        theirs.close()
        self._known.clear()
        self._ready, self._until = False, time.monotonic() + self.options.start
        self._put_through(pickle.dumps(Opening(self.open_worker, log.getEffectiveLevel())))

    def _send(self) -> None:
        """Hand tasks to the process until it has enough; one that ended while it had nothing to do is replaced."""
        assert self._process is not None
        if self._waiting and not self._sent and self._process.poll() is not None:
            self._start()
        while self._waiting and len(self._sent) < self.options.ahead:
            job = self._waiting.popleft()
            message = self._message(job)
            try:
                data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
            except Exception as error:  # noqa: BLE001 - pickle raises what it likes
                job.future.set_exception(WorkerError(f"a task cannot be sent: {error}"))
                for key in message.new:
                    self._known.pop(key, None)
                continue
            if not self._sent:
                self._begin()
            self._sent.append(job)
            self._put_through(data)
            self._changed.notify_all()

    def _begin(self) -> None:
        """Give the process its time for the next task; while it starts, that runs on."""
        if self._ready:
            self._until = time.monotonic() + self.options.deadline

    def _message(self, job: _Job) -> Message:
        new = {key: value for key, value in job.shared.items() if key not in self._known}
        for key in job.shared:
            self._known[key] = None
            self._known.move_to_end(key)
        gone = []
        while len(self._known) > max(self.options.shared, len(job.shared)):
            gone.append(self._known.popitem(last=False)[0])
        return Message(job.task, list(job.shared), new, gone)

    def _put_through(self, data: bytes) -> None:
        assert self._line is not None
        try:
            self._line.send(data)
        except OSError:
            log.debug("a worker is gone")  # whoever waits for its reply hears so

    def _receive(self) -> None:
        """Take in replies, one after the other, until the pool is closed."""
        while True:
            with self._changed:
                while not self._sent and not self._closed:
                    self._changed.wait()
                if self._closed:
                    if self._line is not None:
                        self._line.close()
                    return
                line, left = self._line, self._until - time.monotonic()
            assert line is not None
            try:
                data = line.take(max(left, 0.0))
            except (EOFError, OSError):
                self._replace("a worker process ended")
            else:
                if data is None:
                    self._replace(f"took longer than {self.options.deadline:g} s")
                elif data == READY:
                    with self._changed:
                        self._ready = True
                        self._begin()
                else:
                    self._settle(data)

    def _settle(self, data: bytearray) -> None:
        reply: Reply = pickle.loads(data)  # noqa: S301 - from a process of our own
        with self._changed:
            job = self._sent.popleft()
            self._begin()
            self._send()
        for name, level, text in reply.logged:
            logging.getLogger(name).log(level, "%s", text)
        if not job.future.set_running_or_notify_cancel():
            return
        if reply.failed is None:
            job.future.set_result(reply.result)
        else:
            job.future.set_exception(reply.failed.error())

    def _replace(self, reason: str) -> None:
        """Start another process; the first of the tasks is what ended the old one, the others are sent again."""
        with self._changed:
            if self._closed:
                return
            assert self._process is not None
            self._process.kill()
            status = self._process.wait()
            guilty = self._sent.popleft() if self._sent else None
            self._waiting.extendleft(reversed(self._sent))
            self._sent.clear()
            self._start()
            self._send()
        if guilty is not None and guilty.future.set_running_or_notify_cancel():
            guilty.future.set_exception(WorkerError(f"{reason} (status {status}); the task is given up"))
