"""The text blocks of a page as columns: runs of text between block boundaries, each with its element and counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import Floats, constant, count
from intaglio.page import BLOCK, KNOWN, TAGS, Bools, Ints, Page

_IS_BLOCK = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_BLOCK[list(BLOCK)] = True
_IS_BLOCK.flags.writeable = False
_LONG = constant(4, np.float32)
"""Words from which on two blocks with the same text are copies of each other, not by chance alike."""
_LINK, _HEAD, _LAST = (constant(number, np.int32) for number in (TAGS["a"], TAGS["head"], len(KNOWN)))
MOST = 100_000
"""Blocks of a page that are told apart; what is behind them belongs to the last. No text has as many paragraphs."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """One entry a block, in document order; the texts of block b are `start[b]` .. `stop[b] - 1`."""

    start: Longs
    stop: Longs
    owner: Longs
    """Element the first text stands in."""
    element: Longs
    """The innermost block-level element around the first text."""
    words: Floats
    linked: Floats
    """Words inside links."""
    stops: Floats
    """Sentence ends."""
    symbols: Floats
    copies: Longs
    """The first block with the same text."""
    of_text: Longs
    """For each text, and one past the last: how many blocks begin before it."""

    def __len__(self) -> int:
        return len(self.start)


def known_tags(page: Page) -> Ints:
    """Tag of each element, every unknown one as `len(KNOWN)`."""
    return page.derived(_known_tags)


def _known_tags(page: Page) -> Ints:
    tags: Ints = np.minimum(page.tag, _LAST)
    return tags


def tag_counts(page: Page) -> list[int]:
    """How many elements there are of each known name, and, last, of all others; many pages have none of those that a
    step is about.
    """
    return page.derived(_tag_counts)


def _tag_counts(page: Page) -> list[int]:
    counts: list[int] = np.bincount(known_tags(page), minlength=len(KNOWN) + 1).tolist()
    return counts


def text_blocks(page: Page) -> Blocks:
    """The texts of the page's body, cut into blocks."""
    return page.derived(_text_blocks)


def _text_blocks(page: Page) -> Blocks:
    breaking = _IS_BLOCK[known_tags(page)]
    total = len(page.texts)
    first = _body_start(page)
    marks = np.zeros(total + 1, dtype=np.bool_)
    marks[page.text_start[breaking]] = True
    marks[page.text_stop[breaking]] = True
    marks[first] = first < total
    marks[:first] = marks[total] = False
    start = marks.nonzero()[0]
    if len(start) > MOST:
        marks[start[MOST] :] = False
        start = start[:MOST]
    stop = np.empty_like(start)
    stop[:-1], stop[-1:] = start[1:], total
    owner = page.text_owner.take(start).astype(np.int64)
    of_text = np.zeros(total + 1, dtype=np.int64)
    np.add.accumulate(marks[:-1], dtype=np.int64, out=of_text[1:])
    words, linked, stops, symbols = _counted(page, start, first)
    return Blocks(
        start, stop, owner, _block_above(page, breaking, owner), words, linked, stops, symbols,
        _copies(page, start, stop, words), of_text,
    )  # fmt: skip


def _body_start(page: Page) -> int:
    heads = (page.tag[:64] == _HEAD).nonzero()[0]
    return int(page.text_stop[heads[0]]) if len(heads) else 0


def _block_above(page: Page, breaking: Bools, owner: Longs) -> Longs:
    """The innermost block-level element around some elements, by pointer doubling; the root if there is none."""
    above = np.where(breaking, np.arange(page.size), page.parent)
    above[0] = 0
    breaking[0] = True
    while np.count_nonzero(breaking[found := above[owner]]) < len(owner):
        above = above.take(above)
    return found


def _counted(page: Page, start: Longs, first: int) -> tuple[Floats, Floats, Floats, Floats]:
    if not len(start):
        none = np.zeros(0, dtype=np.float32)
        return none, none, none, none
    counts = count(page.texts[first:])
    at = start - first
    linked = counts.words * _inside(page, page.tag == _LINK)[first:]
    words, linked, stops, symbols = np.add.reduceat([counts.words, linked, counts.stops, counts.symbols], at, axis=1)
    return words, linked, stops, symbols


def _inside(page: Page, chosen: Bools) -> Bools:
    """Which texts stand inside the chosen elements."""
    size = len(page.texts) + 1
    begun = np.bincount(page.text_start[chosen], minlength=size) - np.bincount(page.text_stop[chosen], minlength=size)
    return np.add.accumulate(begun[:-1]).astype(np.bool_)


def _copies(page: Page, start: Longs, stop: Longs, words: Floats) -> Longs:
    """For each block the first one that reads the same; short ones stand for themselves."""
    texts = page.texts
    copies = np.arange(len(start))
    long = (words >= _LONG).nonzero()[0]
    seen: dict[str, int] = {}
    for b, first, last in zip(long.tolist(), start[long].tolist(), stop[long].tolist(), strict=True):
        text = (texts[first] if last == first + 1 else "".join(texts[first:last])).strip()
        if (same := seen.setdefault(text, b)) != b:
            copies[b] = same
    return copies


def ranges(page: Page, blocks: Blocks) -> tuple[Longs, Longs]:
    """First block of each element's subtree, and one past its last."""
    return blocks.of_text.take(page.text_start), blocks.of_text.take(page.text_stop)
