"""Addresses as seen from their page; most are written so that they need not be taken apart."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urljoin, urlsplit

from intaglio.page import TAGS, Page

_WHOLE = ("http://", "https://")


def resolved(page: Page, address: str) -> str:
    """An address as seen from the page.

    >>> page = Page.parse("", url="https://example.org/news/today.html")
    >>> resolved(page, "../photo.jpg"), resolved(page, "/photo.jpg"), resolved(page, "photo.jpg")
    ('https://example.org/photo.jpg', 'https://example.org/photo.jpg', 'https://example.org/news/photo.jpg')
    """
    is_plain = _is_plain(address)
    if is_plain and address.startswith(_WHOLE):
        return address
    base = page.base_url or ""
    if is_plain:
        root, folder = _places(base)
        below = address
        while below.startswith("../") and len(below) > 3 and below[3] != "/":
            below = below[3:]
            folder = folder[: folder.rfind("/", len(root), -1) + 1] or f"{root}/"
        if root and _is_below(below):
            return (root if below[0] == "/" else folder) + below
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return address.strip()


def link_addresses(page: Page) -> dict[int, str]:
    """Where the links of a page lead, as it stands there; those that lead nowhere left out."""
    return page.derived(_link_addresses)


def _link_addresses(page: Page) -> dict[int, str]:
    links = (page.tag == TAGS["a"]).nonzero()[0].tolist()
    return {e: to for e, to in zip(links, page.values("href", links), strict=True) if to}


def _is_plain(address: str) -> bool:
    """Whether what the address is made of is written as it stands."""
    odd = not address or address[-1] in "?#; " or "?#" in address or ";?" in address or ";#" in address
    return not odd and address.isascii() and address.isprintable()


def _is_below(address: str) -> bool:
    """Whether it is a path, with a query or not, that leads nowhere up."""
    return address[0] not in ".?#; " and ":" not in address and "//" not in address and "/." not in address


@lru_cache(maxsize=64)
def _places(base: str) -> tuple[str, str]:
    """The root and the folder of an address; empty if they are not plain to see."""
    try:
        parts = urlsplit(base)
    except ValueError:
        return "", ""
    path = parts.path or "/"
    if not base.startswith(_WHOLE) or not parts.netloc or not path.startswith("/") or "//" in path or "/." in path:
        return "", ""
    root = f"{parts.scheme}://{parts.netloc}"
    return root, f"{root}{path[: path.rindex('/') + 1]}"
