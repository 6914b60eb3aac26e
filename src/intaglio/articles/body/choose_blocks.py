"""Which blocks to take, given how likely each is content: the set with the best expected F score.

Blocks in doubt are mostly in doubt together: either all comments are content or none is. So the truth is taken to be
the blocks likelier than some level, all levels being equally likely, and of the sets made that way the one that agrees
best with the others on average is kept. Its average agreement says how sure the choice is.
"""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import STEP, ZERO_WORDS, Floats, constant
from intaglio.page import Bools

LEVELS = 50
_LEVELS, _HIGHEST = constant(LEVELS, np.float32), constant(LEVELS - 1, np.float32)
PLAIN, VAGUE = 0.9, 0.6
"""From this expected F score on a page's body is plain; below the other it is not at all."""


def choose(likely: Floats, words: Floats, beta: tuple[float, float] = (1.0, 1.0)) -> tuple[Bools, float]:
    """The blocks to keep and the expected F score; a `beta` above 1 favours recall, below 1 precision.

    The first is for pages whose body is plain, the second for those where it is not; between them it is mixed.
    """
    level = np.minimum(likely * _LEVELS, _HIGHEST).astype(np.int64)
    words_at = np.bincount(level, words)
    last = words_at.nonzero()[0]  # the levels above one of them, up to the next, hold the same
    if not len(last):
        return np.zeros(len(likely), dtype=np.bool_), 0.0
    alike = last + STEP
    alike[1:] -= alike[:-1].copy()
    held = np.add.accumulate(words_at.take(last)[::-1])[::-1]
    common = np.minimum(held[:, None], held)
    score = _agreement(held, common, alike, beta[0])
    vague = min((PLAIN - float(score.max())) / (PLAIN - VAGUE), 1.0)
    if vague > 0 and beta[0] != beta[1]:
        score = _agreement(held, common, alike, beta[0] + (beta[1] - beta[0]) * vague)
    best = int(score.argmax())
    return np.greater(likely, ZERO_WORDS) & (level > last[best] - alike[best]), float(score[best])


def _agreement(held: Floats, common: Floats, alike: Longs, beta: float) -> Floats:
    """The mean F score of the blocks from each level on, were the truth those from any other on; given how many levels
    are like each.
    """
    score: Floats = (common / (held[:, None] + beta**2 * held)).dot(alike * ((1 + beta**2) / LEVELS))
    return score
