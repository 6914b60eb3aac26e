"""The files of `tables/`: JSON Lines and CSV a kind, Parquet on request, and `tables.json`, which describes them all.

Written anew where rows, columns or names have changed. Names of files are made of kinds' slugs, never of page text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.export.table_formats.csv_table import csv_file
from intaglio.collection.export.table_formats.flat_columns import FlatColumn
from intaglio.collection.export.table_formats.flat_tables import RowWriter, write_flat
from intaglio.collection.export.table_formats.parquet_table import write_parquet_table
from intaglio.collection.export.table_formats.selected_tables import SelectedTable, TableSelector
from intaglio.collection.export.table_formats.table_description import table_description
from intaglio.collection.folder import CollectionFolder
from intaglio.collection.page_lines import json_line
from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import FIXED
from intaglio.shapes import WORDS, checked, decoding
from intaglio.tables import Column

NOTE = "table files"
"""Note of the files that were written, and of what from: per kind, a digest and the names."""
DESCRIPTION = "tables.json"


@dataclass(frozen=True, slots=True)
class TableFileOptions:
    """What the files have."""

    columns: tuple[str, ...] = ()
    """Columns in this order, as people say them; `*` for all; none: the main ones."""
    kind: str | None = None
    """Id of the only kind that the columns are asked of; None: of all."""
    parquet: bool = False
    """Write Parquet files, too."""


def write_tables(collection: CollectionFolder, options: TableFileOptions = TableFileOptions()) -> list[str]:
    """Bring the files in step with the database; give what was asked for and is in no table, a line each."""
    folder = collection.folder / "tables"
    folder.mkdir(exist_ok=True)
    state: dict[str, list[Any]] = {}
    missing = set(options.columns)
    descriptions: list[dict[str, Any]] = []
    with collection.store.reading() as tx:
        stored = StoredTables(tx)
        known = _known_files(tx.notes.get(NOTE))
        figures = tx.records.by_template()
        listed = [tx.pages.last_page(), [[kind.id, kind.name] for kind in stored.kinds]]
        selector = TableSelector(stored)
        for kind in stored.kinds:
            if kind.id in stored.ignored:
                continue
            asked = options.kind in (None, kind.id)
            table = selector.select(kind, options.columns if asked else ())
            if asked:
                missing &= set(table.shown.missing)
            rows = [figures.get(key.template) for key in kind.templates]
            description = table_description(table)
            whence = [[column.whence(key) for key in kind.templates] for column in table.shown.columns.values()]
            ground = _digest([description, whence, rows, options.parquet, listed if kind.listing else None])
            same = kind.id in known and known[kind.id][0] == ground and _are_there(folder, known[kind.id][1])
            files = known[kind.id][1] if same else _write(folder, table, parquet=options.parquet)
            descriptions.append({**description, "files": files})
            state[kind.id] = [ground, files]
    kept = [name for _, files in state.values() for name in files]
    _remove(folder, chain.from_iterable(files for _, files in known.values()), kept)
    rewrite(folder / DESCRIPTION, ['{"kinds": [\n' + ",\n".join(map(_indented, descriptions)) + "\n]}"])
    with collection.store.writing() as tx:
        tx.notes.put(NOTE, state)
    return [f"{name}: no table has a column of this name, label or declared property" for name in sorted(missing)]


def _known_files(note: object) -> dict[str, tuple[str, list[str]]]:
    """What files were written from, and their names, by kind."""
    with decoding(f"the note {NOTE!r}"):
        known = checked(note or {}, {str: list}, f"the note {NOTE!r}")
        return {kind: (ground, checked(files, WORDS, "names of files")) for kind, (ground, files) in known.items()}


def _write(folder: Path, table: SelectedTable, *, parquet: bool) -> list[str]:
    """Write the files of a table; give their names."""
    slug = table.kind.slug
    files = [f"{slug}.jsonl", f"{slug}.csv", *(f"{table.list_name(one)}.csv" for one in table.lists)]
    _write_lines(folder, table)
    if parquet:
        files.append(f"{slug}.parquet")
        write_parquet_table(folder / files[-1], FIXED, table.shown.columns, table.rows)
    for one in table.lists:
        if one.links is not None:  # the rows of a listing are a table of their own
            name = table.list_name(one)
            files.append(f"{name}.jsonl")
            if parquet:
                files.append(f"{name}.parquet")
                columns: Mapping[str, Column] = one.columns
                write_parquet_table(folder / files[-1], one.fixed, columns, _list_rows(table, one))
    return files


def _write_lines(folder: Path, table: SelectedTable) -> None:
    """Write JSON Lines and CSV of a table and of its lists while the records are read once."""
    listings = {table.list_name(one) for one in table.lists if one.links is not None}
    with ExitStack() as files:

        def opened(child: str | None, columns: list[FlatColumn]) -> RowWriter:
            name = table.kind.slug if child is None else child
            flat = files.enter_context(csv_file(folder / f"{name}.csv", columns))
            if child is not None and child not in listings:
                return flat
            return _Twice(flat, files.enter_context(_new_file(folder / f"{name}.jsonl")))

        write_flat(table, opened)


@dataclass(frozen=True, slots=True)
class _Twice:
    """Writes rows as CSV and as JSON Lines."""

    flat: RowWriter
    file: TextIO

    def add(self, row: Mapping[str, Any]) -> None:
        self.flat.add(row)
        self.file.write(json_line(row) + "\n")


@contextmanager
def _new_file(path: Path) -> Iterator[TextIO]:
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="\n") as file:
        yield file
    new.replace(path)


def _list_rows(table: SelectedTable, one: ListTable) -> Callable[[], Iterator[dict[str, Any]]]:
    """The rows of one of a table's lists."""
    return lambda: chain.from_iterable(one.rows(line, table.shown.cells(line)[one.name]) for line in table.lines())


def _are_there(folder: Path, files: Sequence[str]) -> bool:
    return all((folder / name).exists() for name in files)


def _remove(folder: Path, old: Iterable[str], kept: Sequence[str]) -> None:
    """Remove files that an earlier state wrote and this one has not; nothing else is touched."""
    for name in set(old) - set(kept):
        if Path(name).name == name:
            (folder / name).unlink(missing_ok=True)


def _indented(description: Mapping[str, Any]) -> str:
    """A table's description as JSON, a line a column: indented throughout, it takes ten times as long."""
    parts = (f" {json_line(name)}: {_lines(value)}" for name, value in description.items())
    return "{\n" + ",\n".join(parts) + "\n}"


def _lines(value: object) -> str:
    if not isinstance(value, list) or not any(isinstance(one, dict) for one in value):
        return json_line(value)
    return "[\n  " + ",\n  ".join(map(json_line, value)) + "\n ]"


def _digest(content: object) -> str:
    return blake2b(json.dumps(content).encode("ascii"), digest_size=12).hexdigest()
