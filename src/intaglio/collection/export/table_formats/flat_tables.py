"""Writes a table without nesting: its rows, and the items of each of its lists as a child table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from intaglio.collection.export.table_formats.flat_columns import FlatColumn, list_columns, main_columns
from intaglio.collection.export.table_formats.selected_tables import SelectedTable


class RowWriter(Protocol):
    """A file or an SQL table that rows are added to."""

    def add(self, row: Mapping[str, Any]) -> None:
        """Write one row."""


def write_flat(table: SelectedTable, opened: Callable[[str | None, list[FlatColumn]], RowWriter]) -> int:
    """Write a table and its lists; give the number of its rows. `opened` makes the writer of the child table with a
    name, or of the table itself for None.
    """
    main = opened(None, main_columns(table.shown))
    children = [(one, opened(table.list_name(one), list_columns(one))) for one in table.lists]
    count = 0
    for line in table.lines():
        count += 1
        whole = table.shown.row(line)
        main.add(whole)
        for one, child in children:
            for row in one.rows(line, whole[one.name]):
                child.add(row)
    return count
