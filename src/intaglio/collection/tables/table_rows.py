"""The rows of a table: `url`, `source`, `template`, then its columns; and those of the lists in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from intaglio.collection.tables.make_tables import lines_of
from intaglio.store import Transaction
from intaglio.tables import Column, Table, wish
from intaglio.tables.columns.examples import wished_column
from intaglio.tables.table import RowReaders

FIXED = ("url", "source", "template")
EVERYTHING = "*"


@dataclass(frozen=True)
class ShownTable:
    """A table with the columns that are to be shown, under names that are unique whatever the case of letters."""

    table: Table
    columns: Mapping[str, Column]
    """In order, by the names they are written under."""
    missing: tuple[str, ...] = ()
    """What was asked for and is not there."""

    def row(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """The row of a record's line; the line's fields have the names they were found under."""
        row = {name: line[name] for name in FIXED}
        row.update(self.cells(line))
        return row

    def cells(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of a row alone."""
        return self._readers.row(line)

    @cached_property
    def _readers(self) -> RowReaders:
        return RowReaders(self.table.kind, self.columns)

    def rows(self, tx: Transaction) -> Iterator[dict[str, Any]]:
        """All rows, template by template."""
        return map(self.row, lines_of(tx, self.table.kind))


def listed_items(
    shown: ShownTable, rows: Iterable[Mapping[str, Any]], most: int
) -> tuple[str, list[dict[str, Any]]] | None:
    """What the pages of a listing are for: the name of its first list of rows, and some of these; None of all else."""
    lists = ((name, column) for name, column in shown.columns.items() if column.items)
    name, column = next(lists, ("", None)) if shown.table.kind.listing else ("", None)
    if column is None:
        return None
    names = [item.name for item in column.items if item.left_out is None]
    items = (item for row in rows for item in row[name] or () if isinstance(item, dict))
    return name, [{one: item.get(one) for one in names} for item in islice(items, most)]


def shown_table(table: Table, wanted: Sequence[str] = ()) -> ShownTable:
    """A table with its main columns; `*` adds the rest, names are found as people say them, and what is not is told."""
    missing: tuple[str, ...] = ()
    if EVERYTHING in wanted:
        columns: Sequence[Column] = table.kept
    elif wanted:
        missing = tuple(name for name in wanted if wished_column(table, name) is None)
        table = wish(table, [name for name in wanted if name not in missing])
        columns = table.columns[: len(wanted) - len(missing)]
    else:
        columns = table.main
    return ShownTable(table, dict(zip(unique([one.name for one in columns]), columns, strict=True)), missing)


def unique(names: Sequence[str], taken: Sequence[str] = FIXED) -> list[str]:
    """Names as they may stand together in a table, in databases that do not mind case, too.

    >>> unique(["name", "Name", "url"])
    ['name', 'Name_2', 'url_2']
    """
    seen = {name.casefold() for name in taken}
    made = []
    for name in names:
        number, one = 2, name
        while one.casefold() in seen:
            one, number = f"{name}_{number}", number + 1
        seen.add(one.casefold())
        made.append(one)
    return made
