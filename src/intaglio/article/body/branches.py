"""Where a block stands inside what was taken for the body at first look: in which branch of it, beside what."""

from __future__ import annotations

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.counts import ZERO_WORDS, Floats, constant
from intaglio.article.body.features import LINKED, STOPS, WANTED, WORDS, Surroundings, rate
from intaglio.page import Bools, Page

CORE = 0.75
"""The body's element is the smallest that holds this share of what is likely content."""
STRONG, STRONG_WORDS = 0.6, 12.0
"""A block this likely and this long, with a sentence in it, is a stronghold of the body."""
FAR = 30
_FAR, _BEFORE = constant(FAR, np.int64), constant(-FAR, np.int64)
_LEAST, _WHOLE = constant(1e-6), constant(1)
_STRONG, _STRONG_WORDS, _HALF, _SHORT = (constant(number, np.float32) for number in (STRONG, STRONG_WORDS, 0.5, 12))
BRANCHES: tuple[str, ...] = (
    "side", "branch_words", "branch_blocks", "branch_link", "branch_stops", "branch_likely", "branch_alone",
    "branch_alike", "branch_alike_likely", "likely_before", "likely_behind", "strong_before", "strong_behind",
    "alike", "alike_1", "alike_2", "alike_3", "link_run", "short_run", "before_words", "behind_words",
)  # fmt: skip
"""What each row is, in order."""


def branch_rows(rows: Floats, page: Page, blocks: Blocks, around: Surroundings, likely: Floats) -> None:
    """Fill rows [feature, block], which are 0; what is around has what is likely content."""
    wanted = around.sums[WANTED]
    total = max(wanted[-1], 1e-6)
    holding = (around.held[WANTED] >= CORE * total).nonzero()[0]
    core = int(holding[-1]) if len(holding) else 0  # no element, where no block has a word
    _branches(rows, page, blocks, around, core)
    part = wanted / total
    rows[9] = part[:-1]
    rows[10] = _WHOLE - part[1:]
    _strongholds(rows, blocks, likely)
    alike = around.alike
    rows[13] = alike[blocks.element]
    rows[14:17] = alike.take(around.containers[:3])
    rows[17:19] = _runs(blocks.linked > _HALF * blocks.words, (blocks.words <= _SHORT) & (blocks.stops == ZERO_WORDS))
    rows[19, 1:] = blocks.words[:-1]
    rows[20, :-1] = blocks.words[1:]


def _branches(rows: Floats, page: Page, blocks: Blocks, around: Surroundings, core: int) -> None:
    """The child of the body's element that a block stands in; one right in it is a branch of its own."""
    element = blocks.element
    children = (page.parent == core).nonzero()[0]
    end = int(page.end[core])
    behind = element >= end
    inside = (element > core) & ~behind
    rows[0] = behind
    rows[0] -= element < core
    part = around.sums[:, 1:] - around.sums[:, :-1]
    rows[2] = 1
    if len(children):
        own = inside.nonzero()[0]
        of = element[own]
        branch = children[children.searchsorted(of, side="right") - 1]
        part[:, own] = around.held.take(branch, axis=1)
        rows[2, own] = around.last[branch] - around.first[branch]
        rows[6, own] = branch == of
        _alike(rows, around, children, own, branch)
    words = part[WORDS]
    rows[1] = words
    rows[3:5] = rate(part[LINKED : STOPS + 1], words)
    rows[5] = part[WANTED] / np.maximum(words, _LEAST)


def _alike(rows: Floats, around: Surroundings, children: Longs, own: Longs, branch: Longs) -> None:
    """How many branches are like that of a block, and how likely they are, given the blocks inside and the branch of
    each.
    """
    kin = around.kin[children]
    lowest = kin.min()  # children of one parent are numbered side by side
    kin -= lowest
    words, good = (np.bincount(kin, around.held[row][children]) for row in (WORDS, WANTED))
    rows[7, own] = around.alike[branch]
    rows[8] = -1
    rows[8, own] = (good / np.maximum(words, _LEAST))[around.kin[branch] - lowest]


def _strongholds(rows: Floats, blocks: Blocks, likely: Floats) -> None:
    """How many blocks away the nearest stronghold is, before and behind."""
    width = len(blocks)
    number = np.arange(width)
    strong = (likely > _STRONG) & (blocks.words >= _STRONG_WORDS) & (blocks.stops > ZERO_WORDS)
    before = np.maximum.accumulate(np.where(strong, number, _BEFORE))
    behind = np.minimum.accumulate(np.where(strong, number, width + _FAR)[::-1])[::-1]
    rows[11] = np.minimum(number - before, _FAR)
    rows[12] = np.minimum(behind - number, _FAR)


def _runs(*kinds: Bools) -> Longs:
    """For each kind of blocks a row: of a block in a run of such the run's length, 0 outside of runs."""
    width = len(kinds[0]) + 1  # one that is of no kind parts the rows
    padded = np.zeros(len(kinds) * width + 1, dtype=np.bool_)
    for at, kind in enumerate(kinds):
        padded[at * width + 1 : (at + 1) * width] = kind
    edges = (padded[1:] != padded[:-1]).nonzero()[0]
    starts, stops = edges[::2], edges[1::2]
    sizes = stops - starts
    marks = np.zeros(len(padded) - 1, dtype=np.int64)
    marks[starts] = sizes
    marks[stops] -= sizes
    return np.add.accumulate(marks).reshape(-1, width)[:, :-1]
