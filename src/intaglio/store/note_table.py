"""Small facts about the collection."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from intaglio.compact_json import compact_json, read_json
from intaglio.shapes import decoding
from intaglio.store.schema import notes
from intaglio.store.upsert import upsert

_VALUE = select(notes.c.value).where(notes.c.key == bindparam("key"))
"""Put together once: that takes longer than the answer."""


@dataclass(frozen=True, slots=True)
class SqlNotes:
    """See `protocol.Notes`."""

    connection: Connection

    def get(self, key: str) -> object:
        """The value, or None."""
        value = self.connection.execute(_VALUE, {"key": key}).scalar()
        with decoding(f"the note {key!r}"):
            return None if value is None else read_json(value)

    def put(self, key: str, value: object) -> None:
        """Write a value."""
        upsert(self.connection, notes, [{"key": key, "value": compact_json(value).decode()}], ["key"])
