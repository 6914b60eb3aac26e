"""Cells that people found right or wrong, as cases: right values are to stay, wrong ones to go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.corrections.correction import Correction, Example, Place, Target, What
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.collection.page_lines import record_of
from intaglio.collection.tables.said.column_choices import column_at, is_about
from intaglio.store import Transaction
from intaglio.tables import Column, Table, TemplateKey
from intaglio.tables.columns.collected_values import folded
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import fields_of

Fields = Mapping[str, Any]
RIGHT = "right"


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """What became of a cell that was marked."""

    correction: Correction
    column: str
    expected: str
    """The value it was found right with, or wrong with."""
    found: str | None
    """What it has now."""
    holds: bool
    """A right value is still there; a wrong one is gone."""


def check_cases(collection: Collection) -> list[CheckedCase]:
    """All marked cells of a collection, compared with what their records have now."""
    marks = [one for one in collection.corrections(standing=True) if one.what is What.MARK and one.examples]
    tables = [collection.table(kind) for kind in collection.kinds(ignored=True)] if marks else []
    with collection.store.reading() as tx:
        return [_checked(tx, one, tables) for one in followed(tx, marks)]


def _checked(tx: Transaction, one: Correction, tables: list[Table]) -> CheckedCase:
    expected = one.examples[-1].value
    name = one.target.column or ""
    found, same = None, not expected
    for table in tables:
        line = _line(tx, table, str(one.target.source)) if is_about(one.target, table.kind) else None
        if line is None:
            continue
        key = next(key for key in table.kind.templates if key.template == line["template"])
        fields = fields_of(line)
        column = _column(one, table, fields, key)
        if column is not None:
            name, found = column.name, raw_value(column, fields, key)
            same = _has(column, fields, key, expected)
        break
    return CheckedCase(one, name, expected, found, same if one.value == RIGHT else not same)


def _column(one: Correction, table: Table, fields: Fields, key: TemplateKey) -> Column | None:
    """The column that a mark is about now: at its address, else the first that has its value."""
    having = (column for column in table.kept if _has(column, fields, key, one.examples[-1].value))
    return column_at(table, one.target) or next(having, None)


def _has(column: Column, fields: Fields, key: TemplateKey, value: str) -> bool:
    """Whether a page has a value in a column."""
    return (raw_value(column, fields, key) or "") == value or folded(value) in raw_texts(column, fields, key)


def _line(tx: Transaction, table: Table, source: str) -> dict[str, Any] | None:
    """The record of a page of a table, by its source."""
    for key in table.kind.templates:
        row = tx.lookups.record_of_source(key.site, source)
        if row is not None and row.template in {key.template for key in table.kind.templates}:
            return record_of(row.line)
    return None


def raw_value(column: Column, fields: Fields, key: TemplateKey) -> str | None:
    """What a record has in a column as one text, whatever its type: what cases are compared by."""
    value = column.value(fields, key)
    return None if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def mark_of(
    table: Table, column: Column, line: dict[str, Any], key: TemplateKey, value: str, rightly: str | None = None
) -> Correction:
    """The correction that says of a cell that it is right or wrong, by address and by value; or what is right."""
    places = tuple(Place(one.site, one.template, ".".join(place)) for one, place in column.places.items())
    example = Example(line["source"], raw_value(column, fields_of(line), key) or "", line["url"])
    target = Target(table.kind.id, column.id, places, source=line["source"])
    if rightly is None:
        return Correction(What.MARK, target, value, (example,))
    return Correction(What.MARK, target, RIGHT, (example, Example(line["source"], rightly, line["url"])))


def cases_of(collection: Collection, table: Table, capture: int) -> list[Correction]:
    """What says that all cells of a page's main columns are right; cells without a value are left out."""
    with collection.store.reading() as tx:
        row = tx.lookups.record(capture)
    if row is None:
        return []
    line = record_of(row.line)
    key = next((key for key in table.kind.templates if key.template == row.template), None)
    if key is None:
        return []
    fields = fields_of(line)
    filled = [column for column in table.main if column.value(fields, key) is not None]
    return [mark_of(table, column, line, key, RIGHT) for column in filled]
