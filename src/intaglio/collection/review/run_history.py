"""What a collection was like at the end of each run: its templates, its kinds and how full their columns were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from intaglio.collection.tables.make_tables import tables_are_current
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.store import RunRow, Store, Transaction


def note_run(store: Store, started: datetime, ended: datetime, alarms: Sequence[str]) -> bool:
    """Keep what a run left, unless it left all as it was; give whether it was kept."""
    with store.reading() as tx:
        content = {**_content(tx), "alarms": list(alarms)}
        last = tx.runs.newest(1)
    if last and last[0].content == content:
        return False
    with store.writing() as tx:
        tx.runs.add(RunRow(started, ended, content))
    return True


def _content(tx: Transaction) -> dict[str, Any]:
    templates: dict[tuple[str, str], list[int]] = {}
    for row in tx.pages.tally():
        if row.template is not None:
            counts = templates.setdefault((row.site, row.template), [0, 0, 0])
            counts[0] += row.pages
            counts[1] += row.pages * row.hit
            counts[2] += row.pages * (row.status == "partial")
    pages, errors = tx.pages.counts()
    stored = StoredTables(tx)
    kinds = stored.kinds if tables_are_current(tx) else []
    return {
        "pages": pages, "errors": errors,
        "templates": [[*key, *counts] for key, counts in sorted(templates.items())],
        "kinds": [
            {"id": kind.id, "name": kind.name, "pages": kind.pages, "templates": [list(key) for key in kind.templates],
             "columns": [[column.id, column.name, round(column.fill, 4)] for column in stored.table(kind).main]}
            for kind in kinds
        ],
    }  # fmt: skip
