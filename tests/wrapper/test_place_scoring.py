"""Fits to a few of many places are those parts of the fits to all of them."""

from random import Random

import numpy as np

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.place_scoring import PlaceScorer
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary
from intaglio.wrapper.page_model.page_tree import Mark

WORDS = ["Price", "Size", "Colour", "", "12", "unheard of"]
VOCABULARY = Vocabulary({}, 0, dict.fromkeys(WORDS[:4], 0.1), 0.01)


def sketch(chance: Random) -> NodeFeatures:
    mark = Mark(chance.choice("pb"), chance.choice(("", "x", "y")), chance.choice(("", "i")))
    head = chance.choice(WORDS)
    return NodeFeatures(
        mark, head, chance.choice(("", "Price:")), chance.choice(("", "A", "9a")), lone=chance.random() < 0.5,
        below=chance.choice((0, chance.randrange(64))), after=chance.choice(WORDS[:4]),
    )  # fmt: skip


def test_fits_to_a_part_of_many_places() -> None:
    chance = Random(7)
    evidence = []
    for _ in range(60):
        members = [sketch(chance) for _ in range(chance.randrange(1, 6))]
        evidence.append(Evidence(members[0].mark.tag))
        for one in members:
            evidence[-1].add(one._replace(mark=one.mark._replace(tag=members[0].mark.tag)))
    row = [sketch(chance) for _ in range(30)]
    every = PlaceScorer(evidence).table(row, VOCABULARY, 0, len(evidence))
    for first, last in ((0, 1), (10, 18), (52, 60), (20, 50)):
        part = PlaceScorer(evidence).table(row, VOCABULARY, first, last)
        assert np.array_equal(part, every[:, first:last])
    # Places told by a look at each of a few, and looked up among many.
    few = PlaceScorer(evidence[:9]).table(row, VOCABULARY, 0, 9)
    assert np.array_equal(few, every[:, :9])
