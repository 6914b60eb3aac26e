"""The columns of tables as a search knows them: texts as they stand, under the names that people see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import isfinite
from typing import Any

from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.store import Transaction
from intaglio.tables import Column, TemplateKey
from intaglio.tables.cell_values import cell_value
from intaglio.tables.columns.examples import raw_texts

COMPARED = ("number", "money", "date")
"""Types of columns whose values have an order."""
_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The columns of all kinds, by template."""

    columns: Mapping[TemplateKey, tuple[Column, ...]]
    digest: str
    """Changes with names and places."""

    def read(self, site: str, template: str, fields: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a record has in its columns; and numbers, sums of money and dates of them, None for a column that has
        none of its type. Lists whose items have parts are left to the record.
        """
        key = TemplateKey(site, template)
        shown: dict[str, Any] = {}
        typed: dict[str, Any] = {}
        for column in self.columns.get(key, ()):
            is_compared = column.type in COMPARED
            texts = raw_texts(column, fields, key) if is_compared or not column.items else []
            if texts and not column.items:
                shown[column.name] = texts if column.type == "list" else texts[0]
            if is_compared:
                typed[column.name] = cell_value(texts, column.type) if texts else None
        return shown, typed


def compared(typed: Mapping[str, Any]) -> tuple[dict[str, list[float]], dict[str, list[str]]]:
    """Numbers and dates by the full names of their fields."""
    numbers: dict[str, list[float]] = {}
    dates: dict[str, list[str]] = {}
    for path, value in typed.items():
        for one in value if isinstance(value, list) else [value]:
            amount = one.get("amount") if isinstance(one, dict) else one
            if isinstance(amount, int | float) and not isinstance(amount, bool) and isfinite(amount):
                numbers.setdefault(path, []).append(float(amount))
            elif isinstance(amount, str) and _DAY.fullmatch(amount):
                dates.setdefault(path, []).append(amount)
    return numbers, dates


def columns_of(tx: Transaction) -> NamedColumns:
    """The columns as they are now, those left out aside."""
    stored = StoredTables(tx)
    columns: dict[TemplateKey, tuple[Column, ...]] = {}
    for kind in stored.kinds:
        kept = stored.table(kind).kept
        columns |= {key: tuple(column for column in kept if column.is_in(key)) for key in kind.templates}
    said = [
        [*key, [[column.name, column.type, column.whence(key)] for column in some]]
        for key, some in sorted(columns.items())
    ]
    return NamedColumns(columns, blake2b(json.dumps(said).encode("ascii"), digest_size=8).hexdigest())
