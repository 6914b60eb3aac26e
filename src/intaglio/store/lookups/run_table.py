"""What runs left of a collection, run by run: rows are added, never changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from intaglio.shapes import decoding
from intaglio.store.rows import RunRow
from intaglio.store.schema import runs as table


@dataclass(frozen=True, slots=True)
class SqlRuns:
    """See `protocol.Runs`."""

    connection: Connection

    def add(self, row: RunRow) -> int:
        """Keep what a run left; give its number."""
        content = json.dumps(row.content, sort_keys=True)
        values = {"started": row.started.isoformat(), "ended": row.ended.isoformat(), "content": content}
        return int(self.connection.execute(table.insert().returning(table.c.id), values).scalar_one())

    def newest(self, most: int) -> list[RunRow]:
        """The last runs, the newest first."""
        found = self.connection.execute(select(table).order_by(table.c.id.desc()).limit(most))
        times = datetime.fromisoformat
        with decoding("what runs left"):
            return [RunRow(times(row.started), times(row.ended), json.loads(row.content), row.id) for row in found]
