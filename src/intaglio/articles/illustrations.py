"""Illustrations of a body with their captions, and the links to further pages that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.class_hints import HINT_BIT, WORDS, undigited_bits
from intaglio.articles.blocks.element_kinds import HINT_SHIFT, bits_above
from intaglio.articles.output.addresses import resolved
from intaglio.articles.output.body_images import Pictures
from intaglio.page import BLOCK, KNOWN, TAGS, Bools, Page

if TYPE_CHECKING:
    from intaglio.articles.body.body_finder import Body

_RELATED, _MENU = HINT_BIT["related"], HINT_BIT["navigation"]
_IS_BLOCK = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_BLOCK[[*BLOCK, len(KNOWN)]] = True
_IS_BLOCK.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Illustration:
    """An image of the body."""

    address: str
    alt: str | None
    caption: str | None


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page."""

    address: str
    text: str


def illustrations(page: Page, texts: Bools, pictures: Pictures) -> list[Illustration]:
    """The images among the chosen texts, in order, each once."""
    found: dict[str, Illustration] = {}
    for one in pictures.shown(texts).values():
        if one.address not in found:
            found[one.address] = Illustration(one.address, one.alt or None, _text(page, one.caption))
    return list(found.values())


def _text(page: Page, caption: int | None) -> str | None:
    return None if caption is None else " ".join(page.text(caption).split()) or None


def related(page: Page, body: Body) -> list[Link]:
    """Links outside the body that stand where their names say further reading is, each address once."""
    links = _leading_on(page) if body.recalled else _known_to_lead_on(page)
    kept = set(body.blocks.start[body.keep].tolist()) if links else set()
    found: dict[str, Link] = {}
    for e, address in zip(links, page.values("href", links), strict=True):
        if address is None or address.startswith(("#", "javascript:", "mailto:")):
            continue
        text = " ".join(page.text(e).split())
        if text and int(page.text_start[e]) not in kept:
            whole = resolved(page, address)
            found.setdefault(whole, Link(whole, text))
    return list(found.values())


def _known_to_lead_on(page: Page) -> list[int]:
    """The links that stand in what is called further reading, and in no menu, by all that is above each element: where
    the body was found without help, that is known already.
    """
    beside = bits_above(page) & (_RELATED | _MENU) << HINT_SHIFT == _RELATED << HINT_SHIFT
    found: list[int] = (beside & (page.tag == TAGS["a"])).nonzero()[0].tolist()
    return found


def _leading_on(page: Page) -> list[int]:
    """The same for links with text, by names and roles alone."""
    called = np.zeros(len(page.strings) + 1, dtype=np.int64)  # the last is that of elements without a name
    called[:-1] = undigited_bits(page.strings)
    own = called.take(page.cls, mode="wrap")
    own[~_IS_BLOCK.take(page.tag, mode="clip")] = 0  # what elements within the flow of text are called says little
    own |= called.take(page.id, mode="wrap")
    for e, role in page.having("role").items():
        own[e] |= WORDS.get(role, 0)
    places = (own & _RELATED).nonzero()[0]
    if not len(places):
        return []
    beside = _inside(page, places) & ~_inside(page, (own & _MENU).nonzero()[0])
    found: list[int] = (beside & (page.tag == TAGS["a"])).nonzero()[0].tolist()
    return found


def _inside(page: Page, places: Longs) -> Bools:
    """Which elements are some of these, or stand in them."""
    size = page.size + 1
    begun = np.bincount(places, minlength=size) - np.bincount(page.end.take(places), minlength=size)
    inside: Bools = begun.cumsum()[:-1] > 0
    return inside
