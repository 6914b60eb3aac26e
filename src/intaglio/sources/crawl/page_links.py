"""The links of a page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

from intaglio.page import TAGS, Page
from intaglio.sources.crawl.urls import LONGEST

FOLLOWED = frozenset(TAGS[name] for name in ("a", "area"))
FRAMES = frozenset(TAGS[name] for name in ("frame", "iframe"))


def links_of(page: Page, *, nofollow: bool = True) -> Iterator[str]:
    """Absolute URLs that a page links to, in document order; anything a link can hold, fragments and all.

    Without `nofollow`, those that the page asks crawlers not to follow are left out.
    """
    base = page.base_url or ""
    tags = page.tag
    if not nofollow and _says_nofollow(page):
        return
    found = [
        (e, value)
        for e, value in page.having("href").items()
        if (int(tags[e]) in FOLLOWED and (nofollow or not _is_nofollow(page, e))) or _leads_on(page, e)
    ]
    found += [(e, value) for e, value in page.having("src").items() if int(tags[e]) in FRAMES]
    found += [(e, target) for e in page.having("http-equiv") if (target := _refresh(page, e))]
    for _, value in sorted(found):
        try:
            if len(link := value.strip()) <= LONGEST:
                yield urljoin(base, link)
        except ValueError:
            continue


def _is_nofollow(page: Page, e: int) -> bool:
    return "nofollow" in page.attributes(e).get("rel", "").lower().split()


def _says_nofollow(page: Page) -> bool:
    """Whether a meta element asks that no link of the page be followed."""
    for e, name in page.having("name").items():
        if int(page.tag[e]) == TAGS["meta"] and name.strip().lower() == "robots":
            words = page.attributes(e).get("content", "").lower().replace(",", " ").split()
            if "nofollow" in words or "none" in words:
                return True
    return False


def _leads_on(page: Page, e: int) -> bool:
    return int(page.tag[e]) == TAGS["link"] and page.attributes(e).get("rel", "").lower() in ("next", "prev")


def _refresh(page: Page, e: int) -> str | None:
    attributes = page.attributes(e)
    return refresh_target(attributes.get("content", "")) if attributes["http-equiv"].lower() == "refresh" else None


def refresh_target(content: str) -> str | None:
    """Where a meta refresh leads.

    >>> refresh_target(" 0; URL='next.html' ")
    'next.html'
    """
    rest = content.strip().lstrip("0123456789.").lstrip()
    rest = rest[rest[:1] in (";", ",") :].lstrip()
    name, rest = rest[:3], rest[3:].lstrip()
    if name.lower() != "url" or not rest.startswith("="):
        return None
    return rest[1:].strip().strip("'\"").strip()


def canonical_link(page: Page) -> str | None:
    """What the page says its own URL is."""
    for e, value in page.having("href").items():
        if int(page.tag[e]) == TAGS["link"] and page.attributes(e).get("rel", "").lower() == "canonical":
            try:
                return urljoin(page.base_url or "", value.strip())
            except ValueError:
                return None
    return None
