"""What a run reads: sources as they are named on the command line, and the feeds that they become."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from intaglio.capture import Capture
from intaglio.collection.collection import Collection
from intaglio.fetch import origin as origin_of
from intaglio.resources import Resources
from intaglio.run.inputs.crawl_process import CrawlJob
from intaglio.run.inputs.feed import CrawlFeed, Feed, SavedFeed
from intaglio.sources import SOURCES, SavedKind, SavedOptions, Unread, kind_of
from intaglio.sources.crawl import CrawlOptions, site_of
from intaglio.store import Transaction

CRAWL = ("crawl", "captures")
"""Kind and location of all that a collection's crawls bring."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a run is to read, sorted out."""

    saved: Mapping[str, Sequence[Path]]
    """Paths of saved pages by the kind of source they are, a key of SOURCES."""
    starts: Sequence[str]
    """URLs to crawl from."""
    listed: Sequence[str]
    """URLs to fetch, and no others."""

    @property
    def trusted(self) -> frozenset[str]:
        """Origins that the user named."""
        return frozenset(origin_of(url) for url in (*self.starts, *self.listed))


def sort_sources(arguments: Sequence[str]) -> Sources:
    """Tell what each source on the command line is; SourceError names one that is nothing."""
    saved: dict[str, list[Path]] = {}
    urls: dict[bool, list[str]] = {True: [], False: []}
    for argument in dict.fromkeys(arguments):
        name = kind_of(argument)
        kind = SOURCES[name]
        if isinstance(kind, SavedKind):
            saved.setdefault(name, []).append(Path(argument).resolve())
        else:
            urls[kind.follow] += kind.urls(argument)
    return Sources({name: saved[name] for name in SOURCES if name in saved}, urls[True], urls[False])


def feeds_of(
    collection: Collection, sources: Sources, saved: SavedOptions, crawl: CrawlOptions, patience: Callable[[], None]
) -> list[Feed]:
    """The feeds of a run, saved pages first; what they need to be read again is noted in the collection."""
    feeds: list[Feed] = []
    with collection.store.writing() as tx:
        for name, paths in sources.saved.items():
            feeds += _saved_feeds(collection, tx, name, paths, saved)
        number = tx.captures.origin(*CRAWL) if sources.starts or sources.listed else 0
    options = replace(crawl, trusted=sources.trusted)
    alone = replace(options, depth=0, sitemaps=False)
    for urls, manner in ((sources.starts, options), (sources.listed, alone)):
        if urls:
            job = CrawlJob(collection.store.url, number, collection.captures, urls, manner)
            feeds.append(CrawlFeed(collection.store, job, patience))
    return feeds


def _saved_feeds(
    collection: Collection, tx: Transaction, name: str, paths: Sequence[Path], saved: SavedOptions
) -> Iterator[SavedFeed]:
    """A feed for each source of a kind. Pages may find in one archive what they need from another."""
    kind = SOURCES[name]
    assert isinstance(kind, SavedKind)
    shared: Resources | None = kind.resources(paths, saved.base_url) if kind.together else None
    shared_seen: dict[bytes, str] = {}
    for path in paths:
        number = tx.captures.origin(name, str(path))
        if not kind.by_url:
            tx.notes.put(f"origin {number}", asdict(saved))
        resources = shared if shared is not None else kind.resources([path], saved.base_url)
        source = kind.open(path, saved)
        count = _counting(kind, path, saved)
        seen = shared_seen if kind.together else {}
        yield SavedFeed(collection.store, number, source, _site_rule(kind, path, saved), resources, count, seen)


def _counting(kind: SavedKind, path: Path, saved: SavedOptions) -> Callable[[], int | None]:
    return lambda: kind.count(path, saved)


def _site_rule(kind: SavedKind, path: Path, saved: SavedOptions) -> Callable[[Capture | Unread], str]:
    """Which site a page of a source belongs to."""
    if kind.by_url:
        return lambda found: saved.site or site_of(found.url or "") or "unknown"
    named = saved.site or (site_of(saved.base_url) if saved.base_url else path.name or "site")

    def site(found: Capture | Unread) -> str:
        first, _, rest = found.source.partition("/")
        return first if saved.site_per_folder and rest else named

    return site
