"""Engines that do shards somewhere else: `EXECUTORS` has them by name. When to try again is the driver's affair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from intaglio.errors import SourceError
from intaglio.shards.apply_shard import ShardWorker
from intaglio.shards.shard import Job, Shard, ShardReport
from intaglio.workers import Handler, WorkerOptions, WorkerPool
from intaglio.workers.worker_process import OpenWorker

LOCAL_SECONDS = 24 * 3600.0
"""How long the pool itself waits for a shard: the driver ends what takes too long."""


Task_contra = TypeVar("Task_contra", contravariant=True)
Report = TypeVar("Report")


class Executor(Protocol[Task_contra, Report]):
    """Does tasks of one job, shards or sites; used in a `with` statement."""

    @property
    def slots(self) -> int:
        """How many tasks can be under way at present."""

    def submit(self, task: Task_contra, /) -> Future[Report]:
        """Begin a task; an exception means that its worker is gone."""

    def drop(self, future: Future[Report], /) -> None:
        """Nobody waits for it any more: end what does it, if that can be done."""

    def __enter__(self) -> Self:
        """Get ready."""

    def __exit__(self, *_: object) -> None:
        """End what was started."""


@dataclass(frozen=True, slots=True)
class OpenShardWorker:
    """Makes the handler of a worker process."""

    job: Job

    def __call__(self) -> Handler:
        """Make it."""
        worker = ShardWorker(self.job)

        def handle(task: Shard, shared: Mapping[str, Any]) -> ShardReport:  # noqa: ARG001 - handlers have it
            return worker.apply(task)

        return handle


class LocalExecutor:
    """Worker processes of this machine: the pool that runs use."""

    def __init__(
        self,
        open_worker: OpenWorker,
        workers: int = 0,
        address: str | None = None,  # noqa: ARG002 - for other engines
        prefer: str | None = None,  # noqa: ARG002 - for other engines
    ) -> None:
        """Use so many processes, or one for each core."""
        options = WorkerOptions(workers, apart=True, at_first=0, ahead=1, deadline=LOCAL_SECONDS)
        self._pool = WorkerPool(open_worker, options)

    @property
    def slots(self) -> int:
        """As many as there are processes."""
        return self._pool.options.processes

    def submit(self, task: object) -> Future[Any]:
        """Hand a task to a process that has none."""
        return self._pool.submit(task)

    def drop(self, future: Future[Any]) -> None:
        """End the process that is at it."""
        self._pool.end(future)

    def __enter__(self) -> Self:
        """Processes start when there is work."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them."""
        self._pool.__exit__(None, None, None)


def _ray(
    open_worker: OpenWorker, workers: int = 0, address: str | None = None, prefer: str | None = None
) -> Executor[Any, Any]:
    from intaglio.shards.ray_executor import RayExecutor

    return RayExecutor(open_worker, workers, address, prefer)


Engine = Callable[[OpenWorker, int, str | None, str | None], Executor[Any, Any]]
EXECUTORS: Mapping[str, Engine] = {"local": LocalExecutor, "ray": _ray}


def executor(on: str, open_worker: OpenWorker, workers: int = 0, prefer: str | None = None) -> Executor[Any, Any]:
    """The engine that `local`, `ray` or `ray://HOST:PORT` names; it may prefer machines that offer something."""
    name, scheme, _ = on.partition("://")
    if name not in EXECUTORS or (scheme and name != "ray"):
        raise SourceError(f"'{on}' is none of {', '.join(EXECUTORS)} and ray://HOST:PORT")
    return EXECUTORS[name](open_worker, workers, on if scheme else None, prefer)
