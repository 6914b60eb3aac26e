"""Small facts about the collection."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, select

from intaglio.blobs import ANEW
from intaglio.errors import CodecError
from intaglio.store.schema import notes
from intaglio.store.upsert import upsert


@dataclass(frozen=True, slots=True)
class SqlNotes:
    """See `protocol.Notes`."""

    connection: Connection

    def get(self, key: str) -> object:
        """The value, or None."""
        value = self.connection.execute(select(notes.c.value).where(notes.c.key == key)).scalar()
        try:
            return None if value is None else json.loads(value)
        except (ValueError, TypeError, RecursionError) as error:
            raise CodecError(f"the note {key!r} is damaged: {error}; {ANEW}") from error

    def put(self, key: str, value: object) -> None:
        """Write a value."""
        upsert(self.connection, notes, [{"key": key, "value": json.dumps(value)}], ["key"])
