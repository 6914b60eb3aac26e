"""Which rows of a large table can pass a filter: by an index of three letters a term, a column, made when first used.

What it gives is never too few: rows are compared with the filter itself afterwards. Triggers keep it in step.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

LETTERS = 3
"""Letters of a term."""
PAD = "' '" + " || ' '" * (LETTERS - 2)
"""Put behind a text, so that its last letters begin terms as well."""
_LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class GramOptions:
    """When the index is asked, and what for."""

    scanned: int = 20_000
    """Rows that are looked through as quickly as an index is asked."""
    few: int = 500
    """Rows that are taken from the index; where more can pass, enough are soon met with in the wanted order."""


@dataclass(frozen=True, slots=True)
class Near:
    """Rows that can pass some filters."""

    captures: frozenset[int]
    whole: bool
    """Whether no other row can."""


def rows_near(
    database: sqlite3.Connection, table: str, rows: int, filters: Mapping[int, str], options: GramOptions
) -> Near | None:
    """Rows that can pass all filters, or some of them, if they are more than a few; None if nothing is known."""
    if rows <= options.scanned or not _can_index(database):
        return None
    found: list[Near] = []
    for at, text in filters.items():
        if "\0" not in text and (len(text) >= LETTERS or text.isascii()):  # who knows how SQLite folds other letters
            found.append(_near(database, _index(database, table, at), text, options.few))
    whole = [near.captures for near in found if near.whole]
    return Near(frozenset.intersection(*whole), whole=True) if whole else next(iter(found), None)


def _can_index(database: sqlite3.Connection) -> bool:
    options = {row[0] for row in database.execute("PRAGMA compile_options")}
    return "ENABLE_FTS5" in options and sqlite3.sqlite_version_info >= (3, 35)


def _index(database: sqlite3.Connection, table: str, at: int) -> str:
    """The name of a column's index; made if it is not there."""
    name = f"grams{at}_{table}"
    if database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone():
        return name
    database.execute(f"CREATE VIRTUAL TABLE \"{name}\" USING fts5(text, content='', tokenize='trigram')")
    added = f'INSERT INTO "{name}" (rowid, text)'
    database.execute(f'{added} SELECT capture, c{at} || {PAD} FROM "{table}" WHERE c{at} IS NOT NULL')  # noqa: S608
    database.execute(
        f'CREATE TRIGGER "in_{name}" AFTER INSERT ON "{table}" WHEN new.c{at} IS NOT NULL '  # noqa: S608 - names are ours
        f"BEGIN {added} VALUES (new.capture, new.c{at} || {PAD}); END"
    )
    database.execute(
        f'CREATE TRIGGER "out_{name}" AFTER DELETE ON "{table}" WHEN old.c{at} IS NOT NULL '  # noqa: S608 - names are ours
        f'BEGIN INSERT INTO "{name}" ("{name}", rowid, text) '
        f"VALUES ('delete', old.capture, old.c{at} || {PAD}); END"
    )
    database.commit()
    return name


def drop_grams(database: sqlite3.Connection, table: str) -> None:
    """Drop the indexes of a table that is made anew; its triggers go with it."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? AND sql LIKE 'CREATE VIRTUAL%'"
    for (name,) in database.execute(query, (f"grams*_{table}",)).fetchall():
        database.execute(f'DROP TABLE "{name}"')


def _near(database: sqlite3.Connection, index: str, text: str, few: int) -> Near:
    """Rows with a text, in capitals or not; the first ones, if there are more than a few."""
    if len(text) >= LETTERS:
        quoted = '"' + text.replace('"', '""') + '"'
        found = database.execute(
            f'SELECT rowid FROM "{index}" WHERE text MATCH ? LIMIT {few + 1}',  # noqa: S608 - names are ours
            (quoted,),
        )
    else:  # shorter than a term: rows with terms that begin so
        terms = f"USING fts5vocab(main, '{index}', instance)"
        database.execute(f'CREATE VIRTUAL TABLE IF NOT EXISTS temp."of_{index}" {terms}')
        low = text.lower()
        found = database.execute(
            f'SELECT doc FROM temp."of_{index}" WHERE term >= ? AND term < ? LIMIT {few + 1}',  # noqa: S608
            (low, low + _LAST),
        )
    captures = [int(row[0]) for row in found]
    return Near(frozenset(captures), whole=len(captures) <= few)
