"""The files of tables at the end of a run: workers make their texts, this process writes them, in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial

from intaglio.collection.collection import Collection
from intaglio.collection.export.table_formats.table_files import TableFileOptions, write_tables
from intaglio.collection.export.table_formats.table_texts import TablePiece
from intaglio.errors import WorkerError
from intaglio.workers import WorkerPool, WorkItem


def write_tables_by_workers(
    collection: Collection, options: TableFileOptions = TableFileOptions(), pool: WorkerPool | None = None
) -> list[str]:
    """Bring the files in step with the database; give what was asked for and is in no table, a line each."""
    if pool is None:
        return write_tables(collection, options)
    return write_tables(collection, options, partial(_texts, pool))


def _texts(pool: WorkerPool, pieces: Iterator[TablePiece]) -> Iterator[Sequence[bytes]]:
    waiting: deque[TablePiece] = deque()

    def items() -> Iterator[WorkItem]:
        for piece in pieces:
            waiting.append(piece)
            yield WorkItem(piece)

    for future in pool.in_order(items()):
        piece = waiting.popleft()
        try:
            yield future.result()
        except WorkerError:  # who broke down over it is not asked again
            yield piece.texts()
