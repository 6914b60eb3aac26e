"""What people said about a collection: rows are added, never changed or taken out."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from intaglio.shapes import decoding
from intaglio.store.rows import CorrectionRow
from intaglio.store.schema import corrections as table

_ALL = select(table).where(table.c.id > bindparam("after")).order_by(table.c.id)
_OF_SORTS = _ALL.where(table.c.what.in_(bindparam("what", expanding=True)))


@dataclass(frozen=True, slots=True)
class SqlCorrections:
    """See `protocol.Corrections`."""

    connection: Connection

    def add(self, row: CorrectionRow) -> int:
        """Keep what was said; give its number."""
        values = {
            "who": row.who, "time": row.time.isoformat() if row.time is not None else None, "what": row.what,
            "target": json.dumps(row.target), "value": json.dumps(row.value),
            "examples": json.dumps(list(row.examples)),
        }  # fmt: skip
        return int(self.connection.execute(table.insert().returning(table.c.id), values).scalar_one())

    def last(self) -> int:
        """The highest number, 0 if nothing was said."""
        return int(self.connection.execute(select(func.max(table.c.id))).scalar() or 0)

    def rows(self, what: Collection[str] | None = None, after: int = 0) -> list[CorrectionRow]:
        """What was said, in order, behind a number; all of it, or of these sorts."""
        asked: dict[str, Any] = {"after": after} if what is None else {"after": after, "what": sorted(what)}
        with decoding("a correction"):
            return [
                CorrectionRow(
                    row.who, datetime.fromisoformat(row.time) if row.time else None, row.what, json.loads(row.target),
                    json.loads(row.value), json.loads(row.examples), row.id,
                )
                for row in self.connection.execute(_ALL if what is None else _OF_SORTS, asked)
            ]  # fmt: skip
