"""The boxes that are clustered: every line of text and every image, as small as they can be seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from intaglio.layout import Layout
from intaglio.page import Ints, Page
from intaglio.segment.boxes.cell_grid import Grid

Numbers = npt.NDArray[np.float64]

LINE_INSET = 0.1
"""Share of a text line's height, above and below, in which it may overlap the next line without touching it."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """Columns by box."""

    corners: Numbers
    """(n, 4) left, top, right, bottom in pixels."""
    core: Numbers
    """(n, 4) the same less the rim in which lines set tightly overlap; what counts for who lies beside whom."""
    colour: Numbers
    """(n, 3) red, green, blue from 0 to 1: of the text, or of what lies behind an image."""
    line: Ints
    """Text line that the box is, -1 for an image."""
    element: Ints
    """The image, or the element that the line stands in."""

    def __len__(self) -> int:
        """Return the number of boxes."""
        return len(self.corners)


def boxes_of(page: Page, layout: Layout) -> Boxes:
    """All lines of text and images that can be seen; what contains another box is left out."""
    readable = layout.text_visible[layout.line_text] & (layout.line_seen[:, 2:] > 0).all(axis=1)
    lines = np.flatnonzero(readable).astype(np.int32)
    images = np.flatnonzero(layout.replaced & layout.visible).astype(np.int32)
    corners = np.vstack([layout.line_seen[lines], layout.seen[images]]).astype(np.float64)
    corners[:, 2:] += corners[:, :2]
    line = np.concatenate([lines, np.full(len(images), -1, np.int32)])
    element = np.concatenate([page.text_owner[layout.line_text[lines]], images])
    colour = np.vstack([layout.colour[element[: len(lines)], :3], layout.background[images, :3]]) / 255
    backed = _backed(page, layout, line, element)
    there = backed >= 0
    seen = layout.seen[backed[there]].astype(np.float64)
    corners[there] = np.hstack([seen[:, :2], seen[:, :2] + seen[:, 2:]])
    colour[there] = layout.background[backed[there], :3] / 255
    core = corners.copy()
    rim = np.where(line >= 0, LINE_INSET, 0.0) * (corners[:, 3] - corners[:, 1])
    core[:, 1] += rim
    core[:, 3] -= rim
    kept = ~_contain_others(core)
    return Boxes(corners[kept], core[kept], colour[kept], line[kept], element[kept])


def _backed(page: Page, layout: Layout, line: Ints, element: Ints) -> Ints:
    """For each box the smallest element around it and no other box that paints a background colour; else -1.

    A chain of boxes in boxes without branches is one box: the innermost that can be told by its background.
    """
    before = np.concatenate([[0], np.cumsum(np.bincount(element, minlength=page.size))])
    alone = (before[page.end] - before[:-1]) == 1
    painted = layout.own_background & layout.visible & (layout.seen[:, 2:] > 0).all(axis=1)
    found = np.full(len(line), -1, np.int32)
    for box in np.flatnonzero(alone[element]).tolist():
        e = int(element[box])
        while e > 0 and alone[e]:
            if painted[e] and (line[box] >= 0 or e != element[box]):
                found[box] = e
                break
            e = int(page.parent[e])
    return found


def _contain_others(corners: Numbers) -> npt.NDArray[np.bool_]:
    """Which boxes contain another one; of equal ones all but the last."""
    grid = Grid()
    for box, rect in enumerate(corners.tolist()):
        grid.add(box, rect)
    containing = np.zeros(len(corners), np.bool_)
    for box, (left, top, right, bottom) in enumerate(corners.tolist()):
        for other in grid.at((left + right) / 2, (top + bottom) / 2):
            x1, y1, x2, y2 = corners[other].tolist()
            if other == box or not (x1 <= left and y1 <= top and x2 >= right and y2 >= bottom):
                continue
            if (x1, y1, x2, y2) != (left, top, right, bottom) or other < box:
                containing[other] = True
    return containing
