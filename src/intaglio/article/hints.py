"""What the names of elements hint at: words in class and role, as kinds of things found on pages.

The words are the vocabulary of people who write markup, which is English on sites of all languages.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from intaglio.article.tree import Longs
from intaglio.page import Page

HINTS: dict[str, str] = {
    "navigation": "nav navigation navbar navigator menu menus submenu megamenu breadcrumb breadcrumbs crumbs sitemap "
    "topbar toolbar pager pagination paging tabs tablist skip menubar",
    "footer": "footer foot copyright colophon legal contentinfo disclaimer disclosure",
    "side": "sidebar sidebars aside rail widget widgets complementary secondary sidenav",
    "related": "related recommended recommendation recommendations recommend similar upsell upsells crosssell trending "
    "popular latest recent readmore suggested suggestions next previous prev more also outbrain taboola",
    "comment": "comment comments disqus respond reply replies commentlist discussion",
    "social": "share sharing shares social follow facebook twitter instagram pinterest sharebar addthis",
    "promotion": "ad ads advert adverts advertisement advertising sponsor sponsored sponsors promo promotion "
    "promotions banner cta newsletter subscribe subscription subscriptions signup optin campaign donate affiliate",
    "overlay": "modal modals popup popups overlay cookie cookies consent gdpr dialog lightbox drawer offcanvas toast "
    "tooltip alertdialog notification notifications alert notice paywall flyout dropdown",
    "meta": "meta metadata byline author authors bio avatar date dates timestamp published tags tag categories profile "
    "user username info credits postmeta reading",
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
    "hidden": "hidden hide invisible collapse collapsed sr visually screenreader noprint noscript",
}
"""Kinds of hints, each with the words that give it."""
HINT_BIT = {kind: 1 << number for number, kind in enumerate(HINTS)}
WORDS = {word: bit for kind, bit in HINT_BIT.items() for word in HINTS[kind].split()}
_ATTRIBUTES = ("class", "role")


def hint_bits(page: Page) -> tuple[Longs, Longs]:
    """The hints each element's own names give, as bits; and a number for each element's class attribute, 0 for none."""
    bits = np.zeros(page.size, dtype=np.int64)
    styles = np.zeros(page.size, dtype=np.int64)
    for attribute in _ATTRIBUTES:
        having = page.having(attribute)
        if having:
            where = np.fromiter(having, np.int64, len(having))
            bits[where] |= np.fromiter(map(name_bits, having.values()), np.int64, len(having))
            if attribute == "class":
                numbers: dict[str, int] = {}
                styles[where] = [numbers.setdefault(name, len(numbers) + 1) for name in having.values()]
    return bits, styles


@lru_cache(maxsize=1 << 14)
def name_bits(name: str) -> int:
    """The hints of a name, as bits; sites use the same names on all pages.

    >>> name_bits("site-header main_nav") == HINT_BIT["header"] | HINT_BIT["content"] | HINT_BIT["navigation"]
    True
    """
    bits = 0
    for word in name.lower().replace("-", " ").replace("_", " ").split():
        bits |= WORDS.get(word, 0)
    return bits
