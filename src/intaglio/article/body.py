"""The body of a page by the default method: how likely each text block is content, and which of them to take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.article.blocks import Blocks, text_blocks
from intaglio.article.characters import Floats
from intaglio.article.choose import choose
from intaglio.article.features import FEATURES, block_features
from intaglio.article.options import BETA, ArticleOptions
from intaglio.article.second_look import SECOND, second_features
from intaglio.article.trees import load, probability
from intaglio.page import Bools, Page


@dataclass(frozen=True, slots=True)
class Body:
    """What was taken as a page's content."""

    blocks: Blocks
    likely: Floats
    """How likely each block is content."""
    keep: Bools
    """Which blocks were taken."""
    confidence: float
    """The F score to be expected, from 0 to 1."""


def find_body(page: Page, options: ArticleOptions = ArticleOptions()) -> Body:
    """Choose the blocks that are the page's content."""
    blocks = text_blocks(page)
    likely = once(blocks, likelihood(page, blocks))
    keep, confidence = choose(likely, blocks.words, BETA[options.favour])
    return Body(blocks, likely, keep, confidence)


def likelihood(page: Page, blocks: Blocks) -> Floats:
    """How likely each block is content: a first look at each, and a second that knows the first one's outcome."""
    if not len(blocks):
        return blocks.words
    rows, around = block_features(page, blocks)
    likely = probability(load("first", FEATURES).score(rows))
    further = second_features(blocks, around, likely)
    return probability(load("second", FEATURES + SECOND).score(np.concatenate([rows, further])))


def once(blocks: Blocks, likely: Floats) -> Floats:
    """Of several blocks with the same text only the likeliest counts."""
    repeated = np.flatnonzero(blocks.copies != np.arange(len(blocks)))
    if not len(repeated):
        return likely
    best = likely.copy()
    np.maximum.at(best, blocks.copies[repeated], likely[repeated])
    taken: set[int] = set()
    kept = likely.copy()
    for b in np.flatnonzero(np.bincount(blocks.copies, minlength=len(blocks))[blocks.copies] > 1).tolist():
        original = int(blocks.copies[b])
        if original in taken or likely[b] < best[original]:
            kept[b] = 0
        else:
            taken.add(original)
    return kept
