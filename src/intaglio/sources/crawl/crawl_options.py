"""How a site is crawled: the only place where these defaults are written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from intaglio.fetch import FetchOptions

FIXED_REQUESTS, PAGE_REQUESTS = 50, 4
"""Requests that a crawl of a site may make: so many, and so many more for each page that was asked for."""


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """Limits and manners of a crawl."""

    pages: int | None = 10_000
    """Pages of a site after which its crawl ends."""
    requests: int | None = None
    """Requests to a site after which its crawl ends, whatever they gave; without it, see `budget`."""
    depth: int | None = None
    """Links between a start and the last pages visited; 0 visits the starts alone."""
    include: tuple[str, ...] = ()
    """Regular expressions; only URLs in which one is found are visited."""
    exclude: tuple[str, ...] = ()
    """Regular expressions; URLs in which one is found are not visited."""
    follow: tuple[str, ...] = ()
    """Regular expressions; only on pages with one in their URL, and on the starts, are links looked for."""
    keep: tuple[str, ...] = ()
    """Regular expressions; only pages with one in their URL are kept, others are visited for their links alone."""
    all_links: bool = False
    """Follow also links marked `nofollow`, and those that do something, such as fill a cart or log out."""
    sitemaps: bool = True
    """Look for pages in the sitemaps, too."""
    follow_sites: int = 0
    """Other sites to go on to, from the links that lead out."""
    first_pages: int = 1
    """When all is done: depth up to which pages are visited once more for the links on them."""
    revisit: bool = False
    """Visit all known pages again, and read those that have changed."""
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
    parameter_sets: int = 16
    """Sets of parameter names that a path may have; more of them are facets that toggle."""
    sitemap_files: int = 100
    """Sitemaps of a site that are fetched."""
    sitemap_levels: int = 2
    """Sitemaps that lead to sitemaps, one after another."""
    waiting: int = 100_000
    """URLs of a crawl that may wait; more are not taken up."""
    user_agent: str = FetchOptions().user_agent
    headers: tuple[tuple[str, str], ...] = ()
    """Sent to the sites that the user named, with every request for a page."""
    cookie_file: Path | None = None
    """Cookies in Netscape's format; each goes where it belongs."""
    trusted: frozenset[str] = frozenset()
    """Origins (`fetch.origin`) that may have addresses that are not public: those that the user named."""

    @property
    def budget(self) -> int | None:
        """Requests to a site, all told: redirects, duplicates, sitemaps, robots.txt and second tries included."""
        if self.requests is not None or self.pages is None:
            return self.requests
        return FIXED_REQUESTS + PAGE_REQUESTS * self.pages
