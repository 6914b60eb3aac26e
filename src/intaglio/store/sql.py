"""The store on SQL: one code for SQLite (a file, the default) and PostgreSQL (by URL)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    NoResultFound,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)

from intaglio.errors import MissingExtra, StoreError
from intaglio.store.capture_table import SqlCaptures
from intaglio.store.correction_table import SqlCorrections
from intaglio.store.frontier_table import SqlFrontier
from intaglio.store.lookups.lookup_queries import SqlLookups
from intaglio.store.lookups.run_table import SqlRuns
from intaglio.store.migrations import MIGRATIONS, check_plain, check_version, migrate, version_of
from intaglio.store.note_table import SqlNotes
from intaglio.store.page_table import SqlPages
from intaglio.store.record_table import SqlRecords
from intaglio.store.template_table import SqlTemplates

DAMAGED = "; if it is damaged, restore it from a copy, or fill a new folder with `intaglio run`"
BUSY_SECONDS = 60
"""How long a writer waits for another process to finish its transaction."""


@dataclass(frozen=True)
class SqlTransaction:
    """One transaction of a `SqlStore`; see `protocol.Transaction`."""

    connection: Connection

    @cached_property
    def templates(self) -> SqlTemplates:
        """The templates."""
        return SqlTemplates(self.connection)

    @cached_property
    def captures(self) -> SqlCaptures:
        """The pages found."""
        return SqlCaptures(self.connection)

    @cached_property
    def pages(self) -> SqlPages:
        """The results."""
        return SqlPages(self.connection)

    @cached_property
    def frontier(self) -> SqlFrontier:
        """The crawl's URLs."""
        return SqlFrontier(self.connection)

    @cached_property
    def records(self) -> SqlRecords:
        """Wrappers and records."""
        return SqlRecords(self.connection)

    @cached_property
    def notes(self) -> SqlNotes:
        """Facts about the collection."""
        return SqlNotes(self.connection)

    @cached_property
    def corrections(self) -> SqlCorrections:
        """What people said."""
        return SqlCorrections(self.connection)

    @cached_property
    def runs(self) -> SqlRuns:
        """What runs left."""
        return SqlRuns(self.connection)

    @cached_property
    def lookups(self) -> SqlLookups:
        """Single rows and short pages of rows."""
        return SqlLookups(self.connection)


class SqlStore:
    """A store in a database that has today's tables; made by `open_store`."""

    def __init__(self, engine: Engine) -> None:
        """Wrap an engine; `open_store` sets it up."""
        self._engine = engine
        # A reader is to see one state of all tables, as SQLite's readers do.
        alone = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
        self._reader = engine.execution_options(intaglio_write=False, **alone)
        self._writer = engine.execution_options(intaglio_write=True)

    @property
    def url(self) -> str:
        """The URL that opens this store again, in another process too."""
        return self._engine.url.render_as_string(hide_password=False)

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """A transaction that only reads."""
        with self._transaction(write=False) as transaction:
            yield transaction

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """A transaction that may write: committed at the end of the block, undone by an exception."""
        with self._transaction(write=True) as transaction:
            yield transaction

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[SqlTransaction]:
        with _named(self._engine.url), (self._writer if write else self._reader).begin() as connection:
            yield SqlTransaction(connection)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        """Give the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def sqlite_url(path: Path) -> str:
    """The URL of a store in a file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def without_password(url: str) -> str:
    """The same URL, fit to be written down."""
    parsed = make_url(url)
    return URL.create(
        parsed.drivername, parsed.username, None, parsed.host, parsed.port, parsed.database, parsed.query
    ).render_as_string()


def open_store(url: str) -> SqlStore:
    """Open a store by its URL, and make or bring up to date its tables.

    `sqlite:///file.db`, or `postgresql://user@host/database`.
    """
    engine = _engine(url)
    store = SqlStore(engine)
    try:
        with store.reading() as transaction:
            check_plain(transaction.connection)
            version = version_of(transaction.connection)
            check_version(version)
        if version < len(MIGRATIONS):
            with store.writing() as transaction:
                migrate(transaction.connection)
    except BaseException:
        store.close()
        raise
    return store


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreError(f"not the URL of a store: {url}") from error
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    elif parsed.get_backend_name() != "sqlite":
        raise StoreError(f"a store is SQLite or PostgreSQL, not {parsed.get_backend_name()}")
    try:
        if parsed.get_backend_name() == "postgresql":
            return create_engine(parsed, pool_pre_ping=True, pool_size=2)
        engine = create_engine(parsed, pool_size=2, connect_args={"timeout": BUSY_SECONDS})
    except NoSuchModuleError as error:  # pragma: no cover - the dialects come with SQLAlchemy
        raise StoreError(f"no driver for {url}") from error
    except ModuleNotFoundError as error:
        raise MissingExtra("postgres", "a PostgreSQL store") from error
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's connection
    # The driver must not begin transactions of its own: `_begin_sqlite` does.
    connection.isolation_level = None
    for pragma in ("trusted_schema = OFF", "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails when another one wrote between: writers lock at once.
    write = connection.get_execution_options().get("intaglio_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


@contextmanager
def _named(url: URL) -> Iterator[None]:
    """Turn what the database driver raises into an error of ours that names the store."""
    try:
        yield
    except SQLAlchemyError as error:
        said = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = next(iter(str(said).strip().splitlines()), type(said).__name__)
        hint = (
            DAMAGED if isinstance(error, DatabaseError | NoResultFound) and type(error) is not OperationalError else ""
        )
        raise StoreError(f"store {url.render_as_string()}: {reason}{hint}") from error
