"""How much of the page each element is: where it begins and ends from top to bottom, and how much content it holds.

With a layout that is height and visible content on the screen; without one the place of its text in the source, so
that everything built on it works either way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from intaglio.layout import Layout
from intaglio.page import BLOCK, Bools, Page
from intaglio.page.tags import codes
from intaglio.segment.area_tree import Rect
from intaglio.segment.visible import hidden_elements, seen_texts

Numbers = npt.NDArray[np.float64]

IMAGE_PIXELS = 256
"""Pixels of an image that count as much as a character."""
IMAGE_CHARACTERS = 40
"""Characters that an image counts as without layout."""
SPECK = 100
"""Square pixels below which a painted box without content is nothing to see."""
_IMAGES = codes("img svg canvas video object embed iframe frame input select textarea button")


@dataclass(frozen=True, eq=False)
class Extent:
    """Columns by element number."""

    low: Numbers
    """(n, 2) left and top of what is seen of it; without layout 0 and the content before it."""
    high: Numbers
    """(n, 2) right and bottom; without layout 1 and the content up to its end."""
    mass: Numbers
    """Content it holds: visible characters and images."""
    seen: Bools
    """There is something in it to see."""
    inline: Bools
    """It stands in a line of text."""
    text_seen: Bools
    """By text: it can be seen."""
    laid_out: bool

    @cached_property
    def height(self) -> Numbers:
        """From top to bottom."""
        return self.high[:, 1] - self.low[:, 1]

    @cached_property
    def width(self) -> Numbers:
        """From left to right."""
        return self.high[:, 0] - self.low[:, 0]


def extent_of(page: Page, layout: Layout | None) -> Extent:
    """Measure all elements of a page."""
    return _rendered(page, layout) if layout is not None else _as_written(page)


def rect_around(extent: Extent, elements: list[int], texts: list[int], layout: Layout | None) -> Rect | None:
    """The rectangle around what is seen of these; None without layout or if there is nothing."""
    if layout is None:
        return None
    low, high = extent.low[elements], extent.high[elements]
    if texts:
        lines = np.concatenate([np.arange(*layout.line_start[t : t + 2]) for t in texts])
        boxes = layout.line_seen[lines]
        boxes = boxes[(boxes[:, 2:] > 0).all(axis=1)].astype(np.float64)
        low, high = np.vstack([low, boxes[:, :2]]), np.vstack([high, boxes[:, :2] + boxes[:, 2:]])
    there = (high > low).all(axis=1)
    if not there.any():
        return None
    left, top = low[there].min(axis=0).tolist()
    right, bottom = high[there].max(axis=0).tolist()
    return (left, top, right - left, bottom - top)


def _rendered(page: Page, layout: Layout) -> Extent:
    low = np.full((page.size, 2), np.inf)
    high = np.full((page.size, 2), -np.inf)
    shown = layout.visible & (layout.seen[:, 2:] > 0).all(axis=1)
    low[shown] = layout.seen[shown, :2]
    high[shown] = layout.seen[shown, :2] + layout.seen[shown, 2:]
    lines = np.flatnonzero(layout.text_visible[layout.line_text] & (layout.line_seen[:, 2:] > 0).all(axis=1))
    owners = page.text_owner[layout.line_text[lines]]
    np.minimum.at(low, owners, layout.line_seen[lines, :2].astype(np.float64))
    np.maximum.at(high, owners, (layout.line_seen[lines, :2] + layout.line_seen[lines, 2:]).astype(np.float64))
    for depth in range(int(page.depth.max()), 0, -1):
        level = np.flatnonzero(page.depth == depth)
        np.minimum.at(low, page.parent[level], low[level])
        np.maximum.at(high, page.parent[level], high[level])
    empty = (high <= low).any(axis=1)
    low[empty] = high[empty] = 0
    images = (layout.replaced & layout.visible) * layout.seen[:, 2:].prod(axis=1, dtype=np.float64) / IMAGE_PIXELS
    mass = _mass(page, layout.text_visible, images)
    painted = shown & (layout.own_background | (layout.border > 0).any(axis=1))
    painted &= layout.seen[:, 2:].prod(axis=1) >= SPECK
    before = np.concatenate([[0], np.cumsum(painted)])
    seen = (mass > 0) | (before[page.end] > before[:-1])
    return Extent(low, high, mass, seen, layout.inline, layout.text_visible, laid_out=True)


def _as_written(page: Page) -> Extent:
    shown = ~hidden_elements(page)
    images = np.where(shown & np.isin(page.tag, list(_IMAGES)), float(IMAGE_CHARACTERS), 0.0)
    text_seen = seen_texts(page, None)
    mass = _mass(page, text_seen, images)
    texts = np.concatenate([[0.0], np.cumsum(_lengths(page) * text_seen)])
    before = texts[page.text_start] + np.cumsum(images) - images
    ones = np.ones(page.size)
    low, high = np.stack([ones * 0, before], axis=1), np.stack([ones, before + mass], axis=1)
    inline = ~np.isin(page.tag, list(BLOCK))
    return Extent(low, high, mass, mass > 0, inline, text_seen, laid_out=False)


def _mass(page: Page, text_seen: Bools, images: Numbers) -> Numbers:
    """Characters of the visible texts below each element, and what its images count as."""
    texts = np.concatenate([[0.0], np.cumsum(_lengths(page) * text_seen)])
    pictures = np.concatenate([[0.0], np.cumsum(images)])
    mass: Numbers = texts[page.text_stop] - texts[page.text_start] + pictures[page.end] - pictures[:-1]
    return mass


def _lengths(page: Page) -> Numbers:
    return np.array([len("".join(text.split())) for text in page.texts], np.float64)
