"""What a segmentation is scored on: characters, nodes or pixels, each with the segments it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from intaglio.evaluate.segmentation.bcubed import Member, Weights
from intaglio.layout import Layout
from intaglio.page import Bools, Page
from intaglio.page.tags import codes
from intaglio.segment import Area, Rect

_NO_CONTENT = codes("script style noscript template head")
Corners = npt.NDArray[np.float64]
"""(segments, 4): left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment: whole subtrees, single texts, and the rectangle they take."""

    elements: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    rect: Rect | None = None


def of_area(area: Area) -> Segment:
    """The segment that a leaf area is."""
    return Segment(area.elements, area.texts, area.rect)


def of_element(page: Page, layout: Layout, e: int) -> Segment:
    """The segment of a whole subtree; its rectangle is what can be seen of it."""
    return Segment((e,), (), seen_rect(page, layout, e))


def seen_rect(page: Page, layout: Layout, e: int) -> Rect | None:
    """The rectangle around all that can be seen of a subtree; None if nothing can."""
    below = slice(e, int(page.end[e]))
    lines = slice(int(layout.line_start[page.text_start[e]]), int(layout.line_start[page.text_stop[e]]))
    readable = layout.text_visible[layout.line_text[lines]]
    boxes = np.vstack([layout.seen[below][layout.visible[below]], layout.line_seen[lines][readable]])
    boxes = boxes[(boxes[:, 2:] > 0).all(axis=1)]
    if not len(boxes):
        return None
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0).tolist()
    return (left, top, right - left, bottom - top)


def chars(page: Page, segments: Sequence[Segment]) -> Member:
    """Which texts belong to which segment: those it lists, and those below the elements it lists."""
    member = np.zeros((len(segments), len(page.texts)), np.bool_)
    for row, segment in zip(member, segments, strict=True):
        row[list(segment.texts)] = True
        for e in segment.elements:
            row[page.text_start[e] : page.text_stop[e]] = True
    return member


def char_weights(page: Page) -> Weights:
    """Characters of each text but white space; 0 in what is no content: the head, scripts, `<noscript>`."""
    weights = np.array([len("".join(text.split())) for text in page.texts], np.float64)
    for e in np.flatnonzero(np.isin(page.tag, list(_NO_CONTENT))).tolist():
        weights[page.text_start[e] : page.text_stop[e]] = 0
    return weights


def nodes(page: Page, layout: Layout, segments: Sequence[Segment]) -> Member:
    """Which elements, then texts, belong to which segment: those below what it lists, and elements all of whose
    visible texts and leaves do.
    """
    texts = chars(page, segments)
    member = np.zeros((len(segments), page.size + len(page.texts)), np.bool_)
    leaf = layout.visible & page.leaves & (page.text_start == page.text_stop)
    for number, segment in enumerate(segments):
        listed = np.zeros(page.size, np.bool_)
        for e in segment.elements:
            listed[e : page.end[e]] = True
        inside = _below(page, leaf & listed, layout.text_visible & texts[number])
        held = (inside > 0) & (inside == _below(page, leaf, layout.text_visible))
        member[number] = np.concatenate([listed | held, texts[number]])
    return member


def node_weights(layout: Layout) -> Weights:
    """1 for each visible element and text."""
    return np.concatenate([layout.visible, layout.text_visible]).astype(np.float64)


def _below(page: Page, elements: Bools, texts: Bools) -> npt.NDArray[np.int64]:
    """How many of the marked elements and texts each subtree has."""
    marked = np.concatenate([[0], np.cumsum(elements)])
    written = np.concatenate([[0], np.cumsum(texts)])
    found: npt.NDArray[np.int64] = marked[page.end] - marked[:-1] + written[page.text_stop] - written[page.text_start]
    return found


def pixels(
    size: tuple[float, float], found: Sequence[Segment], truth: Sequence[Segment]
) -> tuple[Member, Member, Weights]:
    """The pieces into which all edges together cut a picture: who covers them, and how many pixels each has.

    Pieces covered by the same rectangles are put together by XOR of a random key per rectangle, so that many
    rectangles need no table of rectangles × pieces.
    """
    whole = np.array([0.0, 0.0, *size])
    corners = np.vstack([_corners(found), _corners(truth)])
    corners = np.clip(corners, np.tile(whole[:2], 2), np.tile(whole[2:], 2))
    across, down = (np.unique(np.append(corners[:, axis::2], whole[axis::2])) for axis in (0, 1))
    keys = np.random.default_rng(0).integers(1, 2**63, len(corners), dtype=np.uint64)
    grid = np.zeros((len(down), len(across)), np.uint64)
    left, right = np.searchsorted(across, corners[:, 0]), np.searchsorted(across, corners[:, 2])
    top, bottom = np.searchsorted(down, corners[:, 1]), np.searchsorted(down, corners[:, 3])
    for rows, columns in ((top, left), (top, right), (bottom, left), (bottom, right)):
        np.bitwise_xor.at(grid, (rows, columns), keys)
    covers = np.bitwise_xor.accumulate(np.bitwise_xor.accumulate(grid, axis=0), axis=1)[:-1, :-1]
    area = np.outer(np.diff(down), np.diff(across))
    _, first, inverse = np.unique(covers, return_index=True, return_inverse=True)
    weights = np.bincount(inverse.ravel(), area.ravel(), minlength=len(first)).astype(np.float64)
    row, column = np.unravel_index(first, covers.shape)
    member = (top[:, None] <= row) & (row < bottom[:, None]) & (left[:, None] <= column) & (column < right[:, None])
    return member[: len(found)], member[len(found) :], weights


def _corners(segments: Sequence[Segment]) -> Corners:
    rects = np.array([segment.rect or (0, 0, 0, 0) for segment in segments], np.float64).reshape(-1, 4)
    return np.hstack([rects[:, :2], rects[:, :2] + rects[:, 2:]])
