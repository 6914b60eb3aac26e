"""What of a page is written out with chosen texts: the elements that carry meaning, images, where links lead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.whole_parts import is_layout
from intaglio.articles.output.addresses import link_addresses
from intaglio.articles.output.body_images import Picture, Pictures
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

MEANING = codes(
    "h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul li dl dt dd figure figcaption a em strong small s cite q dfn abbr "
    "code var samp kbd sub sup i b u mark br ins del table caption tbody thead tfoot tr td th details summary"
)
"""Elements kept as they are; of others only the texts are."""
TABLE_PARTS = codes("table caption tbody thead tfoot tr td th")
CELLS = codes("td th")
_SHARING = re.compile(
    r"^(?:https?:)?//(?:[\w-]+\.)*(?:facebook\.com/(?:sharer?|dialog)|(?:twitter|x)\.com/(?:intent|share|home\?status)|"
    r"linkedin\.com/(?:share|cws)|pinterest\.[a-z.]+/pin/create|reddit\.com/submit|wa\.me/|api\.whatsapp\.com|t\.me/share|"
    r"telegram\.me/share|getpocket\.com/(?:save|edit)|addtoany\.com|addthis\.com|tumblr\.com/share|xing\.com/spi|"
    r"vk\.com/share|news\.ycombinator\.com/submitlink)|^(?:whatsapp|fb-messenger):|^mailto:\?",
    re.IGNORECASE,
)
"""Addresses that pass a page on to others."""


def _table(chosen: frozenset[int]) -> Bools:
    """A table of all tags with these marked."""
    table = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
    table[sorted(chosen)] = True
    table.flags.writeable = False
    return table


_IS_MEANING, _IS_UNLINKED = _table(MEANING), _table(MEANING - {TAGS["a"]})
_IS_TABLE_PART, _IS_CELL = _table(TABLE_PARTS), _table(CELLS)


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a page is written out."""

    texts: Bools
    elements: Bools
    """Images are among them."""
    images: Mapping[int, Picture]
    addresses: Mapping[int, str]
    """Where links lead, as it stands there."""


def shown_parts(page: Page, texts: Bools, blocks: Longs, options: ArticleOptions, pictures: Pictures) -> Shown:
    """Which elements are written out: meaningful ones with chosen text, those that begin a block, and images with their
    captions.
    """
    images = pictures.shown(texts) if options.images else {}
    texts = texts.copy()
    for one in images.values():
        if one.caption is not None:
            texts[page.text_start[one.caption] : page.text_stop[one.caption]] = True
    filled = _filled(page, texts)
    links = ((page.tag == TAGS["a"]) & filled).nonzero()[0].tolist()
    addresses = link_addresses(page)
    dropped = [e for e in links if e in addresses and _SHARING.match(addresses[e])]
    if dropped:
        for e in dropped:
            texts[page.text_start[e] : page.text_stop[e]] = False
        filled = _filled(page, texts)
    shown = _meaningful(page, filled, options)
    shown[blocks] = filled[blocks]
    _breaks(page, shown, filled, texts)
    if images and (page.tag == TAGS["figure"]).any():
        for e in images:  # a figure holds its image whether or not it has a caption
            shown[[up for up in page.ancestors(e) if page.tag[up] == TAGS["figure"]][:1]] = True
    shown[list(images)] = True
    return Shown(texts, shown, images, addresses)


def _filled(page: Page, texts: Bools) -> Bools:
    """Which elements have chosen text."""
    before = np.zeros(len(texts) + 1, dtype=np.int32)
    texts.cumsum(out=before[1:])
    filled: Bools = before.take(page.text_stop) > before.take(page.text_start)
    return filled


def _meaningful(page: Page, filled: Bools, options: ArticleOptions) -> Bools:
    """Those of the elements with chosen text that carry meaning: without the parts of tables that are none, and with
    the empty cells of the others.
    """
    elements = filled.nonzero()[0]
    tags = page.tag.take(elements)
    shown = np.zeros(page.size, dtype=np.bool_)
    shown[elements] = (_IS_MEANING if options.links else _IS_UNLINKED).take(tags, mode="clip")
    if not _IS_TABLE_PART.take(tags, mode="clip").any():
        return shown
    for table in elements[tags == TAGS["table"]].tolist():
        if not options.tables or is_layout(page, table):
            inside = slice(table, int(page.end[table]))
            shown[inside] &= ~_IS_TABLE_PART.take(page.tag[inside], mode="clip")
    cells = _IS_CELL.take(page.tag, mode="clip").nonzero()[0]
    rows = page.parent[cells]
    shown[cells[shown[rows] & (page.tag[rows] == TAGS["tr"])]] = True
    return shown


def _breaks(page: Page, shown: Bools, filled: Bools, texts: Bools) -> None:
    """Put in the line breaks between the chosen texts."""
    breaks = (page.tag == TAGS["br"]).nonzero()[0]
    if len(breaks) and texts.any():
        first, last = page.text_owner[texts.nonzero()[0][[0, -1]]]
        between = (breaks > first) & (breaks < page.end[last])
        shown[breaks[between & filled[page.parent[breaks]]]] = True
