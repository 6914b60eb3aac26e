"""Kinds: a card each, with its templates and its nearest neighbour."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.collection.template_pictures import load_picture
from intaglio.errors import IntaglioError
from intaglio.tables import Kind, KindOptions, TemplateKey
from intaglio.web.inspection import Inspection
from intaglio.web.screens.asked import Asked
from intaglio.web.screens.page_views import drawn_areas

CARDS = 18
"""Cards on a screen."""
TITLES = 4
SAMPLED = 12
"""Pages of a kind whose confidence is looked at."""
COMPARED = 300
"""Kinds that are compared with one another."""


def kinds_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """A card each with picture, pages, titles, fill, confidence, templates; the nearest neighbour and what differs."""
    every = inspection.kinds(ignored=True)
    order = asked.choice("order", ("large", "small"))
    if order == "small":
        every = every[::-1]
    shown = {kind.id for kind in inspection.kinds()}
    start = asked.number("from")
    nearest = inspection.cached("neighbours", lambda: neighbours(inspection, every[:COMPARED]))
    return {
        "kinds": [_card(inspection, kind, shown, nearest.get(kind.id)) for kind in every[start : start + CARDS]],
        "names": [{"id": kind.id, "name": kind.name} for kind in every],
        "order": order,
        "total": len(every),
        "next": start + CARDS if start + CARDS < len(every) else None,
        "previous": max(0, start - CARDS) if start else None,
    }


def _card(inspection: Inspection, kind: Kind, shown: set[str], nearest: Mapping[str, Any] | None) -> dict[str, Any]:
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
    return list(dict.fromkeys(titles))[:TITLES], confidence


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


def neighbours(inspection: Inspection, kinds: Sequence[Kind]) -> dict[str, dict[str, Any]]:
    """For each kind the one most like it in its site, how alike they are, and why they are not the same."""
    options = KindOptions()
    steady: dict[str, frozenset[int]] = {}
    for kind in kinds:
        try:
            traits = inspection.template(inspection.largest(kind).template).traits
        except IntaglioError:
            continue
        least = options.steady * traits.pages
        steady[kind.id] = frozenset(path for path, trait in traits.paths.items() if trait.seen >= least)
    found = {}
    for kind in kinds:
        others = [one for one in kinds if one.id != kind.id and one.templates[0].site == kind.templates[0].site]
        likely = [(_shared(steady, kind, one), one) for one in others if one.id in steady and kind.id in steady]
        if likely:
            share, other = max(likely, key=lambda pair: pair[0])
            found[kind.id] = {"id": other.id, "name": other.name, "alike": share, "why": _why(inspection, kind, other)}
    return found


def _shared(steady: Mapping[str, frozenset[int]], one: Kind, other: Kind) -> float:
    either = len(steady[one.id] | steady[other.id])
    return len(steady[one.id] & steady[other.id]) / either if either else 0.0


def _why(inspection: Inspection, one: Kind, other: Kind) -> str:
    """What tells two kinds apart, in a line."""
    if one.listing != other.listing:
        return "one lists other pages, the other is such a page" if one.listing else "the other lists other pages"
    mine = [column.name for column in inspection.table(one).main]
    theirs = {column.name for column in inspection.table(other).main}
    alone = [name for name in mine if name not in theirs]
    if alone:
        return f"only here: {', '.join(alone[:4])}{' …' * (len(alone) > 4)}"
    return "their columns agree, their structure does not"
