"""The SQL store's own affairs: migrations, and what it says when it cannot open."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from intaglio.errors import StoreError
from intaglio.store import open_store, sqlite_url
from intaglio.store.migrations import MIGRATIONS, migrate
from intaglio.store.schema import metadata


def test_migrations_make_the_tables_that_the_code_speaks_of(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, store.reading() as tx:
        seen = inspect(tx.connection)
        made = {
            name: {(column["name"], column["nullable"]) for column in seen.get_columns(name)}
            for name in seen.get_table_names()
            if not name.startswith("sqlite_")
        }
    # SQLite's own primary key may be told apart as nullable; it never is.
    keys = {table.name: {column.name for column in table.primary_key} for table in metadata.sorted_tables}
    said = {
        table.name: {(column.name, bool(column.nullable)) for column in table.columns}
        for table in metadata.sorted_tables
    }
    for name, columns in said.items():
        assert {(c, n and c not in keys[name]) for c, n in made[name]} == columns, name
    assert made.keys() == said.keys()


def test_a_later_step_runs_once_on_an_older_store(tmp_path: Path) -> None:
    engine = create_engine(sqlite_url(tmp_path / "a.db"))
    steps = [*MIGRATIONS, ["CREATE TABLE later (number INTEGER NOT NULL)", "INSERT INTO later VALUES (1)"]]
    with engine.begin() as connection:
        migrate(connection)
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection, steps)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT number FROM later")).scalars().all() == [1]
    engine.dispose()
    with pytest.raises(StoreError, match="newer"):
        open_store(sqlite_url(tmp_path / "a.db"))


def test_the_database_is_one_file_in_wal_mode(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, store.reading() as tx:
        assert tx.connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "not the URL of a store"),
        ("mysql://localhost/x", "SQLite or PostgreSQL"),
        ("sqlite:////nowhere/at/all.db", "unable to open"),
        ("postgresql://intaglio@/x?host=/nowhere", "connection"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_line(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason) as caught:
        open_store(url)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_store(sqlite_url(tmp_path / "a.db"))
