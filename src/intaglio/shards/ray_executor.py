"""Shards as tasks of Ray: nothing but descriptors goes through it. It retries nothing; the driver does.

Usage statistics are off. Nodes need this package with its extra `apply`, and must reach pack, sources and destination.
"""

from __future__ import annotations

import logging
import os
from concurrent.futures import Future
from typing import Any, Self

from intaglio.errors import MissingExtra, SourceError
from intaglio.workers.worker_process import OpenWorker

OBJECTS = 100 << 20
"""Bytes of the object store of a Ray that is started here: only descriptors are kept in it."""
SHARE = 0.001
"""How much of a preferred resource a task takes: it says where, not how many."""
CALLS = 64
"""Shards after which a worker process is renewed, so that none grows without end."""
TRIES = 3
"""How often a cluster elsewhere is asked that answers, but fails to start the process that serves us."""


def _do(task: object, open_worker: OpenWorker) -> object:
    return open_worker()(task, {})


class RayExecutor:
    """A cluster of Ray: the one at an address, the one this machine is part of, or one that is started here."""

    def __init__(
        self, open_worker: OpenWorker, workers: int = 0, address: str | None = None, prefer: str | None = None
    ) -> None:
        """Remember where; `workers` bounds the shards under way, else the cluster's cores do.

        If some nodes offer the resource that is preferred, tasks are done on these alone.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            raise MissingExtra("ray", "running on Ray") from error
        self._ray: Any = ray
        self._open_worker, self._workers, self._address, self._prefer = open_worker, workers, address, prefer
        self._refs: dict[Future[Any], Any] = {}
        self._task: Any = None
        self._ours = False

    def __enter__(self) -> Self:
        """Connect, unless somebody has."""
        if not self._ray.is_initialized():
            self._connect()
            self._ours = True
        if self._prefer not in self._ray.cluster_resources():
            self._prefer = None
        share = {self._prefer: SHARE} if self._prefer else None
        self._task = self._ray.remote(num_cpus=1, max_retries=0, max_calls=CALLS, resources=share)(_do)
        return self

    def _connect(self) -> None:
        address = self._address or os.environ.get("RAY_ADDRESS")
        if address is not None:
            self._join(address)
            return
        try:
            self._init("auto")
        except (ConnectionError, RuntimeError, ValueError):
            cores = self._workers or len(os.sched_getaffinity(0))
            self._init(num_cpus=cores, object_store_memory=OBJECTS, include_dashboard=False)

    def _join(self, address: str) -> None:
        for left in reversed(range(TRIES)):
            try:
                self._init(address)
            except (ConnectionError, RuntimeError, ValueError) as error:
                self._ray.shutdown()  # else Ray takes this process for a client ever after
                if not left or not isinstance(error, ConnectionAbortedError):
                    said = " ".join(str(error).split())[:200]
                    raise SourceError(f"no Ray cluster at {address}: {said}") from error
            else:
                return

    def _init(self, *address: str, **options: object) -> None:
        self._ray.init(*address, logging_level=logging.ERROR, log_to_driver=False, **options)

    def __exit__(self, *_: object) -> None:
        """Let go of what was begun; a Ray that was started here ends with it."""
        for future in list(self._refs):
            self.drop(future)
        if self._ours:
            self._ray.shutdown()

    @property
    def slots(self) -> int:
        """As many as the nodes that are alive have cores, or fewer."""
        nodes = [one["Resources"] for one in self._ray.nodes() if one["Alive"]]
        fit = [one for one in nodes if self._prefer is None or self._prefer in one]
        cores = int(sum(one.get("CPU", 0) for one in fit))
        return min(cores, self._workers) if self._workers else cores

    def submit(self, task: object) -> Future[Any]:
        """Begin a task."""
        ref = self._task.remote(task, self._open_worker)
        future: Future[Any] = ref.future()
        self._refs[future] = ref
        future.add_done_callback(lambda done: self._refs.pop(done, None))
        return future

    def drop(self, future: Future[Any]) -> None:
        """Cancel a task, wherever it is."""
        ref = self._refs.pop(future, None)
        if ref is not None:
            self._ray.cancel(ref, force=True)
