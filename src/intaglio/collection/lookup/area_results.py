"""Areas of a page as they are handed out: with role, text, and the paths of their elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from intaglio.collection.corrections.area_roles import role_now
from intaglio.collection.page_lines import AreaResult, PageResult, Path
from intaglio.page import Page
from intaglio.page.structure import children_of
from intaglio.segment.area_tree import AreaTree
from intaglio.site import Result
from intaglio.templates import DEEPEST


@dataclass(frozen=True, slots=True)
class Labels:
    """What the areas of a template are, on every page."""

    roles: tuple[str | None, ...]
    children: tuple[tuple[int, ...], ...]
    holding: tuple[int, ...]
    """Numbers of those that hold something themselves."""

    @classmethod
    def of(cls, tree: AreaTree, given: Mapping[int, str | None] | None = None) -> Labels:
        """The labels of a tree of areas, with the roles that people gave to some of them."""
        below: list[list[int]] = [[] for _ in tree.areas]
        for number, parent in enumerate(tree.parents):
            if parent >= 0:
                below[parent].append(number)
        found = {number: area.attributes.get("role") for number, area in enumerate(tree.areas)}
        holding = (number for number, area in enumerate(tree.areas) if area.elements or area.texts)
        return cls(
            tuple(role_now(str(role) if role else None, number, given or {}) for number, role in found.items()),
            tuple(map(tuple, below)),
            tuple(holding),
        )


class Paths(dict[int, Path]):
    """The paths of a page's elements, each made once and from its parent's: a page has many areas."""

    def __init__(self, page: Page, known: Mapping[int, Path] | None = None) -> None:
        """Begin at the root element, and with paths that are known."""
        super().__init__(known or {})
        self[0] = ()
        self._page = page
        self._positions: dict[int, int] = {}
        """Of elements whose siblings were looked at."""

    @cached_property
    def _columns(self) -> tuple[list[int], list[int]]:
        return self._page.parent.tolist(), self._page.end.tolist()

    def _position(self, e: int) -> int:
        """Place of an element among its parent's children."""
        if e not in self._positions:
            parent, end = self._columns
            self._positions.update(zip(children_of(end, parent[e]), count()))
        return self._positions[e]

    def __missing__(self, e: int) -> Path:
        """Go up to an element whose path is known, and down again."""
        parent, position = self._columns[0], self._position
        path = self.get(parent[e])
        if path is not None and len(path) < DEEPEST:  # as nearly always
            self[e] = path = (*path, position(e))
            return path
        way = [e]
        while (above := parent[way[-1]]) not in self:
            way.append(above)
        path = self[above]
        for step in way[: -DEEPEST - 1 : -1] if len(path) < DEEPEST else ():
            path = self[step] = (*path, position(step))
            way.pop()
        self[e] = path = (*path, *(map(position, reversed(way))))
        return path


def page_result(result: Result, labels: Labels, complete: float, *, hit: bool) -> PageResult:
    """A page's areas with roles, texts and paths; it is complete with that share of the areas that hold something."""
    path = Paths(result.page, result.paths)
    areas = [
        AreaResult(number, role, sure, text, tuple([path[e] for e in elements]), children)
        for (number, elements, _, sure, _), text, role, children in zip(
            result.areas, result.texts, labels.roles, labels.children, strict=True
        )
    ]
    there = sum(areas[number].confidence > 0 for number in labels.holding)
    return PageResult(
        result.template, result.version, hit, result.confidence, areas, there >= complete * len(labels.holding),
        result.verified,
    )  # fmt: skip
