"""BlockExample: a page with a truth as the models of the body learn from it, weighted by set and host."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, text_blocks
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.body.features import Surroundings, block_features
from intaglio.articles.body.headings import heading_blocks
from intaglio.articles.body.second_features import said_rows
from intaglio.articles.body.text_signs import beginnings, lines_of
from intaglio.articles.body.two_looks import hopeful, seen_again
from intaglio.evaluate.articles.block_labels import block_words, content_share, snippet_share
from intaglio.evaluate.corpora import ArticlePage
from intaglio.evaluate.train.word_weights import KnownLine
from intaglio.page import Page

FOLDS = 9
"""Parts of the hosts: the second look learns from first looks of models that did not see the page's host.

The more there are, the more hosts a fold's models are fitted on, and the closer they come to those that ship.
"""
_IN_LEXICON = 0.25
"""What a page of `bodies` counts there of what it counts for the trees: they are few, and each is about something."""
_AGAIN = {"articles": 0.5, "bodies": 0.5, "snippets": 0.7}
"""What articles of each truth count for the second look, of what they count before: it does better if truths count more
evenly, the first look and the lexicon do not.
"""


@dataclass(frozen=True, slots=True)
class TruthWeights:
    """What a page of each truth counts beside one of `articles` that is no article."""

    article: float = 2.0
    bodies: float = 20.0
    snippet: float = 0.8
    """Of each block with a snippet."""
    line: float = 20.0
    """Words that a block counts beside its own, so that short lines are not forgotten."""


@dataclass(frozen=True, slots=True)
class BlockExample:
    """A page with what is known of its blocks."""

    page: ArticlePage
    fold: int
    blocks: Blocks
    around: Surroundings
    rows: Floats
    """[feature, block]."""
    share: Floats
    """How much of each block is content; 0 where nothing is known."""
    weight: Floats
    """0 where nothing is known."""

    def look_again(self, look: Floats) -> LookedAgain:
        """What a second look sees, given the first."""
        page = Page.parse(self.page.html.read_bytes(), url=self.page.url)
        again = hopeful(look)
        return LookedAgain(
            self, look, again, seen_again(page, self.blocks, self.rows, self.around, look, again),
            beginnings(lines_of(page, self.blocks, again)), heading_blocks(page),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LookedAgain:
    """An example with what a second look sees of it."""

    example: BlockExample
    look: Floats
    again: Longs
    """The blocks with hope."""
    seen: Floats
    """[feature, block with hope], but for what words say."""
    lines: list[str]
    """What is read of the blocks with hope."""
    heads: Longs

    @property
    def weight(self) -> Floats:
        """What the blocks with hope count."""
        truth = self.example.page
        less = _AGAIN[truth.set] if truth.set != "articles" or truth.type == "article" else 1.0
        weight: Floats = self.example.weight[self.again] * less
        return weight

    def known_lines(self) -> list[KnownLine]:
        """The blocks with hope as the lexicon learns from them."""
        one, again = self.example, self.again
        columns = (one.share[again].tolist(), one.weight[again].tolist())
        less = _IN_LEXICON if one.page.set == "bodies" else 1.0
        return [
            KnownLine(text, one.page.host, look, share, weight * less)
            for text, look, share, weight in zip(self.lines, self.look[again].tolist(), *columns, strict=True)
        ]

    def rows(self, told: Floats) -> Floats:
        """All that the second look sees of the blocks with hope, given what their words say."""
        said = said_rows(self.example.blocks, self.example.around, self.heads, self.again, told)
        return np.concatenate([self.seen, said.take(self.again, axis=1)])


def block_examples(
    pages: Sequence[ArticlePage], weights: TruthWeights = TruthWeights(), folds: int = FOLDS
) -> list[BlockExample]:
    """The pages that have text, in so many folds of hosts; of a host with many pages each counts less."""
    hosts = Counter((page.set, page.host) for page in pages)
    made = [_example(page, float(hosts[page.set, page.host]), weights, folds) for page in pages]
    return [one for one in made if one is not None]


def _example(truth: ArticlePage, siblings: float, weights: TruthWeights, folds: int) -> BlockExample | None:
    page = Page.parse(truth.html.read_bytes(), url=truth.url)
    blocks = text_blocks(page)
    if not len(blocks):
        return None
    rows, around = block_features(page, blocks)
    share: Floats
    weight: Floats
    if truth.set == "snippets":
        spans = zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
        lines = [page.flow(range(start, stop)) for start, stop in spans]
        share = snippet_share(lines, truth.snippets_in, truth.snippets_out)
        weight = ~np.isnan(share) * weights.snippet
    else:
        share = content_share(blocks, block_words(page, blocks), truth.text)
        weight = _of_words(blocks, share, weights.line) * _of_page(truth, weights)
    original = blocks.copies == np.arange(len(blocks))
    weight = weight * original / np.sqrt(siblings)
    return BlockExample(truth, fold_of(truth, folds), blocks, around, rows, np.nan_to_num(share), weight)


def fold_of(page: ArticlePage, folds: int = FOLDS) -> int:
    """The fold that all pages of a host are in."""
    return hashlib.sha256(f"{page.host}fold".encode()).digest()[0] % folds


def _of_words(blocks: Blocks, share: Floats, line: float) -> Floats:
    """A wrong word costs a page the more F1 the less it has to say; copies are taken once."""
    original = blocks.copies == np.arange(len(blocks))
    content = float((share * blocks.words * original).sum())
    counted: Floats = (blocks.words + line * (blocks.words > 0)) / (content + 0.3 * float(blocks.words.sum()) + 20)
    return counted


def _of_page(truth: ArticlePage, weights: TruthWeights) -> float:
    if truth.set == "bodies":
        return weights.bodies
    return weights.article if truth.type == "article" else 1.0
