"""Conditions on rows, as `--where 'price < 20'` says them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.collection.tables.kind_lookup import column_named
from intaglio.collection.tables.table_rows import FIXED
from intaglio.errors import BadCondition
from intaglio.tables import Table

_SAID = re.compile(r"\s*(?P<name>[^=!<>~]+?)\s*(?P<sign>!=|<=|>=|=|<|>|~)\s*(?P<value>.*?)\s*", re.DOTALL)
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
NUMBERS = ("number", "money")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: a column, a sign, a value."""

    name: str
    sign: str
    value: str | float

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether a row has it; one without a value has none but `!=`."""
        cell = row[self.name]
        if cell is None:
            return self.sign == "!="
        if self.sign == "~":
            return any(str(self.value).casefold() in text.casefold() for text in _texts(cell))
        if isinstance(self.value, float):
            amount = cell["amount"] if isinstance(cell, dict) else cell
            return isinstance(amount, int | float) and _COMPARED[self.sign](amount, self.value)
        if isinstance(cell, bool):
            cell = str(cell).lower()
        found = [_COMPARED[self.sign](text, self.value) for text in _texts(cell)]
        return all(found) if self.sign == "!=" else any(found)


def conditions(table: Table, said: Iterable[str]) -> list[Condition]:
    """What is said of the columns of a table; BadCondition if it is none, or not fit for the column's type."""
    return [_condition(table, one) for one in said]


def all_hold(some: Sequence[Condition], row: Mapping[str, Any]) -> bool:
    """Whether a row, with all columns of its table by their names, has all conditions."""
    return all(one.holds(row) for one in some)


def _condition(table: Table, said: str) -> Condition:
    found = _SAID.fullmatch(said)
    if found is None:
        raise BadCondition(f"'{said}' is no condition: say COLUMN=VALUE, with one of {' '.join(_COMPARED)} ~")
    name, sign, value = found["name"], found["sign"], found["value"]
    if name in FIXED:
        return Condition(name, sign, value)
    column = column_named(table, name)
    if column not in table.kept:
        raise BadCondition(f"{column.name} is left out ({column.left_out}) or part of a list: no condition can name it")
    if column.type not in NUMBERS or sign == "~":
        return Condition(column.name, sign, value)
    try:
        return Condition(column.name, sign, float(value))
    except ValueError:
        raise BadCondition(f"{column.name} is a number, '{value}' is none") from None


def _texts(cell: object) -> list[str]:
    if isinstance(cell, dict):
        return [text for one in cell.values() for text in _texts(one)]
    if isinstance(cell, list):
        return [text for one in cell for text in _texts(one)]
    return [] if cell is None else [str(cell)]
