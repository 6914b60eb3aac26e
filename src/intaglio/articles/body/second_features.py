"""What the first look at the blocks says about each one's surroundings; the second look builds on it."""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import ONE_WORD, Floats, constant
from intaglio.articles.body.features import WORDS, Surroundings, rate, window

REACH = 8
LEVEL_STEP = 2
"""Every so many of the containers is asked."""
BEST = 5
SECOND: tuple[str, ...] = ("p", "p-1", "p+1", "p_near", "p_c1", "p_c3", "p_c5", "p_group", "p_best", "p_share")
"""What each further row is, in order."""
SAID: tuple[str, ...] = ("said", "said_near", "said_c1", "said_c3", "said_c5", "said_group", "said_head")
"""The same of what the words say."""
_READ = constant(40, np.float32)
"""Words up to which a block counts the more the longer it is: no more are read."""


def second_features(rows: Floats, blocks: Blocks, around: Surroundings, likely: Floats, wanted: Floats) -> None:
    """Fill rows [feature, block], which are 0, with how likely a block's neighbours, containers and look-alikes are
    content, given the words of each that are; these are weighed in what is around.
    """
    rows[0] = likely
    rows[1, 1:] = likely[:-1]
    rows[2, :-1] = likely[1:]
    sums, held = around.sums[WORDS:], around.held[WORDS:]
    _means_around(rows[3:8], around, (blocks.words, wanted), (sums, held), window(len(blocks), REACH))
    best = likely.copy()
    best.sort()
    best = best[-BEST:]
    rows[8] = np.add.reduce(best) / len(best)
    rows[9] = sums[1, -1] / max(sums[0, -1], 1.0)


def _means_around(
    rows: Floats,
    around: Surroundings,
    weights: tuple[Floats, Floats],
    made: tuple[Floats, Floats],
    near: tuple[Longs, Longs],
) -> None:
    """Fill rows with means over a block's neighbours, its containers and its look-alikes, given weights of blocks and
    what is weighed, `made` of both: running sums, and what elements hold; and where neighbours begin and end.
    """
    sums, held = made
    weight, weighed = sums.take(near[1], axis=1) - sums.take(near[0], axis=1)
    rows[0] = rate(weighed, weight)
    rows[1:-1] = rate(held[1], held[0]).take(around.containers[::LEVEL_STEP])
    count = around.group_count
    weight, weighed = (np.bincount(around.groups, values, count) for values in weights)
    rows[-1] = rate(weighed, weight)[around.groups]


def said_rows(
    blocks: Blocks, around: Surroundings, heads: Longs, again: Longs, told: Floats, rows: Floats | None = None
) -> Floats:
    """Rows [feature, block] of what the words say, given that of the blocks that were read: of each, its
    neighbours, containers and look-alikes, and of the heading above it; written into those given.
    """
    width = len(blocks)
    weights = np.zeros((2, width))
    read, weighed = weights
    if rows is None:
        rows = np.empty((len(SAID), width), dtype=np.float32)
    weighed[again], read[again] = told, np.minimum(blocks.words[again], _READ) + ONE_WORD
    rows[0] = weighed
    of_heads = np.zeros(len(heads) + 1)
    of_heads[1:] = weighed[heads]
    rows[6] = of_heads[heads.searchsorted(np.arange(width), side="right")]
    weighed *= read
    sums = np.zeros((2, width + 1))
    np.add.accumulate(weights, axis=1, out=sums[:, 1:])
    held = sums.take(around.last, axis=1) - sums.take(around.first, axis=1)
    _means_around(rows[1:6], around, (read, weighed), (sums, held), around.window)
    return rows
