"""Which of the URLs found on a page become links of the frontier."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from re import Pattern

from intaglio.errors import BadPattern
from intaglio.frontier import Link, Visit, VisitState
from intaglio.sources.crawl.crawl_options import CrawlOptions
from intaglio.sources.crawl.urls import canonical, is_action, is_endless, may_be_page, names_of, shape, site_of


@dataclass(frozen=True, slots=True)
class Sorted:
    """The links of a page, sorted."""

    links: Sequence[Link]
    kin: Sequence[Link]
    """Those of the page's own kind."""
    endless: Sequence[str]
    """Shapes of URLs left out because they look like part of a space without end."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one crawl."""

    options: CrawlOptions
    ignored: set[str] = field(default_factory=set)
    """Parameters found to name no page; grows during the crawl."""
    facets: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    """Sets of parameter names seen, by what stands before the parameters; grows during the crawl."""
    _include: Sequence[Pattern[str]] = field(init=False)
    _exclude: Sequence[Pattern[str]] = field(init=False)
    _follow: Sequence[Pattern[str]] = field(init=False)
    _keep: Sequence[Pattern[str]] = field(init=False)

    def __post_init__(self) -> None:
        """Compile the patterns."""
        for name in ("include", "exclude", "follow", "keep"):
            object.__setattr__(self, f"_{name}", patterns(getattr(self.options, name)))

    def sort(self, visit: Visit, urls: Iterable[str], *, deeper: int = 1) -> Sorted:
        """Make links of the URLs found at a visit, so many steps deeper than it."""
        depth = max(visit.depth, 0) + deeper
        links: dict[str, Link] = {}
        kin: dict[str, Link] = {}
        endless: list[str] = []
        own = shape(visit.url)
        for found in urls:
            url = canonical(found, visit.url, self.ignored)
            if url is None or url == visit.url or url in links or url in kin or not may_be_page(url):
                continue
            if is_endless(url):
                endless.append(shape(url))
            elif (site := site_of(url)) != visit.site:
                links[url] = Link(url, site, depth, VisitState.OUTGOING)
            elif not self.wants(url, depth):
                continue
            elif self._toggles(url):
                endless.append(f"{shape(names_of(url)[0])}?…")
            elif shape(url) == own:
                kin[url] = Link(url, site, depth, barren=visit.barren + 1)
            else:
                links[url] = Link(url, site, depth)
        return Sorted(list(links.values()), list(kin.values()), endless)

    def wants(self, url: str, depth: int) -> bool:
        """Whether a URL of the site is to be visited."""
        if self.options.depth is not None and depth > self.options.depth:
            return False
        if not self.options.all_links and is_action(url):
            return False
        if self._include and not _has_one(self._include, url):
            return False
        if _has_one(self._exclude, url):
            return False
        return not self._follow or _has_one(self._follow, url) or (bool(self._keep) and _has_one(self._keep, url))

    def keeps(self, url: str) -> bool:
        """Whether a page that was visited is to be kept."""
        return not self._keep or _has_one(self._keep, url)

    def follows(self, visit: Visit) -> bool:
        """Whether links are looked for on a page."""
        return not self._follow or visit.depth <= 0 or _has_one(self._follow, visit.url)

    def _toggles(self, url: str) -> bool:
        """Whether a path has so many sets of parameters already that they are facets, each switched on and off."""
        path, names = names_of(url)
        seen = self.facets.setdefault(path, set()) if names else set()
        if not names or names in seen:
            return False
        if len(seen) >= self.options.parameter_sets:
            return True
        seen.add(names)
        return False


def _has_one(found: Sequence[Pattern[str]], url: str) -> bool:
    return any(pattern.search(url) for pattern in found)


def patterns(words: Iterable[str]) -> list[Pattern[str]]:
    """Compile patterns; BadPattern names the one that cannot be."""
    compiled = []
    for word in words:
        try:
            compiled.append(re.compile(word))
        except re.error as error:
            raise BadPattern(f"not a regular expression: {word} ({error})") from error
    return compiled
