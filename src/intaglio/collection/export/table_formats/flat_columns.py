"""Columns as tables without nesting have them: money is an amount and a currency, what is nested still is JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.table_rows import FIXED, ShownTable, unique
from intaglio.tables import Column

_ENCODED = json.JSONEncoder(ensure_ascii=False).encode
Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class FlatColumn:
    """One column of a CSV file or an SQL table."""

    name: str
    type: str
    """`text`, `number` or `boolean`."""
    of: str
    """The column of the row it is taken from."""
    part: str | None = None
    """`amount` or `currency`, of money."""

    def cell(self, row: Mapping[str, Any]) -> Cell:
        """Its value in a row; a text where it must be one, a number where it must be one, or None."""
        return self.taken(row[self.of])

    def taken(self, value: Any) -> Cell:  # noqa: ANN401 - what a cell holds
        """The same, of what the row has there."""
        if self.part is not None:
            value = value[self.part] if isinstance(value, dict) else None
        if value is None or self.type != "text":
            return value if isinstance(value, int | float) else None
        return value if isinstance(value, str) else _ENCODED(value)


def flat_columns(fixed: Sequence[str], columns: Mapping[str, Column]) -> list[FlatColumn]:
    """The columns of a table, or of a list's items, without lists."""
    found = [FlatColumn(name, "number" if name == "position" else "text", name) for name in fixed]
    for name, column in columns.items():
        if column.type == "money":
            found += [FlatColumn(name, "number", name, "amount")]
            found += [FlatColumn(f"{name}_currency", "text", name, "currency")]
        else:
            found.append(FlatColumn(name, column.type if column.type in ("number", "boolean") else "text", name))
    names = unique([one.name for one in found], ())
    return [FlatColumn(name, one.type, one.of, one.part) for name, one in zip(names, found, strict=True)]


def main_columns(shown: ShownTable) -> list[FlatColumn]:
    """The columns of a table's own file."""
    return flat_columns(FIXED, {name: column for name, column in shown.columns.items() if column.type != "list"})


def list_columns(one: ListTable) -> list[FlatColumn]:
    """The columns of a list's file."""
    return flat_columns(one.fixed, one.columns)


def as_text(text: str) -> str:
    """A text that has a UTF-8 form and no end in its middle: broken pages bring lone surrogates and NULs."""
    if text.isascii() and "\0" not in text:
        return text
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "�")
