"""Blocks that are no content whatever they look like: what leads around, or to other languages."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import block_classes
from intaglio.page import TAGS, Bools, Page

_LEAD = 3.0
"""Words beside the links to a page in other languages."""
_CALLED = re.compile(
    r"(?<!\S)(?:nav(?:header|footer)|(?:doc|post|entry|article|page)-?nav(?:igation)?|pag(?:er|ination))(?!\S)"
)
"""What parts are called, in small letters, that lead around."""
_IN_NAMES = (
    "navheader", "navfooter", "pager", "pagination",
    *(f"{what}{joint}nav" for what in ("doc", "post", "entry", "article", "page") for joint in ("", "-")),
)  # fmt: skip
"""One of these is in each such name: to look no further where none is."""
_TURNS = re.compile(
    r"\W*(?:next|previous|prev|older|newer)(?:\s(?:post|article|page|chapter|entry))?\s?:", re.IGNORECASE
)
_SHORT = 24
"""Words of a link and of what stands before it."""


def no_content(page: Page, blocks: Blocks) -> Bools:
    """The blocks that are none."""
    found = _of_languages(page, blocks) | _turns(page, blocks)
    for part in _around(page, blocks):
        if not (blocks.stops[part] > 1).any():
            found[part] = True
    return found


def _of_languages(page: Page, blocks: Blocks) -> Bools:
    """Links to the page in other languages, with a word or two before them."""
    links = np.array([e for e in page.having("hreflang") if page.tag[e] == TAGS["a"]], dtype=np.int64)
    said = links[page.text_stop[links] > page.text_start[links]]
    within = np.maximum(blocks.of_text[page.text_start[said] + 1] - 1, 0)
    counts = np.bincount(within, minlength=len(blocks))
    found: Bools = (counts > 1) & (blocks.words - counts <= _LEAD)
    return found


def _turns(page: Page, blocks: Blocks) -> Bools:
    """Links that lead to the page before or behind, and say so."""
    beside = blocks.words - blocks.linked
    found = (blocks.linked > 0) & (beside >= 1) & (beside <= 2) & (blocks.words <= _SHORT)
    for b in found.nonzero()[0].tolist():
        found[b] = _TURNS.match(" ".join(page.texts[int(blocks.start[b]) : int(blocks.stop[b])])) is not None
    return found


def _around(page: Page, blocks: Blocks) -> list[slice]:
    """The blocks in each element that leads around, by its class or id."""
    filled, classes = block_classes(page)
    ids = page.having("id")
    names = {*filter(None, classes), *ids.values()}
    said = "\n".join(names).lower()
    if not any(map(said.__contains__, _IN_NAMES)):
        return []
    called = {name for name in names if _CALLED.search(name.lower())}
    named = chain(zip(filled.tolist(), classes, strict=True), ids.items())
    elements = [e for e, name in named if name in called and page.tag[e] != TAGS["body"]]
    first, last = blocks.of_text[page.text_start[elements]], blocks.of_text[page.text_stop[elements]]
    return list(map(slice, first.tolist(), last.tolist()))
