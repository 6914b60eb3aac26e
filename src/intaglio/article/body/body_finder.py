"""The body of a page: which of its text blocks are content, by one of the methods."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from intaglio.article.article_options import BETA, ArticleOptions
from intaglio.article.blocks.block_columns import Blocks, text_blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.choose_blocks import choose
from intaglio.article.body.two_looks import likelihood
from intaglio.page import Bools, Page

if TYPE_CHECKING:
    from intaglio.article.memory.template_memory import Memory
    from intaglio.layout import Layout


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
    recalled: bool = False
    """It was found at the places where other pages of the template have theirs."""


def find_body(
    page: Page, options: ArticleOptions = ArticleOptions(), layout: Layout | None = None, memory: Memory | None = None
) -> Body:
    """Choose the blocks that are the page's content."""
    blocks = text_blocks(page)
    if memory is None:
        return METHODS[options.method](page, blocks, options, layout)
    recalled = memory.recall(page, blocks, options.kind) if memory.useful else None
    if recalled and recalled.trusted and not memory.learning:
        likely = recalled.body.astype(np.float32)
        return Body(blocks, likely, once(blocks, likely) > 0, recalled.confidence, recalled=True)
    alone = METHODS[options.method](page, blocks, options, layout)
    if memory.learning:
        memory.learn(page, blocks, alone.keep, alone.confidence, options.kind)
    keep = alone.keep & ~recalled.repeats if recalled else alone.keep
    return replace(alone, keep=keep) if keep.any() else alone


def by_blocks(page: Page, blocks: Blocks, options: ArticleOptions, _layout: Layout | None) -> Body:
    """Ours: the set of blocks with the best expected score."""
    likely = once(blocks, likelihood(page, blocks))
    keep, confidence = choose(likely, blocks.words, BETA[options.favour])
    return Body(blocks, likely, keep, confidence)


def by_single_pass(page: Page, blocks: Blocks, options: ArticleOptions, layout: Layout | None) -> Body:
    """Shen and Zou's: the class of like blocks with most full stops."""
    from intaglio.article.body.single_pass import body_blocks, describe  # segments pages, as most articles need not

    described = describe(page, layout)
    chosen = body_blocks(described, options.single_pass)
    texts = np.zeros(len(page.texts) + 1, dtype=np.int64)
    for number in np.flatnonzero(chosen).tolist():
        texts[described.blocks[number].texts + 1] = 1
    taken = np.cumsum(texts)
    likely = (taken[blocks.stop] - taken[blocks.start]) / np.maximum(blocks.stop - blocks.start, 1)
    whole = max(int(described.stops.sum()), 1)
    return Body(blocks, likely, likely > 0, float(described.stops[chosen].sum()) / whole)


METHODS = {"blocks": by_blocks, "single-pass": by_single_pass}
"""Every method by its name on the command line."""


def once(blocks: Blocks, likely: Floats) -> Floats:
    """Of several blocks with the same text only the likeliest counts, of equally likely ones the first."""
    number = np.arange(len(blocks))
    if np.array_equal(blocks.copies, number):
        return likely
    order = np.argsort(-likely, kind="stable")[::-1]
    best = number.copy()
    best[blocks.copies[order]] = order
    return np.where(best[blocks.copies] == number, likely, 0)
