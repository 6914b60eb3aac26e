"""What words in names are worth: learned, and added up the same way in training and in use."""

import numpy as np
import pytest

from intaglio import Page
from intaglio.article.blocks.block_columns import text_blocks
from intaglio.article.body.name_weights import NAMED, load_names, weights_of
from intaglio.evaluate.train.name_words import HOSTS, NameLesson, fit_names, named_blocks

PAGE = Page.parse(
    "<html class=tale><body class=tale><div class='tale main-12'><p class=tale>One.</p><p id=quayside>Two.</p></div>"
    "<div class='Quayside_box'><p>Three.</p><p><b class=tale>Four.</b></p></div>"
)


def test_words_near_and_above_a_block_are_added_up() -> None:
    weights = weights_of({"tale": (1.0, 0.1), "quayside": (-2.0, -0.2)})
    near, above = weights.rows(PAGE, text_blocks(PAGE))
    np.testing.assert_allclose(near, [2, -1, -2, -2], rtol=1e-6)
    np.testing.assert_allclose(above, [0.2, -0.1, -0.2, -0.2], rtol=1e-5)


def test_training_counts_words_as_they_are_added_up() -> None:
    blocks = text_blocks(PAGE)
    named = named_blocks(PAGE, blocks)
    weights = weights_of({word: (n + 1.0, 100.0 * (n + 1)) for n, word in enumerate(named.words)})
    counted = np.zeros((2, len(blocks)))
    for block, word, above in zip(named.block, named.word, named.above, strict=True):
        counted[above, block] += weights.weight[above, weights.number[named.words[word]]]
    np.testing.assert_allclose(weights.rows(PAGE, blocks), counted)


def test_a_word_is_learned_from_several_hosts() -> None:
    pytest.importorskip("scipy", reason="intaglio[evaluate] is not installed")
    named = named_blocks(PAGE, text_blocks(PAGE))
    lessons = [
        NameLesson(f"{n}.example", named, np.zeros(4), np.array([1.0, 1.0, 0.0, 0.0]), np.ones(4)) for n in range(HOSTS)
    ]
    weights, _ = fit_names(lessons)
    near, above = (weights.rows(PAGE, text_blocks(PAGE))[:, 0] - weights.rows(PAGE, text_blocks(PAGE))[:, 2]).tolist()
    assert near > 0
    assert above > 0
    assert not fit_names(lessons[1:])[0].number, "one host fewer than it takes"


def test_the_package_has_weights_of_words() -> None:
    shipped = load_names()
    assert len(shipped.number) > 100
    assert shipped.weight.shape == (len(NAMED), len(shipped.number) + 1)
    assert shipped.weight[1, shipped.number["footer"]] < 0
