"""PageCache: pages of captures, parsed; the first ones stay at hand up to a bound, as passes come back to them.

Passes look at samples from all over a site: were those used last kept alone, none would be there when the next pass
comes. A part of the room is for these all the same, for pages that are lent to many templates.
"""

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
RECENT = 0.1
"""Share of them that is for the pages used last."""
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
    _first: dict[tuple[int, str], Page] = field(default_factory=dict)
    _recent: OrderedDict[tuple[int, str], Page] = field(default_factory=OrderedDict)
    _first_elements: int = 0
    _recent_elements: int = 0

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Leave the pages behind."""
        return PageCache, (self.captures, self.parse, self.kept)

    def clear(self) -> None:
        """Let go of all pages: nothing that follows needs them."""
        self._first.clear()
        self._recent.clear()
        self._first_elements = self._recent_elements = 0

    def page(self, capture: CaptureRow, *, last: bool = False) -> Page | None:
        """The page of a capture, which is kept unless it is needed for the last time; None if it cannot be read."""
        key = capture.origin, capture.source
        if key in self._first:
            return self._first[key]
        if key in self._recent:
            self._recent.move_to_end(key)
            return self._recent[key]
        try:
            page = self.parse(self.captures.read(capture))
        except IntaglioError as error:
            log.warning("%s cannot be read again: %s", capture.source, error)
            return None
        if not last and not self._keep(key, page):
            self._recent[key] = page
            self._recent_elements += page.size + PAGE
            while self._recent_elements > RECENT * self.kept and len(self._recent) > 1:
                self._recent_elements -= self._recent.popitem(last=False)[1].size + PAGE
        return page

    def keep_if_room(self, capture: CaptureRow, page: Page) -> None:
        """Keep a page that was parsed elsewhere, unless another had to make way."""
        if self._keep((capture.origin, capture.source), page):
            page.forget_derived()

    def _keep(self, key: tuple[int, str], page: Page) -> bool:
        """Whether there is room for a page among the first ones, where it is now."""
        if key not in self._first:
            if self._first_elements + page.size + PAGE > (1 - RECENT) * self.kept:
                return False
            self._first_elements += page.size + PAGE
        self._first[key] = page
        return True
