"""Writes a pack of collections, stores and other packs: a site whole, as the last that has it knows it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from intaglio.collection.folder import store_of
from intaglio.collection.packs.pack_file import APPLICATION, FORMAT, SCHEMA, PackFile, content_digest
from intaglio.collection.packs.site_parts import SiteParts, StoreSites
from intaglio.errors import NothingKnown, PackError
from intaglio.store import open_store

STORES = ("postgresql://", "sqlite://")


class PackSource(Protocol):
    """What a pack can be made of."""

    @property
    def names(self) -> list[str]:
        """The sites it knows."""

    def parts(self, site: str) -> SiteParts:
        """All that it has of a site."""


@dataclass(frozen=True, slots=True)
class PackFigures:
    """What was packed."""

    sites: int
    templates: int
    wrappers: int
    size: int
    """Bytes of the file."""
    digest: str
    replaced: Sequence[str] = ()
    """Sites that several sources had; they are as the last one has them."""


def write_pack(sources: Sequence[str | Path], target: Path) -> PackFigures:
    """Write what collections, packs and stores by their URLs know to one file; the same to the byte every time."""
    with ExitStack() as opened:
        owners: dict[str, PackSource] = {}
        replaced = []
        for name in sources:
            source = _opened(str(name), opened)
            replaced += [site for site in source.names if site in owners]
            owners |= dict.fromkeys(source.names, source)
        if not owners:
            raise NothingKnown(f"{', '.join(map(str, sources))}: no templates yet: `intaglio run` finds some")
        new = target.with_name(target.name + ".new")
        new.unlink(missing_ok=True)
        try:
            figures = _written(owners, new)
            new.replace(target)
        except sqlite3.Error as error:
            raise PackError(f"{target} cannot be written: {error}") from error
        finally:
            new.unlink(missing_ok=True)
    return PackFigures(*figures, target.stat().st_size, PackFile.open(target).digest, sorted(set(replaced)))


def _opened(name: str, opened: ExitStack) -> PackSource:
    if name.startswith(STORES):
        return StoreSites(opened.enter_context(open_store(name)))
    path = Path(name)
    if path.is_file():
        return opened.enter_context(closing(PackFile.open(path)))
    return StoreSites(opened.enter_context(store_of(path)))


def _written(owners: dict[str, PackSource], path: Path) -> tuple[int, int, int]:
    """Write the sites in the order of their names."""
    templates = wrappers = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("page_size = 4096", f"application_id = {APPLICATION}", f"user_version = {FORMAT}"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN")
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        for site in sorted(owners):
            parts = owners[site].parts(site)
            _write_site(connection, parts)
            templates, wrappers = templates + len(parts.templates), wrappers + len(parts.wrappers)
        connection.execute("INSERT INTO about VALUES ('sha256', ?)", (content_digest(connection),))
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    return len(owners), templates, wrappers


def _write_site(connection: sqlite3.Connection, parts: SiteParts) -> None:
    site = parts.site
    connection.execute("INSERT INTO sites VALUES (?, ?)", (site, _json(parts.aliases)))
    rows = ((site, place, row.id, row.version, row.blob) for place, row in enumerate(parts.templates))
    connection.executemany("INSERT INTO templates VALUES (?, ?, ?, ?, ?)", rows)
    for template in sorted(parts.lessons):
        some = ((site, template, slot, blob) for slot, blob in enumerate(parts.lessons[template]))
        connection.executemany("INSERT INTO lessons VALUES (?, ?, ?, ?)", some)
    for template, wrapper in sorted(parts.wrappers.items()):
        row = (site, template, wrapper.version, wrapper.blob)
        connection.execute("INSERT INTO wrappers VALUES (?, ?, ?, ?)", row)
    for template in sorted({*parts.names, *parts.roles}):
        said = (_json(parts.names.get(template, {})), _json(parts.roles.get(template, {})))
        connection.execute("INSERT INTO said VALUES (?, ?, ?, ?)", (site, template, *said))
    for template, content in sorted(parts.tables.items()):
        name = sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        connection.execute("INSERT OR IGNORE INTO tables VALUES (?, ?)", (name, content))
        connection.execute("INSERT INTO table_of VALUES (?, ?, ?)", (site, template, name))


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)
