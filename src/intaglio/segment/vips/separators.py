"""Separators: the straps that cross a whole region between its blocks, and what they weigh."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from intaglio.segment.parted_runs import runs
from intaglio.segment.vips.looks import Side

START = 3
"""Weight of a separator before the rules speak."""
_GAPS = ((55, 12), (45, 10), (35, 8), (25, 6), (15, 4), (8, 2), (0, 1))
"""Pixels above which a gap adds so much."""


class Axis(IntEnum):
    """Along which axis the blocks beside a separator follow each other."""

    ACROSS = 0
    """Side by side: the separator is vertical."""
    DOWN = 1
    """One below the other: the separator is horizontal."""


@dataclass(frozen=True, slots=True)
class Separator:
    """A strap between two cells of a region, from `start` to `stop` along its axis."""

    axis: Axis
    start: float
    stop: float
    weight: int


def cells(sides: Sequence[Side], members: Sequence[int], axis: Axis, slack: float) -> list[list[int]]:
    """Part blocks into runs with a line across the region between any two; in order along the axis."""
    if axis is Axis.DOWN:
        return runs(((sides[member].top, sides[member].bottom, member) for member in members), slack)
    return runs(((sides[member].left, sides[member].right, member) for member in members), slack)


@dataclass(frozen=True, slots=True)
class Weigher:
    """Weighs the straps between neighbouring runs of blocks by the five rules."""

    sides: Sequence[Side]
    rulers: Sequence[tuple[float, float, float, float]]
    """Left, top, right, bottom of the HRs of the page, from the top down. They are looked up in the DOM: a separator
    overlaps no block, so that none would ever be found among the blocks."""
    slack: float

    def weigh(self, before: Sequence[int], after: Sequence[int], axis: Axis) -> Separator:
        """The separator between two runs that follow each other along an axis."""
        first, last = ("top", "bottom") if axis is Axis.DOWN else ("left", "right")
        start = max(getattr(self.sides[member], last) for member in before)
        stop = min(getattr(self.sides[member], first) for member in after)
        one = [side for member in before if getattr(side := self.sides[member], last) >= start - self.slack]
        other = [side for member in after if getattr(side := self.sides[member], first) <= stop + self.slack]
        weight = START + gap_weight(stop - start) + ground_weight(one, other)
        weight += 2 * self._ruled(start, stop, axis, [*one, *other])
        if axis is Axis.DOWN:
            weight += font_weight(one, other) + text_weight(one, other)
        return Separator(axis, start, stop, weight)

    def _ruled(self, start: float, stop: float, axis: Axis, beside: Sequence[Side]) -> bool:
        """Whether the middle of an HR lies in the strap, between the blocks beside it."""
        if not self.rulers:
            return False
        left, right = start, stop
        top, bottom = min(side.top for side in beside), max(side.bottom for side in beside)
        if axis is Axis.DOWN:
            top, bottom = start, stop
            left, right = min(side.left for side in beside), max(side.right for side in beside)
        first = bisect_left(self.rulers, top - self.slack, key=lambda corners: corners[1])
        for x1, y1, x2, y2 in islice(self.rulers, first, None):
            if y1 > bottom + self.slack:
                break
            if left <= (x1 + x2) / 2 <= right and (y1 + y2) / 2 <= bottom + self.slack:
                return True
        return False


def gap_weight(gap: float) -> int:
    """Rule 1: the wider the heavier; blocks that touch have no gap."""
    return next((weight for bound, weight in _GAPS if gap > bound), 0)


def ground_weight(one: Sequence[Side], other: Sequence[Side]) -> int:
    """Rule 3: 2 if the backgrounds on the two sides differ."""
    return 2 * ({side.background for side in one} != {side.background for side in other})


def font_weight(above: Sequence[Side], below: Sequence[Side]) -> int:
    """Rule 4: 2 if font sizes differ, 2 more if the larger one is below; 2 if sizes agree and weights do not."""
    upper = {side.last_font for side in above if side.last_font}
    lower = {side.first_font for side in below if side.first_font}
    if not upper or not lower:
        return 0
    over, under = {size for size, _ in upper}, {size for size, _ in lower}
    if over != under:
        return 4 if max(over) < max(under) else 2
    return 2 * ({weight for _, weight in upper} != {weight for _, weight in lower})


def text_weight(above: Sequence[Side], below: Sequence[Side]) -> int:
    """Rule 5: 2 less if both sides are of one structure, that is all text."""
    return -2 * all(side.text for side in (*above, *below))
