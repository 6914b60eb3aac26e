"""INSERT that leaves alone what is there already, spelled alike by both databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

BATCH = 500
"""Rows of one statement, well below the number of parameters that SQLite takes."""


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], unique: Sequence[str]) -> int:
    """Insert the rows whose unique columns are not taken; give how many there were."""
    if not rows:
        return 0
    statement = _insert(connection.dialect.name, table).on_conflict_do_nothing(index_elements=list(unique))
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
        statement = _upsert(connection.dialect.name, table, tuple(rows[0]), tuple(unique), tuple(first))
        connection.execute(statement, list(rows))


@lru_cache(maxsize=64)
def _upsert(
    dialect: str, table: Table, names: tuple[str, ...], unique: tuple[str, ...], first: tuple[str, ...]
) -> postgresql.Insert | sqlite.Insert:
    """The statement, put together once: there are few, and they are carried out again and again."""
    statement = _insert(dialect, table)
    new = {name: statement.excluded[name] for name in names if name not in (*unique, *first)}
    return statement.on_conflict_do_update(index_elements=list(unique), set_=new)


def _insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
