"""Pattern mining and the exact test of one language within another."""

from collections.abc import Hashable
from itertools import product
from operator import eq

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.wrapper.automaton import Automaton, Expression, automaton_of, contains, positions
from intaglio.wrapper.mining import mine, shown

Symbols = Expression[str]


def row(symbols: str) -> Automaton[str]:
    return automaton_of([Expression("leaf", symbol) for symbol in symbols])


def accepts(automaton: Automaton[str], word: str) -> bool:
    """Whether a word is in the language, told step by step."""
    if not word:
        return automaton.empty
    could, reached = automaton.first, 0
    for symbol in word:
        reached = sum(1 << at for at in positions(could) if automaton.leaves[at] == symbol)
        could = 0
        for at in positions(reached):
            could |= automaton.follow[at]
    return bool(reached & automaton.last)


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
    words = ["".join(word) for length in range(7) for word in product("ab", repeat=length)]
    missing = [word for word in words if accepts(inner, word) and not accepts(outer, word)]
    if contains(outer, inner, eq):
        assert not missing
    else:
        # With five leaves each, languages that differ do so in a word this short.
        assert missing
