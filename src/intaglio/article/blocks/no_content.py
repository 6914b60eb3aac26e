"""Blocks that are no content whatever they look like: what leads around, to other languages, and replies to a text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import all_names
from intaglio.article.blocks.counts import Floats
from intaglio.page import TAGS, Bools, Page

_LEAD = 3.0
"""Words beside the links to a page in other languages."""
_CALLED = re.compile(
    r"(?<!\S)(?:(?P<around>nav(?:header|footer)|(?:doc|post|entry|article|page)-?nav(?:igation)?|pag(?:er|ination))"
    r"|(?P<replies>(?:wp-block-)?(?:comments|comments?-(?:list|area|section)|commentlist)))(?!\S)"
)
"""What parts are called, in small letters, that lead around or hold replies."""
_TURNS = re.compile(
    r"\W*(?:next|previous|prev|older|newer)(?:\s(?:post|article|page|chapter|entry))?\s?:", re.IGNORECASE
)
_SHORT = 24
"""Words of a link and of what stands before it."""
_LIKELY, _CONTENT = 0.3, 0.5
"""How likely a sentence must be that is replied to, and from where on it is whatever the replies are."""


def no_content(page: Page, blocks: Blocks, likely: Floats) -> Bools:
    """The blocks that are none, given how likely each is content."""
    found = _of_languages(page, blocks) | _turns(page, blocks)
    parts = _parts(page, blocks)
    for part in parts.get("around", ()):
        if not (blocks.stops[part] > 1).any():
            found[part] = True
    for part in parts.get("replies", ()):
        above = likely[: part.start][(likely[: part.start] > _LIKELY) & (blocks.stops[: part.start] > 0)]
        if len(above) and above.max() >= min(likely[part].max(initial=0), _CONTENT):
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


def _parts(page: Page, blocks: Blocks) -> Mapping[str, Sequence[slice]]:
    """The blocks in each element that leads around or holds replies, by its class or id."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    names = all_names(page)
    for found in _CALLED.finditer(names):
        numbers[found.lastgroup or ""].append(names.count("\n", 0, found.start()))
    parts: dict[str, list[slice]] = {}
    for kind, some in numbers.items():
        held = (np.isin(page.cls, some) | np.isin(page.id, some)) & (page.tag != TAGS["body"])
        elements = held.nonzero()[0]
        first, last = blocks.of_text[page.text_start[elements]], blocks.of_text[page.text_stop[elements]]
        parts[kind] = list(map(slice, first.tolist(), last.tolist()))
    return parts
