"""What a page has more of than its template: further paragraphs, further items of a list, optional parts.

Mapping finds the template's nodes only. A node beside one of its own kind belongs to that one's area, and so does what
stands between two nodes of one area. Anything else goes to the area around its neighbours, so that no text is lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.page import Page
from intaglio.page.structure import children_of


@dataclass(frozen=True, slots=True)
class AreaContext:
    """What filling gaps must know of a template."""

    parents: tuple[int, ...]
    """Area around each area, -1 for the outermost."""
    left_out: frozenset[tuple[int, int]]
    """Names of parent and child for elements whose text the template has in no area: it could not be seen."""
    scripts: bool = True
    """The template's page was seen as with scripts: no area has the text of a `<noscript>`."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The nodes of a page that are known to be an area's."""

    elements: Mapping[int, int]
    """Element → its area."""
    owners: Mapping[int, tuple[int, int]]
    """Element with single texts of areas → the areas of the first and the last of them."""
    way: frozenset[int]
    """Elements above those, and those of `owners` themselves; the root and the body always."""
    parents: Sequence[int]
    """Parent of each element of the page."""


@dataclass(slots=True)
class _Child:
    """A child of an element on the way: with the areas of the first and the last node found in it, None if unknown."""

    element: int
    first: int | None = None
    last: int | None = None
    whole: bool = False
    """It is itself a node of its area, or goes there as a whole."""


def unknown_siblings(
    page: Page, names: Sequence[int], placed: Placed, around: AreaContext, texts: Sequence[int]
) -> dict[int, list[int]]:
    """By area the elements to be added to it, of those with these texts, which no area has."""
    parents = placed.parents
    tops = _tops(page, placed, texts)
    found = {e for e in tops if (names[parents[e]], names[e]) not in around.left_out}
    more: dict[int, list[int]] = {}
    if not found:
        return more
    known = sorted({*placed.elements, *placed.owners})
    end = page.end.tolist()
    for above in sorted({parents[e] for e in found}):
        children = [
            child
            for e in children_of(end, above)
            if (child := _child(e, end[e], known, placed)).first is not None or e in found
        ]
        unknown = [child for child in children if child.first is None]
        _join_kin(page, children)
        _join_kin(page, children[::-1])
        _join_rest(children, around.parents)
        for child in unknown:
            if child.first is not None:
                more.setdefault(child.first, []).append(child.element)
    return more


def _tops(page: Page, placed: Placed, texts: Sequence[int]) -> set[int]:
    """The outermost elements around some texts that have no node of an area in them, beside one that has."""
    parents, way = placed.parents, placed.way
    found: set[int] = set()
    passed: set[int] = set(placed.elements)
    for owner in dict.fromkeys(page.text_owner.take(texts).tolist()):
        e = owner
        if e in way:
            continue
        while e > 0 and e not in passed:
            passed.add(e)
            above = parents[e]
            if above in way:
                if above > 0:
                    found.add(e)
                break
            e = above
    return found


def _child(e: int, end: int, known: Sequence[int], placed: Placed) -> _Child:
    first, stop = bisect_left(known, e), bisect_left(known, end)
    if first == stop:
        return _Child(e)
    begin, finish = known[first], known[stop - 1]
    return _Child(
        e,
        placed.elements[begin] if begin in placed.elements else placed.owners[begin][0],
        placed.elements[finish] if finish in placed.elements else placed.owners[finish][1],
        whole=e in placed.elements,
    )


def _join_kin(page: Page, children: Sequence[_Child]) -> None:
    """Put each unknown child to the area of the one before it, if that is of its kind."""
    before: _Child | None = None
    tag, kind = page.tag, page.cls
    for child in children:
        if child.first is None and before is not None and before.whole:
            one, other = child.element, before.element
            if tag[one] == tag[other] and kind[one] == kind[other]:
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
                child.first = near[0] if len(near) == 2 and near[0] == near[1] else area_around(near, parents)
        else:
            before = child.last


def area_around(numbers: Sequence[int], parents: Sequence[int]) -> int:
    """The innermost area that has all these areas in it; the outermost area itself has none around it."""
    chains = []
    for number in numbers:
        chain, at = [], parents[number]
        while at >= 0:
            chain.append(at)
            at = parents[at]
        chains.append(chain or [number])
    return next(area for area in chains[0] if all(area in chain for chain in chains))
