"""The box tree: which boxes stand out on the page, and which lies in which by what is seen, not by the DOM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.layout import Display
from intaglio.page import Bools
from intaglio.segment.visible_content import Content

Corners = Sequence[float]
"""Left, top, right, bottom."""

_SMALLEST = 32
"""Pixels of the finest cells that boxes are looked up by."""
_LOOKED_AT = 64
"""Boxes of like size and place that are asked, the latest first; on no honest page lie more on one another."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """An element that stands out: it has a background of its own, a border, or is a list item."""

    element: int
    corners: Corners
    framed: bool
    """Background or border tell it from what is around it."""
    parent: int
    """Number of the box it lies in, -1 for the page itself."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxTree:
    """Boxes in document order, and the box that each piece of content lies in."""

    boxes: list[Box]
    box_of: list[int]
    """By piece: number of its box, -1 for the page itself."""


def box_tree(content: Content, inside: float) -> BoxTree:
    """Nest all boxes and pieces, each in the innermost box before it that holds enough of it."""
    places = _Places(inside)
    framed = framed_elements(content)
    elements = np.flatnonzero(_standing_out(content, framed))
    first = content.start[elements].tolist()
    corners = content.corners.tolist()
    boxes: list[Box] = []
    box_of: list[int] = []
    for piece in range(len(content)):
        while len(boxes) < len(first) and first[len(boxes)] <= piece:
            e = int(elements[len(boxes)])
            bounds = _visual_bounds(content, e, framed=bool(framed[e]))
            boxes.append(Box(e, bounds, bool(framed[e]), places.innermost(bounds)))
            places.add(len(boxes) - 1, bounds)
        box_of.append(places.innermost(corners[piece]))
    return BoxTree(boxes, box_of)


def framed_elements(content: Content) -> Bools:
    """Visible elements with a border, a background image, or another background colour than what is behind them."""
    page, layout = content.page, content.layout
    differs = np.zeros(page.size, np.bool_)
    differs[1:] = (layout.background[1:] != layout.background[page.parent[1:]]).any(axis=1)
    bordered = (layout.border > 0).any(axis=1)
    framed: Bools = layout.visible & (bordered | (layout.own_background & (differs | layout.background_image)))
    return framed


def _standing_out(content: Content, framed: Bools) -> Bools:
    """Elements that become boxes: they stand out and have content; the root is the page itself."""
    standing: Bools = (framed | (content.layout.display == Display.LIST_ITEM)) & (content.stop > content.start)
    standing[content.element[content.text < 0]] = False
    standing[0] = False
    return standing


def _visual_bounds(content: Content, e: int, *, framed: bool) -> Corners:
    """What a person takes for the box: all of it, or its content with the one border or the marker that it has."""
    x, y, width, height = content.layout.seen[e].tolist()
    right, bottom = x + width, y + height
    borders = content.layout.border[e].tolist()
    lone = sum(border > 0 for border in borders) == 1 and not content.layout.own_background[e]
    if framed and not lone:
        return [x, y, right, bottom]
    inner = content.corners[content.start[e] : content.stop[e]]
    around = [*inner[:, :2].min(axis=0).tolist(), *inner[:, 2:].max(axis=0).tolist()]
    if lone:
        over, after, under, before = (border > 0 for border in borders)
        strip = (right if after else x, bottom if under else y, x if before else right, y if over else bottom)
        around = [*map(min, around[:2], strip[:2]), *map(max, around[2:], strip[2:])]
    return around


class _Places:
    """Boxes by place and size: each is kept in the few cells of about its size that it touches."""

    def __init__(self, inside: float) -> None:
        self._inside = inside
        self._cells: dict[tuple[int, int, int], list[int]] = {}
        self._levels: list[int] = []
        self._corners: dict[int, Corners] = {}

    def add(self, number: int, corners: Corners) -> None:
        """Put a box where later ones will look for what they lie in."""
        level = int(max(corners[2] - corners[0], corners[3] - corners[1]) // _SMALLEST).bit_length()
        if level not in self._levels:
            self._levels = sorted([*self._levels, level])
        self._corners[number] = corners
        size = _SMALLEST << level
        for column in {int(corners[0] // size), int(corners[2] // size)}:
            for row in {int(corners[1] // size), int(corners[3] // size)}:
                self._cells.setdefault((level, column, row), []).append(number)

    def innermost(self, corners: Corners) -> int:
        """The smallest box that holds enough of this one, or -1. If it does, it holds its middle, too."""
        x, y = (corners[0] + corners[2]) / 2, (corners[1] + corners[3]) / 2
        for level in self._levels:
            size = _SMALLEST << level
            near = self._cells.get((level, int(x // size), int(y // size)), ())[-_LOOKED_AT:]
            holding = [number for number in near if self._holds(self._corners[number], corners)]
            if holding:
                return min(reversed(holding), key=lambda number: _size(self._corners[number]))
        return -1

    def _holds(self, outer: Corners, inner: Corners) -> bool:
        width = min(outer[2], inner[2]) - max(outer[0], inner[0])
        height = min(outer[3], inner[3]) - max(outer[1], inner[1])
        if width < 0 or height < 0:
            return False
        whole = _size(inner)
        return whole <= _size(outer) and width * height >= self._inside * whole


def _size(corners: Corners) -> float:
    return (corners[2] - corners[0]) * (corners[3] - corners[1])
