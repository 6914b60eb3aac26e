"""An AreaTree as plain data for JSON: elements by their paths, so that it can be read without Intaglio."""

from __future__ import annotations

from typing import Any

from intaglio.page import Page
from intaglio.segment.area_tree import Area, AreaTree

Form = dict[str, Any]


def form_of(page: Page, tree: AreaTree) -> Form:
    """The areas of a page as nested dicts, the page's own area as the only one on top.

    An element is the path of element positions from the root element, `[]` is the root element itself. A single text
    is its element's path and its number among the texts directly in it.
    """
    made: dict[int, Form] = {}
    for number in reversed(range(len(tree.areas))):
        area = tree.areas[number]
        form = _form(page, area)
        made[number] = form
    for number, parent in enumerate(tree.parents):
        if parent >= 0:
            made[parent]["children"].append(made[number])
    return {"areas": [made[0]]}


def _form(page: Page, area: Area) -> Form:
    return {
        "rect": None if area.rect is None else [round(value, 2) for value in area.rect],
        "attributes": dict(area.attributes),
        "elements": [list(page.path(e)) for e in area.elements],
        "texts": [_text(page, t) for t in area.texts],
        "children": [],
    }


def _text(page: Page, t: int) -> list[Any]:
    owner = int(page.text_owner[t])
    return [list(page.path(owner)), int((page.own_texts(owner) < t).sum())]
