"""Where a block stands inside what was taken for the body at first look: in which branch of it, beside what."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.features import Surroundings, rate, summed
from intaglio.page import Page

CORE = 0.75
"""The body's element is the smallest that holds this share of what is likely content."""
STRONG, STRONG_WORDS = 0.6, 12.0
"""A block this likely and this long, with a sentence in it, is a stronghold of the body."""
FAR = 30
BRANCHES: tuple[str, ...] = (
    "side", "branch_words", "branch_blocks", "branch_link", "branch_stops", "branch_likely", "branch_alone",
    "branch_alike", "branch_alike_likely", "likely_before", "likely_behind", "strong_before", "strong_behind",
    "alike", "alike_1", "alike_2", "alike_3", "link_run", "short_run", "before_words", "behind_words",
)  # fmt: skip
"""What each row is, in order."""


def branch_rows(page: Page, blocks: Blocks, around: Surroundings, likely: Floats) -> Floats:
    """Rows [feature, block]."""
    width = len(blocks)
    rows = np.zeros((len(BRANCHES), width), dtype=np.float32)
    wanted = blocks.words * likely
    sums = summed(np.array([blocks.words, wanted, blocks.linked, blocks.stops]))
    total = max(float(sums[1, -1]), 1e-6)
    held = sums[1].take(around.last) - sums[1].take(around.first)
    holding = (held >= CORE * total).nonzero()[0]
    core = int(holding[-1]) if len(holding) else 0  # no element, where no block has a word
    _branches(rows, page, blocks, around, sums, core)
    rows[9] = sums[1, :-1] / total
    rows[10] = 1 - sums[1, 1:] / total
    _strongholds(rows, blocks, likely)
    alike = around.alike
    rows[13] = alike.take(blocks.element)
    rows[14:17] = alike.take(around.containers[:3])
    rows[17] = _run(blocks.linked > 0.5 * blocks.words)
    rows[18] = _run((blocks.words <= 12) & (blocks.stops == 0))
    rows[19, 1:] = blocks.words[:-1]
    rows[20, :-1] = blocks.words[1:]
    return rows


def _branches(rows: Floats, page: Page, blocks: Blocks, around: Surroundings, sums: Floats, core: int) -> None:
    """The child of the body's element that a block stands in; one right in it is a branch of its own."""
    element = blocks.element
    children = (page.parent == core).nonzero()[0]
    inside = (element > core) & (element < page.end[core])
    rows[0] = np.where(element < core, -1, np.where(element >= page.end[core], 1, 0))
    number = np.arange(len(blocks))
    low, high = number, number + 1
    branch = np.zeros(len(blocks), dtype=np.int64)
    if len(children):
        branch = children.take(np.maximum(np.searchsorted(children, element, side="right") - 1, 0))
        low = np.where(inside, around.first.take(branch), number)
        high = np.where(inside, around.last.take(branch), number + 1)
    part = sums.take(high, axis=1) - sums.take(low, axis=1)
    rows[1], rows[2] = part[0], high - low
    rows[3], rows[4], rows[5] = rate(part[2], part[0]), rate(part[3], part[0]), part[1] / np.maximum(part[0], 1e-6)
    rows[6] = inside & (branch == element)
    if len(children):
        kin = around.kin.take(children)
        lowest = int(kin.min())  # children of one parent are numbered side by side
        mass = sums[:2].take(around.last.take(children), axis=1) - sums[:2].take(around.first.take(children), axis=1)
        words, good = np.bincount(kin - lowest, mass[0]), np.bincount(kin - lowest, mass[1])
        own = np.where(inside, around.kin.take(branch) - lowest, 0)
        rows[7] = np.where(inside, around.alike.take(branch), 0)
        rows[8] = np.where(inside, good.take(own) / np.maximum(words.take(own), 1e-6), -1)


def _strongholds(rows: Floats, blocks: Blocks, likely: Floats) -> None:
    """How many blocks away the nearest stronghold is, before and behind."""
    width = len(blocks)
    number = np.arange(width)
    strong = (likely > STRONG) & (blocks.words >= STRONG_WORDS) & (blocks.stops > 0)
    before = np.maximum.accumulate(np.where(strong, number, -FAR))
    behind = np.minimum.accumulate(np.where(strong, number, width + FAR)[::-1])[::-1]
    rows[11] = np.minimum(number - before, FAR)
    rows[12] = np.minimum(behind - number, FAR)


def _run(alike: np.ndarray) -> Longs:
    """For each block in a run the run's length, 0 outside of runs."""
    padded = np.zeros(len(alike) + 2, dtype=np.bool_)
    padded[1:-1] = alike
    edges = (padded[1:] != padded[:-1]).nonzero()[0]
    starts, stops = edges[::2], edges[1::2]
    marks = np.zeros(len(alike) + 1, dtype=np.int64)
    marks[starts] = stops - starts
    marks[stops] -= stops - starts
    return marks.cumsum()[:-1]
