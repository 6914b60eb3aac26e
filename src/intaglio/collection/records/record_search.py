"""Keeps the index of a collection in step with its records, and searches it.

Pages are put into the index, the index commits, then the database notes up to which record it has them. Killed in
between, the same pages are put in again in place of themselves.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from intaglio.collection.folder import CollectionFolder
from intaglio.collection.phase_progress import Progress
from intaglio.collection.records.index_entries import IndexGround, index_ground, prepared_entries
from intaglio.collection.records.index_state import templates_of
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.errors import IndexBusy, IndexDamaged, MissingExtra
from intaglio.index import EntryPreparer, Found, IndexWriter, PreparedEntry, SearchIndex
from intaglio.shapes import checked
from intaglio.store import PackedRecord

NOTE = "index"
"""Note of how far the index is, and of what it was made with besides records."""
PIECE = 50
"""Pages that are held at a time."""
COMMIT = 2000
"""Pages between two commits."""


Prepare = Callable[[IndexGround, Iterator[Sequence[PackedRecord]]], Iterator[Sequence[PreparedEntry]]]
"""Makes records ready for the index, some at a time, in their order."""


def prepare_here(ground: IndexGround, pieces: Iterator[Sequence[PackedRecord]]) -> Iterator[Sequence[PreparedEntry]]:
    """Make records ready in this process."""
    preparer = EntryPreparer()
    return (prepared_entries(ground, rows, preparer) for rows in pieces)


def index_records(
    collection: CollectionFolder,
    *,
    rebuild: bool = False,
    watch: Callable[[Progress], None] = lambda _: None,
    prepare: Prepare = prepare_here,
) -> int:
    """Bring the index in step with the records; give how many pages were put into it."""
    with collection.store.reading() as tx:
        ground = index_ground(tx)
        last = tx.records.last()
        total = sum(count for count, _ in tx.records.by_template().values())
        known = tx.notes.get(NOTE)
    index, noted = _opened(collection.folder / "index", rebuild=rebuild), ground.noted
    same = isinstance(known, dict) and known.get("ground") == noted and not index.fresh and not rebuild
    after = checked(known, {"sequence": int}, f"the note {NOTE!r}")["sequence"] if same else 0
    if same and after >= last:
        return 0
    done, started = 0, time.monotonic()
    ends: deque[int] = deque()
    with index.writing() as writer:
        if not same:
            writer.clear()
        for entries in prepare(ground, _pieces(collection, after, ends)):
            writer.put(entries)
            after, done = ends.popleft(), done + len(entries)
            if done % COMMIT == 0:
                _commit(collection, writer, {"sequence": after, "ground": noted})
            watch(Progress("index", done, total, time.monotonic() - started))
        _commit(collection, writer, {"sequence": after, "ground": noted})
    return done


def _pieces(collection: CollectionFolder, after: int, ends: deque[int]) -> Iterator[list[PackedRecord]]:
    """The records behind one, some at a time; the last of each is noted in `ends`."""
    while True:
        with collection.store.reading() as tx:
            rows = tx.records.some_records(after, PIECE)
        if not rows:
            return
        after = rows[-1].sequence
        ends.append(after)
        yield rows


def _commit(collection: CollectionFolder, writer: IndexWriter, note: Mapping[str, object]) -> None:
    writer.commit()
    with collection.store.writing() as tx:
        tx.notes.put(NOTE, note)


def _opened(folder: Path, *, rebuild: bool) -> SearchIndex:
    try:
        return SearchIndex(folder)
    except IndexDamaged:
        if not rebuild:
            raise
        return SearchIndex(folder, anew=True)


def index_if_possible(
    collection: CollectionFolder, watch: Callable[[Progress], None] = lambda _: None, prepare: Prepare = prepare_here
) -> str | None:
    """Bring the index in step; or say why there is none."""
    try:
        index_records(collection, watch=watch, prepare=prepare)
    except (MissingExtra, IndexBusy) as reason:
        return str(reason)
    return None


def search(
    collection: CollectionFolder, query: str, *, template: str | None = None, kind: str | None = None, limit: int = 10
) -> list[Found]:
    """The pages that answer a query, best first; the index is brought in step first, unless another process does."""
    with suppress(IndexBusy):
        index_records(collection)
    templates = templates_of(kinds_now(collection), kind) if kind is not None else None
    index = SearchIndex(collection.folder / "index")
    return index.search(query, template=template, templates=templates, limit=limit)


def kinds_now(collection: CollectionFolder) -> list[dict[str, Any]]:
    """The kinds of pages with all their names, and their templates."""
    with collection.store.reading() as tx:
        kinds = StoredTables(tx).kinds
    return [
        {"names": [one.name, one.slug, one.id], "templates": [key.template for key in one.templates]} for one in kinds
    ]
