"""Feeds: what the sources of a run have that the collection has not, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from typing import Protocol

from intaglio.capture import Capture
from intaglio.collection.trust import file_name
from intaglio.errors import SourceError, StoreError
from intaglio.frontier import VisitState
from intaglio.resources import Nothing, Resources
from intaglio.run.inputs.crawl_process import CrawlJob, CrawlProcess
from intaglio.sources import Source, Unread, WarcFiles
from intaglio.store import CaptureRow, Store

BATCH = 64
"""Captures looked up in the store at a time."""
REMEMBERED = 4096
"""Pages whose bytes are remembered; more than a run has under way, so that all others are in the store."""


@dataclass(frozen=True, slots=True)
class InputPage:
    """A page to be taken up, or the news that there is none."""

    row: CaptureRow
    """Its id is 0 if the store does not have it yet."""
    found: Capture | Unread
    resources: Resources
    without_layout: str | None = None
    """Why the browser could not lay it out, if it has tried before."""


class Feed(Protocol):
    """One source of a run."""

    @property
    def origin(self) -> int:
        """The source's number in the store."""

    def __iter__(self) -> Iterator[InputPage | None]:
        """Give what is new, in order; None whenever there is nothing yet, but may be later."""

    def total(self) -> int | None:
        """How many captures there are, new or not, as far as is known by now."""


@dataclass(frozen=True, slots=True)
class SavedFeed:
    """Pages of a folder or of WARC files."""

    store: Store
    origin: int
    source: Source
    site_of: Callable[[Capture | Unread], str]
    resources: Resources
    count: Callable[[], int | None] = lambda: None
    """How many pages the source has, where that is quickly told."""
    seen: dict[bytes, str] = field(default_factory=dict)
    """The last pages by their bytes, shared by sources that are read together; older ones are in the store."""

    def __iter__(self) -> Iterator[InputPage | None]:
        """Give what the store does not know."""
        found = iter(self.source)
        while some := list(islice(found, BATCH)):
            with self.store.reading() as tx:
                known = tx.captures.ids(self.origin, [one.source for one in some])
                digests = [None if isinstance(one, Unread) else _digest(one.body) for one in some]
                before = tx.captures.with_digests(self.origin, [digest for digest in digests if digest is not None])
            read = [self._once(one, digest, before) for one, digest in zip(some, digests, strict=True)]
            for one, (shown, digest) in zip(some, read, strict=True):
                if one.source not in known:
                    yield InputPage(self._row(shown, digest), shown, self.resources)

    def total(self) -> int | None:
        """How many captures there are, new or not."""
        return self.count()

    def _once(
        self, one: Capture | Unread, digest: bytes | None, before: Mapping[bytes, str]
    ) -> tuple[Capture | Unread, bytes | None]:
        """A page and its digest; or that a page of the same bytes came before it."""
        if digest is None:
            return one, None
        first = self.seen.get(digest) or before.get(digest)
        if first is not None and first != one.source:
            return Unread(one.source, f"duplicate of {first}", one.url), None
        self.seen[digest] = one.source
        if len(self.seen) > REMEMBERED:
            del self.seen[next(iter(self.seen))]
        return one, digest

    def _row(self, one: Capture | Unread, digest: bytes | None) -> CaptureRow:
        place = "" if isinstance(one, Unread) else one.source.rpartition("#")[0] or one.source
        row = CaptureRow(self.origin, one.source, self.site_of(one), place, url=one.url)
        if isinstance(one, Unread):
            return row
        return replace(row, content_type=one.content_type, time=one.time, http_status=one.http_status, digest=digest)


@dataclass(frozen=True, slots=True)
class CrawlFeed:
    """Pages that a crawl in another process is fetching, or that an earlier one left."""

    store: Store
    job: CrawlJob
    patience: Callable[[], None]
    """Called while there is nothing to do."""

    @property
    def origin(self) -> int:
        """The crawl's number in the store."""
        return self.job.origin

    def __iter__(self) -> Iterator[InputPage | None]:
        """Give pages as they come in, until the crawl is over."""
        last, given, over = 0, set[int](), False
        with CrawlProcess(self.job) as process:
            while True:
                running = process.running
                with self.store.reading() as tx:
                    rows = tx.captures.pending(last, BATCH, [self.origin])
                for row in rows:
                    last = row.id
                    if row.id not in given:
                        given.add(row.id)
                        yield InputPage(row, self._found(row), Nothing())
                if not rows and not running:
                    process.check()
                    if over:
                        return
                    last, over = 0, True  # known pages that have changed stand before those that came last
                    continue
                if not rows:
                    yield None
                    self.patience()

    def total(self) -> int | None:
        """How many captures there are, and links yet to be visited."""
        with self.store.reading() as tx:
            counts = tx.frontier.counts()
            return tx.captures.count([self.origin]) + counts[VisitState.TO_VISIT] + counts[VisitState.IN_FLIGHT]

    def _found(self, row: CaptureRow) -> Capture | Unread:
        try:
            found = WarcFiles((self.job.folder / file_name(row.place, "capture's file"),)).read(
                f"{row.place}#{row.offset}"
            )
        except (SourceError, StoreError) as error:
            return Unread(row.source, str(error), row.url)
        return replace(found, source=row.source, time=row.time)


def pages_to_read(feeds: Sequence[Feed]) -> Iterator[InputPage | None]:
    """Give what all feeds have, one feed after the other."""
    for feed in feeds:
        yield from feed


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).digest()
