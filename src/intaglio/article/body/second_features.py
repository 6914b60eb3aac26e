"""What the first look at the blocks says about each one's surroundings; the second look builds on it."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.features import Surroundings, rate, summed

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
    """Rows [feature, block] of how likely a block's neighbours, containers and look-alikes are content."""
    width = len(blocks)
    rows = np.zeros((len(SECOND), width), dtype=np.float32)
    rows[0] = likely
    rows[1, 1:] = likely[:-1]
    rows[2, :-1] = likely[1:]
    sums = _means_around(rows[3:8], around, blocks.words, blocks.words * likely, REACH)
    rows[8] = np.sort(likely)[-BEST:].mean()
    rows[9] = sums[1, -1] / max(float(sums[0, -1]), 1.0)
    return rows


def _means_around(rows: Floats, around: Surroundings, weight: Floats, weighed: Floats, reach: int) -> Floats:
    """Fill rows with means over a block's neighbours, its containers and its look-alikes; gives the running sums."""
    width = len(weight)
    sums = summed(np.array([weight, weighed]))
    number = np.arange(width)
    low, high = np.maximum(number - reach, 0), np.minimum(number + reach + 1, width)
    near = sums.take(high, axis=1) - sums.take(low, axis=1)
    rows[0] = rate(near[1], near[0])
    at = around.containers[::LEVEL_STEP]
    inside = sums.take(around.last.take(at), axis=1) - sums.take(around.first.take(at), axis=1)
    rows[1:-1] = rate(inside[1], inside[0])
    count = around.group_count
    share = rate(np.bincount(around.groups, weighed, count), np.bincount(around.groups, weight, count))
    rows[-1] = share.take(around.groups)
    return sums


def said_rows(blocks: Blocks, around: Surroundings, heads: Longs, again: Longs, told: Floats) -> Floats:
    """Rows [feature, block] of what the words say, given that of the blocks that were read: of each, its
    neighbours, containers and look-alikes, and of the heading above it.
    """
    width = len(blocks)
    said, read = np.zeros((2, width))
    said[again], read[again] = told, np.minimum(blocks.words[again], _READ) + 1
    rows = np.zeros((len(SAID), width), dtype=np.float32)
    rows[0] = said
    _means_around(rows[1:6], around, read, said * read, SAID_REACH)
    above = np.searchsorted(heads, np.arange(width), side="right")
    rows[6] = np.append(0.0, said[heads]).take(above)
    return rows
