"""Which blocks to take, given how likely each is content: the set with the best expected F score.

Of all sets, one of the likeliest blocks down to some threshold is best; that threshold is found for each page anew. The
expected score of the chosen set says how sure the choice is.
"""

from __future__ import annotations

import numpy as np

from intaglio.article.characters import Floats
from intaglio.page import Bools


def choose(likely: Floats, words: Floats, beta: float = 1.0) -> tuple[Bools, float]:
    """The blocks to keep and the expected F score; `beta` above 1 favours recall, below 1 precision."""
    if not len(likely) or not words.any():
        return np.zeros(len(likely), dtype=np.bool_), 0.0
    order = np.argsort(-likely, kind="stable")
    size = words[order].astype(np.float64)
    wanted = size * likely[order]
    score = (1 + beta**2) * np.cumsum(wanted) / (np.cumsum(size) + beta**2 * wanted.sum() + 1e-9)
    best = int(np.argmax(score))
    keep = np.zeros(len(likely), dtype=np.bool_)
    keep[order[: best + 1]] = True
    return keep, float(score[best])
