"""What a page has more of than its template: further paragraphs, further items of a list, optional parts.

Mapping finds the template's nodes only. A node beside one of its own kind belongs to that one's area, and so does what
stands between two nodes of one area. Anything else goes to the area around its neighbours, so that no text is lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.page import TAGS, Page
from intaglio.page.structure import children_of


@dataclass(frozen=True, slots=True)
class AreaContext:
    """What filling gaps must know of a template."""

    parents: tuple[int, ...]
    """Area around each area, -1 for the outermost."""
    left_out: frozenset[int]
    """Names of elements that the template has beside its areas and in none of them."""


@dataclass(slots=True)
class _Child:
    """A child of an element on the way: with the areas of the first and the last node found in it, None if unknown."""

    element: int
    first: int | None = None
    last: int | None = None
    whole: bool = False
    """It is itself a node of its area, or goes there as a whole."""


def unknown_siblings(
    page: Page, names: Sequence[int], owner: Mapping[int, int], around: AreaContext
) -> dict[int, list[int]]:
    """By area the elements to be added to it, given the area of each element that was found."""
    held = sorted(owner)
    end = page.end.tolist()
    more: dict[int, list[int]] = {}
    for above in _on_the_way(page, held):
        children = [
            child
            for e in children_of(end, above)
            if (child := _child(e, end[e], held, owner)).first is not None
            or (page.text_start[e] < page.text_stop[e] and names[e] not in around.left_out)
        ]
        unknown = [child for child in children if child.first is None]
        if unknown:
            _join_kin(page, children)
            _join_kin(page, children[::-1])
            _join_rest(children, around.parents)
        for child in unknown:
            if child.first is not None:
                more.setdefault(child.first, []).append(child.element)
    return more


def _on_the_way(page: Page, held: Sequence[int]) -> list[int]:
    """Elements above those that were found, below the root."""
    way: set[int] = set()
    for e in held:
        above = int(page.parent[e])
        while above > 0 and above not in way:
            way.add(above)
            above = int(page.parent[above])
    return sorted(e for e in way if page.tag[e] != TAGS["head"])


def _child(e: int, end: int, held: Sequence[int], owner: Mapping[int, int]) -> _Child:
    first, stop = bisect_left(held, e), bisect_left(held, end)
    if first == stop:
        return _Child(e)
    return _Child(e, owner[held[first]], owner[held[stop - 1]], whole=held[first] == e)


def _join_kin(page: Page, children: Sequence[_Child]) -> None:
    """Put each unknown child to the area of the one before it, if that is of its kind."""
    before: _Child | None = None
    for child in children:
        if child.first is None and before is not None and before.whole:
            one, other = child.element, before.element
            if page.tag[one] == page.tag[other] and page.cls[one] == page.cls[other]:
                child.first, child.last, child.whole = before.first, before.last, True
        if child.first is not None:
            before = child


def _join_rest(children: Sequence[_Child], parents: Sequence[int]) -> None:
    """Put what is still unknown to the area of both its neighbours, or to the one around them."""
    after: list[int | None] = []
    following: int | None = None
    for child in reversed(children):
        after.append(following)
        following = child.first if child.first is not None else following
    before: int | None = None
    for child, ahead in zip(children, reversed(after), strict=True):
        if child.first is None:
            near = [number for number in (before, ahead) if number is not None]
            if near:
                child.first = near[0] if len(near) == 2 and near[0] == near[1] else _area_around(near, parents)
        else:
            before = child.last


def _area_around(numbers: Sequence[int], parents: Sequence[int]) -> int:
    """The innermost area that has all these areas in it; the outermost area itself has none around it."""
    chains = []
    for number in numbers:
        chain, at = [], parents[number]
        while at >= 0:
            chain.append(at)
            at = parents[at]
        chains.append(chain or [number])
    return next(area for area in chains[0] if all(area in chain for chain in chains))
