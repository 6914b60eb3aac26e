"""Fits the model of the default method on the tuning hosts and writes it to the package: first.txt and second.txt.

Run it as `python -m intaglio.evaluate.train.train_body CORPORA`; it takes some minutes.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from intaglio.article.blocks.block_columns import Blocks, text_blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.boosted_trees import Trees, probability, write
from intaglio.article.body.features import FEATURES, Surroundings, block_features
from intaglio.article.body.second_features import SECOND, second_features
from intaglio.evaluate.articles.block_labels import block_words, content_share
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.corpora import ArticlePage, open_corpus, read_articles
from intaglio.evaluate.train.boosting import BoostOptions, boost
from intaglio.page import Page

FIRST_LOOK, SECOND_LOOK = BoostOptions(trees=40, rows=120_000), BoostOptions(trees=100, rows=120_000)
FOLDS = 3
"""The second look learns from first looks of models that did not see the page's host."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page of the tuning part."""

    fold: int
    blocks: Blocks
    around: Surroundings
    rows: Floats
    """[block, feature]."""
    share: Floats
    """How much of each block is content."""
    weight: Floats


def main(corpora: Path) -> None:
    """Fit both looks and write them."""
    pages = read_articles(open_corpus(corpora, "articles"))
    examples = [made for page in pages if part_of_host(page.host) == "tune" and (made := example(page))]
    first_looks: list[Floats] = [np.zeros(0)] * len(examples)
    for fold in range(FOLDS):
        model = fit(examples, [one.rows for one in examples], FIRST_LOOK, leave_out=fold)
        for number, one in enumerate(examples):
            if one.fold == fold:
                first_looks[number] = probability(model.score(one.rows.T))
    second_rows = [
        np.concatenate([one.rows, second_features(one.blocks, one.around, look).T], axis=1)
        for one, look in zip(examples, first_looks, strict=True)
    ]
    folder = Path(str(files("intaglio.article.body")))
    about = f"Fitted on {len(examples)} pages of the tuning hosts by intaglio.evaluate.train.train_body; do not edit."
    for name, rows, options, columns in (
        ("first", [one.rows for one in examples], FIRST_LOOK, FEATURES),
        ("second", second_rows, SECOND_LOOK, FEATURES + SECOND),
    ):
        text = write(fit(examples, rows, options), columns, [f"The {name} look at a text block.", about])
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def example(truth: ArticlePage) -> Example | None:
    """The blocks of a page with what is known of them; None if it has no text."""
    page = Page.parse(truth.html.read_bytes(), url=truth.url)
    blocks = text_blocks(page)
    if not len(blocks):
        return None
    rows, around = block_features(page, blocks)
    share = content_share(blocks, block_words(page, blocks), truth.text)
    original = blocks.copies == np.arange(len(blocks))
    content = float((share * blocks.words * original).sum())
    # A wrong word costs a page the more F1 the less it has to say; copies are taken once.
    weight = blocks.words * original / (content + 0.3 * float(blocks.words.sum()) + 20)
    fold = hashlib.sha256(f"{truth.host}fold".encode()).digest()[0] % FOLDS
    return Example(fold, blocks, around, rows.T, share, weight)


def fit(examples: list[Example], rows: list[Floats], options: BoostOptions, leave_out: int | None = None) -> Trees:
    """Fit trees to all examples but those of one fold."""
    chosen = [number for number, one in enumerate(examples) if one.fold != leave_out]
    weight = np.concatenate([examples[number].weight for number in chosen])
    target = np.concatenate([examples[number].share for number in chosen])
    every = np.concatenate([rows[number] for number in chosen])
    counted = weight > 0
    return boost(every[counted], target[counted], weight[counted], options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
