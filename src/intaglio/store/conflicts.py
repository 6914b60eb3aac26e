"""INSERT that leaves alone what is there already, spelled alike by both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

BATCH = 500
"""Rows of one statement, well below the number of parameters that SQLite takes."""


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], unique: Sequence[str]) -> int:
    """Insert the rows whose unique columns are not taken; give how many there were."""
    added = 0
    for start in range(0, len(rows), BATCH):
        some = list(rows[start : start + BATCH])
        statement = _insert(connection, table).values(some).on_conflict_do_nothing(index_elements=list(unique))
        added += connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount
    return added


def upsert(connection: Connection, table: Table, row: Mapping[str, Any], unique: Sequence[str]) -> None:
    """Insert a row, or give the one that has these unique columns its values."""
    statement = _insert(connection, table).values(row)
    new = {name: statement.excluded[name] for name in row if name not in unique}
    connection.execute(statement.on_conflict_do_update(index_elements=list(unique), set_=new))


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
