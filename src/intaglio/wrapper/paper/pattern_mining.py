"""Pattern mining, the paper's procedure 5: a sequence of symbols → the smallest expression of rows and repeats.

Two neighbouring stretches become a repeat when the language of one contains the other's. Lengths are tried from 1 up; a
repeat counts as its content.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from operator import eq

from intaglio.wrapper.automaton import Expression, automaton_of, contains
from intaglio.wrapper.options import PaperOptions

Mined = Expression[Hashable]


def mine(symbols: Sequence[Hashable], options: PaperOptions = PaperOptions()) -> list[Mined]:
    """The expressions, in a row, that the symbols are put down to; the symbols are always in their language."""
    pattern = _Pattern(symbols, options.states)
    for length in range(1, len(symbols) // 2 + 1):
        at = 0
        while at < len(pattern.parts):
            at += not pattern.merge_at(at, length)
    return pattern.parts


def shown(pattern: Iterable[Mined]) -> str:
    """The pattern as one reads it: `a(bc)+d`."""
    return "".join(str(one.leaf) if one.kind == "leaf" else f"({shown(one.inner)})+" for one in pattern)


class _Pattern:
    """The expressions so far, with the symbols each is made of and where stretches of a length end."""

    def __init__(self, symbols: Sequence[Hashable], states: int) -> None:
        self._states = states
        self.parts: list[Mined] = [Expression("leaf", symbol) for symbol in symbols]
        self._symbols: list[tuple[Hashable, ...]] = [(symbol,) for symbol in symbols]
        self._measure()

    def _measure(self) -> None:
        self._before = list(accumulate(map(len, self._symbols), initial=0))
        self._at = {before: at for at, before in enumerate(self._before)}

    def merge_at(self, at: int, length: int) -> bool:
        """Make a repeat of the two stretches of that length from here on, if one contains the other."""
        middle, stop = self._at.get(self._before[at] + length), self._at.get(self._before[at] + 2 * length)
        if middle is None or stop is None or not self._comparable(at, middle, stop):
            return False
        one, other = self.parts[at:middle], self.parts[middle:stop]
        first, second = automaton_of(one), automaton_of(other)
        if contains(first, second, eq, self._states):
            start, end = at, middle
        elif contains(second, first, eq, self._states):
            start, end = middle, stop
        else:
            return False
        kept = tuple(self.parts[start:end])
        repeated = kept[0] if len(kept) == 1 and kept[0].kind == "repeated" else Expression("repeated", inner=kept)
        symbols = tuple(symbol for part in self._symbols[start:end] for symbol in part)
        self.parts[at:stop] = [repeated]
        self._symbols[at:stop] = [symbols]
        self._measure()
        return True

    def _comparable(self, at: int, middle: int, stop: int) -> bool:
        """Whether one may contain the other: all sequences of such an expression have its symbols, first and last."""
        symbols = self._symbols
        return (
            symbols[at][0] == symbols[middle][0]
            and symbols[middle - 1][-1] == symbols[stop - 1][-1]
            and {one for part in symbols[at:middle] for one in part}
            == {one for part in symbols[middle:stop] for one in part}
        )
