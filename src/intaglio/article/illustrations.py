"""Illustrations of a body with their captions, and the links to further pages that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from intaglio.article.blocks.class_hints import HINT_BIT, HINTS, undigited_bits
from intaglio.article.blocks.element_kinds import HINT_SHIFT, bits_above
from intaglio.article.output.addresses import resolved
from intaglio.article.output.body_images import Pictures
from intaglio.page import TAGS, Bools, Page

if TYPE_CHECKING:
    from intaglio.article.body.body_finder import Body

_RELATED = frozenset(HINTS["related"].split())
_BESIDE = (HINT_BIT["related"] | HINT_BIT["navigation"]) << HINT_SHIFT


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
    if body.recalled and not _may_lead_on(page):  # else what stands above each element is known already
        return []
    beside = bits_above(page) & _BESIDE == HINT_BIT["related"] << HINT_SHIFT
    links = np.flatnonzero(beside & (page.tag == TAGS["a"])).tolist()
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


def _may_lead_on(page: Page) -> bool:
    """Whether anything that may be called further reading has links in it, by classes and ids alone."""
    called = np.zeros(len(page.strings) + 1, dtype=np.bool_)  # the last is that of elements without a name
    called[:-1] = undigited_bits(page.strings) & HINT_BIT["related"] != 0
    places = (called.take(page.cls, mode="wrap") | called.take(page.id, mode="wrap")).nonzero()[0]
    links = (page.tag == TAGS["a"]).nonzero()[0]
    inside = links.searchsorted(page.end.take(places)) > links.searchsorted(places)
    return bool(inside.any()) or not _RELATED.isdisjoint(page.having("role").values())
