"""The kinds and tables that a pack has: columns without rows, as people decided them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from intaglio.collection.packs.pack_file import PackFile, damage_told
from intaglio.collection.tables.table_json import kind_of, table_of
from intaglio.tables import Kind, Table


@dataclass(frozen=True)
class PackedTables:
    """Reads the tables of all sites of a pack."""

    pack: PackFile
    ignored: frozenset[str] = frozenset()
    """A pack has no table that nobody wants."""

    @cached_property
    def _found(self) -> dict[str, tuple[Kind, Any]]:
        found: dict[str, tuple[Kind, Any]] = {}
        for (content,) in self.pack.rows("SELECT content FROM tables ORDER BY id"):
            with damage_told(self.pack.path):
                held = json.loads(content)
                kind = kind_of(held["kind"])
                found.setdefault(kind.id, (kind, held["table"]))
        return found

    @property
    def kinds(self) -> list[Kind]:
        """All kinds, largest first."""
        return sorted((kind for kind, _ in self._found.values()), key=lambda kind: (-kind.pages, kind.id))

    def table(self, kind: Kind) -> Table:
        """The table of a kind, without examples: a pack has none."""
        with damage_told(self.pack.path):
            return table_of(*self._found[kind.id])
