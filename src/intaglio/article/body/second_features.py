"""What the first look at the blocks says about each one's surroundings; the second look builds on it."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.features import WANTED, WORDS, Surroundings, rate, summed, window

REACH = 8
LEVEL_STEP = 2
"""Every so many of the containers is asked."""
BEST = 5
SECOND: tuple[str, ...] = ("p", "p-1", "p+1", "p_near", "p_c1", "p_c3", "p_c5", "p_group", "p_best", "p_share")
"""What each further row is, in order."""
SAID: tuple[str, ...] = ("said", "said_near", "said_c1", "said_c3", "said_c5", "said_group", "said_head")
"""The same of what the words say."""
SAID_REACH, _READ = 4, 40.0
"""Blocks to either side, and the words up to which a block counts the more the longer it is: no more are read."""


def second_features(blocks: Blocks, around: Surroundings, likely: Floats) -> Floats:
    """Rows [feature, block] of how likely a block's neighbours, containers and look-alikes are content; the sums around
    have what is likely content.
    """
    width = len(blocks)
    rows = np.zeros((len(SECOND), width), dtype=np.float32)
    rows[0] = likely
    rows[1, 1:] = likely[:-1]
    rows[2, :-1] = likely[1:]
    sums, held = around.sums[WORDS : WANTED + 1], around.held[WORDS : WANTED + 1]
    _means_around(rows[3:8], around, (blocks.words, blocks.words * likely), (sums, held), REACH)
    best = np.sort(likely)[-BEST:]
    rows[8] = best.sum() / len(best)
    rows[9] = sums[1, -1] / max(float(sums[0, -1]), 1.0)
    return rows


def _means_around(
    rows: Floats, around: Surroundings, weights: tuple[Floats, Floats], made: tuple[Floats, Floats], reach: int
) -> None:
    """Fill rows with means over a block's neighbours, its containers and its look-alikes, given weights of blocks and
    what is weighed, and `made` of both: running sums, and what elements hold.
    """
    sums, held = made
    low, high = window(len(weights[0]), reach)
    near = sums.take(high, axis=1) - sums.take(low, axis=1)
    rows[0] = rate(near[1], near[0])
    rows[1:-1] = rate(held[1], held[0]).take(around.containers[::LEVEL_STEP])
    count = around.group_count
    weight, weighed = (np.bincount(around.groups, values, count) for values in weights)
    rows[-1] = rate(weighed, weight).take(around.groups)


def said_rows(blocks: Blocks, around: Surroundings, heads: Longs, again: Longs, told: Floats) -> Floats:
    """Rows [feature, block] of what the words say, given that of the blocks that were read: of each, its
    neighbours, containers and look-alikes, and of the heading above it.
    """
    width = len(blocks)
    said, read = np.zeros((2, width))
    said[again], read[again] = told, np.minimum(blocks.words[again], _READ) + 1
    rows = np.zeros((len(SAID), width), dtype=np.float32)
    rows[0] = said
    weighed = said * read
    sums = summed(np.array([read, weighed]))
    held = sums.take(around.last, axis=1) - sums.take(around.first, axis=1)
    _means_around(rows[1:6], around, (read, weighed), (sums, held), SAID_REACH)
    of_heads = np.zeros(len(heads) + 1)
    of_heads[1:] = said.take(heads)
    rows[6] = of_heads.take(heads.searchsorted(np.arange(width), side="right"))
    return rows
