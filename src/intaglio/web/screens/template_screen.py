"""Template: a page with its areas, the trees of areas and of the pattern, and what is known of each node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.collection.corrections.area_roles import role_now
from intaglio.collection.records.field_names import Names, path_shown
from intaglio.errors import NothingFound
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_strip import strip
from intaglio.web.screens.parts.page_views import page_view
from intaglio.wrapper import Wrapper

WORDS = {"optional": "may be missing", "set": "a list of"}
"""What nodes are called that are no elements."""
NODES = 1500
"""Nodes of a pattern tree that are shown."""


def template_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """A page with overlays, area tree, pattern tree, a strip of pages."""
    template = inspection.template(asked.text("template"))
    figures = inspection.figures().of(template.site, template.id)
    pages = strip(inspection, template.site, template.id, asked.number("page") or None)
    if not pages:
        raise NothingFound(f"template {template.id} has no pages")
    shown = inspection.page(asked.number("page", pages[0]["capture"]))
    if shown.row.template != template.id:
        raise NothingFound(f"page {shown.row.capture} is not of template {template.id}")
    wrapper, names = inspection.wrapper(template.site, template.id)
    marks = inspection.marks(shown)
    kind = inspection.kind_of_template().get((template.site, template.id))
    view = page_view(inspection, shown, template)
    said = inspection.areas_said(template.site, template.id)
    roles = inspection.area_roles(template.site, template.id)
    for area in view["areas"]:
        area["role"] = role_now(area["role"], area["number"], roles)
        area["said"] = said.get(area["number"], {})
    return {
        "template": {"id": template.id, "site": template.site, "version": template.version,
                     "method": template.areas.method, "learned": template.traits.pages, **figures},
        "kind": {"id": kind.id, "name": kind.name} if kind is not None else None,
        "page": {"capture": shown.row.capture, "title": shown.title, "url": shown.row.url or shown.row.source,
                 "status": shown.row.status, "confidence": shown.line.get("confidence")},
        "pages": pages,
        "view": view,
        "light": asked.choice("light", ("0", "1")) == "1",
        "tree": asked.choice("tree", ("areas", "pattern")),
        "varying": {"texts": marks.varying, "all": len(marks.texts)} if marks is not None else None,
        "pattern": pattern_nodes(wrapper, names, inspection.field_names(template.site, template.id))
        if wrapper is not None else [],
        "learned_from": wrapper.pages if wrapper is not None else 0,
    }  # fmt: skip


def pattern_nodes(wrapper: Wrapper, names: Names, columns: Mapping[str, str]) -> list[dict[str, Any]]:
    """The nodes of a pattern tree in document order, with the columns, or else the fields, they are."""
    slots: dict[int, list[str]] = {}
    for field in wrapper.fields:
        for number, attribute in field.slots:
            raw = ".".join(wrapper.form.path(field))
            name = columns.get(raw) or path_shown(raw, names)
            slots.setdefault(number, []).append(f"{name} @{attribute}" if attribute else name)
    made: list[dict[str, Any]] = []
    for node, depth in wrapper.pattern.walk():
        if len(made) >= NODES:
            break
        made.append({
            "type": node.type, "depth": depth, "line": WORDS.get(node.type) or node.line(80),
            "filled": round(node.filled, 3), "whole": node.whole, "fields": slots.get(node.number, []),
        })  # fmt: skip
    return made
