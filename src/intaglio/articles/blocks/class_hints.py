"""What the names of elements hint at: words in class and role, as kinds of things found on pages.

The words are the vocabulary of people who write markup, which is English on sites of all languages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import compress, count, repeat

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.page import BLOCK, KNOWN, Page
from intaglio.white_space import collapsed

HINTS: dict[str, str] = {
    "navigation": "nav navigation navbar navigator menu menus submenu megamenu breadcrumb breadcrumbs crumbs sitemap "
    "topbar toolbar pager pagination paging tabs tablist skip menubar",
    "footer": "footer foot copyright colophon legal contentinfo disclaimer disclosure",
    "side": "sidebar sidebars aside rail widget widgets complementary secondary sidenav",
    "related": "related recommended recommendation recommendations recommend similar upsell upsells crosssell trending "
    "popular latest recent readmore suggested suggestions next previous prev more also outbrain taboola relatedposts "
    "teasers verwandte weitere mehr mostread inline insert jp",
    "comment": "comment comments disqus respond reply replies commentlist discussion kommentare kommentar "
    "commentform commentbox",
    "social": "share sharing shares social follow facebook twitter instagram pinterest sharebar addthis "
    "sharedaddy sharethis shariff whatsapp teilen likes sd",
    "promotion": "ad ads advert adverts advertisement advertising sponsor sponsored sponsors promo promotion "
    "promotions banner cta newsletter subscribe subscription subscriptions signup optin campaign donate affiliate "
    "anzeige werbung adsense mailchimp",
    "overlay": "modal modals popup popups overlay cookie cookies consent gdpr dialog lightbox drawer offcanvas toast "
    "tooltip alertdialog notification notifications alert notice paywall flyout dropdown",
    "meta": "meta metadata byline author authors bio avatar date dates timestamp published tags tag categories profile "
    "user username info postmeta reading autor datum "
    "entrymeta dateline",
    "control": "form search login logout btn btns button buttons input filter filters facet facets sort sorting cart "
    "wishlist quantity checkout account switcher select captcha",
    "price": "price prices pricing shipping stock availability variant variants swatch swatches sku",
    "review": "review reviews rating ratings testimonial testimonials stars feedback",
    "content": "content contents article articlebody articletext post entry body prose story main text rich richtext "
    "markdown wysiwyg copy hentry paragraph maincontent postbody",
    "message": "message messages thread threads topic question questions answer answers conversation messagetext posts",
    "description": "description descriptions desc summary overview details detail specs spec specification "
    "specifications features feature accordion faq faqs about benefits ingredients",
    "item": "card cards item items tile tiles product products grid listing listings result results teaser excerpt "
    "collection archive catalog category",
    "header": "hero header masthead title heading headline subtitle intro lead dek standfirst jumbotron",
    "contents": "toc outline index anchors scrollspy onthispage",
    "media": "caption figcaption gallery carousel slider slide slides slideshow swiper video image images photo "
    "thumbnail thumb icon logo embed",
    "credit": "credit credits copyright source agency caption figcaption photographer quelle legend bildunterschrift",
    "hidden": "hidden hide invisible collapse collapsed sr visually screenreader noprint noscript",
}
"""Kinds of hints, each with the words that give it."""
HINT_BIT = {kind: 1 << number for number, kind in enumerate(HINTS)}
WORDS = {word: bit for kind, bit in HINT_BIT.items() for word in HINTS[kind].split()}
_BLOCK = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_BLOCK[[*BLOCK, len(KNOWN)]] = True
_BLOCK.flags.writeable = False
_NAME = " \0 "
"""Set before each name when many are looked at together; no name of a parsed page has a NUL in it."""
_MARKED = {**{word.encode(): bit for word, bit in WORDS.items()}, _NAME.strip().encode(): -1}
"""By their bytes, which are quickest to take apart."""
_DIGITS = b"0123456789"
_UPPER, _PARTING = bytes(range(65, 91)), b"-_\x1c\x1d\x1e\x1f"
_PLAIN = bytes.maketrans(_UPPER + _PARTING, _UPPER.lower() + b" " * len(_PARTING))
"""Small letters, and spaces for what parts words."""


def hint_bits(page: Page) -> tuple[Longs, Longs]:
    """The hints that the names of each block-level element with text give, as bits, and a number for its class.

    Elements within the flow of text say little about it, and are many. Classes that only differ in digits
    (`post-7816`) are one.
    """
    return page.derived(_hints)


def _hints(page: Page) -> tuple[Longs, Longs]:
    filled, classes, names = block_classes(page)
    called = page.having("id")
    elements = np.fromiter(called, np.int64, len(called))
    full = page.text_stop.take(elements) > page.text_start.take(elements)
    bare, looks = numbered(_undigited(names))
    each = names_bits([*looks, *compress(called.values(), full.tolist())])
    styles = np.zeros(page.size, dtype=np.int64)
    styles[filled] = bare.take(classes)
    bits = each.take(styles)
    bits[elements[full]] |= each[len(looks) :]
    for e, role in page.having("role").items():
        if hint := WORDS.get(role):
            bits[e] |= hint
    return bits, styles


def block_classes(page: Page) -> tuple[Longs, Longs, list[str]]:
    """The block-level elements with text, the number of the class of each, and by these the classes as they stand."""
    return page.derived(_block_classes)


def _block_classes(page: Page) -> tuple[Longs, Longs, list[str]]:
    filled = ((page.text_stop > page.text_start) & _BLOCK.take(page.tag, mode="clip")).nonzero()[0]
    return filled, *numbered(page.values("class", filled.tolist()))


def numbered(names: Sequence[str | None]) -> tuple[Longs, list[str]]:
    """A number for each of some names, and by these the names; the first is that of none."""
    known: dict[str | None, int] = defaultdict(count(1).__next__, {None: 0, "": 0})
    numbers = np.fromiter(map(known.__getitem__, names), np.int64, len(names))
    return numbers, ["", *filter(None, known)]


def any_name_has(page: Page, parts: Sequence[str]) -> bool:
    """Whether some class or id of the page has one of these in it, in small letters: to look no further if none has."""
    return any(map(page.derived(_all_names).__contains__, parts))


def names_with(page: Page, parts: Sequence[str]) -> list[tuple[int, str]]:
    """The classes and ids of the page that have one of these in them, in small letters, with their numbers."""
    names = page.derived(_all_names).split("\n")
    return [(at, page.strings[at]) for at, name in enumerate(names) if any(part in name for part in parts)]


def _all_names(page: Page) -> str:
    return "\n".join(page.strings).lower()


def undigited_bits(names: Sequence[str]) -> Longs:
    """The hints of each name without its digits, as bits."""
    return names_bits(_undigited(names))


def _undigited(names: Sequence[str]) -> list[str]:
    whole = "\0".join(names).encode("utf-8", "surrogatepass").translate(None, _DIGITS)
    return whole.decode("utf-8", "surrogatepass").split("\0") if names else []


def names_bits(names: Sequence[str]) -> Longs:
    """The hints of each name, as bits.

    >>> names_bits(["site-header main_nav"]) == [HINT_BIT["header"] | HINT_BIT["content"] | HINT_BIT["navigation"]]
    array([ True])
    """
    text = _NAME + _NAME.join(names)
    if not text.isascii():
        text = collapsed(text.lower())
    words = text.encode("utf-8", "surrogatepass").translate(_PLAIN).split()
    bits = np.fromiter(map(_MARKED.get, words, repeat(0)), np.int64, len(words))
    starts = (bits < 0).nonzero()[0]
    bits[starts] = 0
    return np.bitwise_or.reduceat(bits, starts)
