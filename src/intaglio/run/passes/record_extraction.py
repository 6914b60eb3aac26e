"""Gives the pages of learned templates their records, in workers; they are written in the order of templates and pages.

Pages that a wrapper was learned from got theirs where it was learned, as they were at hand there.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from intaglio.collection.collection import Collection
from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.collection.phase_progress import Progress
from intaglio.errors import CodecError, WorkerError
from intaglio.run.passes.record_work import ExtractRecords, LearnedWrapper, LearnWrapper
from intaglio.run.passes.record_worker import row_key
from intaglio.run.passes.reread import OnProgress
from intaglio.store import PackedRecord, WrapperRow
from intaglio.workers import HERE, WorkerPool, WorkItem

if TYPE_CHECKING:
    from intaglio.run.passes.record_pass import RecordOptions

log = logging.getLogger(__name__)

BATCH = 32
"""Pages of a task and of a transaction."""


@dataclass(slots=True)
class RecordPass:
    """What all sites of a pass share."""

    collection: Collection
    options: RecordOptions
    pool: WorkerPool
    on_progress: OnProgress
    total: int | None
    size: int
    """Pages of all sites."""
    cache: PageCache
    done: int = 0
    learned: int = 0
    looked: int = 0
    """Pages whose templates are learned."""
    started: float = field(default_factory=time.monotonic)

    def tell_learned(self, pages: int) -> None:
        """Count pages whose template is learned, and say so."""
        self.looked += pages
        self.on_progress(Progress("learning records", self.looked, self.size, time.monotonic() - self.started))

    def count(self, pages: int) -> None:
        """Count pages that are done, and say so."""
        self.done += pages
        self.on_progress(Progress("records", self.done, self.total, time.monotonic() - self.started))


@dataclass(slots=True)
class Learning:
    """A wrapper that is being learned."""

    task: LearnWrapper
    shared: Mapping[str, object]
    future: Future[LearnedWrapper | None]

    def result(self, pool: WorkerPool) -> LearnedWrapper | None:
        """What was learned. Where a worker broke down, it is learned once more and alone: it may have been over a
        record.
        """
        try:
            return self.future.result()
        except WorkerError:
            alone: Future[LearnedWrapper | None] = pool.submit(replace(self.task, with_records=False), self.shared)
            return alone.result()


@dataclass(slots=True)
class TemplateRecords:
    """A template, with its wrapper as soon as that is known."""

    template: str
    row: WrapperRow | None
    """The newest wrapper that the store has."""
    learning: Learning | None = None
    worker: int | None = None
    """Who learns it, and has it at hand then."""
    beside: Sequence[TemplateRecords] = ()
    """Templates that are learned together with it."""
    former: str | None = None
    """The template that its pages had before."""
    found: dict[int, PackedRecord] = field(default_factory=dict)
    """Records of pages that it was learned from, by capture."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some pages of a template that wait for their records."""

    captures: Sequence[int]
    """All of them, in their order."""
    found: Mapping[int, PackedRecord]
    """Records that are there already."""
    task: ExtractRecords
    """Gives the others theirs."""
    shared: Mapping[str, object]

    def records(self, given: Sequence[PackedRecord]) -> list[PackedRecord]:
        """All records, with those that the task gave, in the order of the pages."""
        known = {**self.found, **{row.capture: row for row in given}}
        return [known[number] for number in self.captures if number in known]


def extract_records(
    whole: RecordPass,
    site: str,
    templates: Sequence[TemplateRecords],
    settle: Callable[[Sequence[TemplateRecords]], None],
) -> None:
    """Give the pages of some templates their records, those of the first while others are still learned; `settle`
    waits until some are.
    """
    asked: deque[_Batch] = deque()

    def tasks() -> Iterator[WorkItem]:
        for one in templates:
            settle([one])
            worker = one.worker
            for batch in _waiting(whole, site, one):
                asked.append(batch)
                yield WorkItem(batch.task, batch.shared, worker if batch.task.captures else HERE)
                worker = None  # the first ones go to who learned it, the others to any
            one.found = {}

    for future in whole.pool.in_order(tasks()):
        batch = asked.popleft()
        try:
            given: list[PackedRecord] = future.result()
        except WorkerError:
            given = _one_by_one(whole, batch)
        except CodecError as error:
            log.warning("a template of %s has no records: %s", site, error)
            given = []
        with whole.collection.store.writing() as tx:
            tx.records.put(batch.records(given))
        whole.count(len(batch.captures))


def _waiting(whole: RecordPass, site: str, one: TemplateRecords) -> Iterator[_Batch]:
    """The pages of a template that have no record by its wrapper, some at a time."""
    if one.row is None:
        return
    key, after = row_key(one.row), 0
    shared = {CAPTURES: whole.cache, key: one.row}
    while True:
        with whole.collection.store.reading() as tx:
            rows = tx.records.waiting(site, one.template, one.row.version, after, BATCH)
            numbers = [row.capture for row in rows]
            captures = tx.captures.some([number for number in numbers if number not in one.found])
        if not rows:
            return
        found = {number: one.found[number] for number in numbers if number in one.found}
        yield _Batch(numbers, found, ExtractRecords(key, captures, whole.options.wrapper), shared)
        after = rows[-1].sequence


def _one_by_one(whole: RecordPass, batch: _Batch) -> list[PackedRecord]:
    """What a worker broke down over, page by page, so that only one page is lost."""
    found: list[PackedRecord] = []
    for capture in batch.task.captures:
        try:
            found += whole.pool.submit(replace(batch.task, captures=[capture]), batch.shared).result()
        except WorkerError as error:
            log.warning("%s has no record: %s", capture.source, error)
    return found
