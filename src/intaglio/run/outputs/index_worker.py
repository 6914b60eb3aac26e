"""What a worker does for the search index: it makes records ready, their words parted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.collection.records.index_entries import prepared_entries
from intaglio.index import EntryPreparer, PreparedEntry
from intaglio.store import PackedRecord

GROUND = "index ground"
"""Key of what entries depend on besides their records."""


@dataclass(frozen=True, slots=True)
class PrepareEntries:
    """Make some records ready for the index."""

    rows: Sequence[PackedRecord]


@dataclass(slots=True)
class IndexWorker:
    """Does it in a worker."""

    _preparer: EntryPreparer | None = field(default=None)

    def prepare(self, task: PrepareEntries, shared: Mapping[str, Any]) -> list[PreparedEntry]:
        """Records made ready."""
        self._preparer = self._preparer or EntryPreparer()
        return prepared_entries(shared[GROUND], task.rows, self._preparer)
