"""Pattern mining and the exact test of one language within another."""

from collections.abc import Hashable
from operator import eq

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.wrapper.automaton import Automaton, Expression, automaton_of, contains, positions
from intaglio.wrapper.paper.pattern_mining import mine, shown

Symbols = Expression[str]


def step(automaton: Automaton[str], reached: int | None, symbol: str) -> int:
    """The positions reached by one more symbol; None before the first."""
    could = automaton.first if reached is None else 0
    for at in positions(reached or 0):
        could |= automaton.follow[at]
    return sum(1 << at for at in positions(could) if automaton.leaves[at] == symbol)


def ends(automaton: Automaton[str], reached: int | None) -> bool:
    return automaton.empty if reached is None else bool(reached & automaton.last)


def missing(outer: Automaton[str], inner: Automaton[str]) -> str | None:
    """A shortest word of the inner language that is not of the outer one, by trying all."""
    pending: list[tuple[str, int | None, int | None]] = [("", None, None)]
    seen = set()
    for word, of_inner, of_outer in pending:
        if ends(inner, of_inner) and not ends(outer, of_outer):
            return word
        for symbol in "ab":
            after = step(inner, of_inner, symbol), step(outer, of_outer, symbol)
            if after not in seen:
                seen.add(after)
                pending.append((word + symbol, *after))
    return None


@pytest.mark.parametrize(
    ("symbols", "mined"),
    [
        ("abbabcabcddd", "((a(b)+)+c)+(d)+"),
        ("abcbcbcdabcdcdcd", "a(bc)+dab(cd)+"),
        ("aaaa", "(a)+"),
        ("abab", "(ab)+"),
        ("abc", "abc"),
        ("", ""),
    ],
)
def test_known_strings(symbols: str, mined: str) -> None:
    assert shown(mine(symbols)) == mined


@given(st.text("abc", max_size=16))
def test_what_was_mined_is_in_its_language(symbols: str) -> None:
    whole: Automaton[Hashable] = automaton_of([Expression("leaf", symbol) for symbol in symbols])
    assert contains(automaton_of(mine(symbols)), whole, eq)


expressions = st.recursive(
    st.sampled_from("ab").map(lambda symbol: Expression("leaf", symbol)),
    lambda inner: st.builds(
        lambda kind, parts: Expression(kind, inner=tuple(parts)),
        st.sampled_from(["row", "optional", "repeated"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=5,
)


@given(expressions, expressions)
def test_containment_is_that_of_words(one: Symbols, other: Symbols) -> None:
    outer, inner = automaton_of([one]), automaton_of([other])
    word = missing(outer, inner)
    assert contains(outer, inner, eq) == (word is None), word
