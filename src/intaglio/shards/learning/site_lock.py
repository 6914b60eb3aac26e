"""Being alone with a site: of all workers that share a store, one at a time learns it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from intaglio.errors import CollectionBusy
from intaglio.store import SqlStore

GONE = {"tcp_keepalives_idle": 60, "tcp_keepalives_interval": 10, "tcp_keepalives_count": 3}
"""Seconds, and tries, after which the server takes a worker for gone that says nothing: its site is free again."""


@contextmanager
def alone_with(site: str, store: SqlStore, seconds: float) -> Iterator[None]:
    """Wait until nobody else learns the site, and keep others from it; CollectionBusy if that takes too long.

    The lock ends with the process that has it, and with its connection.
    """
    with store.reading() as tx:
        engine = tx.connection.engine
    if engine.dialect.name == "postgresql":
        with _on_server(site, engine, seconds):
            yield
    else:
        with _in_file(site, Path(str(engine.url.database))):
            yield


@contextmanager
def _on_server(site: str, engine: Engine, seconds: float) -> Iterator[None]:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for name, value in {**GONE, "lock_timeout": round(1000 * seconds)}.items():
            connection.execute(text(f"SET {name} = {value}"))
        held = {"site": f"learn {site}"}
        key = "hashtextextended(current_schema() || :site, 0)"
        try:
            connection.execute(text(f"SELECT pg_advisory_lock({key})"), held)
        except DBAPIError as error:
            raise CollectionBusy(f"{site} is being learned by another worker for {seconds:g} s") from error
        try:
            yield
        finally:
            connection.execute(text(f"SELECT pg_advisory_unlock({key})"), held)
            connection.execute(text("RESET ALL"))


@contextmanager
def _in_file(site: str, database: Path) -> Iterator[None]:
    """Hold one byte of a file beside the database, a byte for each site."""
    place = int.from_bytes(blake2b(site.encode(), digest_size=7).digest(), "big")
    with database.with_name(f"{database.name}.learning").open("a+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
        yield
