"""The links of a page, and the pages a sitemap tells of."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urljoin
from xml.etree.ElementTree import ParseError, iterparse

from intaglio.page import TAGS, Page

FOLLOWED = frozenset(TAGS[name] for name in ("a", "area"))
FRAMES = frozenset(TAGS[name] for name in ("frame", "iframe"))
REFRESH = re.compile(r"^\s*[\d.]*\s*[;,]?\s*url\s*=\s*['\"]?(.*?)['\"]?\s*$", re.IGNORECASE)
LARGEST_SITEMAP = 50_000_000


def links_of(page: Page) -> Iterator[str]:
    """Absolute URLs that a page links to, in document order; anything a link can hold, fragments and all."""
    base = page.base_url or ""
    tags = page.tag
    found = [(e, value) for e, value in page.having("href").items() if int(tags[e]) in FOLLOWED or _leads_on(page, e)]
    found += [(e, value) for e, value in page.having("src").items() if int(tags[e]) in FRAMES]
    found += [(e, target) for e in page.having("http-equiv") if (target := _refresh(page, e))]
    for _, value in sorted(found):
        try:
            yield urljoin(base, value.strip())
        except ValueError:
            continue


def _leads_on(page: Page, e: int) -> bool:
    return int(page.tag[e]) == TAGS["link"] and page.attributes(e).get("rel", "").lower() in ("next", "prev")


def _refresh(page: Page, e: int) -> str | None:
    attributes = page.attributes(e)
    target = REFRESH.match(attributes.get("content", "")) if attributes["http-equiv"].lower() == "refresh" else None
    return target[1] if target else None


def canonical_link(page: Page) -> str | None:
    """What the page says its own URL is."""
    for e, value in page.having("href").items():
        if int(page.tag[e]) == TAGS["link"] and page.attributes(e).get("rel", "").lower() == "canonical":
            try:
                return urljoin(page.base_url or "", value.strip())
            except ValueError:
                return None
    return None


def sitemap_links(body: bytes) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps that a sitemap names; as many as come before it breaks, if it is broken."""
    pages: list[str] = []
    maps: list[str] = []
    content = _unpacked(body)
    if b"<!ENTITY" in content:
        return pages, maps
    if content.lstrip()[:1] != b"<":
        lines = content.decode("utf-8", "replace").split()
        return [line for line in lines if line.startswith(("http://", "https://"))], maps
    inside: list[str] = []
    try:
        for event, element in iterparse(BytesIO(content), ("start", "end")):  # noqa: S314 - no entities, see above
            name = element.tag.rpartition("}")[2]
            if event == "start":
                inside.append(name)
                continue
            inside.pop()
            if name == "loc" and inside and element.text:
                (maps if inside[-1] == "sitemap" else pages).append(element.text.strip())
            if name in ("url", "sitemap"):
                element.clear()
    except (ParseError, ValueError):
        pass
    return pages, maps


def _unpacked(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(31).decompress(body, LARGEST_SITEMAP)
    except zlib.error:
        return b""
