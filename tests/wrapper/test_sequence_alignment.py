"""Aligning nodes with places: missing ones, repeats, and wide tables like narrow ones."""

import random
from collections.abc import Sequence
from math import log

import numpy as np
import pytest

from intaglio.wrapper.align.sequence_alignment import FitTable, Follow, best_places, follow
from intaglio.wrapper.options import SequenceOptions

NO_FIT = -50.0
LOST = SequenceOptions().lost
EVEN = Follow(log(0.5), log(0.5), log(0.5), log(0.5), LOST)
NEVER_TAKEN = Follow(-50.0, 0.0, -50.0, 0.0, LOST)
"""A place that nothing is expected in, and that costs nothing if it stays empty."""
MANY = 60
"""Places more than enough to make a table wide."""


def fits_of(nodes: str, places: str) -> FitTable:
    fits = [[0.0 if node == place else NO_FIT for place in places] for node in nodes]
    return np.array(fits).reshape(len(nodes), len(places))


def placed(nodes: str, places: str, repeats: Sequence[tuple[int, int]] = ()) -> list[int]:
    return best_places(fits_of(nodes, places), [EVEN] * len(places), repeats)


def some_follow(chance: random.Random) -> Follow:
    lost = LOST + chance.choice((0, 2))
    taken_taken, taken_empty, empty_taken, empty_empty = (log(chance.uniform(0.02, 0.98)) for _ in range(4))
    return Follow(taken_taken, taken_empty, empty_taken, empty_empty, lost)


def test_places_stay_empty_and_nodes_fit_nowhere() -> None:
    assert placed("abd", "abcd") == [0, 1, 3]
    assert placed("axb", "ab") == [0, -1, 1]
    assert placed("", "ab") == []
    assert placed("x", "") == [-1]


@pytest.mark.parametrize("padding", [0, MANY], ids=["narrow", "wide"])
def test_spans_are_run_through_several_times(padding: int) -> None:
    places = "abcd" + "-" * padding
    assert placed("abcbcbcd", places, [(1, 2)]) == [0, 1, 2, 1, 2, 1, 2, 3]
    assert placed("abcbcbc", places, [(1, 2)]) == [0, 1, 2, 1, 2, 1, 2]
    assert placed("abcb", places, [(1, 2)]) == [0, 1, 2, 1]
    assert placed("bbb", places, [(1, 1)]) == [1, 1, 1]


@pytest.mark.parametrize("padding", [0, MANY], ids=["narrow", "wide"])
def test_what_is_not_in_a_span_is_taken_once(padding: int) -> None:
    taken = placed("aab", "ab" + "-" * padding)
    assert sorted(taken) == [-1, 0, 1]
    assert taken[2] == 1


@pytest.mark.parametrize("seed", [*range(40), 309, 590])
def test_wide_tables_give_what_narrow_ones_give(seed: int) -> None:
    """Places that nothing fits make a table wide and change nothing; with the last seeds a run ends in a span."""
    chance = random.Random(seed)
    nodes, places = chance.randrange(1, 25), chance.randrange(2, 9)
    fits = np.array([[chance.uniform(-6, 2) for _ in range(places)] for _ in range(nodes)])
    follows = [some_follow(chance) for _ in range(places)]
    first = chance.randrange(places - 1)
    repeats = [(first, chance.randrange(first, places))]
    wide = np.hstack([fits, np.full((nodes, MANY), NO_FIT)])
    assert best_places(wide, [*follows, *[NEVER_TAKEN] * MANY], repeats) == best_places(fits, follows, repeats)


def test_a_value_comes_with_its_label() -> None:
    """Two values fit one node equally well; the one whose label is there takes it."""
    label, value = 0b0111, 0b0111
    other_label, other_value = 0b1000, 0b1000
    follows = [
        follow(0b1111, label, 4, 0.7), follow(label, value, 4, 0.95),
        follow(value, other_label, 4, 0.7), follow(other_label, other_value, 4, 0.95),
    ]  # fmt: skip
    fits = np.array([[NO_FIT, NO_FIT, 0.0, NO_FIT], [NO_FIT, 0.0, NO_FIT, 0.0]])
    assert best_places(fits, follows) == [2, 3]
    fits[0] = [0.0, NO_FIT, NO_FIT, NO_FIT]
    assert best_places(fits, follows) == [0, 1]
