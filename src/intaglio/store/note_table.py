"""Small facts about the collection."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, select

from intaglio.shapes import decoding
from intaglio.store.schema import notes
from intaglio.store.upsert import upsert


@dataclass(frozen=True, slots=True)
class SqlNotes:
    """See `protocol.Notes`."""

    connection: Connection

    def get(self, key: str) -> object:
        """The value, or None."""
        value = self.connection.execute(select(notes.c.value).where(notes.c.key == key)).scalar()
        with decoding(f"the note {key!r}"):
            return None if value is None else json.loads(value)

    def put(self, key: str, value: object) -> None:
        """Write a value."""
        upsert(self.connection, notes, [{"key": key, "value": json.dumps(value)}], ["key"])
