"""Automaton: a sequence of patterns, some optional, some repeated, as one position a leaf and who may follow whom.

Sets of positions are the bits of an integer. Both the exact test of one expression's language being within another's
and the strict matching of pages work on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from intaglio.wrapper.options import PaperOptions

Leaf = TypeVar("Leaf")


@dataclass(frozen=True, slots=True)
class Expression(Generic[Leaf]):
    """A regular expression: a leaf, or expressions in a row, possibly optional or repeated."""

    kind: Literal["leaf", "row", "optional", "repeated"]
    leaf: Leaf | None = None
    inner: tuple[Expression[Leaf], ...] = ()


@dataclass(slots=True)
class Automaton(Generic[Leaf]):
    """Positions in order of appearance."""

    leaves: list[Leaf]
    follow: list[int]
    """Positions that may come right after each."""
    first: int = 0
    last: int = 0
    empty: bool = True
    """Whether nothing at all is in the language too."""


def automaton_of(row: Sequence[Expression[Leaf]]) -> Automaton[Leaf]:
    """The automaton of expressions in a row."""
    made: Automaton[Leaf] = Automaton([], [])
    made.first, made.last, made.empty = _row(row, made)
    return made


def _row(row: Sequence[Expression[Leaf]], made: Automaton[Leaf]) -> tuple[int, int, bool]:
    first, last, empty = 0, 0, True
    for expression in row:
        its_first, its_last, its_empty = _one(expression, made)
        _link(made, last, its_first)
        first |= its_first if empty else 0
        last = its_last | (last if its_empty else 0)
        empty = empty and its_empty
    return first, last, empty


def _one(expression: Expression[Leaf], made: Automaton[Leaf]) -> tuple[int, int, bool]:
    if expression.kind == "leaf":
        assert expression.leaf is not None
        bit = 1 << len(made.leaves)
        made.leaves.append(expression.leaf)
        made.follow.append(0)
        return bit, bit, False
    first, last, empty = _row(expression.inner, made)
    if expression.kind == "repeated":
        _link(made, last, first)
    return first, last, empty or expression.kind == "optional"


def _link(made: Automaton[Leaf], before: int, after: int) -> None:
    for position in positions(before):
        made.follow[position] |= after


def positions(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def contains(
    outer: Automaton[Leaf],
    inner: Automaton[Leaf],
    same: Callable[[Leaf, Leaf], bool],
    most: int = PaperOptions().states,
) -> bool:
    """Whether every sequence of the inner language is in the outer one; exact, unless more than `most` pairs of states
    would have to be looked at: then they are taken for different.
    """
    if inner.empty and not outer.empty:
        return False
    seen: set[tuple[int, int]] = set()
    pending = [(position, outer.first) for position in positions(inner.first)]
    while pending:
        position, could = pending.pop()
        leaf = inner.leaves[position]
        reached = sum(1 << at for at in positions(could) if same(outer.leaves[at], leaf))
        if (position, reached) in seen:
            continue
        seen.add((position, reached))
        if not reached or (inner.last >> position & 1 and not reached & outer.last) or len(seen) > most:
            return False
        after = 0
        for at in positions(reached):
            after |= outer.follow[at]
        pending += [(next_, after) for next_ in positions(inner.follow[position])]
    return True
