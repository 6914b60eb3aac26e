"""Reads committed pages again: the one loop over them for every pass, with progress.

A pass says which rows come next; it gets them in batches with their captures and parsed pages. What cannot be read any
more is named in the log and left out. Parsed pages stay at hand up to a bound, because passes come back to them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from intaglio.capture import Capture
from intaglio.collection.capture_reader import CaptureReader
from intaglio.collection.collection import Collection
from intaglio.collection.page_cache import KEPT, PageCache
from intaglio.collection.phase_progress import Progress
from intaglio.page import Page
from intaglio.store import CaptureRow, PageRow, Transaction

Following = Callable[[Transaction, int, int], Sequence[PageRow]]
"""Gives rows behind a sequence number, at most so many, in their order."""
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class RereadOptions:
    """How pages are read again."""

    batch: int = 64
    """Pages of a transaction."""
    kept: int = KEPT
    """Elements of parsed pages that are kept at hand, about; the pages used last stay."""


@dataclass(frozen=True, slots=True)
class Reread:
    """A committed page, read again."""

    row: PageRow
    capture: CaptureRow
    page: Page


@dataclass(slots=True)
class Rereader:
    """Reads the pages of a collection again."""

    collection: Collection
    captures: CaptureReader
    parse: Callable[[Capture], Page] = Page.of
    options: RereadOptions = RereadOptions()
    on_progress: OnProgress = lambda _: None
    phase: str = "reading pages again"
    total: int | None = None
    """Pages that the phase will read, as far as is known."""
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    cache: PageCache | None = None
    """Where pages are kept that others need, too."""

    def __post_init__(self) -> None:
        """Nothing is read yet."""
        self.cache = self.cache or PageCache(self.captures, self.parse, self.options.kept)

    def batches(self, following: Following) -> Iterator[tuple[Sequence[PageRow], list[Reread]]]:
        """All rows that come next, batch by batch: every row, and those of them that can be read."""
        after = 0
        while True:
            with self.collection.store.reading() as tx:
                rows = following(tx, after, self.options.batch)
            if not rows:
                return
            yield rows, self.pages(rows)
            after = rows[-1].sequence
            self.count(len(rows))

    def pages(self, rows: Sequence[PageRow]) -> list[Reread]:
        """Those of some rows that can be read."""
        captures = {one.id: one for one in self.captures_of(rows)}
        found = ((row, captures[row.capture]) for row in rows if row.capture in captures)
        return [Reread(row, capture, page) for row, capture in found if (page := self.page(capture)) is not None]

    def captures_of(self, rows: Sequence[PageRow]) -> list[CaptureRow]:
        """The captures of some rows."""
        with self.collection.store.reading() as tx:
            return tx.captures.some([row.capture for row in rows])

    def page(self, capture: CaptureRow) -> Page | None:
        """The page of a capture; None if it cannot be read any more."""
        assert self.cache is not None
        return self.cache.page(capture)

    def expect(self, pages: int) -> None:
        """Say that so many pages more will be read: the time that is left is told by them."""
        self.total = (self.total or 0) + pages

    def count(self, pages: int) -> None:
        """Count pages that are done, and say so."""
        self.done += pages
        self.on_progress(Progress(self.phase, self.done, self.total, time.monotonic() - self.started))


def reread_sites(pages: Rereader, expected: Callable[[Transaction, str], int], work: Callable[[str], int]) -> int:
    """Let a pass work on every site, where `expected` pages are known of beforehand; gives how many pages it changed.
    The files are brought in step by whoever runs the last pass.
    """
    with pages.collection.store.reading() as tx:
        sites = tx.templates.sites()
        pages.expect(sum(expected(tx, site) for site in sites))
    return sum(map(work, sites))
