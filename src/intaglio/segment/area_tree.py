"""AreaTree: the visual areas of a page. What every segmenter gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from intaglio.page import Page

Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the document."""

Value = str | int | float | bool
"""What an attribute of an area can be."""


@dataclass(frozen=True, slots=True)
class Area:
    """One visual area.

    It holds whole subtrees (`elements`, topmost only) and single texts (`texts`) that no child area holds; its content
    is what it holds itself and what its children hold.
    """

    rect: Rect | None = None
    """None without layout."""
    elements: tuple[int, ...] = ()
    """Element numbers, ascending; all visible text below each belongs to this very area."""
    texts: tuple[int, ...] = ()
    """Numbers of single texts whose element holds other areas' text too, ascending."""
    children: tuple[Area, ...] = ()
    attributes: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    """What the method has to say of it: degree of coherence, grid position, font size, kind."""


@dataclass(frozen=True)
class AreaTree:
    """The areas of a page, and how they were made; an area's number is its place in `areas`."""

    root: Area
    method: str
    """Its name in SEGMENTERS."""
    options: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """All areas, parents before children, in order; the root is number 0."""
        return self._walked[0]

    @cached_property
    def parents(self) -> tuple[int, ...]:
        """Number of each area's parent, -1 for the root."""
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[tuple[Area, ...], tuple[int, ...]]:
        areas, parents = zip(*_walk(self.root), strict=True)
        return areas, parents

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Numbers of the areas without children."""
        return tuple(number for number, area in enumerate(self.areas) if not area.children)


def _walk(root: Area) -> Iterator[tuple[Area, int]]:
    stack = [(root, -1)]
    number = -1
    while stack:
        area, parent = stack.pop()
        number += 1
        yield area, parent
        stack.extend((child, number) for child in reversed(area.children))


def texts_of(page: Page, area: Area) -> list[int]:
    """Numbers of the texts an area holds itself, ascending."""
    held = set(area.texts)
    for e in area.elements:
        held.update(range(int(page.text_start[e]), int(page.text_stop[e])))
    return sorted(held)


def content_of(page: Page, area: Area) -> list[int]:
    """Numbers of the texts of an area with all areas below it, ascending."""
    held: set[int] = set()
    for below, _ in _walk(area):
        held.update(texts_of(page, below))
    return sorted(held)
