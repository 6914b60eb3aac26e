"""What overflow, `clip` and the document's edges leave of each box."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from intaglio.layout.layout import Bools, Bytes, Display, Floats, Ints, Position

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_NO_OVERFLOW = (
    Display.INLINE, Display.CONTENTS, Display.TABLE_ROW, Display.TABLE_ROW_GROUP, Display.TABLE_COLUMN,
)  # fmt: skip
_INFINITE = float("inf")
_EVERYTHING: Rect = (0.0, 0.0, _INFINITE, _INFINITE)
"""What lies left of or above the document's origin cannot be scrolled to."""
_LENGTH = re.compile(r"(-?[\d.]+)(px|%)?|auto")
_INFLATED = 1e9


@dataclass(frozen=True, slots=True)
class Flow:
    """Columns by element that decide about clipping."""

    parent: Ints
    box: Floats
    border: Floats
    has_box: Bools
    display: Bytes
    position: Bytes
    overflow: Bytes
    """(n, 2) in x and y: 0 visible, 1 cut off, 2 scrolled."""
    transformed: Bools
    clip: dict[int, str]
    """`clip` or `clip-path` of the few elements that have one."""
    viewport: tuple[int, int]


def nearest(chosen: Bools, parent: Ints) -> Ints:
    """For each element the nearest chosen one among itself and its ancestors; the root, if there is none."""
    up = np.where(chosen, np.arange(len(parent), dtype=np.int32), np.maximum(parent, 0))
    while True:
        further = up[up]
        if np.array_equal(further, up):
            return up
        up = further


def clips(flow: Flow) -> tuple[Floats, Floats]:
    """The rectangle (left, top, right, bottom) that cuts off each element, and the one for what flows inside it.

    An overflow clips what has the element in its chain of containing blocks: absolute boxes escape to the nearest
    positioned ancestor, fixed ones to the nearest transformed one.
    """
    clipping = (flow.overflow > 0).any(axis=1) & ~np.isin(flow.display, _NO_OVERFLOW) & flow.has_box
    _leave_to_viewport(clipping, flow)
    holding = (flow.position != Position.STATIC) | flow.transformed
    special = clipping | holding
    special[list(flow.clip)] = True
    special[0] = True
    near = nearest(special, flow.parent)
    numbers = np.flatnonzero(special)
    outer: dict[int, Rect] = {}
    inside: dict[int, tuple[Rect, Rect, Rect]] = {}
    positions, transformed = flow.position.tolist(), flow.transformed.tolist()
    for e in numbers.tolist():
        above = int(flow.parent[e])
        flowing, absolute, fixed = inside[int(near[above])] if above >= 0 else (_EVERYTHING,) * 3
        position = positions[e]
        cut = absolute if position == Position.ABSOLUTE else fixed if position == Position.FIXED else flowing
        if e in flow.clip:
            cut = _meet(cut, _own_clip(flow.clip[e], flow.box[e].tolist()))
        outer[e] = cut
        inner = _meet(cut, _padding_box(flow, e)) if clipping[e] else cut
        moved = transformed[e]
        inside[e] = (inner, inner if moved or position != Position.STATIC else absolute, inner if moved else fixed)
    own = np.array([outer[e] for e in numbers.tolist()], np.float32)
    within = np.array([inside[e][0] for e in numbers.tolist()], np.float32)
    rank = np.zeros(len(special), np.int32)
    rank[numbers] = np.arange(len(numbers))
    inner_clip = within[rank[near]]
    outer_clip = inner_clip.copy()
    outer_clip[numbers] = own
    return outer_clip, inner_clip


def _leave_to_viewport(clipping: Bools, flow: Flow) -> None:
    """The root's overflow, or else the body's, is the window's; and a scroller as large as the window is the page's
    own: whatever is in it can be reached, so it cuts off nothing.
    """
    clipping[0] = False
    bodies = np.flatnonzero((flow.parent == 0) & (flow.display != Display.NONE))
    if len(bodies) and not flow.overflow[0].any():
        clipping[bodies[0]] = False
    wide, high = flow.viewport
    large = (flow.box[:, 2] >= wide / 2) & (flow.box[:, 3] >= high / 2)
    clipping &= ~((flow.overflow[:, 1] == 2) & large)


def _padding_box(flow: Flow, e: int) -> Rect:
    x, y, width, height = flow.box[e].tolist()
    top, right, bottom, left = flow.border[e].tolist()
    horizontal, vertical = flow.overflow[e].tolist()
    return (
        x + left if horizontal else -_INFINITE, y + top if vertical else -_INFINITE,
        x + width - right if horizontal else _INFINITE, y + height - bottom if vertical else _INFINITE,
    )  # fmt: skip


def _own_clip(text: str, box: list[float]) -> Rect:
    """The rectangle that `clip: rect(…)` or `clip-path: inset(…)` leaves; other shapes cut off nothing."""
    x, y, width, height = box
    words = [found.group() for found in _LENGTH.finditer(text.partition("(")[2].partition("round")[0])]
    if not words or not text.startswith(("rect(", "inset(")):
        return (-_INFINITE, -_INFINITE, _INFINITE, _INFINITE)
    if text.startswith("rect("):
        if len(words) < 4:
            return (-_INFINITE, -_INFINITE, _INFINITE, _INFINITE)
        top, right, bottom, left = words[:4]
        return (
            x + _length(left, 0, -_INFLATED), y + _length(top, 0, -_INFLATED),
            x + _length(right, 0, _INFLATED), y + _length(bottom, 0, _INFLATED),
        )  # fmt: skip
    top, right, bottom, left = (words * 4)[:4] if len(words) < 3 else (words + words[1:2])[:4]
    return (
        x + _length(left, width, 0), y + _length(top, height, 0),
        x + width - _length(right, width, 0), y + height - _length(bottom, height, 0),
    )  # fmt: skip


def _length(word: str, whole: float, auto: float) -> float:
    if word == "auto":
        return auto
    number = float(word.removesuffix("px").removesuffix("%"))
    return number * whole / 100 if word.endswith("%") else number


def _meet(one: Rect, other: Rect) -> Rect:
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def cut(box: Floats, clip: Floats) -> Floats:
    """Boxes (x, y, width, height) cut by rectangles (left, top, right, bottom); zeros where nothing is left."""
    left = np.maximum(box[:, 0], clip[:, 0])
    top = np.maximum(box[:, 1], clip[:, 1])
    width = np.minimum(box[:, 0] + box[:, 2], clip[:, 2]) - left
    height = np.minimum(box[:, 1] + box[:, 3], clip[:, 3]) - top
    gone = (width <= 0) & (box[:, 2] > 0) | (height <= 0) & (box[:, 3] > 0) | (width < 0) | (height < 0)
    seen = np.stack([left, top, width, height], axis=1).astype(np.float32)
    seen[gone] = 0
    return seen
