"""What can be seen on a page, piece by piece: texts, replaced elements and empty painted boxes in document order.

Methods that look at the picture deal these pieces out to areas; `holdings` then says which elements and single texts
each area holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from intaglio.layout import Floats, Layout
from intaglio.page import Bools, Ints, Page

Corners = npt.NDArray[np.float64]
"""(n, 4): left, top, right, bottom."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Texts and elements of a page in document order, and which of them each element's subtree has."""

    page: Page
    text: Ints
    """Text number of each piece, -1 if it is an element."""
    element: Ints
    """The element that a piece is, or that its text stands in."""
    start: Ints
    """By element: its first piece."""
    stop: Ints
    """By element: one past its last piece."""

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self.text)


def pieces_of(page: Page, texts: Bools, elements: Bools) -> Pieces:
    """The marked texts and elements as pieces."""
    numbers, marked = np.flatnonzero(texts).astype(np.int32), np.flatnonzero(elements).astype(np.int32)
    # A text stands right before the first element opened after it.
    place = np.concatenate([2 * page.text_seen[numbers] - 1, 2 * marked])
    order = np.argsort(place, kind="stable")
    element = np.concatenate([page.text_owner[numbers], marked])[order]
    text = np.concatenate([numbers, np.full(len(marked), -1, np.int32)])[order]
    start = np.searchsorted(numbers, page.text_start) + np.searchsorted(marked, np.arange(page.size))
    stop = np.searchsorted(numbers, page.text_stop) + np.searchsorted(marked, page.end)
    return Pieces(page, text, element, start.astype(np.int32), stop.astype(np.int32))


@dataclass(frozen=True, eq=False)
class Content(Pieces):
    """The visible pieces of a page as it is laid out."""

    layout: Layout

    @classmethod
    def of(cls, page: Page, layout: Layout) -> Content:
        """Find the visible pieces of a page."""
        found = pieces_of(page, layout.text_visible, _shown_elements(page, layout))
        return cls(page, found.text, found.element, found.start, found.stop, layout)

    @cached_property
    def corners(self) -> Corners:
        """Left, top, right, bottom of what can be seen of each piece."""
        box = self.layout.seen[self.element].astype(np.float64)
        is_text = self.text >= 0
        box[is_text] = text_boxes(self.layout)[self.text[is_text]]
        box[:, 2:] += box[:, :2]
        return box

    @cached_property
    def bounds(self) -> list[list[float]]:
        """By element: left, top, right, bottom around its pieces and the painted boxes around them.

        Boxes that paint nothing count for nothing: they often span the page, or lie below what floats beside them.
        """
        layout = self.layout
        rows = [[float("inf"), float("inf"), float("-inf"), float("-inf")] for _ in range(self.page.size)]
        for e, corners in zip(self.element.tolist(), self.corners.tolist(), strict=True):
            _enclose(rows[e], corners)
        painted = layout.visible & (layout.own_background | (layout.border > 0).any(axis=1)) & (self.stop > self.start)
        for e in np.flatnonzero(painted).tolist():
            x, y, width, height = layout.seen[e].tolist()
            _enclose(rows[e], (x, y, x + width, y + height))
        parent = self.page.parent.tolist()
        for e in range(self.page.size - 1, 0, -1):
            _enclose(rows[parent[e]], rows[e])
        return rows

    @cached_property
    def characters(self) -> Ints:
        """Characters of each piece but white space; 0 if it is an element."""
        texts = self.page.texts
        return np.array([len("".join(texts[t].split())) if t >= 0 else 0 for t in self.text.tolist()], np.int32)


def _enclose(outer: list[float], inner: Sequence[float]) -> None:
    """Grow a rectangle of corners until it holds another."""
    if inner[0] < outer[0]:
        outer[0] = inner[0]
    if inner[1] < outer[1]:
        outer[1] = inner[1]
    if inner[2] > outer[2]:
        outer[2] = inner[2]
    if inner[3] > outer[3]:
        outer[3] = inner[3]


def text_boxes(layout: Layout) -> Floats:
    """x, y, width, height of what can be seen of each text; zeros if nothing can."""
    boxes = np.zeros((len(layout.text_visible), 4), np.float32)
    lines = np.flatnonzero((layout.line_seen[:, 2:] > 0).all(axis=1))
    if len(lines):
        texts, first = np.unique(layout.line_text[lines], return_index=True)
        seen = layout.line_seen[lines]
        low = np.minimum.reduceat(seen[:, :2], first)
        boxes[texts] = np.hstack([low, np.maximum.reduceat(seen[:, :2] + seen[:, 2:], first) - low])
    return boxes


def _shown_elements(page: Page, layout: Layout) -> Bools:
    """Visible replaced elements, and visible painted boxes that hold neither those nor visible texts."""
    replaced = layout.visible & layout.replaced
    painted = layout.visible & (layout.own_background | (layout.border > 0).any(axis=1))
    painted &= ~_holds(page, replaced, layout.text_visible)
    below = _counts(painted)
    shown: Bools = replaced | (painted & (below[page.end] - below[:-1] == 1))
    return shown


def _holds(page: Page, elements: Bools, texts: Bools) -> Bools:
    """Whether each subtree has one of the marked elements or texts."""
    marked, written = _counts(elements), _counts(texts)
    held: Bools = (marked[page.end] > marked[:-1]) | (written[page.text_stop] > written[page.text_start])
    return held


def _counts(marks: Bools) -> npt.NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(marks)])


def holdings(content: Pieces, owner: Ints, areas: int) -> Sequence[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The elements and single texts of each area, given the area that each piece belongs to, -1 for none.

    An area holds an element if all pieces below it are the area's; of nested ones the topmost. Texts whose elements
    hold pieces of other areas, too, are listed one by one.
    """
    page = content.page
    elements: list[list[int]] = [[] for _ in range(areas)]
    texts: list[list[int]] = [[] for _ in range(areas)]
    if not len(content):
        return [((), ())] * areas
    changes = np.concatenate([[0], np.cumsum(owner[1:] != owner[:-1]), [0]])
    filled = content.stop > content.start
    last = np.maximum(content.stop - 1, content.start)
    whole = filled & (changes[last] == changes[content.start])
    first_owner = owner[np.minimum(content.start, len(owner) - 1)]
    whole &= first_owner >= 0
    topmost = whole.copy()
    topmost[1:] &= ~whole[page.parent[1:]]
    for e in np.flatnonzero(topmost).tolist():
        elements[first_owner[e]].append(e)
    single = (content.text >= 0) & ~whole[content.element] & (owner >= 0)
    for piece in np.flatnonzero(single).tolist():
        texts[owner[piece]].append(int(content.text[piece]))
    return [(tuple(sorted(held)), tuple(sorted(alone))) for held, alone in zip(elements, texts, strict=True)]
