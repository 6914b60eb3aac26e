"""The chosen part of a page as clean HTML: what carries meaning is kept, the rest of the markup is dropped."""

from __future__ import annotations

from html import escape
from urllib.parse import urljoin

import numpy as np

from intaglio.article.article_options import ArticleOptions
from intaglio.page import TAGS, Bools, Ints, Page
from intaglio.page.tags import codes

MEANING = codes(
    "h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul li dl dt dd figure figcaption a em strong small s cite q dfn abbr "
    "code var samp kbd sub sup i b u mark br ins del table caption tbody thead tfoot tr td th details summary"
)
"""Elements kept as they are; of others only the texts are."""
TABLE_PARTS = codes("table caption tbody thead tfoot tr td th")
_BARE = codes("br hr")
_INLINE = codes("a em strong small s cite q dfn abbr code var samp kbd sub sup i b u mark ins del")
_ATTRIBUTES = {"td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"), "ol": ("start",), "a": ()}
"""Elements whose attributes say something, with those that are kept as they are."""
_LATE = ("src", "data-src", "data-original", "data-lazy-src")
"""Where an image's address may be; pages that load images late keep it elsewhere."""


def html_of(page: Page, texts: Bools, blocks: Ints, options: ArticleOptions) -> str:
    """The chosen texts and what they stand in, in document order; `blocks` are the elements of the chosen blocks."""
    shown = shown_elements(page, texts, blocks, options)
    images = set(shown_images(page, texts)) if options.images else set()
    elements = sorted({*np.flatnonzero(shown).tolist(), *images})
    numbers = np.flatnonzero(texts)
    events = [(e, 0, e) for e in elements]
    events += zip((page.text_seen[numbers] - 1).tolist(), [1] * len(numbers), numbers.tolist(), strict=True)
    events.sort()
    pieces: list[str] = []
    opened: list[tuple[int, int, str]] = []
    owners, ends, spaces, texts_of = page.text_owner.tolist(), page.end.tolist(), page.space_before.tolist(), page.texts
    fresh = True  # at the beginning of a line, where white space says nothing
    for _, is_text, number in events:
        within = owners[number] if is_text else number
        while opened and not opened[-1][0] <= within < opened[-1][1]:
            fresh |= TAGS[opened[-1][2]] not in _INLINE
            pieces.append(f"</{opened.pop()[2]}>")
        if is_text:
            pieces.append((" " if spaces[number] and not fresh else "") + escape(texts_of[number], quote=False))
            fresh = False
        elif number in images:
            pieces.append(_image(page, number))
        else:
            tag, start = _start_tag(page, number, options)
            fresh |= TAGS[tag] not in _INLINE
            pieces.append(start)
            if TAGS[tag] not in _BARE:
                opened.append((number, ends[number], tag))
    pieces += [f"</{tag}>" for _, _, tag in reversed(opened)]
    return "".join(pieces)


def shown_elements(page: Page, texts: Bools, blocks: Ints, options: ArticleOptions) -> Bools:
    """Which elements are written out: meaningful ones with chosen text, and those that begin a block."""
    before = np.concatenate([[0], np.cumsum(texts)])
    filled = before[page.text_stop] > before[page.text_start]
    kept = set(MEANING)
    if not options.links:
        kept.discard(TAGS["a"])
    shown = np.isin(page.tag, sorted(kept)) & filled
    for table in np.flatnonzero((page.tag == TAGS["table"]) & filled).tolist():
        if not options.tables or is_layout(page, table):
            inside = slice(table, int(page.end[table]))
            shown[inside] &= ~np.isin(page.tag[inside], sorted(TABLE_PARTS))
    shown[blocks] = True
    if texts.any():
        first, last = page.text_owner[np.flatnonzero(texts)[[0, -1]]]
        between = np.arange(page.size)
        shown |= (page.tag == TAGS["br"]) & (between > first) & (between < page.end[last]) & filled[page.parent]
    return shown


def is_layout(page: Page, table: int) -> bool:
    """Whether a table only lays out the page: it holds another one, or no row of it has two cells."""
    inside = slice(table + 1, int(page.end[table]))
    tags, parents = page.tag[inside], page.parent[inside]
    if (tags == TAGS["table"]).any():
        return True
    rows = parents[(tags == TAGS["td"]) | (tags == TAGS["th"])]
    return not len(rows) or int(np.bincount(rows - table).max()) < 2


def shown_images(page: Page, texts: Bools) -> list[int]:
    """Images whose nearest surroundings with text were mostly chosen."""
    before = np.concatenate([[0], np.cumsum(texts)])
    chosen = before[page.text_stop] - before[page.text_start]
    count = page.text_stop - page.text_start
    found = []
    for e in np.flatnonzero(page.tag == TAGS["img"]).tolist():
        around = next((up for up in page.ancestors(e) if count[up]), 0)
        if chosen[around] * 2 > count[around] and image_address(page, e):
            found.append(e)
    return found


def image_address(page: Page, e: int) -> str | None:
    """The absolute address of an image; none if it is part of the page itself."""
    attributes = page.attributes(e)
    for name in _LATE:
        value = attributes.get(name, "").strip()
        if value and not value.startswith("data:"):
            return resolved(page, value)
    return None


def resolved(page: Page, address: str) -> str:
    """An address as seen from the page."""
    try:
        return urljoin(page.base_url or "", address.strip())
    except ValueError:
        return address.strip()


def _image(page: Page, e: int) -> str:
    alt = " ".join(page.attributes(e).get("alt", "").split())
    return f'<img src="{escape(image_address(page, e) or "")}" alt="{escape(alt)}">'


def _start_tag(page: Page, e: int, options: ArticleOptions) -> tuple[str, str]:
    if int(page.tag[e]) not in MEANING:
        return "div", "<div>"
    tag = page.tag_name(e)
    if tag not in _ATTRIBUTES:
        return tag, f"<{tag}>"
    attributes = page.attributes(e)
    kept = {name: attributes[name] for name in _ATTRIBUTES[tag] if name in attributes}
    if tag == "a" and options.links and attributes.get("href"):
        address = resolved(page, attributes["href"])
        if address.partition(":")[0].lower() not in ("javascript", "data", "vbscript"):
            kept["href"] = address
    written = "".join(f' {name}="{escape(value)}"' for name, value in kept.items())
    return tag, f"<{tag}{written}>"
