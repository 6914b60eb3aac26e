"""The texts of a table's files, made of some of its records at a time: CSV of it and of its lists, JSON Lines of it and
of the rows of a listing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from intaglio.collection.export.table_formats.csv_table import CsvRows, csv_line
from intaglio.collection.export.table_formats.flat_columns import FlatColumn, list_columns, main_columns
from intaglio.collection.export.table_formats.selected_tables import SelectedTable
from intaglio.collection.page_lines import record_of
from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.listing_links import PageDirectory, PageFound, link_in, raw_items
from intaglio.collection.tables.table_rows import ShownTable
from intaglio.compact_json import compact_json

PIECE = 1 << 18
"""Characters of the records that texts are made of at a time."""


@dataclass(frozen=True, slots=True)
class TablePiece:
    """Some records of a table, and all that is needed to make texts of them, wherever that is done."""

    shown: ShownTable
    lists: tuple[ListTable, ...]
    lines: Sequence[str | Mapping[str, Any]]
    """Of the records; those of listings are read already."""
    pages: Mapping[str, PageFound]
    """The pages that their links lead to, as a `PageDirectory` has them."""

    def texts(self) -> list[bytes]:
        """What the records bring to each of the files of `text_files`."""
        shown, directory = replace(self.shown), PageDirectory(self.pages)  # what it reads rows with does not travel
        lists = [replace(one, directory=directory) if one.links is not None else one for one in self.lists]
        records = [record_of(line) if isinstance(line, str) else line for line in self.lines]
        rows = list(map(shown.row, records))
        texts = [_flat(main_columns(shown), rows), _json_lines(rows)]
        for one in lists:
            items = [list(one.rows(line, row[one.name])) for line, row in zip(records, rows, strict=True)]
            texts.append("".join(map(CsvRows(list_columns(one)).lines, items)).encode())
            if one.links is not None:
                texts.append(_json_lines(chain.from_iterable(items)))
        return texts


MakeTexts = Callable[[Iterator[TablePiece]], Iterator[Sequence[bytes]]]
"""Makes the texts of pieces, in their order."""


def texts_here(pieces: Iterator[TablePiece]) -> Iterator[Sequence[bytes]]:
    """Make texts in this process."""
    return (piece.texts() for piece in pieces)


def text_files(table: SelectedTable) -> dict[str, bytes]:
    """The files of a table that are texts, and what each begins with."""
    slug = table.kind.slug
    names = {f"{slug}.csv": _head(main_columns(table.shown)), f"{slug}.jsonl": b""}
    for one in table.lists:
        names[f"{table.list_name(one)}.csv"] = _head(list_columns(one))
        if one.links is not None:  # the rows of a listing are a table of their own
            names[f"{table.list_name(one)}.jsonl"] = b""
    return names


def table_pieces(table: SelectedTable) -> Iterator[TablePiece]:
    """The records of a table, some at a time; one piece at least."""
    bare = replace(table.shown.table, columns=())
    shown = replace(table.shown, table=bare)
    lists = tuple(replace(one, table=bare, directory=None) for one in table.lists)
    lines: list[str] = []
    size = 0

    def piece() -> TablePiece:
        if all(one.links is None for one in table.lists):
            return TablePiece(shown, lists, lines, {})
        records = list(map(record_of, lines))
        return TablePiece(shown, lists, records, _pages_led_to(table, records))

    for key in table.kind.templates:
        for line in table.stored.tx.records.lines(key.site, key.template):
            if size >= PIECE:
                yield piece()
                lines, size = [], 0
            lines.append(line)
            size += len(line)
    yield piece()


def _pages_led_to(table: SelectedTable, records: Sequence[Mapping[str, Any]]) -> dict[str, PageFound]:
    """The pages of the collection that the links of a listing's rows lead to."""
    keys = {key.template: key for key in table.kind.templates}
    found: dict[str, PageFound] = {}
    for one in table.lists:
        if one.links is not None and one.directory is not None:
            items = (item for record in records for item in raw_items(one.column, record, keys))
            found |= one.directory.some(link_in(item, one.links.path) for item in items)
    return found


def _head(columns: Iterable[FlatColumn]) -> bytes:
    return csv_line(column.name for column in columns).encode()


def _flat(columns: Sequence[FlatColumn], rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(map(CsvRows(columns).line, rows)).encode()


def _json_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return b"".join([compact_json(row) + b"\n" for row in rows])
