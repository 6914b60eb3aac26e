"""The chosen part of a page as clean HTML: what carries meaning is kept, the rest of the markup is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice

import numpy as np

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.output.body_images import Pictures
from intaglio.articles.output.shown_parts import CELLS, Shown, shown_parts
from intaglio.articles.output.written_tags import AS_IT_STANDS, BARE, FLAT, LISTING, special_tag
from intaglio.page import TAGS, Bools, Page

_WIDEST = 100
"""Cells that a row is filled up with at most."""
_SIGNS = "&<>"


def html_of(
    page: Page,
    texts: Bools,
    blocks: Longs,
    options: ArticleOptions,
    *,
    flat: bool = False,
    pictures: Pictures | None = None,
) -> str:
    """The chosen texts and what they stand in, in document order; `blocks` are the elements of the chosen blocks.

    `flat` writes only what Markdown can say: tables without joined cells, captions in italics.
    """
    shown = shown_parts(page, texts, blocks, options, pictures or Pictures(page))
    alike = FLAT if flat else AS_IT_STANDS
    elements = shown.elements.nonzero()[0]
    tags = page.tag.take(elements).tolist()
    padding = _padding(page, elements, tags) if flat else {}
    pieces: list[str] = []
    around: list[tuple[int, int, str, str, bool]] = []
    low, high, inside, end, ends_line = 0, page.size, "", "", False
    fresh = True  # at the beginning of a line, where white space says nothing
    done = 0  # where the last listing ends, which is written as a whole
    for what, within, more in _in_order(page, shown, elements, tags):
        if within < done:
            continue
        while not low <= within < high:
            pieces.append(end)
            fresh |= ends_line
            low, high, inside, end, ends_line = around.pop()
        if isinstance(what, str):
            pieces.append(f" {what}" if more and not fresh else what)
            fresh = False
            continue
        name, start, stop, breaking = alike.get(what) or special_tag(page, within, what, shown, inside, flat=flat)
        pieces.append(start)
        fresh |= breaking
        if name == LISTING:
            done = more
        elif name not in BARE:
            around.append((low, high, inside, end, ends_line))
            low, high, inside, end, ends_line = within, more, name, stop, breaking
            if within in padding:
                end = "<td></td>" * padding[within] + end
    pieces.append(end)
    pieces += [end for _, _, _, end, _ in reversed(around)]
    return "".join(pieces)


def _in_order(page: Page, shown: Shown, elements: Longs, tags: list[int]) -> Iterator[tuple[str | int, int, int]]:
    """What is written out, in document order: a text, with the element it stands in and whether white space stands
    before it; or the tag of an element, with the element and where it ends.
    """
    texts = shown.texts.nonzero()[0]
    every: list[str | int] = [*tags, *_escaped(page.texts, texts.tolist())]
    place = np.concatenate([2 * elements, 2 * page.text_seen.take(texts) - 1])  # behind the element opened last
    order = place.argsort(kind="stable")
    within = np.concatenate([elements, page.text_owner.take(texts)]).take(order).tolist()
    more = np.concatenate([page.end.take(elements), page.space_before.take(texts)]).take(order).tolist()
    return zip(map(every.__getitem__, order.tolist()), within, more, strict=True)


def _escaped(texts: list[str], chosen: list[int]) -> list[str]:
    """Some texts as they are written, all at once."""
    every = [texts[t] for t in chosen]
    whole = "".join(every)
    if any(map(whole.__contains__, _SIGNS)):
        every = [escape(text, quote=False) for text in every]
    return every


def _padding(page: Page, elements: Longs, tags: list[int]) -> dict[int, int]:
    """How many cells each row of a table lacks beside the longest; Markdown has no joined cells."""
    if CELLS.isdisjoint(tags):
        return {}
    cells = elements[[tag in CELLS for tag in tags]]
    rows, counts = np.unique(page.parent[cells], return_counts=True)
    tables = [
        next((up for up in islice(page.ancestors(int(row)), 3) if page.tag[up] == TAGS["table"]), 0) for row in rows
    ]
    width: dict[int, int] = {}
    for table, count in zip(tables, counts.tolist(), strict=True):
        width[table] = max(width.get(table, 0), count)
    rowed = zip(rows.tolist(), tables, counts.tolist(), strict=True)
    return {row: min(width[table] - count, _WIDEST) for row, table, count in rowed if count < width[table]}
