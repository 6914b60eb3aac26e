"""Headings of a body: those that look alike go together, each with what stands under it."""

from __future__ import annotations

from collections import defaultdict
from itertools import count as counter

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, text_blocks
from intaglio.articles.blocks.counts import ZERO_WORDS, Floats, constant
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.white_space import collapsed

_IS_HEAD = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_HEAD[[TAGS[f"h{rank}"] for rank in range(1, 7)]] = True
_IS_HEAD.flags.writeable = False
LIKELY = 0.35
"""Headings are kept with their sections if those that look alike are this likely on average."""
_SET_IN = 0.3
"""How likely a heading between two blocks of the body must be."""
_LIKELY_SET_IN = constant(_SET_IN, np.float32)
WORDS, _PART = 10.0, 0.5
"""Words of a section that must have been kept, and their share of it."""


def heading_blocks(page: Page) -> Longs:
    """The blocks that are headings."""
    return page.derived(_heading_blocks)


def _heading_blocks(page: Page) -> Longs:
    return _IS_HEAD.take(page.tag.take(text_blocks(page).element), mode="clip").nonzero()[0]


def drop_last_heading(heads: Longs, keep: Bools) -> None:
    """Leave out a heading that ends the body: what stood under it was left out, too."""
    last = keep.nonzero()[0][-2:].tolist()
    known = heads.tolist()
    if [number in known for number in last] == [False, True]:
        keep[last[1]] = False


def with_sections(heads: Longs, blocks: Blocks, keep: Bools, least: float = WORDS) -> Longs:
    """Those of the headings under which, up to the next one, most was kept, and so many words at least."""
    section = heads.searchsorted(np.arange(len(blocks)), side="right")
    section[heads] = 0
    whole = np.bincount(section, blocks.words, len(heads) + 1)[1:]
    kept = np.bincount(section, blocks.words * keep, len(heads) + 1)[1:]
    return heads[(kept >= least) & (kept >= _PART * whole)]


def folded_name(page: Page) -> str:
    """The name of the page, to look texts up in."""
    return page.derived(_folded_name)


def _folded_name(page: Page) -> str:
    return collapsed((page.title or "").casefold())


def in_name(page: Page, blocks: Blocks, head: int) -> bool:
    """Whether a heading is the page's: its name has it."""
    text = collapsed("".join(page.texts[blocks.start[head] : blocks.stop[head]]).casefold())
    return text in folded_name(page)


def like_headings(page: Page, blocks: Blocks, keep: Bools, likely: Floats, looks: Longs) -> Bools:
    """The blocks of a body with the headings of its posts or chapters: one is not kept while the next is left out.

    Headings look alike if they and what they stand in do, given a number for the look of each element.
    """
    heads = heading_blocks(page)
    if len(heads) < 2 or not np.count_nonzero((likely.take(heads) > ZERO_WORDS) & ~keep.take(heads)):
        return keep
    own = with_sections(heads, blocks, keep)
    if len(own) < 2 or keep[own].all():
        return keep
    element = blocks.element[own]
    keys = looks.take(element) * (int(looks.max()) + 1) + looks.take(page.parent.take(element))
    numbers: dict[int, int] = defaultdict(counter().__next__)
    of = np.fromiter(map(numbers.__getitem__, keys.tolist()), np.int64, len(own))
    count = np.bincount(of)
    mean = np.bincount(of, likely[own]) / np.maximum(count, 1)
    together = keep.copy()
    together[own[(count[of] >= 2) & (mean[of] >= LIKELY) & (likely[own] > 0)]] = True
    return together


def with_set_in(page: Page, blocks: Blocks, keep: Bools, likely: Floats) -> Bools:
    """The blocks of a body with headings between two of them, all in one element: a section is torn without its name.

    Those that are links call for something else.
    """
    heads = heading_blocks(page)
    heads = heads[(likely.take(heads) >= _LIKELY_SET_IN) & ~keep.take(heads)]
    if not len(heads):
        return keep
    heads = heads[(heads > 0) & (heads < len(blocks) - 1)]
    heads = heads[keep[heads - 1] & keep[heads + 1] & (blocks.linked[heads] == 0)]
    if not len(heads):
        return keep
    before, at, behind = (page.parent.take(blocks.element.take(heads + step)) for step in (-1, 0, 1))
    whole = keep.copy()
    whole[heads[(before == at) & (at == behind)]] = True
    return whole
