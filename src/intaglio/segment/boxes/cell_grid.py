"""A grid of square cells that finds what may lie in a rectangle without looking at everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

CELL = 200.0
"""Pixels of a cell's side."""

Key = tuple[int, int]


@dataclass(slots=True)
class Grid:
    """Which numbers were put into which cells."""

    _cells: defaultdict[Key, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, number: int, rect: Sequence[float]) -> None:
        """Put a number into all cells that a rectangle (left, top, right, bottom) touches."""
        for key in _keys(rect):
            cell = self._cells[key]
            if not cell or cell[-1] != number:
                cell.append(number)

    def cells(self, rect: Sequence[float]) -> Iterator[list[int]]:
        """The cells that a rectangle touches and something was put into: lists of numbers, to be shortened at will."""
        cells = self._cells
        for key in _keys(rect):
            if key in cells:
                yield cells[key]

    def at(self, x: float, y: float) -> Sequence[int]:
        """Numbers put into the cell of a point."""
        return self._cells.get((int(x // CELL), int(y // CELL)), ())


def _keys(rect: Sequence[float]) -> Iterator[Key]:
    left, top, right, bottom = rect
    rows = range(int(top // CELL), int(bottom // CELL) + 1)
    for column in range(int(left // CELL), int(right // CELL) + 1):
        for row in rows:
            yield column, row
