"""Workers that a page kills or holds up, and an engine that loses work, for tests: processes and their end are real."""

import os
import signal
import time
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from intaglio.capture import Capture
from intaglio.shards.apply_shard import ShardWorker
from intaglio.shards.range_records import read_shard
from intaglio.shards.shard import Job, Shard, ShardReport
from intaglio.workers import Handler

KILLS = b"<!-- kills -->"


@dataclass(frozen=True, slots=True)
class OpenFragileWorker:
    """Makes the handler of such a worker."""

    job: Job

    def __call__(self) -> Handler:
        worker = ShardWorker(self.job)

        def handle(task: Shard, shared: Mapping[str, Any]) -> ShardReport:
            for found in read_shard(task, self.job.limits):
                body = found.content.body if isinstance(found.content, Capture) else b""
                if KILLS in body:
                    os.kill(os.getpid(), signal.SIGKILL)
            return worker.apply(task)

        return handle


@dataclass(frozen=True, slots=True)
class OpenStickingWorker:
    """Makes the handler of a worker that says its id and then nothing, the first time that there is work."""

    job: Job
    note: Path

    def __call__(self) -> Handler:
        worker = ShardWorker(self.job)

        def handle(task: Shard, shared: Mapping[str, Any]) -> ShardReport:
            if not self.note.exists():
                self.note.write_text(str(os.getpid()))
                time.sleep(3600)
            return worker.apply(task)

        return handle


class LosingExecutor:
    """An engine that never answers the first try of a shard, as one whose link is cut."""

    slots = 2

    def __init__(self, job: Job) -> None:
        self.worker, self.seen, self.dropped = ShardWorker(job), set[str](), 0

    def submit(self, shard: Shard) -> Future[ShardReport]:
        future: Future[ShardReport] = Future()
        if shard.id in self.seen:
            future.set_result(self.worker.apply(shard))
        self.seen.add(shard.id)
        return future

    def drop(self, future: Future[ShardReport]) -> None:
        self.dropped += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was started."""
