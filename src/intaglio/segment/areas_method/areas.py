"""Areas: the parts of a page as a person would name them — header, content, columns, footer.

What spans the whole page is only a wrapper and is divided into its pieces; what does not is an area. A wrapper is
also what holds the page's header, footer or `<main>` beside other content, and a table row that lays out columns.
Flowing text and lists of alike items stay together. `docs/methods/areas.md` says it on one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np

from intaglio.layout import Layout
from intaglio.page import TAGS, Page
from intaglio.segment.area_tree import Area, AreaTree, Value
from intaglio.segment.areas_method.extent import Extent, extent_of, rect_around
from intaglio.segment.areas_method.headline import headline_of, parted
from intaglio.segment.areas_method.landmarks import Kind, landmarks
from intaglio.segment.areas_method.pieces import Divider, Piece, together
from intaglio.segment.visible import body_of

_WIDE = 0.5
"""Share of the frame's width that a header or footer takes."""
_TALLER = 2.0
"""How much higher than a header or footer a wrapper around it is."""


@dataclass(frozen=True, slots=True)
class AreaOptions:
    """When an element is divided."""

    span: float = 0.92
    """What takes this share of the height and of the content is a wrapper."""
    edge: float = 0.1
    """A header ends within this share of the height from the top, a footer begins within it from the bottom."""
    row: float = 0.75
    """A table row that takes this share of the height and of the content lays out columns."""
    repeats: int = 3
    """As many alike neighbours are a list, and stay together."""
    levels: int = 2
    """1 gives the parts of the page; 2 divides each of them as if it were a page, and so on."""
    headline: bool = True
    """The page's headline is an area of its own."""


@dataclass(frozen=True, eq=False)
class _Frame:
    """What elements are measured against: the page, or on further levels an area."""

    top: float
    height: float
    width: float
    mass: float
    edges: frozenset[int]
    """Headers and footers at its edges, and its `<main>`."""
    around: frozenset[int]
    """Elements that hold one of those beside other content."""


@dataclass(slots=True)
class _Node:
    """An area in the making."""

    piece: Piece
    frame: _Frame
    level: int
    children: list[_Node] = field(default_factory=list)


def segment(page: Page, layout: Layout | None = None, options: AreaOptions = AreaOptions()) -> AreaTree:
    """The areas of a page; without layout from structure, names and repetition alone."""
    root = _Segmentation(page, layout, options).root()
    return AreaTree(root, "areas", MappingProxyType(asdict(options)))


@dataclass(frozen=True, eq=False)
class _Segmentation:
    page: Page
    layout: Layout | None
    options: AreaOptions

    @cached_property
    def extent(self) -> Extent:
        return extent_of(self.page, self.layout)

    @cached_property
    def divider(self) -> Divider:
        return Divider(self.page, self.extent, self.options.repeats)

    @cached_property
    def kinds(self) -> Mapping[int, Kind]:
        return landmarks(self.page)

    def root(self) -> Area:
        """Divide the page from the top down, then put the areas together from the bottom up."""
        body = body_of(self.page)
        start = body if self.extent.mass[body] == self.extent.mass[0] else 0
        if not self.extent.seen[start]:
            return Area(None if self.layout is None else (0.0, 0.0, *self.layout.size))
        first = _Node(Piece(elements=(start,)), self._frame(start), 1)
        nodes = [first]
        for node in nodes:  # grows while it is walked
            node.children = [_Node(piece, frame, level) for piece, frame, level in self._divided(node)]
            nodes.extend(node.children)
        headline = headline_of(self.page, self.extent, dict(self.kinds)) if self.options.headline else None
        made: dict[int, Area] = {}
        for node in reversed(nodes):
            area = self._area(node, [made.pop(id(child)) for child in node.children])
            if headline is not None and any(e <= headline < self.page.end[e] for e in area.elements):
                area = parted(self.page, self.layout, self.extent, area, headline)
            made[id(node)] = area
        return made[id(first)]

    def _divided(self, node: _Node) -> Iterator[tuple[Piece, _Frame, int]]:
        """The pieces of a node with what they are measured against; none if it is a leaf."""
        pieces = self._pieces(node.piece, node.frame)
        frame, level = node.frame, node.level
        if len(pieces) < 2 and level < self.options.levels:
            pieces, level = self.divider.parts(node.piece), level + 1
            if node.piece.container is not None:
                frame = self._frame(self.divider.innermost(node.piece.container))
        if len(pieces) >= 2:
            for piece in pieces:
                yield piece, frame, level

    def _pieces(self, piece: Piece, frame: _Frame) -> list[Piece]:
        if piece.container is None:
            return []
        e = self.divider.innermost(piece.container)
        if self._spans(e, frame, self.options.span):
            return self.divider.pieces(e)
        if self.page.tag[e] == TAGS["tr"] and self._spans(e, frame, self.options.row):
            return self.divider.pieces(e)
        if e in frame.around:
            return _apart(self.divider.pieces(e), frame)
        return []

    def _spans(self, e: int, frame: _Frame, share: float) -> bool:
        return bool(self.extent.height[e] >= share * frame.height and self.extent.mass[e] >= share * frame.mass)

    def _frame(self, e: int) -> _Frame:
        """Measure against an element, and find its header, footer and `<main>`."""
        extent, page = self.extent, self.page
        top, height, width = float(extent.low[e, 1]), float(extent.height[e]), float(extent.width[e])
        low, high = top + self.options.edge * height, top + (1 - self.options.edge) * height
        edges: set[int] = set()
        around: set[int] = set()
        for mark in range(e + 1, int(page.end[e])):
            kind = self.kinds.get(mark)
            if kind not in ("header", "footer") or not extent.seen[mark] or extent.width[mark] < _WIDE * width:
                continue
            if extent.high[mark, 1] <= low if kind == "header" else extent.low[mark, 1] >= high:
                edges.add(mark)
                around.update(self._wrappers(mark, e, edges))
        for mark in (np.flatnonzero(page.tag[e + 1 : page.end[e]] == TAGS["main"]) + e + 1).tolist():
            if extent.seen[mark] and edges.isdisjoint(page.ancestors(mark)):
                edges.add(mark)
                around.update(above for above in page.ancestors(mark) if above >= e)
        return _Frame(top, height, width, float(extent.mass[e]), frozenset(edges), frozenset(around))

    def _wrappers(self, mark: int, top: int, edges: set[int]) -> Iterator[int]:
        for above in self.page.ancestors(mark):
            if above < top or above in edges:
                return
            landmark = self.kinds.get(above) in ("header", "footer", "navigation")
            if self.extent.height[above] >= _TALLER * self.extent.height[mark] and not landmark:
                yield above

    def _area(self, node: _Node, children: Sequence[Area]) -> Area:
        piece = node.piece
        share = float(self.extent.mass[list(piece.elements)].sum()) + sum(
            len("".join(self.page.texts[t].split())) for t in piece.texts
        )
        attributes: dict[str, Value] = {
            "kind": self._kind(piece), "content": round(share / max(float(self.extent.mass[0]), 1.0), 3),
        }  # fmt: skip
        rect = rect_around(self.extent, list(piece.elements), list(piece.texts), self.layout)
        if children:
            return Area(rect, children=tuple(children), attributes=MappingProxyType(attributes))
        elements = piece.elements if piece.container is None else (self.divider.tightened(piece.container),)
        return Area(rect, elements, piece.texts, attributes=MappingProxyType(attributes))

    def _kind(self, piece: Piece) -> str:
        e = piece.container
        while e is not None:
            if e in self.kinds:
                return self.kinds[e]
            e = self.divider.only_child(e)
        if piece.container is not None:
            return "block"
        return "text" if self.divider.flows(piece) else "group"


def _apart(pieces: Sequence[Piece], frame: _Frame) -> list[Piece]:
    """Headers, footers, `<main>` and what holds them by themselves; all that lies between two of them together."""
    found: list[Piece] = []
    rest: list[Piece] = []
    for piece in pieces:
        if piece.container in frame.edges or piece.container in frame.around:
            found += [together(rest), piece] if rest else [piece]
            rest = []
        else:
            rest.append(piece)
    return [*found, together(rest)] if rest else found
