"""The grid of an area: every edge of a child starts a column or row, so that places remain and distances vanish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """The place of a child: first row and column, and how many it takes."""

    row: int
    column: int
    rows: int
    columns: int


def grid(children: Sequence[Sequence[float]]) -> list[Cell]:
    """The places of children, given left, top, right, bottom of each, on the grid of their parent; whole pixels."""
    lines = []
    for axis in (0, 1):
        edges = sorted({round(corners[side]) for corners in children for side in (axis, axis + 2)})
        lines.append({edge: number for number, edge in enumerate(edges)})
    columns, rows = lines
    cells = []
    for left, top, right, bottom in children:
        row, column = rows[round(top)], columns[round(left)]
        cells.append(Cell(row, column, max(1, rows[round(bottom)] - row), max(1, columns[round(right)] - column)))
    return cells
