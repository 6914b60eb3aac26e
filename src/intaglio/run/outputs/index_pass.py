"""The search index at the end of a run: workers part the words of pages, this process writes them, in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from intaglio.collection.collection import Collection
from intaglio.collection.phase_progress import Progress
from intaglio.collection.records.index_entries import IndexGround, prepared_entries
from intaglio.collection.records.record_search import index_if_possible
from intaglio.errors import WorkerError
from intaglio.index import EntryPreparer, PreparedEntry
from intaglio.run.outputs.index_worker import GROUND, PrepareEntries
from intaglio.store import PackedRecord
from intaglio.workers import WorkerPool, WorkItem


def index_by_workers(
    collection: Collection, pool: WorkerPool | None, watch: Callable[[Progress], None] = lambda _: None
) -> str | None:
    """Bring the index in step with the records; or say why there is none."""
    if pool is None:
        return index_if_possible(collection, watch)
    pool.spare_one()
    return index_if_possible(collection, watch, partial(_prepared, pool))


def _prepared(
    pool: WorkerPool, ground: IndexGround, pieces: Iterator[Sequence[PackedRecord]]
) -> Iterator[Sequence[PreparedEntry]]:
    waiting: deque[Sequence[PackedRecord]] = deque()

    def items() -> Iterator[WorkItem]:
        for rows in pieces:
            waiting.append(rows)
            yield WorkItem(PrepareEntries(rows), {GROUND: ground})

    for future in pool.in_order(items()):
        rows = waiting.popleft()
        try:
            yield future.result()
        except WorkerError:  # who broke down over them is not asked again
            yield prepared_entries(ground, rows, EntryPreparer())
