"""Keeps the index of a collection in step with its records, and searches it.

Pages are put into the index, the index commits, then the database notes up to which record it has them. Killed in
between, the same pages are put in again in place of themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from intaglio.collection.folder import CollectionFolder
from intaglio.collection.page_lines import record_of
from intaglio.collection.phase_progress import Progress
from intaglio.collection.records.field_names import Names, load_all_names, path_shown, renamed
from intaglio.collection.records.index_state import templates_of
from intaglio.collection.records.searched_columns import NamedColumns, columns_of, compared
from intaglio.collection.records.site_texts import load_boilerplate
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.errors import IndexBusy, IndexDamaged, MissingExtra
from intaglio.index import Entry, Found, SearchIndex
from intaglio.index.passages import BETWEEN
from intaglio.shapes import checked
from intaglio.store import RecordRow, Transaction
from intaglio.tables.table import fields_of
from intaglio.wrapper.boilerplate import SiteBoilerplate

NOTE = "index"
"""Note of how far the index is, and of what it was made with besides records."""
NONE: frozenset[str] = frozenset()
PIECE = 250
"""Pages that are held at a time."""
COMMIT = 2000
"""Pages between two commits."""


def index_records(
    collection: CollectionFolder, *, rebuild: bool = False, watch: Callable[[Progress], None] = lambda _: None
) -> int:
    """Bring the index in step with the records; give how many pages were put into it."""
    with collection.store.reading() as tx:
        ground = _ground(tx)
        last = tx.records.last()
        total = sum(count for count, _ in tx.records.by_template().values())
        known = tx.notes.get(NOTE)
    index = _opened(collection.folder / "index", rebuild=rebuild)
    same = isinstance(known, dict) and known.get("ground") == ground and not index.fresh and not rebuild
    after = checked(known, {"sequence": int}, f"the note {NOTE!r}")["sequence"] if same else 0
    if same and after >= last:
        return 0
    done, started = 0, time.monotonic()
    with index.writing() as writer:
        if not same:
            writer.clear()
        while True:
            with collection.store.reading() as tx:
                rows = list(islice(tx.records.records(after), PIECE))
                writer.put(_entries(tx, rows))
            after = rows[-1].sequence if rows else after
            done += len(rows)
            over = len(rows) < PIECE
            if over or done % COMMIT == 0:
                writer.commit()
                with collection.store.writing() as tx:
                    tx.notes.put(NOTE, {"sequence": after, "ground": ground})
            watch(Progress("index", done, total, time.monotonic() - started))
            if over:
                return done


def _opened(folder: Path, *, rebuild: bool) -> SearchIndex:
    try:
        return SearchIndex(folder)
    except IndexDamaged:
        if not rebuild:
            raise
        return SearchIndex(folder, anew=True)


def index_if_possible(collection: CollectionFolder, watch: Callable[[Progress], None] = lambda _: None) -> str | None:
    """Bring the index in step; or say why there is none."""
    try:
        index_records(collection, watch=watch)
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


def _ground(tx: Transaction) -> dict[str, object]:
    """What the index depends on besides the records: the names of fields, and the boilerplate of sites."""
    steady = {site: load_boilerplate(tx, site).pages for site in tx.templates.sites()}
    return {"names": load_all_names(tx) or None, "steady": steady, "columns": columns_of(tx).digest}


def _entries(tx: Transaction, rows: list[RecordRow]) -> Iterator[Entry]:
    steady = {site: load_boilerplate(tx, site) for site in {row.site for row in rows}}
    names, columns = load_all_names(tx), columns_of(tx)
    for row in rows:
        yield _entry(row, steady[row.site], names.get(row.template, {}), columns)


def _own_items(value: object, steady: SiteBoilerplate, *, inside: bool = False) -> object:
    """A field as it is; of a list what does not stand all over the site, as the entries of a menu do."""
    if isinstance(value, str):
        return None if inside and value in steady.texts else value
    if isinstance(value, list):
        items = [_own_items(item, steady, inside=True) for item in value]
        return [item for item in items if item is not None]
    if isinstance(value, dict):
        common = steady.texts if inside else NONE
        return {
            name: (None if one in common else one) if isinstance(one, str) else _own_items(one, steady, inside=inside)
            for name, one in value.items()
        }
    return value


def _own_texts(lines: Sequence[str], title: str, own: str, common: frozenset[str]) -> Iterator[str]:
    """What is searched of a page's passages: without what stands all over the site, and with its own title alone."""
    for line in lines:
        texts = line.split(BETWEEN)
        if title not in texts and common.isdisjoint(texts):
            yield " ".join(texts)
            continue
        for kept, some in groupby(texts, lambda text: text not in common):
            if kept:
                yield " ".join(own if text == title else text for text in some)


def _entry(row: RecordRow, steady: SiteBoilerplate, names: Names, columns: NamedColumns) -> Entry:
    line = record_of(row.line)
    named = columns.texts(row.site, row.template, fields_of(line))
    fields = {**named, **renamed(line["fields"], names), **named}  # columns first, and before fields of their names
    title = " ".join((line["title"] or "").split())
    own = steady.own_title(title)
    texts = list(_own_texts(row.texts, title, own, steady.texts))
    kept = {name: own if title and value == title else _own_items(value, steady) for name, value in fields.items()}
    typed = {path_shown(path, names): value for path, value in line["typed"].items()}
    typed |= columns.typed(row.site, row.template, fields_of(line))
    return Entry(
        row.capture, row.site, row.template, line["source"], line["url"], title, own, texts, kept,
        *compared(typed), shared_title=title in steady.texts,
    )  # fmt: skip
