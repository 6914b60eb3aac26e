"""Article: what of a template's pages is content; a place can be put in or out, on all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.errors import NothingFound
from intaglio.web.asking.placed_blocks import PlacedBlock, placed_blocks
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_strip import strip
from intaglio.web.screens.parts.page_views import page_view

BLOCKS = 600
"""Places of a page that are listed."""
LONGEST = 400
"""Characters of one that are shown."""


def article_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """The blocks of a page by their places, tinted by how likely they are content."""
    template = inspection.template(asked.text("template"))
    pages = strip(inspection, template.site, template.id, asked.number("page") or None)
    if not pages:
        raise NothingFound(f"template {template.id} has no pages")
    shown = inspection.page(asked.number("page", pages[0]["capture"]))
    if shown.row.template != template.id:
        raise NothingFound(f"page {shown.row.capture} is not of template {template.id}")
    kind = inspection.kind_of_template().get((template.site, template.id))
    found = inspection.article(shown)
    blocks = placed_blocks(inspection, shown)
    return {
        "template": {"id": template.id, "site": template.site, **inspection.figures().of(template.site, template.id)},
        "kind": {"id": kind.id, "name": kind.name, "template": template.id} if kind is not None else None,
        "page": {"capture": shown.row.capture, "title": shown.title, "unread": shown.reason},
        "pages": pages,
        "view": {"form": "frame", "href": f"/pages/{shown.row.capture}/frame", "view": "article"}
        if shown.page is not None else page_view(inspection, shown, template),
        "places": _places(blocks),
        "words": {"content": sum(len(one.text.split()) for one in blocks if one.kept),
                  "all": sum(len(one.text.split()) for one in blocks)},
        "recalled": found is not None and found.body.recalled,
        "confidence": found.confidence if found is not None else None,
    }  # fmt: skip


def _places(blocks: list[PlacedBlock]) -> list[dict[str, Any]]:
    """Blocks that stand at one place, one behind the other, as one."""
    told: list[dict[str, Any]] = []
    for one in blocks:
        last = told[-1] if told else None
        if last is not None and (last["place"], last["kept"]) == (one.place, one.kept):
            last["blocks"] += 1
            last["text"] = f"{last['text']} · {one.text}"[:LONGEST]
            last["texts"].append(one.first)
        elif len(told) < BLOCKS:
            told.append({
                "place": one.place, "text": one.text[:LONGEST], "blocks": 1, "kept": one.kept, "said": one.said,
                "likely": round(one.likely, 3), "texts": [one.first],
            })  # fmt: skip
    return told
