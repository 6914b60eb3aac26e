"""The sites that speed is measured on: crawled from a URL, read from a folder, or those of the corpus over loopback."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

from intaglio.capture import Capture
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import fill_collection
from intaglio.errors import SourceError
from intaglio.evaluate.corpora import MOUNTS
from intaglio.evaluate.speed.timing import SiteToTime
from intaglio.fetch import origin
from intaglio.resources import Folder as FolderResources
from intaglio.resources import Nothing
from intaglio.run.inputs.arguments import CRAWL
from intaglio.run.inputs.crawl_process import CrawlJob, CrawlProcess
from intaglio.sample import serve
from intaglio.sources import Folder
from intaglio.sources.crawl import CrawlOptions, site_of

STARTS = {"pycon2011": "home/"}
"""Where a site of the corpus begins, if not at its root."""
UNLINKED = ("stackoverflow",)
"""Sites of the corpus whose pages do not link to each other: read as folders."""
LOCAL = CrawlOptions(delay=0.0)


def crawled(url: str, pages: int, options: CrawlOptions) -> SiteToTime:
    """Crawl a site, and give its pages in the order in which they were met."""
    options = replace(options, pages=pages, trusted=frozenset({origin(url)}))
    with tempfile.TemporaryDirectory() as name, fill_collection(Path(name)) as collection:
        with collection.store.writing() as tx:
            number = tx.captures.origin(*CRAWL)
        with CrawlProcess(CrawlJob(collection.store.url, number, collection.captures, [url], options)) as process:
            while process.running:
                time.sleep(0.1)
            process.check()
        library = open_captures(collection)
        with collection.store.reading() as tx:
            captures = [library.read(row) for row in tx.captures.pending(0, pages, [number])]
    if not captures:
        raise SourceError(f"{url} gave no page")
    return SiteToTime(site_of(url), captures, Nothing())


def saved(folder: Path, pages: int) -> SiteToTime:
    """Read the pages of a folder, in the order of their paths."""
    captures = [found for found in Folder(folder) if isinstance(found, Capture)][:pages]
    if not captures:
        raise SourceError(f"{folder} has no page")
    return SiteToTime(folder.name, captures, FolderResources(folder))


@contextmanager
def sites_to_time(
    names: Sequence[str], corpus: Path, pages: int, only: Collection[str] = ()
) -> Iterator[Iterator[SiteToTime]]:
    """Give the sites named, or those of the corpus, all or only some; served for as long as the context lasts."""
    with ExitStack() as stack:

        def each() -> Iterator[SiteToTime]:
            for name in names:
                web = name.startswith(("http://", "https://"))
                yield crawled(name, pages, CrawlOptions()) if web else saved(Path(name), pages)
            for folder in sorted(path.parent for path in corpus.glob("*/labels.jsonl")) if not names else ():
                if only and folder.name not in only:
                    continue
                if folder.name in UNLINKED:
                    yield saved(folder, pages)
                else:
                    start = stack.enter_context(mounted(folder))
                    yield replace(crawled(start, pages, LOCAL), name=folder.name)

        yield each()


@contextmanager
def mounted(folder: Path) -> Iterator[str]:
    """Serve a site of the corpus where its links expect it; give the URL it begins at."""
    place = MOUNTS.get(folder.name, "/").strip("/")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        if place:
            (root / place).symlink_to(folder.resolve())
        with serve(root if place else folder) as address:
            yield urljoin(address, f"{place}/{STARTS.get(folder.name, '')}".lstrip("/"))
