"""The page's headline as an area of its own, with what stands before and after it in the area it was found in."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from intaglio.layout import Layout
from intaglio.page import TAGS, Page
from intaglio.segment.area_tree import Area
from intaglio.segment.areas_method.extent import Extent, rect_around

_ASIDE = frozenset({"header", "footer", "navigation", "sidebar"})


def headline_of(page: Page, extent: Extent, kinds: dict[int, str]) -> int | None:
    """The one `<h1>` that can be seen outside header, footer, menus and sidebars, else the one `<h2>`; or None."""
    for name in ("h1", "h2"):
        found = [
            e
            for e in np.flatnonzero(page.tag == TAGS[name]).tolist()
            if extent.seen[e] and page.text_stop[e] > page.text_start[e]
        ]
        inside = [e for e in found if not any(kinds.get(above) in _ASIDE for above in page.ancestors(e))]
        if len(inside) == 1 or (inside and name == "h1"):
            return inside[0]
    return None


def parted(page: Page, layout: Layout | None, extent: Extent, area: Area, headline: int) -> Area:
    """The leaf area that holds the headline, divided into what is before it, the headline and what is after it."""
    before: list[int] = []
    after: list[int] = []
    texts_before = [t for t in area.texts if t < page.text_start[headline]]
    texts_after = [t for t in area.texts if t >= page.text_stop[headline]]
    at = list(area.elements)
    while at:
        way = next(e for e in at if e <= headline < page.end[e])
        before += [e for e in at if e < way and extent.seen[e]]
        after += [e for e in at if e > way and extent.seen[e]]
        if way == headline:
            break
        own = page.own_texts(way).tolist()
        texts_before += [t for t in own if t < page.text_start[headline]]
        texts_after += [t for t in own if t >= page.text_stop[headline]]
        at = page.children(way).tolist()
    parts = [
        _part(extent, layout, before, texts_before, "text"),
        _part(extent, layout, [headline], [], "headline"),
        _part(extent, layout, after, texts_after, str(area.attributes.get("kind", "text"))),
    ]
    return Area(area.rect, children=tuple(part for part in parts if part), attributes=area.attributes)


def _part(extent: Extent, layout: Layout | None, elements: list[int], texts: list[int], kind: str) -> Area | None:
    if not elements and not texts:
        return None
    rect = rect_around(extent, sorted(elements), sorted(texts), layout)
    return Area(rect, tuple(sorted(elements)), tuple(sorted(texts)), attributes=MappingProxyType({"kind": kind}))
