"""Blocks that are no content whatever they look like: what leads around, to other languages, and replies to a text."""

from __future__ import annotations

import re

import numpy as np

from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import any_name_has, names_with
from intaglio.article.blocks.counts import Floats
from intaglio.page import TAGS, Bools, Page

_LEAD = 3.0
"""Words beside the links to a page in other languages."""
_AROUND = re.compile(
    r"(?:^|\s)(?:nav(?:header|footer)|(?:doc|post|entry|article|page)-?nav(?:igation)?|pag(?:er|ination))(?=\s|$)",
    re.IGNORECASE,
)
_AROUND_NAMES = ("nav", "pager", "pagination")
"""What all of these have in them."""
_TURNS = re.compile(
    r"\W*(?:next|previous|prev|older|newer)(?:\s(?:post|article|page|chapter|entry))?\s?:", re.IGNORECASE
)
_SHORT = 24
"""Words of a link and of what stands before it."""
_REPLIES = re.compile(
    r"(?:^|\s)(?:wp-block-)?(?:comments|comments?-(?:list|area|section)|commentlist)(?=\s|$)", re.IGNORECASE
)
_LIKELY, _CONTENT = 0.3, 0.5
"""How likely a sentence must be that is replied to, and from where on it is whatever the replies are."""


def of_languages(page: Page, blocks: Blocks) -> Bools:
    """Blocks that are links to the page in other languages, with a word or two before them."""
    links = np.array([e for e in page.having("hreflang") if page.tag[e] == TAGS["a"]], dtype=np.int64)
    said = links[page.text_stop[links] > page.text_start[links]]
    within = np.maximum(blocks.of_text[page.text_start[said] + 1] - 1, 0)
    counts = np.bincount(within, minlength=len(blocks))
    found: Bools = (counts > 1) & (blocks.words - counts <= _LEAD)
    return found


def leads_around(page: Page, blocks: Blocks) -> Bools:
    """Blocks in parts that are called after leading to other pages, and in which no sentence stands; and links that
    lead to the page before or behind, and say so.
    """
    found = np.zeros(len(blocks), dtype=np.bool_)
    for part in _called(page, blocks, _AROUND, _AROUND_NAMES):
        if not (blocks.stops[part] > 1).any():
            found[part] = True
    beside = blocks.words - blocks.linked
    for b in ((blocks.linked > 0) & (beside >= 1) & (beside <= 2) & (blocks.words <= _SHORT)).nonzero()[0].tolist():
        found[b] |= _TURNS.match(" ".join(page.texts[int(blocks.start[b]) : int(blocks.stop[b])])) is not None
    return found


def replies(page: Page, blocks: Blocks, likely: Floats) -> Bools:
    """Blocks in parts that are called comments, below a text that is likelier content."""
    found = np.zeros(len(blocks), dtype=np.bool_)
    for part in _called(page, blocks, _REPLIES, ("comment",)):
        above = (likely[: part.start] > _LIKELY) & (blocks.stops[: part.start] > 0)
        if above.any() and likely[: part.start][above].max() >= min(likely[part].max(initial=0), _CONTENT):
            found[part] = True
    return found


def _called(page: Page, blocks: Blocks, pattern: re.Pattern[str], names: tuple[str, ...]) -> list[slice]:
    """The blocks in each element with a class or id of a pattern."""
    if not any_name_has(page, names):
        return []
    numbers = [number for number, name in names_with(page, names) if pattern.search(name)]
    held = (np.isin(page.cls, numbers) | np.isin(page.id, numbers)) & (page.tag != TAGS["body"])
    return [
        slice(int(blocks.of_text[page.text_start[e]]), int(blocks.of_text[page.text_stop[e]]))
        for e in held.nonzero()[0].tolist()
    ]
