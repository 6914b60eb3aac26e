"""The seam between scheduling pages and reading them: parse a page, then carry a template over to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol

from intaglio.capture import Capture
from intaglio.collection.page_cache import PageCache
from intaglio.errors import PageError
from intaglio.page import Page
from intaglio.run.page_budget import check_elements
from intaglio.run.pages.stage_clock import StageClock
from intaglio.run.pages.stage_lessons import NewLesson
from intaglio.run.site_protocol import Assignment, Learner
from intaglio.store import CaptureRow, PageRow, Transaction

Check = Callable[[Page], str | None]
"""Says why a page cannot be read, or None."""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page that was parsed, here or elsewhere; or why not."""

    sketch: object
    """What its template is found by."""
    ms: Mapping[str, float] = field(default_factory=dict)
    failure: tuple[str, str] | None = None
    page: Page | None = None
    """The page, if it is here."""
    place: tuple[int, int] | None = None
    """Worker that has it, and its number there."""


@dataclass(frozen=True, slots=True)
class PageOutput:
    """What a page gave, or why not."""

    row: PageRow | None
    ms: Mapping[str, float] = field(default_factory=dict)
    failure: tuple[str, str] | None = None
    lessons: Sequence[NewLesson] = ()
    """What the template is to keep."""
    taught: Mapping[str, bytes] = field(default_factory=dict)
    """Lessons by stage that have no place yet."""
    lost: bool = False
    """The worker that had the page is gone; it has to be parsed again."""


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """A page that is to be read by a template."""

    row: CaptureRow
    capture: Capture
    parsed: ParsedPage
    ticket: Assignment
    ms: Mapping[str, float]
    """What was spent on it before."""
    rendered: Page | None = None
    """The page as the browser has it, if it is to be read as such."""


class PageReader(Protocol):
    """Parses and reads pages."""

    @property
    def bound(self) -> int:
        """How many pages should be under way at a time; behind these, what comes waits."""

    def keep_in(self, cache: PageCache) -> None:
        """Leave captured pages there once they are read, for those who come back to them."""

    def open_site(self, tx: Transaction, site: str) -> None:
        """Take up a site, with what the store has of it."""

    def parse(self, capture: Capture) -> Future[ParsedPage]:
        """Parse a page."""

    def page(self, parsed: ParsedPage, capture: Capture) -> Page:
        """The page itself, to make a template from it."""

    def ready(self, learner: Learner, site: str, ticket: Assignment) -> bool:
        """Whether a page can be read by its template; pages of one template are to be asked for in their order."""

    def read(self, learner: Learner, order: ReadOrder) -> Future[PageOutput]:
        """Read a page by its template."""

    def took(self, order: ReadOrder, output: PageOutput) -> Sequence[NewLesson]:
        """Hear what came of a page; gives what its template is to keep of it."""

    def drop(self, parsed: ParsedPage) -> None:
        """Forget a page that is not to be read."""


def parsed_page(capture: Capture, check: Check | None, clock: StageClock) -> Page:
    """Parse a page; PageError if it cannot be read."""
    with clock.timed("parse"):
        page = Page.of(capture)
        check_elements(page.size)  # columns are filled when first asked for
    clock.stage = "check"
    reason = check(page) if check else None
    if reason is not None:
        raise PageError(reason)
    return page
