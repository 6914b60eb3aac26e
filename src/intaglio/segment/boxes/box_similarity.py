"""How unlike two neighbouring boxes are, from 0 (alike) to 1: by distance, shape and colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from intaglio.segment.boxes.forest import Forest
from intaglio.segment.boxes.neighbours import Neighbours
from intaglio.segment.boxes.page_boxes import Boxes, Numbers

_SHAPE, _COLOUR, _DISTANCE = 0.3, 0.5, 0.2
"""Weights of the reference implementation, after its authors' experiments."""
_REACH = 1.5
"""Times the smallest side of two boxes: how far apart aligned boxes still count as a row or column."""


def graded(boxes: Boxes, pairs: Neighbours) -> Numbers:
    """The mean of distance, shape and colour; touching boxes are alike."""
    distance = _distance(pairs)
    return np.where(distance <= 0, 0.0, (distance + _shape(boxes, pairs) + _colour(boxes, pairs)) / 3)


def paper(boxes: Boxes, pairs: Neighbours) -> Numbers:
    """To the letter: as graded, but boxes that are each other's farthest neighbours are wholly unlike."""
    return np.where(_distance(pairs) >= 1, 1.0, graded(boxes, pairs))


def reference(boxes: Boxes, pairs: Neighbours) -> Numbers:
    """Weighted, and divided by how many boxes stand in line with the two: long lists hold together."""
    distance = _distance(pairs)
    mixed = _SHAPE * _shape(boxes, pairs) + _COLOUR * _colour(boxes, pairs) + _DISTANCE * distance
    return np.where(distance <= 0, 0.0, np.minimum(1.0, mixed / (2 * _alignment(boxes, pairs))))


SIMILARITIES: Mapping[str, Callable[[Boxes, Neighbours], Numbers]] = MappingProxyType(
    {"graded": graded, "paper": paper, "reference": reference}
)


def _distance(pairs: Neighbours) -> Numbers:
    """The gap as a share of each one's largest gap to a neighbour, averaged over the two."""
    total = np.zeros(len(pairs.gap))
    for box in (pairs.one, pairs.other):
        farthest = pairs.farthest[box]
        total += np.minimum(1.0, np.divide(pairs.gap, farthest, out=np.zeros_like(total), where=farthest > 0))
    return total / 2


def _shape(boxes: Boxes, pairs: Neighbours) -> Numbers:
    width = np.maximum(boxes.corners[:, 2] - boxes.corners[:, 0], 1)
    height = np.maximum(boxes.corners[:, 3] - boxes.corners[:, 1], 1)
    one, other = (width / height)[pairs.one], (width / height)[pairs.other]
    largest = np.max([one, other, 1 / one, 1 / other], axis=0)
    span = largest - 1 / largest
    ratio = np.divide(np.abs(one - other), span, out=np.zeros_like(span), where=span > 0)
    areas = np.sort([(width * height)[pairs.one], (width * height)[pairs.other]], axis=0)
    shape: Numbers = (ratio + 1 - areas[0] / areas[1]) / 2
    return shape


def _colour(boxes: Boxes, pairs: Neighbours) -> Numbers:
    difference = boxes.colour[pairs.one] - boxes.colour[pairs.other]
    distance: Numbers = np.sqrt((difference**2).sum(axis=1) / 3)
    return distance


def _alignment(boxes: Boxes, pairs: Neighbours) -> Numbers:
    """1 for a pair that shares no edge or lies too far apart, else the number of boxes in its row or column.

    A row or column is what neighbours in one direction reach over one shared edge, each step within its own limit.
    """
    corners = np.round(boxes.corners)
    sides = np.minimum(boxes.corners[:, 2] - boxes.corners[:, 0], boxes.corners[:, 3] - boxes.corners[:, 1])
    close = pairs.gap <= np.floor(_REACH * np.minimum(sides[pairs.one], sides[pairs.other]))
    shared = corners[pairs.one] == corners[pairs.other]
    side = np.where(shared.any(axis=1) & close, shared.argmax(axis=1), -1)
    score = np.ones(len(pairs.gap))
    for across in (False, True):
        for edge in range(4):
            chosen = np.flatnonzero((side == edge) & (pairs.across == across))
            forest = Forest(len(boxes))
            for pair in chosen.tolist():
                forest.join(int(pairs.one[pair]), int(pairs.other[pair]))
            score[chosen] = [forest.size[forest.root(int(box))] for box in pairs.one[chosen].tolist()]
    return score
