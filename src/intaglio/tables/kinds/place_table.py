"""PlaceTable: the places of elements, paths of their names with ids and classes, as numbers; the same everywhere."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.similarity.element_names import TAG, Marks, element_names
from intaglio.templates.page_structure import TOP, combined

_MOST = 100_000
"""Places that are remembered before all are forgotten."""


class PlaceTable:
    """The places met so far: pages of a site have most of them in common. Nothing but a cache."""

    def __init__(self) -> None:
        """Begin empty."""
        self._marks = Marks()
        self._known: dict[int, int] = {}
        """Places by what the place above and the name make together: places are scattered over all numbers."""

    def places_of(self, page: Page) -> list[int]:
        """The places of a page's elements."""
        if len(self._known) > _MOST:
            self._known.clear()
        names = element_names(page, self._marks)
        known, places = self._known, [_place(0, names[0])]
        add = places.append
        for up, name in zip(page.parent[1:].tolist(), names[1:], strict=True):
            above = places[up]
            try:
                add(known[above ^ name])
            except KeyError:
                made = known[above ^ name] = _place(above, name)
                add(made)
        return places


def _place(above: int, name: int) -> int:
    tag = name & TAG
    return combined(above, tag if tag in TOP else name)
