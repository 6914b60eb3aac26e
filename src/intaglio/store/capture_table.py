"""Captures in the store: where the bytes of each page are, and which still wait to be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select, update

from intaglio.shapes import decoding
from intaglio.store.rows import CaptureRow
from intaglio.store.schema import captures, origins
from intaglio.store.upsert import BATCH, insert_new

NAMES = tuple(CaptureRow.__dataclass_fields__)
FIELDS = [captures.c[name] for name in NAMES]
_SOME = select(*FIELDS).where(captures.c.id.in_(bindparam("numbers", expanding=True)))
_OF_SOURCES = select(captures.c.source, captures.c.id, captures.c.pending).where(
    captures.c.origin == bindparam("origin"), captures.c.source.in_(bindparam("sources", expanding=True))
)


@dataclass(frozen=True, slots=True)
class SqlCaptures:
    """See `protocol.Captures`."""

    connection: Connection

    def origin(self, kind: str, location: str) -> int:
        """The number of a source, given on first sight."""
        same = select(origins.c.id).where(origins.c.kind == kind, origins.c.location == location)
        number = self.connection.execute(same).scalar()
        if number is None:
            insert_new(self.connection, origins, [{"kind": kind, "location": location}], ["kind", "location"])
            number = self.connection.execute(same).scalar_one()
        return int(number)

    def origins(self) -> dict[int, tuple[str, str]]:
        """Kind and location of all sources by their numbers."""
        found = self.connection.execute(select(origins).order_by(origins.c.id))
        return {row.id: (row.kind, row.location) for row in found}

    def add(self, rows: Iterable[CaptureRow]) -> int:
        """Add those that are new; give how many were."""
        added, waiting = 0, iter(rows)
        while some := [_values(row) for row in islice(waiting, BATCH)]:
            added += insert_new(self.connection, captures, some, ["origin", "source"])
        return added

    def renew(self, row: CaptureRow) -> None:
        """Put a capture in the place of the one with its id, to be read again."""
        values = {name: value for name, value in _values(row).items() if name not in ("id", "origin", "source")}
        self.connection.execute(update(captures).where(captures.c.id == row.id).values(values))

    def pending(self, after: int, limit: int, origins: Sequence[int]) -> list[CaptureRow]:
        """Captures with neither page nor error, in order, behind the one with that id."""
        query = (
            select(*FIELDS)
            .where(captures.c.pending, captures.c.id > after, captures.c.origin.in_(origins))
            .order_by(captures.c.id)
            .limit(limit)
        )
        return [_row(row) for row in self.connection.execute(query)]

    def archived(self, after: int, limit: int) -> list[CaptureRow]:
        """Those in archives, with URLs, behind an id, in order."""
        some = (captures.c.id > after, captures.c.length.is_not(None), captures.c.url.is_not(None))
        query = select(*FIELDS).where(*some).order_by(captures.c.id).limit(limit)
        return [_row(row) for row in self.connection.execute(query)]

    def ids(self, origin: int, sources: Sequence[str]) -> dict[str, int]:
        """The numbers of those sources of an origin that are there."""
        return {row.source: row.id for row in self._some(origin, sources)}

    def finished(self, origin: int, sources: Sequence[str]) -> set[str]:
        """Those sources of an origin that have a page or an error."""
        return {row.source for row in self._some(origin, sources) if not row.pending}

    def _some(self, origin: int, sources: Sequence[str]) -> Iterator[Row[str, int, bool]]:
        for start in range(0, len(sources), BATCH):
            some = {"origin": origin, "sources": sources[start : start + BATCH]}
            yield from self.connection.execute(_OF_SOURCES, some)

    def count(self, origins: Sequence[int] | None = None) -> int:
        """How many there are, those that gave no bytes included."""
        query = select(func.count()).select_from(captures)
        if origins is not None:
            query = query.where(captures.c.origin.in_(origins))
        return int(self.connection.execute(query).scalar_one())

    def get(self, number: int) -> CaptureRow | None:
        """One by its id."""
        row = self.connection.execute(select(*FIELDS).where(captures.c.id == number)).one_or_none()
        return None if row is None else _row(row)

    def some(self, numbers: Sequence[int]) -> list[CaptureRow]:
        """Those of some ids that are there, in the order of the ids."""
        found: dict[int, CaptureRow] = {}
        for start in range(0, len(numbers), BATCH):
            some = self.connection.execute(_SOME, {"numbers": numbers[start : start + BATCH]})
            found.update((row.id, _row(row)) for row in some)
        return [found[number] for number in numbers if number in found]

    def with_digests(self, origin: int, digests: Sequence[bytes]) -> dict[bytes, str]:
        """The sources of the first ones of an origin with those bodies, by digest."""
        found: dict[bytes, str] = {}
        for start in range(0, len(digests), BATCH):
            same = (captures.c.origin == origin, captures.c.digest.in_(digests[start : start + BATCH]))
            query = select(captures.c.digest, captures.c.source).where(*same).order_by(captures.c.id)
            for row in self.connection.execute(query):
                found.setdefault(bytes(row.digest), row.source)
        return found

    def with_digest(self, origin: int, digest: bytes) -> CaptureRow | None:
        """The first one of an origin with that body."""
        same = (captures.c.origin == origin, captures.c.digest == digest)
        row = self.connection.execute(select(*FIELDS).where(*same).order_by(captures.c.id).limit(1)).one_or_none()
        return None if row is None else _row(row)

    def pages_of(self, origin: int, site: str) -> int:
        """How many of a site have bytes to be read."""
        some = (captures.c.origin == origin, captures.c.site == site, captures.c.place != "")
        return int(self.connection.execute(select(func.count()).select_from(captures).where(*some)).scalar_one())

    def archive_size(self, origin: int, place: str) -> int:
        """Bytes of an archive that are accounted for: where its last record ends."""
        end = func.max(captures.c.offset + captures.c.length)
        query = select(end).where(captures.c.origin == origin, captures.c.place == place)
        return int(self.connection.execute(query).scalar() or 0)


def _values(row: CaptureRow) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(row, name) for name in NAMES}
    values |= {"pending": True, "time": row.time.isoformat() if row.time else None}
    if not row.id:
        del values["id"]
    return values


def _row(row: Row[Any]) -> CaptureRow:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public way to a mapping
    if values["time"]:
        with decoding("the time of a page"):
            values["time"] = datetime.fromisoformat(values["time"])
    return CaptureRow(**values)
