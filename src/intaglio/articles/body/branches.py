"""Where a block stands inside what was taken for the body at first look: in which branch of it, beside what."""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import NOTHING, STEP, ZERO_WORDS, Floats, constant
from intaglio.articles.body.features import LINKED, STOPS, WANTED, WORDS, Surroundings, rate
from intaglio.page import Page

CORE = 0.75
"""The body's element is the smallest that holds this share of what is likely content."""
STRONG, STRONG_WORDS = 0.6, 12.0
"""A block this likely and this long, with a sentence in it, is a stronghold of the body."""
FAR = 30
_FAR = constant(FAR, np.int64)
_BEFORE, _BEHIND = np.array([[-1, -1, -FAR], [0, 0, FAR]])[:, :, None]
"""Where the nearest marks are taken to be if there are none: before the first block, and behind the last."""
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
    _along(rows, blocks, likely)
    alike = around.alike
    rows[13] = alike[blocks.element]
    rows[14:17] = alike.take(around.containers[:3])
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


def _along(rows: Floats, blocks: Blocks, likely: Floats) -> None:
    """Fill rows with how many blocks away the nearest stronghold is, before and behind, and with the length of the run
    of links, and of short lines, that a block is in, 0 outside of such. The nearest marks on both sides tell:
    strongholds, or what is no link, or not short.
    """
    width = len(blocks)
    words, no_stops = blocks.words, blocks.stops == ZERO_WORDS
    marks = np.empty((3, width), dtype=np.bool_)
    np.less_equal(blocks.linked, _HALF * words, out=marks[0])
    np.logical_not((words <= _SHORT) & no_stops, out=marks[1])
    np.greater((likely > _STRONG) & (words >= _STRONG_WORDS), no_stops, out=marks[2])
    number = np.arange(width)
    before = np.maximum.accumulate(np.where(marks, number, _BEFORE), axis=1)
    behind = np.minimum.accumulate(np.where(marks, number, _BEHIND + width)[:, ::-1], axis=1)[:, ::-1]
    runs = behind[:2] - before[:2]
    rows[17:19] = np.maximum(runs - STEP, NOTHING)
    rows[11] = np.minimum(number - before[2], _FAR)
    rows[12] = np.minimum(behind[2] - number, _FAR)
