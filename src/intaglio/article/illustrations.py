"""Illustrations of a body with their captions, and the links to further pages that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intaglio.article.blocks.ancestors import chains_of
from intaglio.article.blocks.class_hints import HINT_BIT, hint_bits
from intaglio.article.output.body_images import image_address, resolved, shown_images
from intaglio.page import TAGS, Bools, Page

if TYPE_CHECKING:
    from intaglio.article.body.body_finder import Body


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


def illustrations(page: Page, texts: Bools) -> list[Illustration]:
    """The images among the chosen texts, in order, each once."""
    found: dict[str, Illustration] = {}
    for e, caption in shown_images(page, texts).items():
        address = image_address(page, e)
        if address and address not in found:
            alt = " ".join(page.attributes(e).get("alt", "").split()) or None
            found[address] = Illustration(address, alt, _text(page, caption))
    return list(found.values())


def _text(page: Page, caption: int | None) -> str | None:
    return None if caption is None else " ".join(page.text(caption).split()) or None


def related(page: Page, body: Body) -> list[Link]:
    """Links outside the body that stand where their names say further reading is, each address once."""
    bits = chains_of(page).any_bits(hint_bits(page)[0])
    kept = set(body.blocks.start[body.keep].tolist())
    found: dict[str, Link] = {}
    for e, address in page.having("href").items():
        if page.tag[e] != TAGS["a"] or not bits[e] & HINT_BIT["related"] or bits[e] & HINT_BIT["navigation"]:
            continue
        text = " ".join(page.text(e).split())
        if text and int(page.text_start[e]) not in kept and not address.startswith(("#", "javascript:", "mailto:")):
            whole = resolved(page, address)
            found.setdefault(whole, Link(whole, text))
    return list(found.values())
