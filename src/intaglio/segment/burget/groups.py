"""Separators between the zones in a zone, and the groups they leave: cut along the heaviest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from intaglio.segment.burget.burget_options import BurgetOptions
from intaglio.segment.burget.style import alike
from intaglio.segment.burget.zones import Zone, grouped, joined
from intaglio.segment.parted_runs import runs

DEEPEST = 60
"""Groups within groups; only pages made to be cut forever reach it."""
HEAVIEST = 10
"""White space beyond what weighs this much parts no more."""

Cut = tuple[list[list[Zone]], int]
"""The parts of a zone, and the weight of the separators between them."""


def group(zones: Sequence[Zone], options: BurgetOptions) -> Zone:
    """A zone whose children are nested groups of these zones, down to what no separator parts."""
    top = grouped(zones)
    stack = [(top, 0)]
    while stack:
        current, depth = stack.pop()
        cut = heaviest_cut(current.children, options) if len(current.children) > 1 and depth < DEEPEST else None
        if cut is None:
            current.children = merge_alike(current.children)
            continue
        parts, current.weight = cut
        current.children = [grouped(part) if len(part) > 1 else part[0] for part in parts]
        stack += [(child, depth + 1) for child, part in zip(current.children, parts, strict=True) if len(part) > 1]
    return top


def heaviest_cut(zones: Sequence[Zone], options: BurgetOptions) -> Cut | None:
    """Along the heaviest separators of one direction, horizontal if both weigh the same; None without any."""
    best: Cut | None = None
    for axis in (1, 0):
        spans = ((zone.corners[axis], zone.corners[axis + 2], number) for number, zone in enumerate(zones))
        cells = [[zones[number] for number in run] for run in runs(spans, options.slack)]
        weights = [weigh(one, other, axis, options) for one, other in pairwise(cells)]
        heaviest = max(weights, default=0)
        if heaviest > (best[1] if best else 0):
            parts = [cells[0]]
            for cell, weight in zip(cells[1:], weights, strict=True):
                if weight == heaviest:
                    parts.append(cell)
                else:
                    parts[-1] += cell
            best = parts, heaviest
    return best


def weigh(before: Sequence[Zone], after: Sequence[Zone], axis: int, options: BurgetOptions) -> int:
    """A tenth of its pixels, twice that if it is vertical; 0 if it is no separator.

    A frame beside it makes it one however narrow it is. Between unframed zones it has to weigh enough, the more the
    larger the font before it.
    """
    start = max(zone.corners[axis + 2] for zone in before)
    stop = min(zone.corners[axis] for zone in after)
    length = _length([*before, *after], 1 - axis)
    weight = min(int(min(stop - start, length) / 10) * (1 if axis else 2), HEAVIEST)
    beside = [zone for zone in before if zone.corners[axis + 2] >= start - options.slack]
    if any(zone.framed for zone in (*beside, *(zone for zone in after if zone.corners[axis] <= stop + options.slack))):
        return max(weight, 1)
    font = max(zone.style.mean()[0] for zone in beside)
    return weight if weight >= max(options.lightest, int(font / 10)) else 0


def _length(zones: Sequence[Zone], axis: int) -> float:
    return max(zone.corners[axis + 2] for zone in zones) - min(zone.corners[axis] for zone in zones)


def merge_alike(zones: Sequence[Zone]) -> list[Zone]:
    """Join leaves of one style that follow each other with no separator between: homogeneous leaves."""
    merged: list[list[Zone]] = []
    for zone in sorted(zones, key=lambda zone: (zone.corners[1], zone.corners[0])):
        if merged and _plain(zone) and _plain(merged[-1][-1]) and alike(merged[-1][-1].style, zone.style):
            merged[-1].append(zone)
        else:
            merged.append([zone])
    return [run[0] if len(run) == 1 else joined(run) for run in merged]


def _plain(zone: Zone) -> bool:
    return not zone.children and not zone.framed
