"""Fields: the columns of a kind with what they hold, and where they stand on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.collection.corrections.correction import COLUMN_TYPES
from intaglio.errors import NothingFound
from intaglio.tables import Column, Kind, TemplateKey
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_strip import strip
from intaglio.web.screens.parts.page_views import STANDING, images_of_column, page_view, texts_of_column

SHORT = 140


def fields_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """Name, type, filled, distinct, examples, value shapes of each column; the page they stand on."""
    kind = inspection.kind(asked.text("kind"))
    table = inspection.table(kind)
    key = _template(inspection, kind, asked.text("template"))
    pages = strip(inspection, key.site, key.template, asked.number("page") or None)
    if not pages:
        raise NothingFound(f"{kind.name} has no pages")
    shown = inspection.page(asked.number("page", pages[0]["capture"]))
    template = inspection.template(shown.row.template) if shown.row.template else None
    shapes, marked = inspection.shapes(kind), inspection.marked(kind)
    view = page_view(inspection, shown, template)
    if view["form"] == "frame":
        view["href"] += "?names=1"
    texts, images = texts_of_column(inspection, shown), images_of_column(inspection, shown)
    return {
        "kind": kind_about(inspection, kind),
        "columns": [
            _column(column, shapes, marked)
            | {"texts": texts.get(column.id, [])[:STANDING], "images": images.get(column.id, [])[:STANDING]}
            for column in table.columns
        ],
        "types": list(COLUMN_TYPES),
        "notes": list(table.notes),
        "rows": table.rows,
        "template": key.template,
        "page": {"capture": shown.row.capture, "title": shown.title},
        "pages": pages,
        "view": view,
        "light": asked.choice("light", ("1", "0")) == "1",
    }


def kind_about(inspection: Inspection, kind: Kind) -> dict[str, Any]:
    """What the head of a kind's screens says."""
    shown = {one.id for one in inspection.kinds()}
    return {"id": kind.id, "name": kind.name, "pages": kind.pages, "listing": kind.listing,
            "ignored": kind.id not in shown, "templates": [list(key) for key in kind.templates],
            "template": inspection.largest(kind).template}  # fmt: skip


def _template(inspection: Inspection, kind: Kind, asked: str) -> TemplateKey:
    return next((key for key in kind.templates if key.template == asked), inspection.largest(kind))


def _column(
    column: Column, shapes: Mapping[str, list[tuple[str, int]]], marked: Mapping[str, tuple[int, int]]
) -> dict[str, Any]:
    right, wrong = marked.get(column.name, (0, 0))
    return {
        "id": column.id, "name": column.name, "type": column.type, "main": column.main, "origin": column.origin,
        "fill": column.fill, "distinct": column.distinct, "label": column.label, "declared": column.declared,
        "left_out": column.left_out, "examples": [one[:SHORT] for one in column.examples[:4]],
        "shapes": [{"shape": shape, "count": count} for shape, count in shapes.get(column.id, [])],
        "places": [[key.site, key.template, ".".join(place)] for key, place in column.places.items()],
        "parts": [item.name for item in column.items if item.left_out is None], "right": right, "wrong": wrong,
    }  # fmt: skip
