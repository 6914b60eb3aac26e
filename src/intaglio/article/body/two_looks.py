"""How likely each block is content: a first look at each, and a second that knows what the first one said."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.boosted_trees import load, probability
from intaglio.article.body.branches import BRANCHES, branch_rows
from intaglio.article.body.features import FEATURES, Surroundings, block_features
from intaglio.article.body.page_signs import PAGE_SIGNS, page_signs
from intaglio.article.body.second_features import SECOND, second_features
from intaglio.article.body.text_signs import SIGNS, text_signs
from intaglio.page import Page

HOPELESS = 0.1
"""Blocks less likely than this at first look are out, and not looked at again, unless the page has no likelier ones."""
SEEN_AGAIN: tuple[str, ...] = FEATURES + SECOND + BRANCHES + PAGE_SIGNS + SIGNS
"""What the second look sees, in order."""
_COMMENT, _MESSAGE = FEATURES.index("hint_comment"), FEATURES.index("hint_message")


def likelihood(page: Page, blocks: Blocks) -> Floats:
    """How likely each block is content; the headline is the article's title, and no part of its body."""
    if not len(blocks):
        return blocks.words
    rows, around = block_features(page, blocks)
    likely = probability(load("first", FEATURES).score(rows))
    again = hopeful(likely)
    final = np.zeros(len(blocks), dtype=np.float32)
    final[again] = probability(load("second", SEEN_AGAIN).score(seen_again(page, blocks, rows, around, likely, again)))
    if around.title is not None and (final > HOPELESS).sum() > 1:
        final[around.title] = 0
    return final


def hopeful(likely: Floats) -> Longs:
    """The blocks that are worth a second look."""
    return np.flatnonzero(likely > min(HOPELESS, float(likely.max()) / 2))


def seen_again(page: Page, blocks: Blocks, rows: Floats, around: Surroundings, likely: Floats, again: Longs) -> Floats:
    """What the second look sees of some blocks, as rows [feature, block], given the first look at all."""
    seen = (
        rows,
        second_features(blocks, around, likely),
        branch_rows(page, blocks, around, likely),
        page_signs(page, blocks, likely, (rows[_COMMENT], rows[_MESSAGE])),
    )
    return np.concatenate([*(part.take(again, axis=1) for part in seen), text_signs(page, blocks, again)])
