"""The driver: hands shards to an engine, few at a time, and decides itself when one is tried again, halved or given up.

Doing a shard twice does no harm, for both give the same files. So a shard that takes too long is handed out again
without asking what became of the first try.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from statistics import median

from intaglio.shards.apply_shard import report_page
from intaglio.shards.destination import Destination
from intaglio.shards.executors import Executor
from intaglio.shards.range_records import locate
from intaglio.shards.shard import Job, Shard, ShardReport, halves

log = logging.getLogger("intaglio")

STRIKES, LAST = 2, 3
"""How often a shard may cost its worker before it is halved; a single page, before it is reported."""
SLOWER = 4
"""A shard may take so many times as long as others."""
TICK = 1.0
KEPT = 200
"""Shards whose seconds and bytes are remembered."""


@dataclass(frozen=True, slots=True)
class ApplyProgress:
    """How far a job is."""

    shards: int
    """Done, now or before."""
    before: int
    """Done before."""
    total: int
    size: int
    """Bytes done now."""
    left: int
    """Bytes to do."""
    rows: dict[str, int]
    """Rows written now."""
    failed: int
    seconds: float
    under_way: int = 0
    """Shards that workers are at."""

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, by what it took so far."""
        return self.seconds * self.left / self.size if self.size else None


@dataclass(frozen=True, slots=True)
class ApplySummary:
    """What came of a job."""

    shards: int
    before: int
    rows: dict[str, int]
    passed: dict[str, int]
    failed: dict[str, str]
    """Shards that were given up, and why."""
    killers: list[str]
    """Pages that cost their workers."""
    seconds: float


@dataclass(slots=True)
class _Attempt:
    shard: Shard
    until: float
    late: bool = False
    """Another try is under way or over."""


@dataclass(slots=True)
class Driver:
    """Does the shards of a job."""

    job: Job
    executor: Executor[Shard, ShardReport]
    watch: Callable[[ApplyProgress], None] = lambda _: None
    _attempts: dict[Future[ShardReport], _Attempt] = field(default_factory=dict)
    _waiting: deque[Shard] = field(default_factory=deque)
    _strikes: Counter[str] = field(default_factory=Counter)
    _tries: Counter[str] = field(default_factory=Counter)
    _took: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=KEPT))
    _killers: list[str] = field(default_factory=list)
    _split: set[str] = field(default_factory=set)
    _pause: float = 0.0
    """Until when nothing is handed out, as something is wrong with what is written to or read from."""

    def run(self, shards: Iterable[Shard]) -> ApplySummary:
        """Do all shards that have no manifest; the same job twice writes nothing."""
        target = Destination(self.job.out)
        target.begin(self.job)
        began = time.monotonic()
        done, halved = target.done(), target.halved()
        everything = [one for shard in shards for one in _in_place_of(shard, halved)]
        todo = [shard for shard in everything if shard.id not in done]
        target.refuse_doubles(todo, {shard.id for shard in everything})
        tally = _Tally(len(everything), len(everything) - len(todo), sum(one.size for one in todo), began)
        for report in self._reports(todo, tally):
            tally.add(report)
            self.watch(tally.progress(len(self._attempts)))
        for name in target.tidy() if todo else ():
            log.info("removed %s, which no manifest has", name)
        seconds = time.monotonic() - began
        return ApplySummary(
            tally.done, tally.before, tally.rows, dict(tally.passed), tally.failed, list(self._killers), seconds
        )

    def _reports(self, todo: Iterable[Shard], tally: _Tally) -> Iterator[ShardReport]:
        coming = iter(todo)
        finished: set[str] = set()
        while True:
            self._hand_out(coming, finished)
            if all(one.late for one in self._attempts.values()):  # nobody waits for these
                if not self._waiting:
                    return
                time.sleep(max(min(self._pause - time.monotonic(), TICK), 0.01))
                continue
            self.watch(tally.progress(len(self._attempts)))
            ready, _ = wait(self._attempts, TICK, FIRST_COMPLETED)
            for future in ready:
                attempt = self._attempts.pop(future)
                for report in self._settled(future, attempt, tally):
                    if report.id not in finished:
                        finished.add(report.id)
                        yield report
            for future, attempt in list(self._attempts.items()):
                if not attempt.late and time.monotonic() > attempt.until:
                    attempt.late = True
                    self.executor.drop(future)
                    yield from self._struck(attempt.shard, "took too long", tally)

    def _hand_out(self, coming: Iterator[Shard], finished: set[str]) -> None:
        """Keep as many under way as there are workers, and no more."""
        while sum(not one.late for one in self._attempts.values()) < max(self.executor.slots, 1):
            if self._waiting and time.monotonic() < self._pause:
                return
            shard = self._waiting.popleft() if self._waiting else next(coming, None)
            if shard is None:
                return
            if shard.id not in finished:
                self._attempts[self.executor.submit(shard)] = _Attempt(shard, time.monotonic() + self._deadline(shard))

    def _deadline(self, shard: Shard) -> float:
        """Seconds that a shard has: by what others took, and by what they took for so many bytes."""
        limits = self.job.limits
        if not self._took:
            return max(limits.deadline, shard.size / limits.slowest)
        usual = median(seconds for seconds, _ in self._took)
        a_byte = median(seconds / max(size, 1) for seconds, size in self._took)
        return max(limits.deadline, SLOWER * max(usual, a_byte * shard.size))

    def _settled(self, future: Future[ShardReport], attempt: _Attempt, tally: _Tally) -> Iterator[ShardReport]:
        error = future.exception() if not future.cancelled() else None
        if error is not None or future.cancelled():
            if not attempt.late:
                yield from self._struck(attempt.shard, f"cost its worker: {error}", tally)
            return
        report = future.result()
        if attempt.shard.id in self._split:
            return  # came too late: its halves are done in its place
        if report.failed is None:
            self._took.append((report.seconds, report.size))
            yield report
        elif not attempt.late:
            yield from self._failed(attempt.shard, report)

    def _failed(self, shard: Shard, report: ShardReport) -> Iterator[ShardReport]:
        """Try again what failed by itself, after a while; then give it up."""
        self._tries[shard.id] += 1
        if self._tries[shard.id] >= self.job.limits.tries:
            yield report
            return
        log.warning("shard %s is tried again: %s", shard.id, report.failed)
        self._pause = time.monotonic() + self.job.limits.pause * 2 ** self._tries[shard.id]
        self._waiting.append(shard)

    def _struck(self, shard: Shard, reason: str, tally: _Tally) -> Iterator[ShardReport]:
        """Try again what cost its worker; halve what did so twice; report a single page."""
        self._strikes[shard.id] += 1
        strikes = self._strikes[shard.id]
        log.info("shard %s %s", shard.id, " ".join(reason.split())[:200])
        if strikes < STRIKES or (shard.is_one_page and strikes < LAST):
            self._waiting.append(shard)
            return
        named = locate(shard, self.job.limits)
        if not named.ranges:
            yield ShardReport(shard.id, size=shard.size, failed=reason)
        elif named.is_one_page:
            (one,) = named.ranges
            page = f"{one.file}#{(one.records or ())[0].offset}"
            log.warning("%s %s: it is left out", page, reason)
            self._killers.append(page)
            yield report_page(shard.id, named, self.job, f"failed: {' '.join(reason.split())[:200]}")
        else:
            parts = halves(named)
            Destination(self.job.out).split(shard, parts)
            log.warning("shard %s %s: it is halved", shard.id, reason)
            self._split.add(shard.id)
            tally.halved()
            self._waiting.extendleft(reversed(parts))


@dataclass(slots=True)
class _Tally:
    """Figures of a job."""

    total: int
    before: int
    left: int
    began: float
    done: int = 0
    size: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    passed: Counter[str] = field(default_factory=Counter)
    failed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.done = self.before

    def add(self, report: ShardReport) -> None:
        self.left = max(self.left - report.size, 0)
        if report.failed is not None:
            self.failed[report.id] = report.failed
            return
        self.done += 1
        self.size += report.size
        for name, count in report.rows.items():
            self.rows[name] = self.rows.get(name, 0) + count
        self.passed.update(report.passed)

    def halved(self) -> None:
        self.total += 1

    def progress(self, under_way: int) -> ApplyProgress:
        seconds = time.monotonic() - self.began
        return ApplyProgress(
            self.done, self.before, self.total, self.size, self.left, self.rows, len(self.failed), seconds, under_way
        )


def _in_place_of(shard: Shard, halved: dict[str, list[Shard]]) -> Iterator[Shard]:
    """A shard, or what is done in its place since it was halved."""
    if shard.id not in halved:
        yield shard
        return
    for part in halved[shard.id]:
        yield from _in_place_of(part, halved)
