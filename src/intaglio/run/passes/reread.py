"""Reads committed pages again: the one loop over them for every pass, with progress.

A pass says which rows come next; it gets them in batches with their captures and parsed pages. What cannot be read any
more is named in the log and left out. Parsed pages stay at hand up to a bound, because passes come back to them.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from intaglio.capture import Capture
from intaglio.collection.capture_reader import CaptureReader
from intaglio.collection.collection import Collection
from intaglio.collection.phase_progress import Progress
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.store import CaptureRow, PageRow, Transaction

log = logging.getLogger(__name__)

Following = Callable[[Transaction, int, int], Sequence[PageRow]]
"""Gives rows behind a sequence number, at most so many, in their order."""
OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class RereadOptions:
    """How pages are read again."""

    batch: int = 64
    """Pages of a transaction."""
    kept: int = 300_000
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
    """Pages that the phase will read, if that is known."""
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    _kept: OrderedDict[int, Page] = field(default_factory=OrderedDict)
    _elements: int = 0

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
        with self.collection.store.reading() as tx:
            captures = [tx.captures.get(row.capture) for row in rows]
        found = zip(rows, captures, strict=True)
        return [
            Reread(row, capture, page)
            for row, capture in found
            if capture is not None and (page := self.page(capture)) is not None
        ]

    def page(self, capture: CaptureRow) -> Page | None:
        """The page of a capture; None if it cannot be read any more."""
        if capture.id in self._kept:
            self._kept.move_to_end(capture.id)
            return self._kept[capture.id]
        try:
            page = self.parse(self.captures.read(capture))
        except IntaglioError as error:
            log.warning("%s cannot be read again: %s", capture.source, error)
            return None
        self._keep(capture.id, page)
        return page

    def count(self, pages: int) -> None:
        """Count pages that are done, and say so."""
        self.done += pages
        self.on_progress(Progress(self.phase, self.done, self.total, time.monotonic() - self.started))

    def _keep(self, number: int, page: Page) -> None:
        self._kept[number] = page
        self._elements += page.size
        while self._elements > self.options.kept and len(self._kept) > 1:
            self._elements -= self._kept.popitem(last=False)[1].size
