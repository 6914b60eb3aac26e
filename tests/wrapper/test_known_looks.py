"""Nodes that a row of places cannot tell apart look the same to it, and fit its places as they do by themselves."""

from random import Random

import numpy as np

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.place_scoring import PlaceScorer
from intaglio.wrapper.match.known_looks import KnownLooks
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary
from intaglio.wrapper.page_model.page_tree import TEXT, Mark

WORDS = ("", "Price", "Weight:", "Colour", "12", "4 ft", "12:30", "Old", "7")
VOCABULARY = Vocabulary.having(WORDS[:6], {word: 0.1 for word in WORDS[:6] if word}, 0.01)


def looks(chance: Random, words: tuple[str, ...] = WORDS, names: str = "abcdef", bits: int = 8) -> NodeFeatures:
    tag = chance.choice(("td", "th", "#text"))
    mark = TEXT if tag == "#text" else Mark(tag, chance.choice(("", *names)), chance.choice(("", *names)))
    head, lead, shape, after = (chance.choice(words) for _ in range(4))
    return NodeFeatures(mark, head, lead, shape, chance.random() < 0.5, chance.getrandbits(bits), after)


def places(chance: Random) -> list[Evidence]:
    made = []
    for tag in ("td", "th", "#text", "td"):
        known = [one for _ in range(60) if (one := looks(chance, WORDS[:3], "a", 3)).mark.tag == tag]
        made.append(Evidence(tag))
        for one in known[: chance.randrange(1, 6)]:
            made[-1].add(one, chance.randrange(1, 9))
    return made


def test_plain_sketches_fit_as_the_sketches_do() -> None:
    chance = Random(5)
    alike = 0
    for _ in range(20):
        evidence = places(chance)
        known, scorer = KnownLooks(evidence), PlaceScorer(evidence)
        told = {text for one in evidence for some in (one.heads, one.leads, one.shapes, one.afters) for text in some}
        sketches = [one if (one := looks(chance)).after in told else one._replace(after="") for _ in range(200)]
        plain = [known.plain(one, VOCABULARY) for one in sketches]
        fits = scorer.table(sketches, VOCABULARY, 0, len(evidence))
        assert np.array_equal(fits, PlaceScorer(evidence).table(plain, VOCABULARY, 0, len(evidence)))
        alike += len(set(sketches)) - len(set(plain))
    assert alike > 20


def test_what_no_place_knows_makes_no_difference() -> None:
    one = NodeFeatures(Mark("td", "a", "x"), "Price", "", "A", lone=True, below=0b1011)
    evidence = Evidence("td")
    evidence.add(one)
    known = KnownLooks([evidence])
    other = NodeFeatures(Mark("td", "b", "y"), "Colour", "Colour", "9", lone=True, below=0b11000, after="Old")
    another = NodeFeatures(Mark("td", "c", "z"), "Weight:", "Weight", "a", lone=True, below=0b101000, after="4 ft")
    assert known.plain(other, VOCABULARY) == known.plain(another, VOCABULARY)
    assert known.plain(one, VOCABULARY) != known.plain(other, VOCABULARY)
    assert known.plain(other._replace(below=0b111000), VOCABULARY) != known.plain(other, VOCABULARY)
    assert known.plain(one, VOCABULARY).mark is one.mark
