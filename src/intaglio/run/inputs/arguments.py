"""The sources of a collection: as they are named on the command line, and as the collection remembers them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from intaglio.capture import Capture
from intaglio.collection.collection import Collection
from intaglio.fetch import origin as origin_of
from intaglio.resources import Folder as FolderResources
from intaglio.resources import Nothing
from intaglio.run.inputs.crawl_process import CrawlJob
from intaglio.run.inputs.feed import CrawlFeed, Feed, SavedFeed
from intaglio.sources import Folder, Unread, WarcFiles, kind_of, read_urls
from intaglio.sources.crawl import CrawlOptions, site_of
from intaglio.sources.files import ENDINGS
from intaglio.store import Transaction

CRAWL = ("crawl", "captures")
"""Kind and location of all that a collection's crawls bring."""


@dataclass(frozen=True, slots=True)
class SavedOptions:
    """What is not in saved pages themselves."""

    base_url: str | None = None
    """Where a folder was on the web."""
    site: str | None = None
    """Name of the site that all pages belong to; None: a folder is a site, WARC files are told apart by their URLs."""
    site_per_folder: bool = False
    """Each folder below the one named is a site of its own."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a run is to read, sorted out."""

    folders: Sequence[Path]
    warcs: Sequence[Path]
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
    kinds = {argument: kind_of(argument) for argument in arguments}
    paths = {kind: [Path(one).resolve() for one, is_ in kinds.items() if is_ == kind] for kind in set(kinds.values())}
    listed = [url for path in paths.get("urls", []) for url in read_urls(path)]
    starts = [one for one, kind in kinds.items() if kind == "url"]
    return Sources(paths.get("folder", []), paths.get("warc", []), starts, listed)


def feeds_of(
    collection: Collection, sources: Sources, saved: SavedOptions, crawl: CrawlOptions, patience: Callable[[], None]
) -> list[Feed]:
    """The feeds of a run, folders first; what they need to be read again is noted in the collection."""
    feeds: list[Feed] = []
    with collection.store.writing() as tx:
        feeds += [_folder_feed(collection, tx, root, saved) for root in sources.folders]
        feeds += _warc_feeds(collection, tx, sources.warcs, saved)
        number = tx.captures.origin(*CRAWL) if sources.starts or sources.listed else 0
    options = replace(crawl, trusted=sources.trusted)
    alone = replace(options, depth=0, sitemaps=False)
    for urls, manner in ((sources.starts, options), (sources.listed, alone)):
        if urls:
            job = CrawlJob(collection.store.url, number, collection.captures, urls, manner)
            feeds.append(CrawlFeed(collection.store, job, patience))
    return feeds


def _folder_feed(collection: Collection, tx: Transaction, root: Path, saved: SavedOptions) -> SavedFeed:
    number = tx.captures.origin("folder", str(root))
    tx.notes.put(f"origin {number}", asdict(saved))
    named = saved.site or (site_of(saved.base_url) if saved.base_url else root.name or "site")

    def site(found: Capture | Unread) -> str:
        first, _, rest = found.source.partition("/")
        return first if saved.site_per_folder and rest else named

    resources = FolderResources(root) if saved.base_url is None else FolderResources(root, saved.base_url)
    return SavedFeed(collection.store, number, Folder(root, saved.base_url), site, resources, lambda: count_pages(root))


def count_pages(root: Path) -> int:
    """How many files of a folder look like pages."""
    return sum(name.lower().endswith(ENDINGS) for _, _, names in os.walk(root) for name in names)


def _warc_feeds(
    collection: Collection, tx: Transaction, paths: Sequence[Path], saved: SavedOptions
) -> Iterator[SavedFeed]:
    # Pages may find in one archive what they need from another; names tell records apart.
    named = {path.name: path for path in paths}
    everything = WarcFiles(tuple(named.values())) if paths else Nothing()
    seen: dict[bytes, str] = {}

    def site(found: Capture | Unread) -> str:
        return saved.site or (site_of(found.url) if found.url else "unknown")

    for path in paths:
        number = tx.captures.origin("warc", str(path))
        yield SavedFeed(collection.store, number, WarcFiles((path,)), site, everything, seen=seen)
