"""The text blocks of a page as columns: runs of text between block boundaries, each with its element and counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.article.characters import Counts, Floats, count
from intaglio.page import BLOCK, KNOWN, TAGS, Bools, Ints, Page

_IS_BLOCK = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_BLOCK[list(BLOCK)] = True
_IS_BLOCK.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Blocks:
    """One entry a block, in document order; the texts of block b are `start[b]` .. `stop[b] - 1`."""

    start: Ints
    stop: Ints
    owner: Ints
    """Element the first text stands in."""
    element: Ints
    """The innermost block-level element around the first text."""
    words: Floats
    letters: Floats
    linked: Floats
    """Words inside links."""
    stops: Floats
    """Sentence ends."""
    commas: Floats
    digits: Floats
    capitals: Floats
    closed: Bools
    """Its last character ends a sentence."""

    def __len__(self) -> int:
        return len(self.start)


def known_tags(page: Page) -> Ints:
    """Tag of each element, every unknown one as `len(KNOWN)`."""
    return np.minimum(page.tag, len(KNOWN))


def text_blocks(page: Page) -> Blocks:
    """Cut the texts of the page's body into blocks."""
    tag = known_tags(page)
    breaking = _IS_BLOCK[tag]
    total = len(page.texts)
    first = _body_start(page)
    marks = np.zeros(total + 1, dtype=np.bool_)
    marks[page.text_start[breaking]] = True
    marks[page.text_stop[breaking]] = True
    marks[first] = True
    start = np.flatnonzero(marks[first:total]).astype(np.int32) + first
    stop = np.append(start[1:], total).astype(np.int32) if len(start) else start
    owner = page.text_owner[start]
    return _counted(page, start, stop, owner, _block_above(page, breaking)[owner], first)


def _body_start(page: Page) -> int:
    heads = np.flatnonzero(page.tag[:64] == TAGS["head"])
    return int(page.text_stop[heads[0]]) if len(heads) else 0


def _block_above(page: Page, breaking: Bools) -> Ints:
    """The innermost block-level element around each element, by pointer doubling."""
    above = np.where(breaking, np.arange(page.size, dtype=np.int32), page.parent)
    above[0] = 0
    while not (breaking[above] | (above == 0)).all():
        above = above[above]
    return above


def inside(page: Page, tag: Ints, code: int) -> Bools:
    """Which texts stand inside elements of that tag."""
    found = np.flatnonzero(tag == code)
    depth = np.zeros(len(page.texts) + 1, dtype=np.int32)
    np.add.at(depth, page.text_start[found], 1)
    np.subtract.at(depth, page.text_stop[found], 1)
    return np.cumsum(depth[:-1]) > 0


def _counted(page: Page, start: Ints, stop: Ints, owner: Ints, element: Ints, first: int) -> Blocks:
    if not len(start):
        none = np.zeros(0, dtype=np.float32)
        return Blocks(start, stop, owner, element, none, none, none, none, none, none, none, none.astype(np.bool_))
    counts: Counts = count(page.texts[first:])
    at = start - first
    linked = inside(page, page.tag, TAGS["a"])[first:]

    def sums(values: Floats) -> Floats:
        return np.add.reduceat(values, at)

    return Blocks(
        start, stop, owner, element,
        sums(counts.words), sums(counts.letters), sums(counts.words * linked), sums(counts.stops),
        sums(counts.commas), sums(counts.digits), sums(counts.capitals), counts.closed[stop - first - 1],
    )  # fmt: skip
