"""Blocks that are no content whatever they look like: what leads around, or to other languages."""

from __future__ import annotations

import re
from itertools import compress

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.class_hints import block_classes
from intaglio.page import TAGS, Bools, Page

_LEAD = 3.0
"""Words beside the links to a page in other languages."""
_AROUND = frozenset([
    "navheader", "navfooter", "pager", "pagination",
    *(f"{part}{joint}{end}" for part in ("doc", "post", "entry", "article", "page") for joint in ("", "-")
      for end in ("nav", "navigation")),
])  # fmt: skip
"""What parts are called, in small letters, that lead around; `nav` or `pag` is in each such name."""
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
    led = [e for e in page.having("hreflang") if page.tag[e] == TAGS["a"]]
    if not led:
        return np.zeros(len(blocks), dtype=np.bool_)
    links = np.array(led)
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
    filled, classes, names = block_classes(page)
    ids = page.having("id")
    said = "\0".join([*names, *ids.values()]).lower()  # no name of a parsed page has a NUL in it
    if "nav" not in said and "pag" not in said:
        return []
    called = [("nav" in name or "pag" in name) and not _AROUND.isdisjoint(name.split()) for name in said.split("\0")]
    if not any(called):
        return []
    own = np.array(called[: len(names)]).take(classes)
    named = [*filled[own].tolist(), *compress(ids, called[len(names) :])]
    elements = [e for e in named if page.tag[e] != TAGS["body"]]
    first, last = blocks.of_text[page.text_start[elements]], blocks.of_text[page.text_stop[elements]]
    return list(map(slice, first.tolist(), last.tolist()))
