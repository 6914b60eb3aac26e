"""Items that repeat on a page: siblings that look alike and hold words, as the cards of a list, the posts of a thread.

Of all such rows of items that a block stands in, the one that holds most of the page is looked at.
"""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.ancestors import Longs, chains_of
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import NOTHING, Floats, constant
from intaglio.articles.body.features import LINKED, STOPS, WANTED, WORDS, Surroundings, rate
from intaglio.page import Bools, Page

LEAST = 3
"""Items of a row."""
ITEMS: tuple[str, ...] = (
    "items", "items_words", "items_share", "items_link", "items_stops", "items_blocks", "items_first", "items_likely",
)  # fmt: skip
"""What each row is, in order."""
_COUNT, _SHARE, _BLOCKS = ITEMS.index("items"), ITEMS.index("items_share"), ITEMS.index("items_blocks")
_LISTED, _MUCH, _SEVERAL = 4, 0.3, 2.0
"""Items of a list, their share of the page's words, and the blocks of each: paragraphs are no items."""
_ITEMS, _WORDS, _OF_EACH = (constant(number, np.float32) for number in (_LISTED, _MUCH, _SEVERAL))
_MOST, _NO_WORDS, _LEAST = 0.8, constant(1e-6), constant(LEAST, np.int64)


def listed(rows: Floats) -> Bools:
    """Blocks in the items of a list that is much of the page, given what `item_rows` says."""
    inside: Bools = (rows[_COUNT] >= _ITEMS) & (rows[_SHARE] >= _WORDS) & (rows[_BLOCKS] >= _OF_EACH)
    return inside


def like_parts(keep: Bools, likely: Floats, groups: Longs, inside: Bools) -> Bools:
    """The blocks of a body with those parts of a list's items that most items have there."""
    if not inside.any():
        return keep
    own = groups[inside]
    count = np.bincount(own, minlength=int(groups.max()) + 1)
    kept = np.bincount(own, keep[inside], len(count))
    often = (count >= _LISTED) & (kept >= _MOST * count)
    together: Bools = keep | (inside & often[groups] & (likely > 0))
    return together


def item_rows(rows: Floats, page: Page, blocks: Blocks, around: Surroundings) -> None:
    """Fill rows [feature, block], which are 0 and stay so for blocks in no row of items; what is around has what is
    likely content.
    """
    size = around.last - around.first
    several = ((around.alike >= _LEAST) & (size > NOTHING)).nonzero()[0]
    if not len(several):
        return
    kin = around.kin[several]
    held = around.held.take(several, axis=1)
    count = np.bincount(kin)
    mass = np.bincount(kin, held[WORDS])
    few = count < _LEAST
    order = (mass * ~few).argsort(kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(1, len(order) + 1)
    place[few] = 0
    rank = np.zeros(page.size, dtype=np.int64)
    rank[several] = place[kin]
    own = chains_of(page).highest(rank)[blocks.element]
    inside = own.nonzero()[0]
    if not len(inside):
        return
    best = order[own[inside] - 1]
    kinds = (held[LINKED], held[STOPS], size[several], held[WANTED])
    linked, stops, held_blocks, wanted = (np.bincount(kin, kind)[best] for kind in kinds)
    words, items = mass[best], count[best]
    rows[:, inside] = [
        items, words / items, words / max(around.sums[WORDS, -1], 1.0), rate(linked, words), rate(stops, words),
        held_blocks / items, words / max(mass.max(), 1e-6), wanted / np.maximum(words, _NO_WORDS),
    ]  # fmt: skip
