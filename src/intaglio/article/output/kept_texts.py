"""Which texts of a page are written out: those of the kept blocks, without what is set into them and not shown."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks, text_blocks
from intaglio.article.blocks.class_hints import any_name_has
from intaglio.page import KNOWN, TAGS, Bools, Page

_POINTED_AT = re.compile(r"tool-?tip|pop-?over|hover-?card|roll-?over", re.IGNORECASE)
"""What elements are called that only show when the pointer is over something."""
_CALLED = ("tooltip", "tool-tip", "popover", "pop-over", "hovercard", "hover-card", "rollover", "roll-over")
_LEAST = 6
"""Words of such a note: shorter texts in elements of these names are what the note is about."""
_SIGNS = 2
"""Characters of a link that marks a place."""
_NONE = (-1, -1)
_LINK = TAGS["a"]
_FEWEST = 2
"""Headings that a tool stands in."""
_IS_HEAD = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_HEAD[[TAGS[f"h{rank}"] for rank in range(1, 7)]] = True
_IS_HEAD.flags.writeable = False


def kept_texts(page: Page, blocks: Blocks, keep: Bools | Longs) -> Bools:
    """Which texts are written out, given the kept blocks or their numbers."""
    kept = np.zeros(len(blocks) + 1, dtype=np.bool_)
    kept[1:][keep] = True
    chosen = kept.take(blocks.of_text[1:])
    for start, stop in _unshown(page, blocks, keep, chosen):
        chosen[start:stop] = False
    return chosen


def _unshown(page: Page, blocks: Blocks, keep: Bools | Longs, chosen: Bools) -> list[tuple[int, int]]:
    """Runs of texts within lines that nobody reads: notes, what stands in for a frame, marks of places, tools."""
    return notes(page, blocks, keep) + page.derived(_frames) + _marks(page, chosen) + page.derived(_tools)


def _frames(page: Page) -> list[tuple[int, int]]:
    """Texts that stand in for frames."""
    frames = (page.tag == TAGS["iframe"]).nonzero()[0].tolist()
    runs = [(int(page.text_start[e]), int(page.text_stop[e])) for e in frames]
    return [(start, stop) for start, stop in runs if stop > start]


def _marks(page: Page, chosen: Bools) -> list[tuple[int, int]]:
    """Chosen texts of links that only mark a place of the page: by a sign (`¶`, `#`), not by a word."""
    texts = page.texts
    linked = ((page.tag.take(page.text_owner) == _LINK) & chosen).nonzero()[0].tolist()
    signs = [t for t in linked if len(texts[t]) <= _SIGNS and not any(map(str.isalnum, texts[t]))]
    addresses = page.values("href", page.text_owner[signs].tolist()) if signs else []
    return [(t, t + 1) for t, to in zip(signs, addresses, strict=True) if to and to.startswith("#")]


def _tools(page: Page) -> list[tuple[int, int]]:
    """Ends of headings that are links to do something with what is below, and signs around them: `[edit]`."""
    tools = _linked_tools(page)
    if not tools:
        return []
    runs: list[tuple[int, int]] = []
    for heading in _headings(page):
        start, stop = int(page.text_start[heading]), int(page.text_stop[heading])
        at = stop
        while at > start and (at - 1 in tools or not any(map(str.isalnum, page.texts[at - 1]))):
            at -= 1
        if at > start and not tools.isdisjoint(range(at, stop)):
            runs.append((at, stop))
    return runs


def _linked_tools(page: Page) -> set[int]:
    """Texts of links that stand in several headings, called alike, and lead each elsewhere."""
    inside = [(heading, page.tag[heading : page.end[heading]].tolist()) for heading in _headings(page)]
    links = [heading + at for heading, tags in inside for at, tag in enumerate(tags) if tag == _LINK]
    if len(links) < _FEWEST:
        return set()
    alike: defaultdict[str, list[tuple[int, str | None]]] = defaultdict(list)
    for e, to in zip(links, page.values("href", links), strict=True):
        alike["".join(page.texts[page.text_start[e] : page.text_stop[e]]).strip()].append((e, to))
    several = [some for text, some in alike.items() if text and len({to for _, to in some}) == len(some) >= _FEWEST]
    return {t for some in several for e, _ in some for t in range(page.text_start[e], page.text_stop[e])}


def _headings(page: Page) -> list[int]:
    """Headings in which no other stands, and that hold elements of any kind."""
    found: list[int] = _IS_HEAD.take(page.tag, mode="clip").nonzero()[0].tolist()
    if not found:
        return []
    ends, after = page.end.take(found).tolist(), [*found[1:], page.size]
    return [one for one, end, following in zip(found, ends, after, strict=True) if one + 1 < end <= following]


def notes(page: Page, blocks: Blocks, keep: Bools | Longs) -> list[tuple[int, int]]:
    """Runs of texts in kept blocks that are notes on what stands before them in a line; no sentence can be read with
    them in it.
    """
    runs = page.derived(_notes)
    if not runs:
        return []
    kept = np.zeros(len(blocks), dtype=np.bool_)
    kept[keep] = True
    return [(start, stop) for start, stop in runs if kept[blocks.of_text[start] - 1]]


def _notes(page: Page) -> list[tuple[int, int]]:
    """All notes of a page. The innermost element is the note: those around it may have what it is about."""
    if not any_name_has(page, _CALLED) and "".join(page.strings).isascii():  # other letters may be like these
        return []
    spans = ((page.tag == TAGS["span"]) | (page.tag >= len(KNOWN))).nonzero()[0].tolist()
    names = page.values("class", spans)
    named = [e for e, name in zip(spans, names, strict=True) if name and _POINTED_AT.search(name)]
    runs = {(int(page.text_start[e]), int(page.text_stop[e])) for e in named}
    set_in = sorted((run for run in runs if _is_set_in(page, *run)), key=lambda run: (run[0], -run[1]))
    long = [run for run in set_in if sum(len(text.split()) for text in page.texts[slice(*run)]) >= _LEAST]
    return [run for run, after in pairwise([*long, _NONE]) if not run[0] <= after[0] < run[1]]


def _is_set_in(page: Page, start: int, stop: int) -> bool:
    """Whether a run of texts is a part of a block that begins before it."""
    blocks = text_blocks(page)
    block = int(blocks.of_text[start]) - 1  # if it begins a block, the one before, which ends here
    return block >= 0 and start < stop <= int(blocks.stop[block])
