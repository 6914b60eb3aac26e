"""Kinds: a card each, with its templates and its nearest neighbour."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from intaglio.collection.template_pictures import load_picture
from intaglio.errors import IntaglioError
from intaglio.tables import Kind, TemplateKey
from intaglio.web.asking.twin_kinds import neighbours
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_titles import told_titles
from intaglio.web.screens.parts.page_views import drawn_areas

CARDS = 18
"""Cards on a screen."""
TITLES = 4
SAMPLED = 12
"""Pages of a kind whose confidence is looked at."""


def kinds_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """A card each with picture, pages, titles, fill, confidence, templates; the nearest neighbour and what differs."""
    every = inspection.kinds(ignored=True)
    order = asked.choice("order", ("large", "small"))
    if order == "small":
        every = every[::-1]
    shown = {kind.id for kind in inspection.kinds()}
    start = asked.number("from")
    nearest = neighbours(inspection)
    return {
        "kinds": [kind_card(inspection, kind, shown, nearest.get(kind.id)) for kind in every[start : start + CARDS]],
        "names": [{"id": kind.id, "name": kind.name} for kind in every],
        "order": order,
        "total": len(every),
        "next": start + CARDS if start + CARDS < len(every) else None,
        "previous": max(0, start - CARDS) if start else None,
    }


def kind_card(inspection: Inspection, kind: Kind, shown: set[str], nearest: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a card says of a kind."""
    table, figures, key = inspection.table(kind), inspection.figures(), inspection.largest(kind)
    titles, confidence = inspection.cached(("titles", kind.id), lambda: _sampled(inspection, key))
    main = table.main
    return {
        "id": kind.id, "name": kind.name, "pages": kind.pages, "listing": kind.listing, "ignored": kind.id not in shown,
        "titles": titles, "confidence": confidence, "columns": [column.name for column in main[:8]],
        "more_columns": max(0, len(main) - 8), "rows": table.rows,
        "fill": sum(column.fill for column in main) / len(main) if main else None,
        "templates": [
            {"id": one.template, "site": one.site, **figures.of(one.site, one.template)} for one in kind.templates
        ],
        "picture": _picture(inspection, key), "nearest": nearest,
    }  # fmt: skip


def _sampled(inspection: Inspection, key: TemplateKey) -> tuple[list[str], float | None]:
    """Titles and mean confidence of some pages."""
    with inspection.collection.store.reading() as tx:
        rows = tx.lookups.spread_pages(key.site, key.template, SAMPLED)
        lines = [json.loads(full.line) for row in rows if (full := tx.lookups.page(row.capture)) is not None]
    titles = [" ".join((line.get("title") or "").split()) or line.get("url") or line["source"] for line in lines]
    confidence = sum(line["confidence"] for line in lines) / len(lines) if lines else None
    told = told_titles(titles, [line.get("url") or line["source"] for line in lines])
    return list(dict.fromkeys(told))[:TITLES], confidence


def _picture(inspection: Inspection, key: TemplateKey) -> dict[str, Any] | None:
    """The picture of a template, or its boxes."""
    found = load_picture(inspection.folder, key.template)
    if found is not None:
        href = f"/templates/{key.template}/picture.webp"
        return {"href": href, "width": found.width, "height": found.height, "areas": []}
    try:
        areas = [area for area in drawn_areas(inspection.template(key.template).areas, {}) if area["rect"]]
    except IntaglioError:
        return None
    if not areas:
        return None
    width = max(area["rect"][0] + area["rect"][2] for area in areas)
    return {"href": None, "width": width, "height": round(1.3 * width), "areas": areas}
