"""The chosen part of a page as clean HTML: what carries meaning is kept, the rest of the markup is dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import islice

import numpy as np

from intaglio.article.article_options import ArticleOptions
from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.whole_parts import is_layout
from intaglio.article.output.addresses import resolved
from intaglio.article.output.body_images import image_address, shown_images
from intaglio.article.output.code_language import language_of, named_language
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

MEANING = codes(
    "h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul li dl dt dd figure figcaption a em strong small s cite q dfn abbr "
    "code var samp kbd sub sup i b u mark br ins del table caption tbody thead tfoot tr td th details summary"
)
"""Elements kept as they are; of others only the texts are."""
TABLE_PARTS = codes("table caption tbody thead tfoot tr td th")
_BARE = ("br", "hr")
_INLINE = frozenset(
    KNOWN[code] for code in codes("a em strong small s cite q dfn abbr code var samp kbd sub sup i b u mark ins del")
)
_BOLD, _CELLS = codes("b strong"), codes("td th")
_HEADS = ("h1", "h2", "h3", "h4", "h5", "h6")
_UNMARKED = (*_HEADS, "b", "strong")
"""Elements in which nothing is set in bold once more."""
_ATTRIBUTES = {
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "ol": ("start",),
    "a": (),
    "pre": (),
    "code": (),
}
"""Elements whose attributes say something, with those that are kept as they are."""
_DIV = "div", "<div>", "</div>"
_PLAIN = {
    code: (name, f"<{name}>", f"</{name}>") if code in MEANING else _DIV
    for code, name in enumerate(KNOWN)
    if name not in _ATTRIBUTES and name not in ("figcaption", "br") and code not in _BOLD
}
"""Name, start tag and end tag of elements that are always written alike, by the number of their name."""
_SHARING = re.compile(
    r"^(?:https?:)?//(?:[\w-]+\.)*(?:facebook\.com/(?:sharer?|dialog)|(?:twitter|x)\.com/(?:intent|share|home\?status)|"
    r"linkedin\.com/(?:share|cws)|pinterest\.[a-z.]+/pin/create|reddit\.com/submit|wa\.me/|api\.whatsapp\.com|t\.me/share|"
    r"telegram\.me/share|getpocket\.com/(?:save|edit)|addtoany\.com|addthis\.com|tumblr\.com/share|xing\.com/spi|"
    r"vk\.com/share|news\.ycombinator\.com/submitlink)|^(?:whatsapp|fb-messenger):|^mailto:\?",
    re.IGNORECASE,
)
"""Addresses that pass a page on to others."""
_CODE = ("javascript", "data", "vbscript")
"""Schemes of addresses that lead nowhere."""
_WIDEST = 100
"""Cells that a row is filled up with at most."""


def _table(chosen: frozenset[int]) -> Bools:
    """A table of all tags with these marked."""
    table = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
    table[sorted(chosen)] = True
    table.flags.writeable = False
    return table


_IS_MEANING, _IS_UNLINKED = _table(MEANING), _table(MEANING - {TAGS["a"]})
_IS_TABLE_PART, _IS_CELL = _table(TABLE_PARTS), _table(_CELLS)


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a page is written out."""

    texts: Bools
    elements: Bools
    images: frozenset[int]
    addresses: Mapping[int, str | None]
    """Where links lead, as it stands there."""


def html_of(page: Page, texts: Bools, blocks: Longs, options: ArticleOptions, *, flat: bool = False) -> str:
    """The chosen texts and what they stand in, in document order; `blocks` are the elements of the chosen blocks.

    `flat` writes only what Markdown can say: tables without joined cells, captions in italics.
    """
    shown = shown_parts(page, texts, blocks, options)
    padding = _padding(page, shown.elements) if flat else {}
    listings = page.listings
    pieces: list[str] = []
    opened: list[tuple[int, int, str, str, bool]] = []
    codes_of, ends, spaces, texts_of = page.tag.tolist(), page.end.tolist(), page.space_before.tolist(), page.texts
    fresh = True  # at the beginning of a line, where white space says nothing
    done = 0  # where the last listing ends, which is written as a whole
    for number, within in _in_order(page, shown):
        if within < done:
            continue
        while opened and not opened[-1][0] <= within < opened[-1][1]:
            _, _, _, end, breaking = opened.pop()
            fresh |= breaking
            pieces.append(end)
        if number < 0:
            said = escape(texts_of[~number], quote=False)
            pieces.append(f" {said}" if spaces[~number] and not fresh else said)
            fresh = False
        elif number in shown.images:
            pieces.append(_image(page, number))
        elif listings[number] and (code := _listing(page, number, shown.texts)):
            pieces.append(code)
            done, fresh = ends[number], True
        else:
            tag, start, end = _PLAIN.get(codes_of[number]) or _tags(
                page, number, shown.addresses, flat=flat, inside=opened[-1][2] if opened else ""
            )
            breaking = tag not in _INLINE
            fresh |= breaking
            pieces.append(start)
            if tag not in _BARE:
                opened.append((number, ends[number], tag, "<td></td>" * padding.get(number, 0) + end, breaking))
    pieces += [end for _, _, _, end, _ in reversed(opened)]
    return "".join(pieces)


def _in_order(page: Page, shown: Shown) -> Iterator[tuple[int, int]]:
    """What is written out, in document order, each with the element it stands in: an element, or ~ a text."""
    texts = shown.texts.nonzero()[0]
    written = shown.elements.copy()
    written[list(shown.images)] = True
    elements = written.nonzero()[0]
    place = np.concatenate([2 * elements, 2 * page.text_seen.take(texts) - 1])  # behind the element opened last
    order = place.argsort(kind="stable")
    numbers = np.concatenate([elements, ~texts]).take(order).tolist()
    within = np.concatenate([elements, page.text_owner.take(texts)]).take(order).tolist()
    return zip(numbers, within, strict=True)


def shown_parts(page: Page, texts: Bools, blocks: Longs, options: ArticleOptions) -> Shown:
    """Which elements are written out: meaningful ones with chosen text, those that begin a block, and images with their
    captions.
    """
    images = shown_images(page, texts) if options.images else {}
    texts = texts.copy()
    for caption in images.values():
        if caption is not None:
            texts[page.text_start[caption] : page.text_stop[caption]] = True
    filled = _filled(page, texts)
    links = ((page.tag == TAGS["a"]) & filled).nonzero()[0].tolist()
    addresses = dict(zip(links, page.values("href", links), strict=True))
    dropped = [e for e, to in addresses.items() if to and _SHARING.search(to)]
    if dropped:
        for e in dropped:
            texts[page.text_start[e] : page.text_stop[e]] = False
        filled = _filled(page, texts)
    shown: Bools = (_IS_MEANING if options.links else _IS_UNLINKED).take(page.tag, mode="clip") & filled
    _tables(page, shown, filled, options)
    shown[blocks] = filled[blocks]
    breaks = (page.tag == TAGS["br"]).nonzero()[0]
    if len(breaks) and texts.any():
        first, last = page.text_owner[texts.nonzero()[0][[0, -1]]]
        between = (breaks > first) & (breaks < page.end[last])
        shown[breaks[between & filled[page.parent[breaks]]]] = True
    for e in images:  # a figure holds its image whether or not it has a caption
        shown[[up for up in page.ancestors(e) if page.tag[up] == TAGS["figure"]][:1]] = True
    return Shown(texts, shown, frozenset(images), addresses)


def _filled(page: Page, texts: Bools) -> Bools:
    """Which elements have chosen text."""
    before = np.zeros(len(texts) + 1, dtype=np.int64)
    texts.cumsum(out=before[1:])
    filled: Bools = before.take(page.text_stop) > before.take(page.text_start)
    return filled


def _tables(page: Page, shown: Bools, filled: Bools, options: ArticleOptions) -> None:
    """Leave out the parts of tables that are none, and put in the empty cells of the others."""
    cells = _IS_CELL.take(page.tag, mode="clip").nonzero()[0]
    for table in ((page.tag == TAGS["table"]) & filled).nonzero()[0].tolist():
        if not options.tables or is_layout(page, table):
            inside = slice(table, int(page.end[table]))
            shown[inside] &= ~_IS_TABLE_PART.take(page.tag[inside], mode="clip")
    if len(cells):
        rows = page.parent[cells]
        shown[cells[shown[rows] & (page.tag[rows] == TAGS["tr"])]] = True


def _padding(page: Page, shown: Bools) -> dict[int, int]:
    """How many cells each row of a table lacks beside the longest; Markdown has no joined cells."""
    cells = (_IS_CELL.take(page.tag, mode="clip") & shown).nonzero()[0]
    if not len(cells):
        return {}
    rows, counts = np.unique(page.parent[cells], return_counts=True)
    tables = [
        next((up for up in islice(page.ancestors(int(row)), 3) if page.tag[up] == TAGS["table"]), 0) for row in rows
    ]
    width: dict[int, int] = {}
    for table, count in zip(tables, counts.tolist(), strict=True):
        width[table] = max(width.get(table, 0), count)
    rowed = zip(rows.tolist(), tables, counts.tolist(), strict=True)
    return {row: min(width[table] - count, _WIDEST) for row, table, count in rowed}


def _listing(page: Page, e: int, texts: Bools) -> str | None:
    """A listing as it stands; None if not all of its pieces are shown, or if that is not known."""
    if not texts[page.text_start[e] : page.text_stop[e]].all():
        return None
    language = language_of(page, e)
    named = f' class="language-{escape(language)}"' if language else ""
    text = page.raw_text(e)
    return f"<pre><code{named}>{escape(text, quote=False)}</code></pre>" if text else None


def _image(page: Page, e: int) -> str:
    alt = " ".join(page.attributes(e).get("alt", "").split())
    return f'<img src="{escape(image_address(page, e) or "")}" alt="{escape(alt)}">'


def _tags(page: Page, e: int, addresses: Mapping[int, str | None], *, flat: bool, inside: str) -> tuple[str, str, str]:
    """Name, start tag and end tag of an element as it is written, given where links lead."""
    code = int(page.tag[e])
    if code not in MEANING:
        return _DIV
    tag = KNOWN[code]
    if flat and tag == "figcaption":
        return "p", "<p><em>", "</em></p>"
    if flat and code in _BOLD and inside in _UNMARKED:
        return "abbr", "", ""
    if flat and tag == "a" and inside in _HEADS and (addresses[e] or "").startswith("#"):
        return "abbr", "", ""  # a heading that leads to itself
    if flat and tag == "br" and inside in ("td", "th"):
        return "br", " ", ""
    if tag not in _ATTRIBUTES or (flat and tag in ("td", "th")):
        return tag, f"<{tag}>", f"</{tag}>"
    if tag == "a":
        return tag, _link(page, addresses[e]), "</a>"
    written = "".join([f' {name}="{escape(value)}"' for name, value in _kept(page, e, tag).items()])
    return tag, f"<{tag}{written}>", f"</{tag}>"


def _link(page: Page, href: str | None) -> str:
    """The start tag of a link."""
    if not href:
        return "<a>"
    address = resolved(page, href)
    return "<a>" if address.partition(":")[0].lower() in _CODE else f'<a href="{escape(address)}">'


def _kept(page: Page, e: int, tag: str) -> dict[str, str]:
    """The attributes of an element that are written."""
    attributes = page.attributes(e)
    kept = {name: attributes[name] for name in _ATTRIBUTES[tag] if name in attributes}
    language = language_of(page, e) if tag == "pre" else named_language(page, e) if tag == "code" else None
    return kept | {"class": f"language-{language}"} if language else kept
