"""What kinds of elements a block stands in, by tag, attribute and name; as bits of one number an element."""

from __future__ import annotations

import numpy as np

from intaglio.articles.blocks.ancestors import Longs, chains_of
from intaglio.articles.blocks.block_columns import known_tags
from intaglio.articles.blocks.class_hints import hint_bits
from intaglio.page import KNOWN, TAGS, Page

KINDS: dict[str, str] = {
    "nav": "nav menu",
    "footer": "footer",
    "header": "header",
    "aside": "aside",
    "form": "form fieldset",
    "main": "main",
    "article": "article",
    "item": "li dt dd",
    "cell": "td th",
    "control": "button select option optgroup label textarea input legend datalist output",
    "code": "pre code samp kbd",
    "paragraph": "p",
    "hidden": "",
    "figure": "figure figcaption picture",
    "quote": "blockquote q",
    "title": "h1",
    "heading": "h1 h2 h3 h4 h5 h6",
}
"""Kinds of elements a block can stand in, by tag; an element is hidden by its attributes."""
BIT = {kind: 1 << number for number, kind in enumerate(KINDS)}
HINT_SHIFT = len(BIT)
"""Where the bits of hints begin in `bits_above`."""
_KIND_BITS = np.zeros(len(KNOWN) + 1, dtype=np.int64)
for _kind, _tags in KINDS.items():
    _KIND_BITS[[TAGS[name] for name in _tags.split()]] |= BIT[_kind]
_KIND_BITS.flags.writeable = False


def kind_bits(page: Page) -> Longs:
    """The kinds of each element."""
    return page.derived(_kinds)


def _kinds(page: Page) -> Longs:
    own = _KIND_BITS.take(known_tags(page))
    if page.hidden:
        own[page.hidden] |= BIT["hidden"]
    return own


def bits_above(page: Page) -> Longs:
    """The kinds of each element and of all above it, and, shifted, their hints."""
    return page.derived(_above)


def _above(page: Page) -> Longs:
    return chains_of(page).any_bits(kind_bits(page) | hint_bits(page)[0] << HINT_SHIFT)
