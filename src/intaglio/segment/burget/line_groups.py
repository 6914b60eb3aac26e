"""Lines and paragraphs: leaves side by side become a line, lines of one style below each other a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from intaglio.segment.burget.style import alike
from intaglio.segment.burget.zones import Zone, joined

_BAND = 16
"""Pixels of the bands in which neighbours are looked for."""
_BANDS = 256
"""Bands that a leaf is put into at most."""


def find_lines(leaves: Sequence[Zone], gap: float) -> list[Zone]:
    """Join leaves that stand side by side: on one background, and no further apart than so many font sizes."""
    bands: dict[int, list[int]] = {}
    for number, leaf in enumerate(leaves):
        first, last = int(leaf.corners[1] // _BAND), int(leaf.corners[3] // _BAND)
        for band in range(first, min(last, first + _BANDS) + 1):
            bands.setdefault(band, []).append(number)

    def side_by_side(one: Zone, other: Zone) -> bool:
        overlap = min(one.corners[3], other.corners[3]) - max(one.corners[1], other.corners[1])
        lower = min(one.corners[3] - one.corners[1], other.corners[3] - other.corners[1])
        if overlap < lower / 2 or one.style.background != other.style.background:
            return False
        return other.corners[0] - one.corners[2] <= gap * _font_size(one, other)

    rows = (sorted(band, key=lambda number: leaves[number].corners[0]) for band in bands.values())
    return _join(leaves, rows, side_by_side)


def find_paragraphs(lines: Sequence[Zone], gap: float) -> list[Zone]:
    """Join lines below each other that start at one edge and have one style."""
    edges: dict[int, list[int]] = {}
    for number, line in enumerate(lines):
        edges.setdefault(round(line.corners[0]), []).append(number)

    def one_below(one: Zone, other: Zone) -> bool:
        return other.corners[1] - one.corners[3] <= gap * _font_size(one, other) and alike(one.style, other.style)

    columns = (sorted(edge, key=lambda number: lines[number].corners[1]) for edge in edges.values())
    return _join(lines, columns, one_below)


def _font_size(one: Zone, other: Zone) -> float:
    return max(one.style.mean()[0], other.style.mean()[0])


def _join(zones: Sequence[Zone], neighbours: Iterable[Sequence[int]], fits: Callable[[Zone, Zone], bool]) -> list[Zone]:
    """Join neighbours that fit, and what they were joined with."""
    leader = list(range(len(zones)))

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for row in neighbours:
        for one, other in pairwise(row):
            if find(one) != find(other) and fits(zones[one], zones[other]):
                leader[find(other)] = find(one)
    sets: dict[int, list[Zone]] = {}
    for number, zone in enumerate(zones):
        sets.setdefault(find(number), []).append(zone)
    return [members[0] if len(members) == 1 else joined(members) for members in sets.values()]
