"""Areas of a page as they are handed out: with role, text, and the paths of their elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from intaglio.collection.corrections.area_roles import role_now
from intaglio.collection.page_lines import AreaResult, PageResult
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.site import Result

DEEPEST = 64
"""Steps below which the paths on the way are not kept: pages can be a hundred thousand elements deep."""


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


class Paths(dict[int, tuple[int, ...]]):
    """The paths of a page's elements, each made once and from its parent's: a page has many areas."""

    def __init__(self, page: Page) -> None:
        """Begin at the root element."""
        super().__init__({0: ()})
        self._parent, self._position = page.parent.tolist(), page.position.tolist()

    def __missing__(self, e: int) -> tuple[int, ...]:
        """Go up to an element whose path is known, and down again."""
        path = self.get(self._parent[e])
        if path is not None and len(path) < DEEPEST:  # as nearly always
            self[e] = path = (*path, self._position[e])
            return path
        way = [e]
        while (above := self._parent[way[-1]]) not in self:
            way.append(above)
        path = self[above]
        for step in way[: -DEEPEST - 1 : -1] if len(path) < DEEPEST else ():
            path = self[step] = (*path, self._position[step])
            way.pop()
        self[e] = path = (*path, *(self._position[step] for step in reversed(way)))
        return path


def page_result(result: Result, labels: Labels, complete: float, *, hit: bool) -> PageResult:
    """A page's areas with roles, texts and paths; it is complete with that share of the areas that hold something."""
    path = Paths(result.page)
    areas = [
        AreaResult(
            area.number, labels.roles[area.number], area.confidence, text,
            tuple(map(path.__getitem__, area.elements)), labels.children[area.number],
        )
        for area, text in zip(result.areas, result.texts, strict=True)
    ]  # fmt: skip
    there = sum(result.areas[number].confidence > 0 for number in labels.holding)
    return PageResult(
        result.template, result.version, hit, result.confidence, areas, there >= complete * len(labels.holding),
        result.verified,
    )  # fmt: skip
