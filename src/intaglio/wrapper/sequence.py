"""Aligning a sequence of nodes with a sequence of places: the best sum of fits less the costs of gaps.

Places may be left empty, nodes may fit nowhere, and spans of places may be run through several times. A gap costs
something to open, so that of equal alignments the one in fewer pieces is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Span = tuple[int, int]
"""First and last place of what may be repeated."""

NEVER = -1e9
STRAY = 2.0
"""Cost of a node that fits nowhere."""
OPEN = 1.0
"""Cost of the first of several empty places."""
_SAME = 1e-6


def best_places(fits: Floats, empty: Floats, repeats: Sequence[Span] = ()) -> list[int]:
    """For each node (row of `fits`) the place (column) it takes, or -1; `empty` is the cost of an empty place."""
    nodes, places = fits.shape
    cost = np.concatenate(([0.0], np.cumsum(empty)))
    placed = np.full((nodes + 1, places + 1), NEVER)
    apart = np.empty((nodes + 1, places + 1))
    placed[0, 0] = 0.0
    apart[0] = -OPEN - cost
    _run_again(placed[0], apart[0], cost, repeats)
    for node in range(1, nodes + 1):
        before = np.maximum(placed[node - 1], apart[node - 1])
        np.add(before[:-1], fits[node - 1], out=placed[node, 1:])
        row = np.maximum(placed[node] - OPEN, before - STRAY)
        apart[node] = np.maximum.accumulate(row + cost) - cost
        _run_again(placed[node], apart[node], cost, repeats)
    return _trace(placed, apart, empty, dict(repeats))


def _run_again(placed: Floats, apart: Floats, cost: Floats, repeats: Sequence[Span]) -> None:
    """Let whoever is past the end of a span stand at its start."""
    for first, last in repeats:
        best = max(placed[last + 1], apart[last + 1])
        if best > apart[first]:
            apart[first] = best
            apart[first:] = np.maximum.accumulate(apart[first:] + cost[first:]) - cost[first:]


def _trace(placed: Floats, apart: Floats, empty: Floats, repeats: dict[int, int]) -> list[int]:
    """Go back from the end: `placed` is best where the last node took the last place, `apart` where it did not."""
    node, place = placed.shape[0] - 1, placed.shape[1] - 1
    taken = [-1] * node
    jumps: set[int] = set()
    here = placed[node, place] >= apart[node, place]
    while node > 0:
        if here:
            node, place = node - 1, place - 1
            taken[node] = place
            jumps.clear()
            here = placed[node, place] >= apart[node, place]
            continue
        value = apart[node, place]
        if abs(placed[node, place] - OPEN - value) < _SAME:
            here = True
        elif abs(max(placed[node - 1, place], apart[node - 1, place]) - STRAY - value) < _SAME:
            node -= 1
            jumps.clear()
            here = placed[node, place] >= apart[node, place]
        elif place > 0 and abs(apart[node, place - 1] - empty[place - 1] - value) < _SAME:
            place -= 1
        elif place in repeats and place not in jumps:
            jumps.add(place)
            place = repeats[place] + 1
            here = placed[node, place] >= apart[node, place]
        else:
            node -= 1
            jumps.clear()
    return taken
