"""Which blocks of a page are its content: told from the truth's text, or from snippets of what is and is not."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import Floats
from intaglio.page import Page

WORD = re.compile(r"\w+")
_MOST = 30_000
"""Words of a page that are matched; what stands behind them is not labelled as content."""


def block_words(page: Page, blocks: Blocks) -> list[list[str]]:
    """The words of each block."""
    return [
        WORD.findall(" ".join(page.texts[start:stop]).lower())
        for start, stop in zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    ]


def content_share(blocks: Blocks, words: Sequence[Sequence[str]], truth: str) -> Floats:
    """The share of each block's words that belong to the truth; all copies of a block get the best of them."""
    sizes = np.array([len(block) for block in words], dtype=np.int64)
    matched = common(
        [word for block in words for word in block][:_MOST], [word.lower() for word in WORD.findall(truth)][:_MOST]
    )
    owner = np.repeat(np.arange(len(words)), sizes)[:_MOST]
    share = np.bincount(owner, matched, len(words)) / np.maximum(sizes, 1)
    best = share.copy()
    np.maximum.at(best, blocks.copies, share)
    copied: Floats = best[blocks.copies]
    return copied


def snippet_share(lines: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> Floats:
    """1 for each block with a wanted snippet in it, 0 for one with an unwanted one, NaN for others and for both."""
    known = np.full(len(lines), np.nan)
    inside, outside = ([" ".join(one.lower().split()) for one in some] for some in (wanted, unwanted))
    for number, line in enumerate(lines):
        text = " ".join(line.lower().split())
        good, bad = any(one in text for one in inside), any(one in text for one in outside)
        if good != bad:
            known[number] = float(good)
    return known


def common(page: Sequence[str], truth: Sequence[str]) -> Floats:
    """1 for each word of the page that is in a longest common subsequence with the truth, else 0.

    Rows of the usual table are kept as the bits of one number each (Hyyrö's algorithm), so long texts are no problem.
    """
    places: dict[str, int] = {}
    for number, word in enumerate(truth):
        places[word] = places.get(word, 0) | 1 << number
    mask = (1 << len(truth)) - 1
    row = mask
    rows = []
    for word in page:
        hits = row & places.get(word, 0)
        row = ((row + hits) | (row - hits)) & mask
        rows.append(row)
    matched = np.zeros(len(page), dtype=np.float32)
    at = len(truth) - 1
    for number in range(len(page) - 1, -1, -1):
        if at < 0:
            break
        while at >= 0 and rows[number] >> at & 1:
            at -= 1
        if at >= 0 and (number == 0 or rows[number - 1] >> at & 1):
            matched[number] = 1
            at -= 1
    return matched
