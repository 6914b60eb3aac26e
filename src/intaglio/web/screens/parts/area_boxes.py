"""The areas of a template as boxes: where its layout is known as it stands there, else one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from intaglio.collection.page_lines import areas_in
from intaglio.collection.template_pictures import load_picture
from intaglio.errors import IntaglioError
from intaglio.segment.area_tree import AreaTree
from intaglio.tables import TemplateKey
from intaglio.web.inspection import Inspection

WIDTH = 1000
"""Of a drawing of areas whose places are not known."""
LETTER, LINE = 9, 24
"""Size of the texts in a drawing."""
MOST_LINES = 6
CONTENT = ("headline", "body", "list")
"""Roles of areas that tell pages of one kind from those of another."""
SEEN = 0.45
"""How far down a card shows a page, in widths of it."""


def drawn_areas(tree: AreaTree, line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The areas of a template as its tree has them, with what a page has there."""
    found = {area["id"]: area for area in areas_in(line.get("areas", ()))}
    depths: list[int] = []
    drawn = []
    for number, (area, parent) in enumerate(zip(tree.areas, tree.parents, strict=True)):
        depths.append(0 if parent < 0 else depths[parent] + 1)
        here = found.get(number, {})
        drawn.append({
            "number": number, "depth": depths[number], "leaf": not area.children,
            "role": str(area.attributes.get("role") or "") or None,
            "rect": None if area.rect is None else [round(side) for side in area.rect],
            "text": " ".join((here.get("text") or "").split())[:300], "confidence": here.get("confidence"),
            "texts": (),
            "attributes": {name: value for name, value in area.attributes.items() if name != "role"},
        })  # fmt: skip
    return drawn


def boxes(areas: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A drawing of areas: its size, and each area with its place and the lines of text that it has room for."""
    placed = [dict(area) for area in areas]
    if not any(area["rect"] for area in placed):
        _stack(placed)
    rects = [area["rect"] for area in placed if area["rect"]]
    for area in placed:
        area["lines"] = _lines(area) if area["leaf"] and area["rect"] else []
    width = max((rect[0] + rect[2] for rect in rects), default=0) + LINE // 2 * bool(rects)
    height = max((rect[1] + rect[3] for rect in rects), default=0)
    return {"href": None, "width": width, "height": height, "areas": placed}


def _stack(areas: Sequence[dict[str, Any]]) -> None:
    """Put the innermost areas one below the other, as large as what they say; short ones side by side, as in menus."""
    left = top = edge = LINE // 2
    for area in (one for one in areas if one["leaf"] and one["text"]):
        wide = len(area["text"]) * LETTER + LINE
        short = wide < WIDTH // 3
        if left > edge and (not short or left + wide > WIDTH - edge):
            left, top = edge, top + LINE + 2 * edge
        height = LINE * min(MOST_LINES, 1 + wide // WIDTH) + edge
        area["rect"] = [left, top, wide if short else WIDTH - 2 * edge, height]
        left, top = (left + wide + edge, top) if short else (edge, top + height + edge)


def _lines(area: Mapping[str, Any]) -> list[str]:
    _, _, width, height = area["rect"]
    room = int(height - LINE // 4) // LINE
    return wrap(area["text"], max(4, int(width - 16) // LETTER), max_lines=room, placeholder="…") if room > 0 else []


def card_view(inspection: Inspection, key: TemplateKey) -> dict[str, Any] | None:
    """A template small: its picture, else its boxes, from where its pages begin to differ from others."""
    return inspection.cached(("card", key), lambda: _card(inspection, key))


def _card(inspection: Inspection, key: TemplateKey) -> dict[str, Any] | None:
    try:
        tree = inspection.template(key.template).areas
    except IntaglioError:
        return None
    first = [line for _, line in inspection.lines(key.site, key.template, 1)]
    areas = drawn_areas(tree, first[0] if first else {})
    picture = load_picture(inspection.folder, key.template)
    if picture is not None:
        href = f"/templates/{key.template}/picture.webp"
        made: dict[str, Any] = {"href": href, "width": picture.width, "height": picture.height, "areas": areas}
    else:
        made = boxes(areas)
    return {**made, "top": _top(made)} if made["width"] else None


def _top(made: Mapping[str, Any]) -> int:
    """Where a card begins: where its content does, if that is far down, as below the menus of a page without looks."""
    tops = [area["rect"][1] for area in made["areas"] if area["rect"] and area["role"] in CONTENT]
    first, width = min(tops, default=0), made["width"]
    if first < SEEN * width or first >= made["height"]:
        return 0
    return int(max(0, min(first - 0.05 * width, made["height"] - SEEN * width)))
