"""How a site is crawled: the only place where these defaults are written."""

from __future__ import annotations

from dataclasses import dataclass

from intaglio.fetch import FetchOptions


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """Limits and manners of a crawl."""

    pages: int | None = None
    """Pages of a site after which its crawl ends."""
    depth: int | None = None
    """Links between a start and the last pages visited; 0 visits the starts alone."""
    include: tuple[str, ...] = ()
    """Regular expressions; only URLs in which one is found are visited."""
    exclude: tuple[str, ...] = ()
    """Regular expressions; URLs in which one is found are not visited."""
    sitemaps: bool = True
    """Look for pages in the sitemaps, too."""
    follow_sites: int = 0
    """Other sites to go on to, from the links that lead out."""
    revisit: int = 1
    """When all is done: depth up to which pages are visited once more for the links on them."""
    delay: float = 0.25
    """Seconds between two requests to a host; more if its robots.txt says so or it answers slowly."""
    concurrency: int = 4
    """Requests under way at a time."""
    retries: int = 2
    size_limit: int = 10_000_000
    """Bytes of a page."""
    time_limit: float = 30.0
    """Seconds for a page."""
    chain: int = 25
    """Pages of one kind, each found on the one before and leading to nothing else, that are taken for a trap."""
    user_agent: str = FetchOptions().user_agent
    trusted: frozenset[str] = frozenset()
    """Origins (`fetch.origin`) that may have addresses that are not public: those that the user named."""
