"""How elements are written: those of most names always alike, others by what they stand in and by their attributes."""

from __future__ import annotations

from html import escape
from types import MappingProxyType

from intaglio.articles.output.addresses import resolved
from intaglio.articles.output.code_language import language_of, named_language
from intaglio.articles.output.shown_parts import CELLS, MEANING, Shown
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

Tag = tuple[str, str, str, bool]
"""An element as it is written: its name, start tag and end tag, and whether it begins a line and ends one."""
BARE = ("br", "hr", "img")
"""Elements without an end tag."""
LISTING = "listing"
"""What preformatted text is called that is written as a whole."""
_INLINE = frozenset(
    KNOWN[code] for code in codes("a em strong small s cite q dfn abbr code var samp kbd sub sup i b u mark ins del")
)
_BOLD = codes("b strong")
_HEADS = ("h1", "h2", "h3", "h4", "h5", "h6")
_UNMARKED = (*_HEADS, "b", "strong")
"""Elements in which nothing is set in bold once more."""
_ATTRIBUTES = {
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "ol": ("start",),
    "pre": (),
    "code": (),
}
"""Elements whose attributes say something, with those that are kept as they are."""
_CODE = ("javascript", "data", "vbscript")
"""Schemes of addresses that lead nowhere."""


def _plain(name: str) -> Tag:
    return name, f"<{name}>", f"</{name}>", name not in _INLINE


_DIV, _NOTHING = _plain("div"), ("abbr", "", "", False)
_BY_ATTRIBUTES = codes("a ol pre code img")
AS_IT_STANDS = MappingProxyType(
    {
        code: _plain(name) if code in MEANING else _DIV
        for code, name in enumerate(KNOWN)
        if code not in _BY_ATTRIBUTES | CELLS
    }
)
"""Elements that are always written alike, by the number of their name."""
FLAT = MappingProxyType(
    {
        **{code: tag for code, tag in AS_IT_STANDS.items() if code not in _BOLD and tag[0] != "br"},
        **{code: _plain(KNOWN[code]) for code in CELLS},
        TAGS["figcaption"]: ("p", "<p><em>", "</em></p>", True),
    }
)
"""The same where only what Markdown can say is written."""


def special_tag(page: Page, e: int, code: int, shown: Shown, inside: str, *, flat: bool) -> Tag:
    """An element that is not always written alike, given its tag, what else is shown, and what it stands in."""
    if code == TAGS["a"]:
        to = shown.addresses.get(e, "")
        if flat and inside in _HEADS and to.startswith("#"):
            return _NOTHING  # a heading that leads to itself
        return "a", _link(page, to), "</a>", False
    if code in _BOLD:
        return _NOTHING if inside in _UNMARKED else _plain(KNOWN[code])
    if code == TAGS["br"]:
        return "br", " " if inside in ("td", "th") else "<br>", "", True
    if e in shown.images:
        picture = shown.images[e]
        return "img", f'<img src="{escape(picture.address)}" alt="{escape(picture.alt)}">', "", False
    if code == TAGS["pre"] and page.listings[e] and (listing := _listing(page, e, shown.texts)):
        return LISTING, listing, "", True
    return _by_attributes(page, e) if code in MEANING else _DIV


def _by_attributes(page: Page, e: int) -> Tag:
    """An element with those of its attributes that say something."""
    tag = page.tag_name(e)
    attributes = page.attributes(e)
    kept = {name: attributes[name] for name in _ATTRIBUTES[tag] if name in attributes}
    language = language_of(page, e) if tag == "pre" else named_language(page, e) if tag == "code" else None
    if language:
        kept["class"] = f"language-{language}"
    written = "".join([f' {name}="{escape(value)}"' for name, value in kept.items()])
    return tag, f"<{tag}{written}>", f"</{tag}>", tag not in _INLINE


def _listing(page: Page, e: int, texts: Bools) -> str | None:
    """A listing as it stands; None if not all of its pieces are shown, or if that is not known."""
    if not texts[page.text_start[e] : page.text_stop[e]].all():
        return None
    language = language_of(page, e)
    named = f' class="language-{escape(language)}"' if language else ""
    text = page.raw_text(e)
    return f"<pre><code{named}>{escape(text, quote=False)}</code></pre>" if text else None


def _link(page: Page, href: str) -> str:
    """The start tag of a link."""
    if not href:
        return "<a>"
    address = resolved(page, href)
    return "<a>" if address.partition(":")[0].lower() in _CODE else f'<a href="{escape(address)}">'
