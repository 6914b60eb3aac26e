"""The colour behind each element: its own over its ancestors', or, for boxes taken out of the flow, over whatever was
painted below them.
"""

from __future__ import annotations

import numpy as np

from intaglio.layout.clip import nearest
from intaglio.layout.colours import RGBA, WHITE, blend
from intaglio.layout.layout import Bools, Bytes, Floats, Ints, Position

LOOKUPS = 2_000
"""Boxes out of the flow for which what lies below is looked up; beyond, they take their ancestors' colour, so that
the cost stays bounded on pages made of nothing else."""


def backgrounds(parent: Ints, seen: Floats, position: Bytes, paint_order: Ints, own: Bytes, drawn: Bools) -> Bytes:
    """Opaque colour behind each element; `own` are the declared background colours, `drawn` tells which boxes show."""
    painted = (own[:, 3] > 0) & drawn
    lifted = ((position == Position.ABSOLUTE) | (position == Position.FIXED)) & drawn
    special = painted | lifted
    special[0] = True
    near = nearest(special, parent)
    numbers = np.flatnonzero(special)
    order = numbers[np.lexsort((numbers, paint_order[numbers]))]
    canvas = _canvas(parent, own)
    colour: dict[int, RGBA] = {}
    below = _Painted(int(painted.sum()))
    own_rows, painted_list, lifted_list = own.tolist(), painted.tolist(), lifted.tolist()
    for e in order.tolist():
        over: RGBA = tuple(own_rows[e])
        if painted_list[e] and over[3] == 255:
            colour[e] = over
        else:
            hit = below.at(seen[e]) if lifted_list[e] else None
            around = int(near[parent[e]]) if e else -1
            under = colour.get(around if hit is None else hit, canvas)
            colour[e] = blend(over, under) if painted_list[e] else under
        if painted_list[e]:
            below.add(e, seen[e])
    rank = np.zeros(len(parent), np.int32)
    rank[numbers] = np.arange(len(numbers))
    colours = np.array([colour[e] for e in numbers.tolist()], np.uint8)
    return colours[rank[near]]


class _Painted:
    """Boxes painted so far, in order, to find the topmost one at a place; at most `LOOKUPS` times."""

    def __init__(self, room: int) -> None:
        self._corners = np.empty((room, 4), np.float32)
        self._numbers: list[int] = []
        self._lookups = 0

    def add(self, e: int, seen: Floats) -> None:
        """Paint a box over the others."""
        self._corners[len(self._numbers)] = (seen[0], seen[1], seen[0] + seen[2], seen[1] + seen[3])
        self._numbers.append(e)

    def at(self, seen: Floats) -> int | None:
        """The topmost box below the middle of a box; None too when enough has been looked up."""
        if self._lookups == LOOKUPS:
            return None
        self._lookups += 1
        x, y = seen[0] + seen[2] / 2, seen[1] + seen[3] / 2
        corners = self._corners[: len(self._numbers)]
        hits = (corners[:, 0] <= x) & (corners[:, 1] <= y) & (x < corners[:, 2]) & (y < corners[:, 3])
        return self._numbers[len(hits) - 1 - int(np.argmax(hits[::-1]))] if hits.any() else None


def _canvas(parent: Ints, own: Bytes) -> RGBA:
    """The colour of the whole document: the root's or, if it has none, the body's, on white."""
    for e in (0, *np.flatnonzero(parent == 0).tolist()):
        if own[e, 3]:
            over: RGBA = tuple(own[e].tolist())
            return blend(over, WHITE)
    return WHITE
