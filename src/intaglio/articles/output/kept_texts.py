"""Which texts of a page are written out: those of the kept blocks, without what is set into them and not shown."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, tag_counts
from intaglio.page import KNOWN, TAGS, Bools, Page

_POINTED_AT = re.compile(r"tool-?tip|pop-?over|hover-?card|roll-?over", re.IGNORECASE)
"""What elements are called that only show when the pointer is over something."""
_CALLED = ("tooltip", "tool-tip", "popover", "pop-over", "hovercard", "hover-card", "rollover", "roll-over")
_LEAST = 6
"""Words of such a note: shorter texts in elements of these names are what the note is about."""
_SIGNS = 2
"""Characters of a link that marks a place."""
_NONE = (-1, -1)
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
    if not tag_counts(page)[TAGS["iframe"]]:
        return []
    frames = (page.tag == TAGS["iframe"]).nonzero()[0].tolist()
    runs = [(int(page.text_start[e]), int(page.text_stop[e])) for e in frames]
    return [(start, stop) for start, stop in runs if stop > start]


def _marks(page: Page, chosen: Bools) -> list[tuple[int, int]]:
    """Chosen texts of links that only mark a place of the page: by a sign (`¶`, `#`), not by a word."""
    texts = page.texts
    linked = ((page.tag.take(page.text_owner) == TAGS["a"]) & chosen).nonzero()[0].tolist()
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
    links = _links_within(page, _headings(page))
    if len(links) < _FEWEST:
        return set()
    alike: defaultdict[str, list[tuple[int, range]]] = defaultdict(list)
    spans = map(range, page.text_start.take(links).tolist(), page.text_stop.take(links).tolist())
    for e, span in zip(links.tolist(), spans, strict=True):
        alike["".join(page.texts[span.start : span.stop]).strip()].append((e, span))
    several = [some for text, some in alike.items() if text and len(some) >= _FEWEST]
    lead = [set(page.values("href", [e for e, _ in some])) for some in several]
    return {t for some, to in zip(several, lead, strict=True) if len(to) == len(some) for _, span in some for t in span}


def _headings(page: Page) -> Longs:
    """Headings in which no other stands."""
    found: Longs = _IS_HEAD.take(page.tag, mode="clip").nonzero()[0]
    return found[np.append(found[1:], page.size) >= page.end.take(found)]


def _links_within(page: Page, elements: Longs) -> Longs:
    """The links inside of some elements, none of which stands in another."""
    links: Longs = (page.tag == TAGS["a"]).nonzero()[0]
    if not len(elements):
        return elements
    around = elements.searchsorted(links) - 1
    return links[(around >= 0) & (links < page.end.take(elements).take(around))]


def notes(page: Page, blocks: Blocks, keep: Bools | Longs) -> list[tuple[int, int]]:
    """Runs of texts in kept blocks that are notes on what stands before them in a line; no sentence can be read with
    them in it. The innermost element is the note: those around it may have what it is about.
    """
    spans = _set_in(page, blocks, keep)
    names = page.values("class", spans.tolist())
    known = _pointed_at({name for name in names if name})
    if not known:
        return []
    named = spans[[name in known for name in names]]
    runs = set(zip(page.text_start.take(named).tolist(), page.text_stop.take(named).tolist(), strict=True))
    set_in = sorted(runs, key=lambda run: (run[0], -run[1]))
    long = [run for run in set_in if sum(len(text.split()) for text in page.texts[slice(*run)]) >= _LEAST]
    return [run for run, after in pairwise([*long, _NONE]) if not run[0] <= after[0] < run[1]]


def _set_in(page: Page, blocks: Blocks, keep: Bools | Longs) -> Longs:
    """The elements within lines that may be called anything, whose texts are a part of a kept block that begins before
    them.
    """
    ends = np.zeros(len(blocks) + 1, dtype=np.int64)
    ends[1:][keep] = blocks.stop[keep]
    spans: Longs = ((page.tag == TAGS["span"]) | (page.tag >= len(KNOWN))).nonzero()[0]
    start, stop = page.text_start.take(spans), page.text_stop.take(spans)
    # of what begins a block the block before is looked at, which ends there
    return spans[(start < stop) & (stop <= ends.take(blocks.of_text.take(start)))]


def _pointed_at(names: set[str]) -> set[str]:
    """Those names that are called so; most pages have none, which is seen at one look."""
    every = "\n".join(names).lower()
    if every.isascii() and not any(map(every.__contains__, _CALLED)):
        return set()
    return {name for name in names if _POINTED_AT.search(name)}
