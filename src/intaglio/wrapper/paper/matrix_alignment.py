"""Matrix alignment, the paper's procedure 3: columns of symbols, one a page, shifted down until rows agree.

A row agrees if all its symbols are equal; R1 to R4 choose what to shift, or accept a row of data as it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from intaglio.wrapper.options import PaperOptions
from intaglio.wrapper.paper.tree_matching import Symbol

Row = list[int | None]
"""For each column the number of its symbol that stands in this row, None for a blank."""


@dataclass(slots=True)
class _Column:
    """A column from the current row down: blanks that shifting put in, then the symbols not yet passed."""

    symbols: Sequence[Symbol]
    weight: int
    """How many pages have it."""
    next: int = 0
    blanks: int = 0
    where: defaultdict[Symbol, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for at, symbol in enumerate(self.symbols):
            self.where[symbol].append(at)

    def symbol(self) -> Symbol | None:
        """The symbol in the current row; None for a blank."""
        return self.symbols[self.next] if not self.blanks and self.next < len(self.symbols) else None

    def below(self, symbol: Symbol) -> int | None:
        """How many rows further down the symbol stands next, below the current row."""
        places = self.where.get(symbol)
        if not places:
            return None
        found = bisect_left(places, self.next if self.blanks else self.next + 1)
        return places[found] - self.next + self.blanks if found < len(places) else None

    def pass_row(self) -> int | None:
        """Go on to the next row; give the number of the symbol that was in this one."""
        if self.blanks:
            self.blanks -= 1
            return None
        self.next += 1
        return self.next - 1 if self.next <= len(self.symbols) else None


def align(symbols: Sequence[Sequence[Symbol]], options: PaperOptions = PaperOptions()) -> list[Row]:
    """The aligned rows, top to bottom; rows of blanks are left out."""
    if not options.merge_columns:
        return _aligned(symbols, [1] * len(symbols), options)
    distinct: dict[tuple[Symbol, ...], int] = {}
    which = [distinct.setdefault(tuple(column), len(distinct)) for column in symbols]
    rows = _aligned(list(distinct), Counter(which), options)
    return [[row[at] for at in which] for row in rows]


def _aligned(
    symbols: Sequence[Sequence[Symbol]], weights: Mapping[int, int] | Sequence[int], options: PaperOptions
) -> list[Row]:
    spans = _spans(symbols)
    columns = [_Column(column, weights[at]) for at, column in enumerate(symbols)]
    having: defaultdict[Symbol, list[_Column]] = defaultdict(list)
    for column in columns:
        for symbol in column.where:
            having[symbol].append(column)
    last_row: dict[Symbol, int] = {}
    rows: list[Row] = []
    looks = number = 0
    while any(column.next < len(column.symbols) for column in columns):
        too_soon = {symbol for symbol, row in last_row.items() if number - row < spans[symbol]}
        looks += _settle(columns, having, too_soon, options.looks - looks, options)
        for column in columns:
            symbol_here = column.symbol()
            if symbol_here is not None:
                last_row[symbol_here] = number
        row = [column.pass_row() for column in columns]
        if any(cell is not None for cell in row):
            rows.append(row)
        number += 1
    return rows


def _settle(
    columns: Sequence[_Column],
    having: Mapping[Symbol, Sequence[_Column]],
    too_soon: set[Symbol],
    most: int,
    options: PaperOptions,
) -> int:
    """Shift columns until the current row agrees; every shift leaves one symbol less in it. Give the looks it took."""
    standing = {id(column): (column, symbol) for column in columns if (symbol := column.symbol()) is not None}
    kinds: Counter[Symbol] = Counter()
    for column, symbol in standing.values():
        kinds[symbol] += column.weight

    def shift(column: _Column, by: int) -> None:
        symbol = standing.pop(id(column))[1]
        kinds[symbol] -= column.weight
        if not kinds[symbol]:
            del kinds[symbol]
        column.blanks = by

    for column, symbol in list(standing.values()):  # R1
        if len(kinds) <= 1:
            return 0
        if symbol in too_soon:
            shift(column, 1)
    looks = 0
    while len(kinds) > 1 and looks < most:
        looks += sum(len(having[symbol]) for symbol in kinds)
        nearest = _nearest(standing, having)
        if nearest is None:
            break
        shift(*nearest)  # R2
    if len(kinds) <= 1 or all(symbol.data for symbol in kinds):  # R3
        return looks
    kept = _kept(kinds, options)  # R4
    for column, symbol in list(standing.values()):
        if symbol != kept:
            shift(column, 1)
    return looks


def _kept(kinds: Counter[Symbol], options: PaperOptions) -> Symbol:
    """The commonest symbol of a row; of several as common as the options say, of those the first."""
    shown: Counter[int] = Counter()
    if options.tie == "structure":
        for symbol, count in kinds.items():
            shown[symbol.k] += count
    return max(kinds, key=lambda symbol: (kinds[symbol], shown[symbol.k]))


def _nearest(
    standing: Mapping[int, tuple[_Column, Symbol]], having: Mapping[Symbol, Sequence[_Column]]
) -> tuple[_Column, int] | None:
    """The column whose symbol stands nearest below in another column, and how far below."""
    best: tuple[_Column, int] | None = None
    looked: dict[Symbol, list[tuple[int, int]]] = {}
    for column, symbol in standing.values():
        if len(having[symbol]) == 1:
            continue
        if symbol not in looked:
            below = [(distance, id(other)) for other in having[symbol] if (distance := other.below(symbol)) is not None]
            looked[symbol] = nsmallest(2, below)
        for distance, other in looked[symbol]:
            if other != id(column) and (best is None or distance < best[1]):
                best = column, distance
    return best


def _spans(symbols: Sequence[Sequence[Symbol]]) -> dict[Symbol, int]:
    """FiVaTech's span: one more than the most different symbols between two occurrences in a column; 0 without two."""
    spans: dict[Symbol, int] = {}
    for column in symbols:
        last: dict[Symbol, int] = {}
        for at, symbol in enumerate(column):
            spans.setdefault(symbol, 0)
            if symbol in last:
                spans[symbol] = max(spans[symbol], 1 + len(set(column[last[symbol] + 1 : at])))
            last[symbol] = at
    return spans
