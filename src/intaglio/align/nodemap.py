"""NodeMap: where a template's nodes are on a page, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

from intaglio.page import Page


@dataclass(frozen=True, slots=True)
class NodeMap:
    """For each wanted node of the template, in the order of the plan: the page's element and a confidence."""

    elements: tuple[int, ...]
    """Element numbers of the page, -1 for what was not found."""
    confidence: tuple[float, ...]
    """1 for what the strict rule finds, 0 for what was not found."""

    @property
    def found(self) -> float:
        """Share of the wanted nodes that were found."""
        return sum(e >= 0 for e in self.elements) / len(self.elements) if self.elements else 1.0


def own_text(page: Page, e: int, number: int, count: int) -> tuple[int, float]:
    """The text of an element by its number among the element's own, of so many on the template; -1 if not there.

    An element with fewer or more texts than on the template gives the one at the same place, less surely.
    """
    own = page.own_texts(e)
    if number >= len(own):
        return -1, 0.0
    return int(own[number]), 1.0 if len(own) == count else 0.7
