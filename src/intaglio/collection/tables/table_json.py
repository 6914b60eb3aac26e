"""Kinds and tables as JSON values, as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from intaglio.collection.trust import file_name
from intaglio.tables import Column, Kind, Table, TemplateKey


def kind_content(kind: Kind) -> dict[str, Any]:
    """A kind as JSON values."""
    return {**asdict(kind), "templates": [list(key) for key in kind.templates]}


def kind_of(content: Mapping[str, Any]) -> Kind:
    """A kind of JSON values; StoreError if files could not be called by its name."""
    keys = tuple(TemplateKey(*key) for key in content["templates"])
    return Kind(**{**content, "slug": file_name(content["slug"], "kind"), "templates": keys})


def table_content(table: Table) -> dict[str, Any]:
    """The columns of a table as JSON values; its kind is kept apart."""
    columns = [_column_content(column) for column in table.columns]
    return {"rows": table.rows, "notes": list(table.notes), "columns": columns}


def table_of(kind: Kind, content: Mapping[str, Any]) -> Table:
    """A table of JSON values."""
    columns = tuple(_column(one) for one in content["columns"])
    return Table(kind, columns, content["rows"], tuple(content["notes"]))


def _column_content(column: Column) -> dict[str, Any]:
    plain = {one.name: getattr(column, one.name) for one in fields(column)}
    places = [[key.site, key.template, list(place)] for key, place in column.places.items()]
    items, also = ([_column_content(one) for one in some] for some in (column.items, column.also))
    return {**plain, "examples": list(column.examples), "places": places, "items": items, "also": also}


def _column(content: Mapping[str, Any]) -> Column:
    places = {TemplateKey(site, template): tuple(place) for site, template, place in content["places"]}
    items, also = (tuple(_column(one) for one in content.get(name, ())) for name in ("items", "also"))
    examples = tuple(content["examples"])
    return Column(**{**content, "places": places, "items": items, "also": also, "examples": examples})
