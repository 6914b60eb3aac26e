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
    if not rows:
        return 0
    statement = _insert(connection, table).on_conflict_do_nothing(index_elements=list(unique))
    return connection.execute(statement, list(rows), execution_options={"preserve_rowcount": True}).rowcount


def upsert(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    unique: Sequence[str],
    first: Sequence[str] = (),
) -> None:
    """Insert rows, or give those that have these unique columns their values but for those that stay as at first."""
    if rows:
        statement = _insert(connection, table)
        new = {name: statement.excluded[name] for name in rows[0] if name not in (*unique, *first)}
        connection.execute(statement.on_conflict_do_update(index_elements=list(unique), set_=new), list(rows))


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
