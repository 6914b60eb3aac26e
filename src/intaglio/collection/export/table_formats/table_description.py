"""A table as `tables.json` describes it: its kind, columns with type, origin, fill and examples, what was left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from intaglio.collection.export.table_formats.selected_tables import SelectedTable
from intaglio.tables import Column


def table_description(table: SelectedTable) -> dict[str, Any]:
    """Everything there is to know about a table, as JSON values."""
    kind, shown = table.kind, table.shown
    written = {column.id: name for name, column in shown.columns.items()}
    lists = {one.column.id: table.list_name(one) for one in table.lists}
    leads = next((one for one in table.lists if one.links is not None), None)
    rest = [column for column in shown.table.kept if column.id not in written]
    left_out = [column for column in shown.table.columns if column.left_out is not None and column.id not in written]
    return {
        "id": kind.id,
        "name": kind.name,
        "slug": kind.slug,
        "listing": kind.listing,
        "pages": kind.pages,
        "rows": shown.table.rows,
        "templates": [{"site": key.site, "template": key.template} for key in kind.templates],
        "columns": [
            {"name": name, **described(column), "list": lists.get(column.id)} for name, column in shown.columns.items()
        ],
        "links": None if leads is None or leads.links is None else [leads.name, *leads.links.path],
        "more": [{"name": column.name, **described(column)} for column in rest],
        "left_out": [
            {"name": column.name, **described(column), "reason": column.left_out} for column in left_out
        ],
        "notes": list(shown.table.notes),
    }  # fmt: skip


def described(column: Column) -> dict[str, Any]:
    """A column but for its name."""
    found: dict[str, Any] = {
        "id": column.id, "type": column.type, "main": column.main, "origin": column.origin, "label": column.label,
        "declared": column.declared, "fill": round(column.fill, 4), "distinct": round(column.distinct, 4),
        "examples": list(column.examples),
    }  # fmt: skip
    if column.also:
        found["also"] = [one.id for one in column.also]
    if column.items:
        found["items"] = list(_items(column.items))
    return found


def _items(items: Iterable[Column]) -> Iterable[dict[str, Any]]:
    for item in items:
        left_out = {"reason": item.left_out} if item.left_out is not None else {}
        yield {"name": item.name, **described(item), **left_out}
