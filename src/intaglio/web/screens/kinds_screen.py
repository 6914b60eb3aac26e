"""Kinds: a card each, with its templates and its nearest neighbour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.tables import Kind, TemplateKey
from intaglio.web.asking.twin_kinds import neighbours
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.area_boxes import card_view
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_titles import told_titles

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
        "picture": card_view(inspection, key), "nearest": nearest,
    }  # fmt: skip


def _sampled(inspection: Inspection, key: TemplateKey) -> tuple[list[str], float | None]:
    """Titles and mean confidence of some pages."""
    lines = [line for _, line in inspection.lines(key.site, key.template, SAMPLED)]
    titles = [" ".join((line.get("title") or "").split()) or line.get("url") or line["source"] for line in lines]
    confidence = sum(line["confidence"] for line in lines) / len(lines) if lines else None
    told = told_titles(titles, [line.get("url") or line["source"] for line in lines])
    return list(dict.fromkeys(told))[:TITLES], confidence
