"""Every visible text of a page in exactly one of the areas that were carried over to it.

The nodes of an area that the page has elsewhere, inside another area's, are the inner area's alone. What no area has is
looked for beside the areas' nodes (`extra_nodes`); a text that stands loose between them goes with its line of text, or
with its neighbours, or to the area around those; in the last resort to the root area.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.page import Bools, Ints, Page
from intaglio.page.tags import codes
from intaglio.segment.visible import body_of, seen_texts
from intaglio.segment.visible_content import holdings, pieces_of
from intaglio.templates.carrying.extra_nodes import AreaContext, Placed, area_around, unknown_siblings
from intaglio.templates.carrying.found_area import FoundArea

_IMAGES = codes("img svg canvas video object embed iframe picture")
_HEAD = codes("head")

Found = tuple[FoundArea, ...]


def with_loose_texts(page: Page, names: Sequence[int], found: Found, around: AreaContext, *, strict: bool) -> Found:
    """The areas with all texts that can be seen, as far as markup tells; by the strict rule the rest is the root's."""
    owner, claims = _painted(page, found)
    if claims > np.count_nonzero(owner >= 0):
        found = _parted(page, found, owner)
    if not len(_of_body(page, owner)):
        return found
    seen = seen_texts(page, None, scripts=around.scripts)
    gaps = _Gaps(page, names, around, seen)
    if not len(gaps.of(owner)):
        return found
    if not strict:
        more = unknown_siblings(page, names, gaps.placed(found), around)
        found = tuple(
            area._replace(elements=tuple(sorted((*area.elements, *more[area.number])))) if area.number in more else area
            for area in found
        )
        owner, _ = _painted(page, found)
    loose = gaps.areas_of_rest(found, owner, strict=strict)
    return tuple(
        area._replace(texts=tuple(sorted({*area.texts, *loose[area.number]}))) if area.number in loose else area
        for area in found
    )


def _painted(page: Page, found: Found) -> tuple[Ints, int]:
    """The area of each text, of several the one with the inner element; and how many texts all areas claim."""
    owner = np.full(len(page.texts), -1, np.int32)
    starts, stops = page.text_start.tolist(), page.text_stop.tolist()
    claims = 0
    for e, number in sorted([(e, area.number) for area in found for e in area.elements]):
        owner[starts[e] : stops[e]] = number
        claims += stops[e] - starts[e]
    for area in found:
        if area.texts:
            owner[list(area.texts)] = area.number
            claims += len(area.texts)
    return owner, claims


def _parted(page: Page, found: Found, owner: Ints) -> Found:
    """Areas that lie in one another with what is theirs alone."""
    pieces = pieces_of(page, owner >= 0, np.isin(page.tag, list(_IMAGES)))
    mine = np.full(len(pieces), -1, np.int32)
    for e, number in sorted((e, area.number) for area in found for e in area.elements):
        mine[pieces.start[e] : pieces.stop[e]] = number
    texts = pieces.text >= 0
    mine[texts] = owner[pieces.text[texts]]
    held = holdings(pieces, mine, len(found))
    return tuple(
        area if sorted(area.held(page)) == np.flatnonzero(owner == area.number).tolist()
        else area._replace(elements=held[area.number][0], texts=held[area.number][1])
        for area in found
    )  # fmt: skip


def _of_body(page: Page, owner: Ints) -> Ints:
    """Texts of the body that no area has."""
    gaps = np.flatnonzero(owner < 0).astype(np.int32)
    return gaps[page.text_owner[gaps] >= body_of(page)] if len(gaps) else gaps


@dataclass(frozen=True, slots=True)
class _Gaps:
    page: Page
    names: Sequence[int]
    around: AreaContext
    seen: Bools
    """By text: markup does not hide it."""

    def of(self, owner: Ints) -> Ints:
        """The texts that no area has and markup does not hide."""
        found = _of_body(self.page, owner)
        return found[self.seen[found]]

    def placed(self, found: Found) -> Placed:
        """The nodes of the areas, and the elements above them."""
        page = self.page
        owner, parent, tag = page.text_owner.tolist(), page.parent.tolist(), page.tag.tolist()
        elements = {e: area.number for area in found for e in area.elements}
        owners: dict[int, tuple[int, int]] = {}
        for t, number in sorted((t, area.number) for area in found for t in area.texts):
            e = owner[t]
            owners[e] = (owners[e][0] if e in owners else number, number)
        way = {0, body_of(page), *owners}
        for start in [*elements, *owners]:
            above = parent[start]
            while above > 0 and above not in way:
                way.add(above)
                above = parent[above]
        return Placed(elements, owners, frozenset(e for e in way if tag[e] not in _HEAD), self.seen)

    def areas_of_rest(self, found: Found, owner: Ints, *, strict: bool) -> dict[int, list[int]]:
        """By area the texts that still have none, but those that the template knows as unseen."""
        way = self.placed(found).way
        known = np.flatnonzero(owner >= 0).astype(np.int32)
        loose: dict[int, list[int]] = {}
        for t in self.of(owner).tolist():
            if not self._left_out(t, way):
                number = 0 if strict else self._area_of(t, owner, known)
                loose.setdefault(number, []).append(t)
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

    def _area_of(self, t: int, owner: Ints, known: Ints) -> int:
        """The area of the line of text that a loose text stands in, or the one that its neighbours have in common."""
        breaks = self.page.text_breaks
        start = t
        while start > 0 and not breaks[start]:
            start -= 1
            if owner[start] >= 0:
                return int(owner[start])
        stop = t + 1
        while stop < len(owner) and not breaks[stop]:
            if owner[stop] >= 0:
                return int(owner[stop])
            stop += 1
        place = int(np.searchsorted(known, t))
        near = [int(owner[known[at]]) for at in (place - 1, place) if 0 <= at < len(known)]
        if len(near) < 2:
            return 0
        return near[0] if near[0] == near[1] else area_around(near, self.around.parents)
