"""FoundArea: an area of a template on a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.page import Page


class FoundArea(NamedTuple):
    """An area of the template on this page."""

    number: int
    """Its number in the template's area tree."""
    elements: tuple[int, ...]
    """Whole subtrees of this page."""
    texts: tuple[int, ...]
    """Numbers of single texts of this page."""
    confidence: float
    """Of its least sure node; 0 if none of what it holds was found, 1 if it holds nothing itself."""
    verified: tuple[int, int] | None = None
    """How many of the template's elements that were found have the template's subtree, and how many were found."""

    def held(self, page: Page) -> Sequence[int]:
        """Numbers of the texts it holds itself, ascending."""
        if len(self.elements) == 1 and not self.texts:
            e = self.elements[0]
            return range(int(page.text_start[e]), int(page.text_stop[e]))
        starts, stops = page.derived(text_bounds)
        held = set(self.texts)
        for e in self.elements:
            held.update(range(starts[e], stops[e]))
        return sorted(held)


def text_bounds(page: Page) -> tuple[list[int], list[int]]:
    """First text of each element's subtree and one past the last, to be looked up singly."""
    return page.text_start.tolist(), page.text_stop.tolist()


@dataclass(frozen=True, slots=True)
class Carried:
    """What carrying a template over to a page gives."""

    areas: tuple[FoundArea, ...]
    """All areas of the template, in the order of its tree."""
    paths: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Elements of this page that stand at the place of a template's: their positions from the root element on."""
