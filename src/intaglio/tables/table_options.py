"""Options of tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How columns are chosen; tuned on half of the sites of `records`."""

    rows: int = 20
    """Records that columns are chosen by, spread over all; the table itself is of all."""
    most: int = 19
    """Main columns at most."""
    alike: int = 2
    """Main columns of one name, told apart by numbers, at most."""
    least: float = 4.0
    """Score from which a column is a main one."""
    filled: float = 0.1
    """Share of the rows that a main column has, at least."""
    copy: float = 0.9
    """Two columns that are equal in this share of the rows that have either are copies."""
    constant: float = 0.98
    """A column with one value in this share of all rows is constant."""
    picture: float = 0.6
    """The image of a thing is on this share of the rows, and different on as many."""
    vocabulary: bool = True
    """Know what common things are called."""
    longest: int = 3
    """Words of a name at most."""
    examples: int = 3
    shown: int = 200
    """Letters of an example at most."""
