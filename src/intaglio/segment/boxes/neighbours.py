"""Neighbours of boxes: in each direction the nearest boxes that share a pixel row or column with a box.

One sweep an axis and direction: boxes are laid down from the far end, each covering what lies behind it, so that a box
sees the nearest ones where it looks. Nothing compares all pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from intaglio.segment.boxes.page_boxes import Boxes, Numbers

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Columns by pair of neighbours, each pair once, the smaller number first."""

    one: Counts
    other: Counts
    gap: Numbers
    """Pixels between their facing edges."""
    across: npt.NDArray[np.bool_]
    """They stand side by side, not one above the other."""
    farthest: Numbers
    """By box: the largest gap to a neighbour of its own; 0 if it has none."""


def neighbours(boxes: Boxes) -> Neighbours:
    """Find the direct neighbours of all boxes to the left, right, above and below."""
    found: dict[tuple[int, int], tuple[float, bool]] = {}
    farthest = np.zeros(len(boxes))
    for axis in (0, 1):
        for forward in (True, False):
            for box, near in _sweep(boxes.core, axis, forward=forward):
                for other in near:
                    gap = _gap(boxes.corners, box, other, axis)
                    farthest[box] = max(farthest[box], gap)
                    pair = (box, other) if box < other else (other, box)
                    found.setdefault(pair, (gap, axis == 0))
    pairs = sorted(found)
    both = np.array(pairs, np.int64).reshape(-1, 2)
    return Neighbours(
        both[:, 0], both[:, 1],
        np.array([found[pair][0] for pair in pairs], np.float64),
        np.array([found[pair][1] for pair in pairs], np.bool_),
        farthest,
    )  # fmt: skip


def _gap(corners: Numbers, one: int, other: int, axis: int) -> float:
    start = max(corners[one, axis], corners[other, axis])
    return max(0.0, float(start - min(corners[one, axis + 2], corners[other, axis + 2])))


def _sweep(core: Numbers, axis: int, *, forward: bool) -> list[tuple[int, list[int]]]:
    """For every box those it meets first when it looks along an axis, equally near ones all."""
    near, far = (core[:, axis], core[:, axis + 2]) if forward else (-core[:, axis + 2], -core[:, axis])
    edges = np.unique(np.concatenate([core[:, 1 - axis], core[:, 3 - axis]]))
    start, stop = np.searchsorted(edges, core[:, 1 - axis]), np.searchsorted(edges, core[:, 3 - axis])
    # Boxes are laid down where they begin and look out from where they end; at one place laying down comes first.
    order = np.lexsort((np.repeat([0, 1], len(core)), -np.concatenate([near, far])))
    covering = np.full(len(edges), -1, np.int64)
    nearness = near.tolist()
    found = []
    for event in order.tolist():
        box = event % len(core)
        cells = covering[start[box] : stop[box]]
        if event < len(core):
            cells[:] = box
            continue
        met = set(cells.tolist()) - {-1, box}
        if met:
            first = min(nearness[other] for other in met)
            found.append((box, [other for other in met if nearness[other] <= first]))
    return found
