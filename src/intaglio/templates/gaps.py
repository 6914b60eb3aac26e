"""What a page has more of than its template: further paragraphs, further items of a list, optional parts.

Mapping finds the template's nodes only. A node between two of one area, or beside one of its own kind, belongs to that
area, too. What resembles neither neighbour goes to the area around them, so that no text of the page is lost.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.page import TAGS, Page


@dataclass(frozen=True, slots=True)
class Around:
    """What filling gaps must know of a template."""

    parents: tuple[int, ...]
    """Area around each area, -1 for the outermost."""
    left_out: frozenset[int]
    """Names of elements that the template has beside its areas and in none of them."""


def unknown_siblings(
    page: Page, names: Sequence[int], owner: Mapping[int, int], around: Around
) -> dict[int, list[int]]:
    """By area the elements to be added to it, given the area of each element that was found."""
    held = sorted(owner)
    more: dict[int, list[int]] = {}
    for above in _on_the_way(page, held):
        before: int | None = None
        for e in page.children(above).tolist():
            first, last = bisect_left(held, e), bisect_left(held, int(page.end[e]))
            if first < last:
                before = held[last - 1]
            elif page.text_start[e] < page.text_stop[e] and names[e] not in around.left_out:
                after = held[first] if first < len(held) and held[first] < page.end[above] else None
                number = _goes_to(page, owner, e, before, after, around.parents)
                if number is not None:
                    more.setdefault(number, []).append(e)
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


def _goes_to(
    page: Page, owner: Mapping[int, int], e: int, before: int | None, after: int | None, parents: Sequence[int]
) -> int | None:
    """The area of both neighbours, or of the one that the element is of a kind with, or the area around them."""
    if before is not None and after is not None and owner[before] == owner[after]:
        return owner[before]
    near = [other for other in (before, after) if other is not None]
    for other in near:
        if page.parent[other] == page.parent[e] and page.tag[other] == page.tag[e] and page.cls[other] == page.cls[e]:
            return owner[other]
    return _area_around([owner[other] for other in near], parents) if near else None


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
