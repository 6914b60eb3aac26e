"""Extended B³ against cases worked by hand, and against its definition taken word for word."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intaglio.evaluate.segmentation.bcubed import Agreement, bcubed, star

Segments = list[set[int]]


def member(segments: Segments, atoms: int) -> np.ndarray:
    table = np.zeros((len(segments), atoms), np.bool_)
    for row, segment in zip(table, segments, strict=True):
        row[list(segment)] = True
    return table


def by_definition(found: Segments, truth: Segments, weights: list[float]) -> float:
    """Precision as it is written: an average over atoms of averages over their mates."""
    total = worth = 0.0
    for e, weight in enumerate(weights):
        mates = [m for m in range(len(weights)) if any(e in s and m in s for s in found)]
        if mates and weight:
            share = inner = 0.0
            for m in mates:
                ours = sum(e in s and m in s for s in found)
                theirs = sum(e in s and m in s for s in truth)
                share += weights[m] * min(ours, theirs) / ours
                inner += weights[m]
            worth += weight * share / inner
            total += weight
    return worth / total if total else 0.0


HALVES: Segments = [{0, 1}, {2, 3}]
CASES = [
    ("the same", HALVES, HALVES, [1, 1, 1, 1], 1.0, 1.0),
    ("too coarse: half of each atom's mates are right", [{0, 1, 2, 3}], HALVES, [1, 1, 1, 1], 0.5, 1.0),
    ("too fine", [{0}, {1}, {2}, {3}], HALVES, [1, 1, 1, 1], 1.0, 0.5),
    ("weights: (1 · ¼ + 3 · ¾) / 4", [{0, 1}], [{0}, {1}], [1, 3], 0.625, 1.0),
    ("overlapping: b sits in two, the truth has it in one", [{0, 1}, {1}], [{0, 1}], [1, 1], 0.875, 1.0),
    ("an atom in none: a has half its mates, b none", [{0}], [{0, 1}], [1, 1], 1.0, 0.25),
    ("atoms outside the truth count for precision", [{0, 1}], [{0}], [1, 1], 0.25, 1.0),
    ("nothing found is the whole page", [], HALVES, [1, 1, 1, 1], 0.5, 1.0),
    ("what weighs nothing does not count", [{0, 1, 2}], [{0, 1}], [1, 1, 0], 1.0, 1.0),
]


@pytest.mark.parametrize(
    ("found", "truth", "weights", "precision", "recall"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_worked_by_hand(
    found: Segments, truth: Segments, weights: list[float], precision: float, recall: float
) -> None:
    score = bcubed(member(found, len(weights)), member(truth, len(weights)), np.array(weights, float))
    assert score.precision == pytest.approx(precision)
    assert score.recall == pytest.approx(recall)


segmentations = st.lists(st.sets(st.integers(0, 5), min_size=1), min_size=1, max_size=4)


@given(segmentations, segmentations, st.lists(st.integers(1, 4), min_size=6, max_size=6))
def test_as_defined(found: Segments, truth: Segments, weights: list[float]) -> None:
    score = bcubed(member(found, 6), member(truth, 6), np.array(weights, float))
    assert score.precision == pytest.approx(by_definition(found, truth, weights))
    assert score.recall == pytest.approx(by_definition(truth, found, weights))


def test_f_of_a_page_and_of_many() -> None:
    assert Agreement(0.5, 1.0).f == pytest.approx(2 / 3)
    assert Agreement(0.0, 0.0).f == 0
    assert star([Agreement(1.0, 0.0), Agreement(0.0, 1.0)]) == pytest.approx(0.5)
