"""PageCache: pages of captures, parsed; those used last stay at hand up to a bound, as passes come back to them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from intaglio.capture import Capture
from intaglio.collection.capture_reader import CaptureReader
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.store import CaptureRow

log = logging.getLogger(__name__)

KEPT = 150_000
"""Elements of parsed pages that are kept at hand, about."""
CAPTURES = "captures"
"""Key under which workers are sent a cache."""
PAGE = 150
"""What a page takes besides its elements, counted in elements: thousands of small pages are large, too."""


@dataclass(slots=True)
class PageCache:
    """Parses captures again, or gives them from what is kept. Sent to another process, it arrives empty."""

    captures: CaptureReader
    parse: Callable[[Capture], Page] = Page.of
    kept: int = KEPT
    _pages: OrderedDict[tuple[int, str], Page] = field(default_factory=OrderedDict)
    _elements: int = 0

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Leave the pages behind."""
        return PageCache, (self.captures, self.parse, self.kept)

    def clear(self) -> None:
        """Let go of all pages: nothing that follows needs them."""
        self._pages.clear()
        self._elements = 0

    def page(self, capture: CaptureRow, *, last: bool = False) -> Page | None:
        """The page of a capture, which is kept unless it is needed for the last time; None if it cannot be read."""
        key = capture.origin, capture.source
        if key in self._pages:
            self._pages.move_to_end(key)
            return self._pages[key]
        try:
            page = self.parse(self.captures.read(capture))
        except IntaglioError as error:
            log.warning("%s cannot be read again: %s", capture.source, error)
            return None
        if not last:
            self._pages[key] = page
            self._elements += page.size + PAGE
            while self._elements > self.kept and len(self._pages) > 1:
                self._elements -= self._pages.popitem(last=False)[1].size + PAGE
        return page
