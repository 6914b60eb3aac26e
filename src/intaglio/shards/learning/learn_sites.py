"""The driver of learning: sites and an index → a task a site, few at a time, never two at once for one site."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import heappush, heapreplace

from intaglio.errors import SourceError
from intaglio.shards.executors import Executor
from intaglio.shards.learning.learn_site import SiteReport, SiteTask
from intaglio.shards.plan import Plan
from intaglio.shards.shard import Planned
from intaglio.sources.crawl import site_of

TRIES = 2
TICK = 1.0


@dataclass(slots=True)
class SiteSample:
    """At most K pages of each wanted site, chosen by the hash of their URLs: the same whatever the index's order."""

    most: int
    _kept: dict[str, list[tuple[int, str, Planned]]] = field(default_factory=dict)

    def add(self, site: str, file: str, record: Planned) -> None:
        """Take a record in, or leave it out for good."""
        mark = int.from_bytes(blake2b((record.url or "").encode("utf-8", "replace"), digest_size=8).digest(), "big")
        kept = self._kept.setdefault(site, [])
        entry = (-mark, file, record)
        if len(kept) < self.most:
            heappush(kept, entry)
        elif entry > kept[0]:
            heapreplace(kept, entry)

    def tasks(self) -> Iterator[SiteTask]:
        """A task for each site, in the order of their names."""
        for site in sorted(self._kept):
            named = sorted((file, record) for _, file, record in self._kept[site])
            yield SiteTask(site, tuple(named))


def site_tasks(plan: Plan, sites: Iterable[str] | None, most: int) -> list[SiteTask]:
    """The tasks of the sites that are wanted, or of all; SourceError if the index has none of them."""
    wanted = None if sites is None else set(sites)
    sample = SiteSample(most)
    for file, record in plan.named():
        site = site_of(record.url or "")
        if site and (wanted is None or site in wanted):
            sample.add(site, file, record)
    tasks = list(sample.tasks())
    if not tasks:
        raise SourceError("the index names no page of these sites")
    return tasks


def learn_sites(
    tasks: Sequence[SiteTask],
    engine: Executor[SiteTask, SiteReport],
    watch: Callable[[SiteReport], None],
    deadline: float = 3600.0,
) -> list[SiteReport]:
    """Learn sites; one whose worker ends, or takes longer than so many seconds, is tried once more."""
    waiting, tries, reports = deque(tasks), Counter[str](), []
    under_way: dict[Future[SiteReport], tuple[SiteTask, float]] = {}
    while waiting or under_way:
        while waiting and len(under_way) < max(engine.slots, 1):
            task = waiting.popleft()
            under_way[engine.submit(task)] = task, time.monotonic() + deadline
        ready, _ = wait(under_way, TICK, FIRST_COMPLETED)
        late = {one for one, (_, until) in under_way.items() if one not in ready and time.monotonic() > until}
        for future in (*ready, *late):
            task, _ = under_way.pop(future)
            report = _report(task, future) if future in ready else _lost(task, f"took longer than {deadline:g} s")
            tries[task.site] += 1
            if future in late:
                engine.drop(future)
            if report.lost and tries[task.site] < TRIES:
                waiting.append(task)
                continue
            reports.append(report)
            watch(report)
    return sorted(reports, key=lambda one: one.site)


def _report(task: SiteTask, future: Future[SiteReport]) -> SiteReport:
    error = future.exception()
    return future.result() if error is None else _lost(task, f"cost its worker: {error}")


def _lost(task: SiteTask, reason: str) -> SiteReport:
    return SiteReport(task.site, failed=" ".join(reason.split())[:500], lost=True)
