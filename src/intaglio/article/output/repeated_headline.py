"""The headline of a page within its body: it is its title, and not repeated."""

from __future__ import annotations

import re

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.page import TAGS, Page

_WORD = re.compile(r"\w+")
_TOP = 3
"""Blocks at the top of a body among which the headline may stand again, but for an `<h1>`, which may stand anywhere."""


def headline(page: Page, blocks: Blocks, keep: Longs, title: str | None) -> int | None:
    """Which of the kept blocks is the headline, if one at the top is."""
    wanted = _unnumbered((title or "").casefold())
    tags = page.tag.take(blocks.element.take(keep)).tolist()
    for number, tag in enumerate(tags) if wanted else ():
        if number >= _TOP and tag != TAGS["h1"]:
            continue
        b = int(keep[number])
        texts = page.texts[blocks.start[b] : blocks.stop[b]]
        heading = tag in (TAGS["h1"], TAGS["h2"])
        if (heading or number == 0) and _unnumbered(" ".join(texts).casefold()) == wanted:
            return b
    return None


def _unnumbered(text: str) -> list[str]:
    """The words of a headline, without the number of its chapter."""
    words = _WORD.findall(text)
    first = next((at for at, word in enumerate(words) if not word.isdecimal()), 0)
    return words[first:]
