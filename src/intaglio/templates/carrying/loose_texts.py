"""Every visible text of a page in exactly one of the areas that were carried over to it.

The nodes of an area that the page has elsewhere, inside another area's, are the inner area's alone. What no area has is
looked for beside the areas' nodes (`extra_nodes`); a text that stands loose between them goes with its line of text, or
with its neighbours, or to the area around those; in the last resort to the root area.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.page import KNOWN, Page
from intaglio.page.tags import codes
from intaglio.segment.visible import body_of, hidden_roots
from intaglio.segment.visible_content import holdings, pieces_of
from intaglio.templates.carrying.extra_nodes import AreaContext, Placed, area_around, unknown_siblings
from intaglio.templates.carrying.found_area import FoundArea, text_bounds

_IMAGES, _HEAD = codes("img svg canvas video object embed iframe picture"), codes("head")
_IS_IMAGE = np.array([code in _IMAGES for code in range(len(KNOWN))] + [False])
_IS_HEAD = np.array([code in _HEAD for code in range(len(KNOWN))] + [False])

Found = tuple[FoundArea, ...]


def with_loose_texts(page: Page, names: Sequence[int], found: Found, around: AreaContext, *, strict: bool) -> Found:
    """The areas with all texts that can be seen, as far as markup tells; by the strict rule the rest is the root's."""
    owner, claims = _painted(page, found)
    overlap = claims > len(owner) - owner.count(-1)
    if overlap:
        found = _parted(page, found, owner)
    gaps = _Gaps(page, names, around, _seen_gaps(page, owner, around))
    if not gaps.texts:
        return found
    placed = gaps.placed(found)
    if not strict:
        more = unknown_siblings(page, names, placed, around, gaps.texts)
        if more:
            found = tuple(
                area._replace(elements=tuple(sorted((*area.elements, *more[number])))) if number in more else area
                for number, area in enumerate(found)
            )
        if overlap:
            owner, _ = _painted(page, found)
        else:  # what came to them holds no text of another area
            _paint(page, owner, sorted([(e, number) for number, elements in more.items() for e in elements]))
    loose = gaps.areas_of_rest(owner, placed.way, strict=strict)
    if not loose:
        return found
    return tuple(
        area._replace(texts=tuple(sorted({*area.texts, *loose[number]}))) if number in loose else area
        for number, area in enumerate(found)
    )


def _painted(page: Page, found: Found) -> tuple[list[int], int]:
    """The area of each text, of several the one with the inner element; and how many texts all areas claim."""
    owner = [-1] * len(page.texts)
    claims = _paint(page, owner, sorted([(e, number) for number, elements, *_ in found for e in elements]))
    for number, _, texts, *_ in found:
        if texts:
            for t in texts:
                owner[t] = number
            claims += len(texts)
    return owner, claims


def _paint(page: Page, owner: list[int], elements: Sequence[tuple[int, int]]) -> int:
    """Give the texts of elements to their areas, those of inner ones last; say how many that were."""
    starts, stops = page.derived(text_bounds)
    claims = 0
    for e, number in elements:
        start, stop = starts[e], stops[e]
        owner[start:stop] = [number] * (stop - start)
        claims += stop - start
    return claims


def _seen_gaps(page: Page, owner: Sequence[int], around: AreaContext) -> list[int]:
    """Texts of the body that no area has and markup does not hide."""
    starts, stops = page.derived(text_bounds)
    body = body_of(page)
    first = starts[body]
    if -1 not in owner[first:]:
        return []
    owners = page.text_owner[first:].tolist()
    gaps = [
        t for t, (number, e) in enumerate(zip(owner[first:], owners, strict=True), first) if number < 0 and e >= body
    ]
    hidden: set[int] = set()
    for e in hidden_roots(page, scripts=around.scripts) if gaps else ():
        hidden.update(range(starts[e], stops[e]))
    return [t for t in gaps if t not in hidden]


def _parted(page: Page, found: Found, owned: Sequence[int]) -> Found:
    """Areas that lie in one another with what is theirs alone."""
    owner = np.array(owned, np.int32)
    pieces = pieces_of(page, owner >= 0, _IS_IMAGE.take(page.tag, mode="clip"))
    mine = np.full(len(pieces), -1, np.int32)
    for e, number in sorted((e, area.number) for area in found for e in area.elements):
        mine[pieces.start[e] : pieces.stop[e]] = number
    texts = pieces.text >= 0
    mine[texts] = owner[pieces.text[texts]]
    held = holdings(pieces, mine, len(found))
    alone: list[list[int]] = [[] for _ in found]
    for t, number in enumerate(owned):
        if number >= 0:
            alone[number].append(t)
    return tuple(
        area if [*area.held(page)] == alone[number] else area._replace(elements=held[number][0], texts=held[number][1])
        for number, area in enumerate(found)
    )


@dataclass(frozen=True, slots=True)
class _Gaps:
    page: Page
    names: Sequence[int]
    around: AreaContext
    texts: Sequence[int]
    """Those that no area has and that can be seen."""

    def placed(self, found: Found) -> Placed:
        """The nodes of the areas, and the elements above them."""
        page = self.page
        owner, parent, tag = page.text_owner, page.parent.tolist(), page.tag
        elements = {e: area.number for area in found for e in area.elements}
        owners: dict[int, tuple[int, int]] = {}
        for t, number in sorted([(t, area.number) for area in found for t in area.texts]):
            e = int(owner[t])
            owners[e] = (owners[e][0] if e in owners else number, number)
        way = {0, body_of(page), *owners}
        for start in (*elements, *owners):
            above = parent[start]
            while above > 0 and above not in way:
                way.add(above)
                above = parent[above]
        heads = np.flatnonzero(_IS_HEAD.take(tag, mode="clip")).tolist()
        return Placed(elements, owners, frozenset(way.difference(heads)), parent)

    def areas_of_rest(self, owner: Sequence[int], way: frozenset[int], *, strict: bool) -> dict[int, list[int]]:
        """By area the texts that still have none, but those that the template knows as unseen."""
        rest = [t for t in self.texts if owner[t] < 0 and not self._left_out(t, way)]
        if strict or not rest:
            return {0: rest} if rest else {}
        known = [t for t, number in enumerate(owner) if number >= 0]
        lines = np.cumsum(self.page.text_breaks).tolist()
        loose: dict[int, list[int]] = {}
        for t in rest:
            loose.setdefault(self._area_of(t, owner, known, lines), []).append(t)
        return loose

    def _left_out(self, t: int, way: frozenset[int]) -> bool:
        """Whether a text stands in an element that could not be seen on the template's page."""
        e, parent = int(self.page.text_owner[t]), self.page.parent
        while e >= 0 and e not in way:
            above = int(parent[e])
            if above >= 0 and (self.names[above], self.names[e]) in self.around.left_out:
                return True
            e = above
        return False

    def _area_of(self, t: int, owner: Sequence[int], known: Sequence[int], lines: Sequence[int]) -> int:
        """The area of the line of text that a loose text stands in, or the one that its neighbours have in common."""
        place = bisect_left(known, t)
        near = known[max(place - 1, 0) : place + 1]
        for other in near:
            if lines[other] == lines[t]:
                return owner[other]
        if len(near) < 2 or not place:
            return 0
        before, behind = (owner[other] for other in near)
        return before if before == behind else area_around((before, behind), self.around.parents)
