"""The files of `tables/`: JSON Lines and CSV a kind, Parquet on request, and `tables.json`, which describes them all.

Written anew where rows, columns or names have changed. Names of files are made of kinds' slugs, never of page text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from typing import Any, BinaryIO

from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.export.table_formats.parquet_table import write_parquet_table
from intaglio.collection.export.table_formats.selected_tables import SelectedTable, TableSelector
from intaglio.collection.export.table_formats.table_description import table_description
from intaglio.collection.export.table_formats.table_texts import (
    MakeTexts,
    TablePiece,
    table_pieces,
    text_files,
    texts_here,
)
from intaglio.collection.folder import CollectionFolder
from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import FIXED
from intaglio.compact_json import compact_json
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


def write_tables(
    collection: CollectionFolder, options: TableFileOptions = TableFileOptions(), make: MakeTexts = texts_here
) -> list[str]:
    """Bring the files in step with the database; give what was asked for and is in no table, a line each."""
    folder = collection.folder / "tables"
    folder.mkdir(exist_ok=True)
    with collection.store.reading() as tx:
        known = _known_files(tx.notes.get(NOTE))
        files = _TableFiles(folder, StoredTables(tx), options, known, set(options.columns))
        _write_lines(folder, files.changed(), make)
    kept = [name for _, names in files.state.values() for name in names]
    _remove(folder, chain.from_iterable(names for _, names in known.values()), kept)
    rewrite(folder / DESCRIPTION, ['{"kinds": [\n' + ",\n".join(map(_indented, files.descriptions)) + "\n]}"])
    with collection.store.writing() as tx:
        tx.notes.put(NOTE, files.state)
    return [f"{name}: no table has a column of this name, label or declared property" for name in sorted(files.missing)]


@dataclass(frozen=True, slots=True)
class _TableFiles:
    """What files there are to be, found table by table."""

    folder: Path
    stored: StoredTables
    options: TableFileOptions
    known: Mapping[str, tuple[str, list[str]]]
    """What the files that are there were written from, and their names, by kind."""
    missing: set[str]
    """What was asked for and is in no table so far."""
    state: dict[str, list[Any]] = field(default_factory=dict)
    descriptions: list[dict[str, Any]] = field(default_factory=list)

    def changed(self) -> Iterator[SelectedTable]:
        """The tables whose files are to be written, one by one; Parquet is written right away."""
        tx, options = self.stored.tx, self.options
        figures = tx.records.by_template()
        listed = [tx.pages.last_page(), [[kind.id, kind.name] for kind in self.stored.kinds]]
        selector = TableSelector(self.stored)
        for kind in self.stored.kinds:
            if kind.id in self.stored.ignored:
                continue
            asked = options.kind in (None, kind.id)
            table = selector.select(kind, options.columns if asked else ())
            if asked:
                self.missing.intersection_update(table.shown.missing)
            rows = [figures.get(key.template) for key in kind.templates]
            description = table_description(table)
            whence = [[column.whence(key) for key in kind.templates] for column in table.shown.columns.values()]
            ground = _digest([description, whence, rows, options.parquet, listed if kind.listing else None])
            before, names = self.known.get(kind.id, ("", []))
            same = kind.id in self.known and before == ground and _are_there(self.folder, names)
            if not same:
                names = self._names(table)
                if options.parquet:
                    _write_parquet(self.folder, table)
                yield table
            self.descriptions.append({**description, "files": names})
            self.state[kind.id] = [ground, names]

    def _names(self, table: SelectedTable) -> list[str]:
        """The names of a table's files."""
        slug, parquet = table.kind.slug, ["parquet"] if self.options.parquet else []
        names = [f"{slug}.jsonl", f"{slug}.csv", *(f"{table.list_name(one)}.csv" for one in table.lists)]
        listings = [table.list_name(one) for one in table.lists if one.links is not None]
        more = [f"{name}.{kind}" for name in listings for kind in ["jsonl", *parquet]]
        return [*names, *(f"{slug}.{kind}" for kind in parquet), *more]


def _known_files(note: object) -> dict[str, tuple[str, list[str]]]:
    """What files were written from, and their names, by kind."""
    with decoding(f"the note {NOTE!r}"):
        known = checked(note or {}, {str: list}, f"the note {NOTE!r}")
        return {kind: (ground, checked(files, WORDS, "names of files")) for kind, (ground, files) in known.items()}


def _write_lines(folder: Path, tables: Iterable[SelectedTable], make: MakeTexts) -> None:
    """Write JSON Lines and CSV of tables and of their lists, one table after the other, while records are read once."""
    under_way: deque[dict[str, bytes]] = deque()

    def pieces() -> Iterator[TablePiece]:
        for table in tables:
            names = text_files(table)
            for piece in table_pieces(table):
                under_way.append(names)
                yield piece

    for names, texts in groupby(make(pieces()), lambda _: under_way.popleft()):
        with ExitStack() as opened:
            files = [opened.enter_context(_new_file(folder / name)) for name in names]
            for some in chain([names.values()], texts):
                for file, text in zip(files, some, strict=True):
                    file.write(text)


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        yield file
    new.replace(path)


def _write_parquet(folder: Path, table: SelectedTable) -> None:
    """Write the Parquet files of a table, and of the rows of a listing."""
    write_parquet_table(folder / f"{table.kind.slug}.parquet", FIXED, table.shown.columns, table.rows)
    for one in table.lists:
        if one.links is not None:
            columns: Mapping[str, Column] = one.columns
            path = folder / f"{table.list_name(one)}.parquet"
            write_parquet_table(path, one.fixed, columns, _list_rows(table, one))


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
    parts = (f" {_text(name)}: {_lines(value)}" for name, value in description.items())
    return "{\n" + ",\n".join(parts) + "\n}"


def _lines(value: object) -> str:
    if not isinstance(value, list) or not any(isinstance(one, dict) for one in value):
        return _text(value)
    return "[\n  " + ",\n  ".join(map(_text, value)) + "\n ]"


def _text(value: object) -> str:
    return compact_json(value).decode()


def _digest(content: object) -> str:
    return blake2b(compact_json(content), digest_size=12).hexdigest()
