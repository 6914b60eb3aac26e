"""Aligning a sequence of nodes with a sequence of places: the likeliest way to take them.

Places may be left empty, nodes may fit nowhere, and spans of places may be run through several times. Whether a place
is taken depends on whether the one before it was: a value comes with its label, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from intaglio.wrapper.options import SequenceOptions

FitTable = npt.NDArray[np.float64]
"""How well each node (row) fits each place (column)."""
Table = Sequence[Sequence[float]]
Sums = list[float] | npt.NDArray[np.float64]
Span = tuple[int, int]
"""First and last place of what may be repeated."""

NEVER = -1e9
"""Score of a node at a place that it cannot take."""
_SAME = 1e-6
"""Sums that differ by less are equal, but for rounding."""


class Follow(NamedTuple):
    """Logarithms of how likely a place is taken, or left empty, after the one before it was taken, or left empty."""

    taken_taken: float
    taken_empty: float
    empty_taken: float
    empty_empty: float
    lost: float
    """Cost of a node between the two that fits nowhere, if the first is taken."""


def follow(before: int, here: int, total: int, together: float, options: SequenceOptions = SequenceOptions()) -> Follow:
    """From who has the place before and who has this one, each as the bits of a number, out of so many.

    `together` is how likely both are there or both are not, before anything is known.
    """
    usual, doubt = (here.bit_count() + 0.5) / (total + 1), options.doubt
    both, having = (before & here).bit_count(), before.bit_count()
    after_taken = _sure((both + doubt * max(usual, together)) / (having + doubt), options.sure)
    alone = here.bit_count() - both
    after_empty = _sure((alone + doubt * min(usual, 1 - together)) / (total - having + doubt), options.sure)
    lost = options.lost + options.apart * (together > options.loosely)
    return Follow(log(after_taken), log(1 - after_taken), log(after_empty), log(1 - after_empty), lost)


def _sure(share: float, most: float) -> float:
    return min(max(share, 1 - most), most)


def best_places(
    fits: FitTable,
    follows: Sequence[Follow],
    repeats: Sequence[Span] = (),
    after: Follow | None = None,
    options: SequenceOptions = SequenceOptions(),
) -> list[int]:
    """For each node (row of `fits`) the place (column) it takes, or -1.

    What comes before the first place counts as taken, and so does the place behind the last one, if there is `after`.
    """
    lines: Table = fits.tolist()
    if len(follows) < options.wide:
        taken, empty = _narrow_tables(lines, follows, repeats, options.lost)
    else:
        taken, empty = _wide_tables(fits, follows, repeats, options.lost)
    ends = taken[-1][-1], empty[-1][-1]
    if after is not None:
        ends = ends[0] + after.taken_taken, ends[1] + after.empty_taken
    return _trace(taken, empty, lines, follows, dict(repeats), options.lost, full=ends[0] >= ends[1])


def _narrow_tables(fits: Table, follows: Sequence[Follow], repeats: Sequence[Span], lost: float) -> tuple[Table, Table]:
    """The best sums up to each node and place, if the last place is taken, and if it is empty."""
    costs = [*(step.lost for step in follows), lost]
    taken = [[0.0, *([NEVER] * len(follows))]]
    empty = [_all_empty(follows)]
    _run_again(taken[0], empty[0], follows, repeats)
    for row in fits:
        full, bare = iter(taken[-1]), iter(empty[-1])
        was_full, was_bare = next(full), next(bare)
        now_full, now_bare = was_full - costs[0], was_bare - lost
        here, off = [now_full], [now_bare]
        for fit, (to_taken, to_empty, from_empty, stay_empty, _), above, bare_above, cost in zip(
            row, follows, full, bare, costs[1:], strict=True
        ):
            come = was_full + to_taken
            if was_bare + from_empty > come:
                come = was_bare + from_empty
            come += fit
            leave = now_full + to_empty
            if now_bare + stay_empty > leave:
                leave = now_bare + stay_empty
            now_full, now_bare = above - cost, bare_above - lost
            if come > now_full:
                now_full = come
            if leave > now_bare:
                now_bare = leave
            here.append(now_full)
            off.append(now_bare)
            was_full, was_bare = above, bare_above
        taken.append(here)
        empty.append(off)
        _run_again(here, off, follows, repeats)
    return taken, empty


def _all_empty(follows: Sequence[Follow]) -> list[float]:
    """The best sums before any node, if the last place is empty."""
    sums = accumulate((step.empty_empty for step in follows[1:]), initial=follows[0].taken_empty) if follows else ()
    return [NEVER, *sums]


def _wide_tables(
    fits: FitTable, follows: Sequence[Follow], repeats: Sequence[Span], lost: float
) -> tuple[Table, Table]:
    """The same, a row at once."""
    steps = np.array(follows).T
    to_taken, to_empty, from_empty, _, lost_between = steps
    costs = np.append(lost_between, lost)
    gone = np.array([0.0, *accumulate(step.empty_empty for step in follows)])
    taken, empty = (np.full((len(fits) + 1, len(gone)), NEVER) for _ in range(2))
    taken[0, 0], empty[0] = 0.0, _all_empty(follows)
    come = np.empty(len(follows))
    for at, row in enumerate(fits):
        full, bare, here, off = taken[at], empty[at], taken[at + 1], empty[at + 1]
        if repeats:
            _run_again(full, bare, follows, repeats)
        np.subtract(full, costs, out=here)
        np.add(bare[:-1], from_empty, out=come)
        np.maximum(come, full[:-1] + to_taken, out=come)
        np.add(come, row, out=come)
        np.maximum(here[1:], come, out=here[1:])
        np.subtract(bare, lost, out=off)
        np.add(here[:-1], to_empty, out=come)
        np.maximum(off[1:], come, out=off[1:])
        np.subtract(off, gone, out=off)
        np.maximum.accumulate(off, out=off)
        np.add(off, gone, out=off)
    _run_again(taken[-1], empty[-1], follows, repeats)
    return taken.tolist(), empty.tolist()


def _run_again(taken: Sums, empty: Sums, follows: Sequence[Follow], repeats: Sequence[Span]) -> None:
    """Let whoever is past the end of a span stand at its start."""
    for first, last in repeats:
        best = max(taken[last + 1], empty[last + 1])
        if best > taken[first]:
            taken[first] = best
            for at in range(first, len(follows)):
                step = follows[at]
                better = max(taken[at] + step[1], empty[at] + step[3])
                if better <= empty[at + 1]:
                    break
                empty[at + 1] = better


def _trace(
    taken: Table,
    empty: Table,
    fits: Table,
    follows: Sequence[Follow],
    repeats: dict[int, int],
    lost: float,
    *,
    full: bool,
) -> list[int]:
    """Go back from the end along the best sums."""
    node, place = len(fits), len(follows)
    places = [-1] * node
    jumps: set[int] = set()
    while node > 0:
        value = taken[node][place] if full else empty[node][place]
        if not full:
            step = follows[place - 1] if place else None
            if abs(empty[node - 1][place] - lost - value) < _SAME or step is None:
                node -= 1
                jumps.clear()
            else:
                full = abs(taken[node][place - 1] + step[1] - value) < _SAME
                place -= 1
            continue
        cost = follows[place].lost if place < len(follows) else lost
        before = _came_from(taken, empty, fits, follows, node, place, value)
        if before is not None:
            node, place, full = node - 1, place - 1, before
            places[node] = place
            jumps.clear()
        elif abs(taken[node - 1][place] - cost - value) < _SAME or place not in repeats or place in jumps:
            node -= 1
            jumps.clear()
        else:
            jumps.add(place)
            place = repeats[place] + 1
            full = taken[node][place] >= empty[node][place]
    return places


def _came_from(
    taken: Table, empty: Table, fits: Table, follows: Sequence[Follow], node: int, place: int, value: float
) -> bool | None:
    """Whether the place before was taken when this node took this place; None if it did not take it."""
    if not place:
        return None
    rest = value - fits[node - 1][place - 1]
    step = follows[place - 1]
    if abs(taken[node - 1][place - 1] + step[0] - rest) < _SAME:
        return True
    return False if abs(empty[node - 1][place - 1] + step[2] - rest) < _SAME else None
