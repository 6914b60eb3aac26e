"""What the first look at the blocks says about each one's surroundings; the second look builds on it."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks import Blocks
from intaglio.article.characters import Floats
from intaglio.article.features import Surroundings, rate, summed

REACH = 8
LEVELS = (0, 2, 4)
"""Which containers are asked."""
BEST = 5
SECOND: tuple[str, ...] = ("p", "p-1", "p+1", "p_near", "p_c1", "p_c3", "p_c5", "p_group", "p_best", "p_share")
"""What each further row is, in order."""


def second_features(blocks: Blocks, around: Surroundings, likely: Floats) -> Floats:
    """Rows [feature, block] of how likely a block's neighbours, containers and look-alikes are content."""
    width = len(blocks)
    rows = np.zeros((len(SECOND), width), dtype=np.float32)
    rows[0] = likely
    rows[1, 1:] = likely[:-1]
    rows[2, :-1] = likely[1:]
    wanted = blocks.words * likely
    sums = summed(np.stack([blocks.words, wanted]))
    number = np.arange(width)
    near = sums[:, np.minimum(number + REACH + 1, width)] - sums[:, np.maximum(number - REACH, 0)]
    rows[3] = rate(near[1], near[0])
    at = around.containers[LEVELS, :]
    inside = sums[:, around.last[at]] - sums[:, around.first[at]]
    rows[4:7] = rate(inside[1], inside[0])
    count = around.group_count
    share = rate(np.bincount(around.groups, wanted, count), np.bincount(around.groups, blocks.words, count))
    rows[7] = share[around.groups]
    rows[8] = np.partition(likely, -BEST)[-BEST:].mean() if width > BEST else likely.mean()
    rows[9] = sums[1, -1] / max(float(sums[0, -1]), 1.0)
    return rows
