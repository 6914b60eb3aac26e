"""PageCache: pages of captures, parsed; the first ones stay at hand up to a bound, as passes come back to them.

Passes look at samples from all over a site: were those used last kept alone, none would be there when the next pass
comes. A part of the room is for these all the same, for pages that are lent to many templates. Where there is no room
for more, pages lose their trees, which take twice as much as all else of them: most passes need columns alone.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain

from intaglio.capture import Capture
from intaglio.collection.capture_reader import CaptureReader
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.page.late_images import LATE, SETS
from intaglio.store import CaptureRow
from intaglio.wrapper.page_model.data_attributes import DATA_ATTRIBUTES

log = logging.getLogger(__name__)

KEPT = 90_000
"""Elements of parsed pages that are kept at hand, about, by all processes together."""
RECENT = 0.1
"""Share of them that is for the pages used last."""
CAPTURES = "captures"
"""Key under which workers are sent a cache."""
PAGE = 150
"""What a page takes besides its elements, counted in elements: thousands of small pages are large, too."""
TREE = 3
"""How much less a page takes without its tree."""
ATTRIBUTES = (*DATA_ATTRIBUTES, *LATE, *SETS, "hreflang", "itemprop", "name", "property", "rel", "type", "width")
"""What records ask of pages besides columns."""


Key = tuple[int, str]
"""Origin and source of a capture."""


@dataclass(slots=True)
class PageCache:
    """Parses captures again, or gives them from what is kept. Sent to another process, it arrives empty."""

    captures: CaptureReader
    parse: Callable[[Capture], Page] = Page.of
    kept: int = KEPT
    _first: dict[Key, Page] = field(default_factory=dict)
    _recent: OrderedDict[Key, Page] = field(default_factory=OrderedDict)
    _trees: dict[Key, None] = field(default_factory=dict)
    """Those of the first pages that have their trees still."""
    _needed: dict[Key, None] = field(default_factory=dict)
    """The same, of those whose trees are needed again for sure."""
    _first_elements: int = 0
    _recent_elements: int = 0

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Leave the pages behind."""
        return PageCache, (self.captures, self.parse, self.kept)

    def clear(self) -> None:
        """Let go of all pages: nothing that follows needs them."""
        for pages in (self._first, self._recent, self._trees, self._needed):
            pages.clear()
        self._first_elements = self._recent_elements = 0

    def page(self, capture: CaptureRow, *, last: bool = False) -> Page | None:
        """The page of a capture, which is kept until it is needed for the last time; None if it cannot be read."""
        key = capture.origin, capture.source
        if key in self._first:
            return self._taken(key) if last else self._first[key]
        if key in self._recent:
            self._recent.move_to_end(key)
            return self._recent[key]
        try:
            page = self.parse(self.captures.read(capture))
        except IntaglioError as error:
            log.warning("%s cannot be read again: %s", capture.source, error)
            return None
        if not last and not self._keep(key, page, self._trees):
            self._recent[key] = page
            self._recent_elements += _weight(page)
            while self._recent_elements > RECENT * self.kept and len(self._recent) > 1:
                self._recent_elements -= _weight(self._recent.popitem(last=False)[1])
        return page

    def keep_if_room(self, capture: CaptureRow, page: Page, *, again: bool = False) -> None:
        """Keep a page that was parsed elsewhere, unless another had to make way; trees do, those that are needed
        `again` the last.
        """
        key = capture.origin, capture.source
        if key in self._first:
            self._taken(key)
        while not self._has_room(page) and (tree := next(chain(self._trees, self._needed), None)) is not None:
            self._lighten(tree)
        self._keep(key, page, self._needed if again else self._trees)

    def spare_tree(self, capture: CaptureRow) -> None:
        """Hear that the tree of a page was needed for the last time for sure."""
        if (key := (capture.origin, capture.source)) in self._needed:
            del self._needed[key]
            self._trees[key] = None

    def _keep(self, key: Key, page: Page, trees: dict[Key, None]) -> bool:
        """Whether there is room for a page among the first ones, where it is now."""
        if not self._has_room(page):
            return False
        self._first[key], trees[key] = page, None
        self._first_elements += _weight(page)
        return True

    def _has_room(self, page: Page) -> bool:
        return self._first_elements + _weight(page) <= (1 - RECENT) * self.kept

    def _lighten(self, key: Key) -> None:
        """Let go of the tree of a page."""
        page = self._first[key]
        self._first_elements -= _weight(page) - _weight(page, TREE)
        page.let_go(ATTRIBUTES)
        self._trees.pop(key, None)
        self._needed.pop(key, None)

    def _taken(self, key: Key) -> Page:
        page = self._first.pop(key)
        self._first_elements -= _weight(page, 1 if key in self._trees or key in self._needed else TREE)
        self._trees.pop(key, None)
        self._needed.pop(key, None)
        return page


def _weight(page: Page, share: int = 1) -> int:
    """What a page takes, counted in elements."""
    return (page.size + PAGE) // share
