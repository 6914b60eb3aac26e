"""The short lines of text around a headline, among which author and date are shown."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice

import numpy as np

from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.counts import word_count
from intaglio.articles.fields.class_signs import ClassSigns
from intaglio.articles.fields.titles import main_headings
from intaglio.page import TAGS, Page
from intaglio.white_space import collapsed

NEAR, FAR, BEFORE = 12, 40, 5
"""Blocks behind the headline in which any byline counts, in which one that is marked does; and blocks before it."""
SHORT = 14
"""Words of a line that may be a byline."""
LONGEST = 200
"""Its characters."""
_UP = 6
"""Elements above a line whose names are looked at."""
_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:related|recommended|popular|trending|comments?|sidebar|footer|menu|nav|navigation|copyright|breadcrumbs?)"
    r"(?=[\s_-]|$)",
    re.IGNORECASE,
)
"""Names of places whose authors and dates are those of other pages."""


Line = tuple[str, int, bool]
"""A short line of text that stands around the headline, the element it stands in, and whether it is quite near."""


class LinesAround:
    """The short lines around a headline, those behind it first; none without a headline."""

    def __init__(self, page: Page, blocks: Blocks, title: str | None) -> None:
        """Find the headline, and what stands around it."""
        self.page = page
        self.lines = _lines_around(page, blocks, title)
        self._places = ClassSigns(page, _ELSEWHERE)

    @cached_property
    def said(self) -> str:
        """All of them together in small letters, to look no further for what none says."""
        return "\n".join([text for text, _, _ in self.lines]).lower()

    def is_elsewhere(self, owner: int) -> bool:
        """Whether an element stands in a menu, a form, the page's footer or beside the content, by tag or name."""
        above = [owner, *islice(self.page.ancestors(owner), _UP)]
        tags = self.page.tag.take(above).tolist()
        if TAGS["nav"] in tags or TAGS["form"] in tags or (TAGS["footer"] in tags and TAGS["article"] not in tags):
            return True
        return self._places.any([up for up, tag in zip(above, tags, strict=True) if tag != TAGS["body"]])


def _lines_around(page: Page, blocks: Blocks, title: str | None) -> list[Line]:
    head = _headline(page, blocks, title)
    if head is None:
        return []
    low = max(head - BEFORE, 0)
    around = slice(low, head + 1 + FAR)
    start, stop, owner = blocks.start[around].tolist(), blocks.stop[around].tolist(), blocks.owner[around].tolist()
    few, own = (blocks.words[around] <= 2 * SHORT).nonzero()[0].tolist(), head - low
    lines = []
    for at in [*(one for one in few if one > own), *(one for one in reversed(few) if one < own)]:
        text = _said(page, start[at], stop[at])
        if len(text) <= LONGEST and text.count(" ") < SHORT:
            lines.append((text, owner[at], at <= own + NEAR))
    return lines


def _said(page: Page, start: int, stop: int) -> str:
    """Some texts side by side, white space collapsed."""
    return collapsed(page.texts[start] if stop == start + 1 else " ".join(page.texts[start:stop]))


def _headline(page: Page, blocks: Blocks, title: str | None) -> int | None:
    """The block of the headline: the first one that says it, a heading of the first rank if there is one."""
    heads = _in_headings(page, blocks)
    if title:
        wanted = title.casefold()
        if (same := _saying(page, blocks, heads, wanted)) is not None:
            return same
        alike: list[int] = (np.abs(blocks.words - word_count(title)) < 1).nonzero()[0].tolist()
        if (same := _saying(page, blocks, alike, wanted)) is not None:
            return same
    return heads[int(blocks.words[heads].argmax())] if heads else None


def _saying(page: Page, blocks: Blocks, chosen: list[int], wanted: str) -> int | None:
    """The first of some blocks that says no more and no less."""
    said = ((b, _said(page, int(blocks.start[b]), int(blocks.stop[b]))) for b in chosen)
    return next((b for b, text in said if text.casefold() == wanted), None)


def _in_headings(page: Page, blocks: Blocks) -> list[int]:
    """The blocks that begin in headings of the first rank."""
    found: list[int] = []
    done = 0
    for e in page.derived(main_headings)[:64]:
        stop = int(blocks.of_text[page.text_stop[e]])
        found += range(max(int(blocks.of_text[page.text_start[e]]), done), stop)
        done = max(done, stop)  # one may stand in another
    return found
