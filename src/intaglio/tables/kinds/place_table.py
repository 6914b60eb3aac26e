"""PlaceTable: the places of elements, paths of their names with ids and classes, as numbers; the same everywhere."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.similarity.element_names import TAG, Marks, element_names
from intaglio.templates.page_structure import TOP, combined

_MOST = 100_000
"""Places that are remembered before all are forgotten."""


class _Place(dict[int, "_Place"]):
    """A place, and the places of its children by their names."""

    __slots__ = ("number", "table")

    def __init__(self, number: int, table: PlaceTable) -> None:
        self.number, self.table = number, table

    def __missing__(self, name: int) -> _Place:
        """Take in a child that was not met before."""
        tag = name & TAG
        made = self[name] = _Place(combined(self.number, tag if tag in TOP else name), self.table)
        self.table.met += 1
        return made


class PlaceTable:
    """The places met so far: pages of a site have most of them in common. Nothing but a cache."""

    def __init__(self) -> None:
        """Begin empty."""
        self._marks = Marks()
        self._above, self.met = _Place(0, self), 0

    def places_of(self, page: Page) -> list[int]:
        """The places of a page's elements."""
        if self.met > _MOST:
            self._above, self.met = _Place(0, self), 0
        names = element_names(page, self._marks)
        places = [self._above[names[0]]]
        add = places.append
        for up, name in zip(page.parent[1:].tolist(), names[1:], strict=True):
            add(places[up][name])
        return [place.number for place in places]
