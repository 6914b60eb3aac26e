"""Every kind of store the contract holds for: SQLite in a file, PostgreSQL on a server that is started here."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from intaglio.store import SqlStore, open_store, sqlite_url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, or of an empty schema of one, which is quicker made."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "intaglio.db")
    import psycopg

    url: str = request.getfixturevalue("postgres")
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{url}&options=-csearch_path%3D{name}"


@pytest.fixture
def store(store_url: str) -> Iterator[SqlStore]:
    with open_store(store_url) as opened:
        yield opened
