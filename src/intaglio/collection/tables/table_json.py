"""Kinds and tables as JSON values, as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_args

from intaglio.collection.trust import file_name
from intaglio.shapes import NUMBER, WORDS, Shape, checked, decoding
from intaglio.tables import Column, Kind, Table, TemplateKey
from intaglio.tables.table import ColumnType

KIND: Shape = {"id": str, "name": str, "slug": str, "templates": [WORDS], "listing": bool, "pages": int}
TABLE: Shape = {"columns": [dict], "rows": int, "notes": WORDS}
COLUMN: dict[str, Shape] = {
    "id": str, "name": str, "type": str, "main": bool, "origin": str, "places": [list], "examples": WORDS,
}  # fmt: skip
FURTHER: dict[str, Shape] = {
    "fill": NUMBER, "distinct": NUMBER, "label": str | None, "declared": str | None, "left_out": str | None,
    "items": [dict], "prefix": str, "suffix": str, "tail": str, "currency": str,
    "also": [dict], "between": str, "nth": int, "until": str,
}  # fmt: skip
"""What a column may lack."""


def kind_content(kind: Kind) -> dict[str, Any]:
    """A kind as JSON values."""
    return {**asdict(kind), "templates": [list(key) for key in kind.templates]}


def kind_of(content: Mapping[str, Any]) -> Kind:
    """A kind of JSON values; StoreError if files could not be called by its name."""
    with decoding("a kind"):
        checked(content, KIND, "a kind")
        keys = tuple(TemplateKey(*key) for key in content["templates"])
        return Kind(**{**content, "slug": file_name(content["slug"], "kind"), "templates": keys})


def table_content(table: Table) -> dict[str, Any]:
    """The columns of a table as JSON values; its kind is kept apart."""
    columns = [_column_content(column) for column in table.columns]
    return {"rows": table.rows, "notes": list(table.notes), "columns": columns}


def table_of(kind: Kind, content: Mapping[str, Any]) -> Table:
    """A table of JSON values."""
    what = f"the table of {kind.name}"
    with decoding(what):
        checked(content, TABLE, what)
        columns = tuple(_column(one) for one in content["columns"])
        return Table(kind, columns, content["rows"], tuple(content["notes"]))


def _column_content(column: Column) -> dict[str, Any]:
    plain = {one.name: getattr(column, one.name) for one in fields(column)}
    places = [[key.site, key.template, list(place)] for key, place in column.places.items()]
    items, also = ([_column_content(one) for one in some] for some in (column.items, column.also))
    return {**plain, "examples": list(column.examples), "places": places, "items": items, "also": also}


def _column(content: Mapping[str, Any]) -> Column:
    checked(content, {**COLUMN, **{name: FURTHER[name] for name in FURTHER.keys() & content.keys()}}, "a column")
    if content["type"] not in get_args(ColumnType):
        raise ValueError(f"no type of a column: {content['type']}")
    places = {
        TemplateKey(site, template): tuple(checked(place, WORDS, "a column's place"))
        for site, template, place in content["places"]
    }
    items, also = (tuple(_column(one) for one in content.get(name, ())) for name in ("items", "also"))
    examples = tuple(content["examples"])
    return Column(**{**content, "places": places, "items": items, "also": also, "examples": examples})
