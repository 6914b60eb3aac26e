"""PackFile: a pack as a file. A SQLite database that is written once, and then only read.

Tables have one B-tree each, by site first, so that a site is read without the others and the digest sees every page
of the file that reading may come to.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote

from intaglio.collection.packs.site_parts import PackedWrapper, SiteParts
from intaglio.errors import PackError, StoreError
from intaglio.store import TemplateRow

FORMAT = 1
"""The version that is written; that of the release before is read, too."""
OLDEST = 1
APPLICATION = 0x496E7461
"""How SQLite files of ours are told from others: `Inta`."""
MAGIC = b"SQLite format 3\0"
CONTENT = {
    "sites": "site", "templates": "site, place", "lessons": "site, template, slot", "wrappers": "site, template",
    "said": "site, template", "tables": "id", "table_of": "site, template",
}  # fmt: skip
"""The tables that the digest is taken of, in this order, each with its key."""
SCHEMA = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE sites (site TEXT PRIMARY KEY, aliases TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE templates (site TEXT, place INTEGER, id TEXT NOT NULL, version INTEGER NOT NULL, blob BLOB NOT NULL,
        PRIMARY KEY (site, place)) WITHOUT ROWID;
    CREATE TABLE lessons (site TEXT, template TEXT, slot INTEGER, blob BLOB NOT NULL,
        PRIMARY KEY (site, template, slot)) WITHOUT ROWID;
    CREATE TABLE wrappers (site TEXT, template TEXT, version INTEGER NOT NULL, blob BLOB NOT NULL,
        PRIMARY KEY (site, template)) WITHOUT ROWID;
    CREATE TABLE said (site TEXT, template TEXT, names TEXT NOT NULL, roles TEXT NOT NULL,
        PRIMARY KEY (site, template)) WITHOUT ROWID;
    CREATE TABLE tables (id TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE table_of (site TEXT, template TEXT, id TEXT NOT NULL, PRIMARY KEY (site, template)) WITHOUT ROWID;
"""


def is_pack(path: Path) -> bool:
    """Whether a file looks like a pack: SQLite with our mark."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head[:16] == MAGIC and head[68:72] == APPLICATION.to_bytes(4, "big")


@dataclass(frozen=True, slots=True, eq=False)
class PackFile:
    """An open pack; safe to share between threads."""

    path: Path
    digest: str
    """SHA-256 of its content."""
    _connection: sqlite3.Connection
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def open(cls, path: Path, expected: str | None = None) -> PackFile:
        """Open a pack and check its content; PackError if it is damaged, newer, or none.

        With an expected digest the pack was checked before, and only must be the one that is meant.
        """
        with damage_told(path):
            connection = _connected(path)
            try:
                _check_version(path, connection)
                _check_schema(path, connection)
                row = connection.execute("SELECT value FROM about WHERE key = 'sha256'").fetchone()
                known = row[0] if row is not None else ""
                if known != (expected or content_digest(connection)):
                    raise PackError(
                        f"{path} is not the pack that was meant" if expected else f"{path} is damaged: make it again"
                    )
            except BaseException:
                connection.close()
                raise
        return cls(path, known, connection)

    @property
    def names(self) -> list[str]:
        """The sites it knows, sorted."""
        return [site for (site,) in self.rows("SELECT site FROM sites ORDER BY site")]

    def parts(self, site: str) -> SiteParts:
        """All that it has of a site."""
        templates, aliases = self.templates(site)
        said = self.rows("SELECT template, names, roles FROM said WHERE site = ?", site)
        wrappers = self.rows("SELECT template, version, blob FROM wrappers WHERE site = ?", site)
        tables = self.rows("SELECT template, content FROM table_of JOIN tables USING (id) WHERE site = ?", site)
        with damage_told(self.path):
            return SiteParts(
                site=site,
                templates=templates,
                aliases=aliases,
                lessons=self.lessons(site),
                wrappers={template: PackedWrapper(version, blob) for template, version, blob in wrappers},
                names={template: _object(names) for template, names, _ in said if names != "{}"},
                roles={template: _roles(roles) for template, _, roles in said if roles != "{}"},
                tables=dict(tables),
            )

    def templates(self, site: str) -> tuple[list[TemplateRow], dict[str, str]]:
        """The templates of a site, and those merged away."""
        found = self.rows("SELECT aliases FROM sites WHERE site = ?", site)
        rows = self.rows("SELECT id, version, blob FROM templates WHERE site = ? ORDER BY place", site)
        with damage_told(self.path):
            return [TemplateRow(site, *row) for row in rows], _object(found[0][0]) if found else {}

    def lessons(self, site: str) -> dict[str, list[bytes]]:
        """What pages taught about articles, by template."""
        kept: dict[str, list[bytes]] = {}
        query = "SELECT template, blob FROM lessons WHERE site = ? ORDER BY template, slot"
        for template, blob in self.rows(query, site):
            kept.setdefault(template, []).append(blob)
        return kept

    def wrapper(self, site: str, template: str) -> PackedWrapper | None:
        """The wrapper of a template."""
        query = "SELECT version, blob FROM wrappers WHERE site = ? AND template = ?"
        return next((PackedWrapper(*row) for row in self.rows(query, site, template)), None)

    def said(self, site: str, template: str) -> tuple[dict[str, str], dict[int, str | None]]:
        """The names and roles that people gave to a template's fields and areas."""
        query = "SELECT names, roles FROM said WHERE site = ? AND template = ?"
        found = self.rows(query, site, template)
        with damage_told(self.path):
            return (_object(found[0][0]), _roles(found[0][1])) if found else ({}, {})

    def table(self, site: str, template: str) -> dict[str, Any] | None:
        """Kind and table of a template as JSON values."""
        query = "SELECT content FROM table_of JOIN tables USING (id) WHERE site = ? AND template = ?"
        found = self.rows(query, site, template)
        with damage_told(self.path):
            return _object(found[0][0]) if found else None

    def rows(self, query: str, *values: str) -> list[Any]:
        """What a query gives."""
        with self._lock, damage_told(self.path):
            return self._connection.execute(query, values).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def content_digest(connection: sqlite3.Connection) -> str:
    """SHA-256 over every row of the content, in the order of their keys."""
    digest = sha256()
    for table, key in CONTENT.items():
        with closing(connection.execute(f"SELECT * FROM {table} ORDER BY {key}")) as rows:  # noqa: S608 - names of ours
            for row in rows:
                digest.update(f"{table} {len(row)}\n".encode())
                for value in row:
                    data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
                    digest.update(b"%d\n" % len(data))
                    digest.update(data)
    return digest.hexdigest()


def _connected(path: Path) -> sqlite3.Connection:
    if not is_pack(path):
        raise PackError(f"{path} is no pack: `intaglio pack OUT -o {path}` makes one")
    place = quote(str(path.resolve()))
    return sqlite3.connect(f"file:{place}?mode=ro&immutable=1", uri=True, check_same_thread=False)


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > FORMAT:
        raise PackError(
            f"{path} has format {version}, written by a newer Intaglio; this one reads up to format {FORMAT}: "
            "upgrade Intaglio, or pack the collection again"
        )
    if version < OLDEST:
        raise PackError(f"{path} has format {version}, which is no longer read: convert it with an older release")


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    """Nothing but our tables: a view of a stranger could run for ever."""
    found = {" ".join(str(sql).split()) for (sql,) in connection.execute("SELECT sql FROM sqlite_master")}
    if found != {" ".join(statement.split()) for statement in SCHEMA.split(";") if statement.strip()}:
        raise PackError(f"{path} has other tables than a pack: make it again")


def _roles(text: str) -> dict[int, str | None]:
    return {int(number): role for number, role in _object(text).items()}


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError(f"no object: {text[:40]}")
    return found


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """Make whatever a pack has that no pack of ours would a PackError: its digest says who wrote it, not how well."""
    try:
        yield
    except PackError:
        raise
    except (
        sqlite3.Error, StoreError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
    ) as error:  # fmt: skip
        said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise PackError(f"{path} is damaged ({said}): make it again") from error
