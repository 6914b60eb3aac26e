"""Tables as an SQLite database: a table a kind, and `<kind>.<list>` for each list."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.flat_columns import Cell, FlatColumn, as_text
from intaglio.collection.export.table_formats.flat_tables import write_flat
from intaglio.collection.export.table_formats.selected_tables import SelectedTable, selected_tables

_TYPES = {"text": "TEXT", "number": "NUMERIC", "boolean": "INTEGER"}


def write_sqlite_export(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the tables of a selection into a new database; give the number of rows, those of lists left out."""
    new = target.with_name(target.name + ".new")
    new.unlink(missing_ok=True)
    count = 0
    with closing(sqlite3.connect(new)) as database:
        for table in selected_tables(collection, selection):
            with database:
                count += _write(database, table)
    new.replace(target)
    return count


def _write(database: sqlite3.Connection, table: SelectedTable) -> int:
    return write_flat(table, lambda child, columns: _SqlTable(database, child or table.kind.slug, columns))


class _SqlTable:
    def __init__(self, database: sqlite3.Connection, name: str, columns: list[FlatColumn]) -> None:
        self._database, self._columns = database, columns
        described = ", ".join(f"{quoted(column.name)} {_TYPES[column.type]}" for column in columns)
        database.execute(f"CREATE TABLE {quoted(name)} ({described})")
        places = ", ".join("?" * len(columns))
        self._insert = f"INSERT INTO {quoted(name)} VALUES ({places})"  # noqa: S608 - quoted

    def add(self, row: Mapping[str, Any]) -> None:
        self._database.execute(self._insert, [_sql_value(column.cell(row)) for column in self._columns])


def quoted(name: str) -> str:
    """A name as SQL has it, whatever is in it."""
    return '"' + as_text(name).replace('"', '""') + '"'


def _sql_value(cell: Cell) -> Cell:
    if isinstance(cell, str):
        return as_text(cell)
    return float(cell) if isinstance(cell, int) and abs(cell) >= 1 << 63 else cell
