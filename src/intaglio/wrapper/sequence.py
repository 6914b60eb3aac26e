"""Aligning a sequence of nodes with a sequence of places: the best sum of fits less the costs of gaps.

Places may be left empty, nodes may fit nowhere, and spans of places may be run through several times. A gap costs
something to open, so that of equal alignments the one in fewer pieces is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import add

import numpy as np

Table = Sequence[Sequence[float]]
Span = tuple[int, int]
"""First and last place of what may be repeated."""

NEVER = -1e9
LOST = 2.0
"""Cost of a node that fits nowhere."""
OPEN = 1.0
"""Cost of the first of several empty places."""
_SAME = 1e-6
_SMALL = 300
"""Cells up to which plain lists are faster than arrays."""


def best_places(fits: Table, empty: Sequence[float], repeats: Sequence[Span] = ()) -> list[int]:
    """For each node (row of `fits`) the place (column) it takes, or -1; `empty` is the cost of an empty place."""
    cost = [0.0, *accumulate(empty)]
    small = len(fits) * len(empty) <= _SMALL
    placed, apart = (_small_tables if small else _large_tables)(fits, cost, repeats)
    return _trace(placed, apart, empty, dict(repeats))


def _small_tables(fits: Table, cost: Sequence[float], repeats: Sequence[Span]) -> tuple[Table, Table]:
    """The best sums up to each node and place: where the last node took the last place, and where it did not."""
    placed = [[0.0, *([NEVER] * (len(cost) - 1))]]
    apart = [[-OPEN - gone for gone in cost]]
    _run_again(placed[0], apart[0], cost, repeats)
    for row in fits:
        before = [max(pair) for pair in zip(placed[-1], apart[-1], strict=True)]
        here = [NEVER, *map(add, before, row)]
        best, off = NEVER, []
        for gone, taken, skipped in zip(cost, here, before, strict=True):
            best = max(best, max(taken - OPEN, skipped - LOST) + gone)
            off.append(best - gone)
        _run_again(here, off, cost, repeats)
        placed.append(here)
        apart.append(off)
    return placed, apart


def _large_tables(fits: Table, cost: Sequence[float], repeats: Sequence[Span]) -> tuple[Table, Table]:
    """The same, a row at once."""
    gone = np.array(cost)
    placed = np.full((len(fits) + 1, len(cost)), NEVER)
    apart = np.empty_like(placed)
    placed[0, 0] = 0.0
    apart[0] = -OPEN - gone
    table: list[list[float]] = [apart[0].tolist()]
    _run_again(placed[0].tolist(), table[0], cost, repeats)
    apart[0] = table[0]
    for node, row in enumerate(fits, 1):
        before = np.maximum(placed[node - 1], apart[node - 1])
        np.add(before[:-1], row, out=placed[node, 1:])
        apart[node] = np.maximum.accumulate(np.maximum(placed[node] - OPEN, before - LOST) + gone) - gone
        if repeats:
            again = apart[node].tolist()
            _run_again(placed[node].tolist(), again, cost, repeats)
            apart[node] = again
    return placed.tolist(), apart.tolist()


def _run_again(placed: Sequence[float], apart: list[float], cost: Sequence[float], repeats: Sequence[Span]) -> None:
    """Let whoever is past the end of a span stand at its start."""
    for first, last in repeats:
        best = max(placed[last + 1], apart[last + 1])
        if best > apart[first]:
            apart[first] = best
            for at in range(first, len(apart) - 1):
                apart[at + 1] = max(apart[at + 1], apart[at] + cost[at] - cost[at + 1])


def _trace(placed: Table, apart: Table, empty: Sequence[float], repeats: dict[int, int]) -> list[int]:
    """Go back from the end: `placed` is best where the last node took the last place, `apart` where it did not."""
    node, place = len(placed) - 1, len(empty)
    taken = [-1] * node
    jumps: set[int] = set()
    here = placed[node][place] >= apart[node][place]
    while node > 0:
        if here:
            node, place = node - 1, place - 1
            taken[node] = place
            jumps.clear()
            here = placed[node][place] >= apart[node][place]
            continue
        value = apart[node][place]
        if abs(placed[node][place] - OPEN - value) < _SAME:
            here = True
        elif abs(max(placed[node - 1][place], apart[node - 1][place]) - LOST - value) < _SAME:
            node -= 1
            jumps.clear()
            here = placed[node][place] >= apart[node][place]
        elif place > 0 and abs(apart[node][place - 1] - empty[place - 1] - value) < _SAME:
            place -= 1
        elif place in repeats and place not in jumps:
            jumps.add(place)
            place = repeats[place] + 1
            here = placed[node][place] >= apart[node][place]
        else:
            node -= 1
            jumps.clear()
    return taken
