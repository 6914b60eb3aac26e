"""Zone: an area under construction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

from intaglio.segment.burget.style import Style


@dataclass(slots=True, eq=False)
class Zone:
    """A rectangle with pieces of content, or with zones in it."""

    corners: Sequence[float]
    """Left, top, right, bottom."""
    style: Style
    pieces: list[int] = field(default_factory=list)
    """Of a leaf."""
    children: list[Zone] = field(default_factory=list)
    framed: bool = False
    """A border or background tells it from what is around it."""
    weight: int = 0
    """Of the separators between its children."""


def around(corners: Iterable[Sequence[float]]) -> list[float]:
    """Left, top, right, bottom of several rectangles together."""
    lefts, tops, rights, bottoms = zip(*corners, strict=True)
    return [min(lefts), min(tops), max(rights), max(bottoms)]


def joined(zones: Sequence[Zone]) -> Zone:
    """One leaf of several."""
    pieces = sorted(piece for zone in zones for piece in zone.pieces)
    return Zone(around(zone.corners for zone in zones), reduce(add, (zone.style for zone in zones)), pieces)


def grouped(zones: Sequence[Zone]) -> Zone:
    """A zone with others as its children."""
    style = reduce(add, (zone.style for zone in zones))
    return Zone(around(zone.corners for zone in zones), style, children=list(zones))
