"""Reads pages one by one in this process: for stages that cannot be sent to others, and pages as scripts made them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar

from intaglio.capture import Capture
from intaglio.collection.page_cache import PageCache
from intaglio.page import Page
from intaglio.run.pages.page_task import page_row
from intaglio.run.pages.reader_protocol import Check, PageOutput, ParsedPage, ReadOrder, parsed_page
from intaglio.run.pages.stage_clock import StageClock
from intaglio.run.pages.stage_lessons import NewLesson, fixed_lessons
from intaglio.run.site_protocol import Assignment, Learner
from intaglio.run.stages import Stage, StageFunction
from intaglio.store import Transaction

Value = TypeVar("Value")
UNBOUNDED = 1 << 30
"""What is done at once needs no bound."""


@dataclass(slots=True)
class HereReader:
    """See `reader_protocol.PageReader`."""

    check: Check | None = None
    stages: Sequence[Stage] = ()
    bound: int = UNBOUNDED
    _makes: dict[str, dict[str, StageFunction]] = field(default_factory=dict)

    def keep_in(self, cache: PageCache) -> None:
        """Pages here may be as scripts made them: none is kept."""

    def open_site(self, tx: Transaction, site: str) -> None:
        """Take up a site."""
        self._makes[site] = {stage.name: stage.open_site(tx, site, learning=True) for stage in self.stages}

    def parse(self, capture: Capture) -> Future[ParsedPage]:
        """Parse a page."""
        clock, page = StageClock(size=len(capture.body)), None
        with clock.attempt(), clock.bounded():
            page = parsed_page(capture, self.check, clock)
        return _done(ParsedPage(page, clock.ms, clock.failure, page))

    def page(self, parsed: ParsedPage, _capture: Capture) -> Page:
        """The page itself."""
        assert parsed.page is not None
        return parsed.page

    def ready(self, learner: Learner, _site: str, ticket: Assignment) -> bool:
        """Whether the template is made."""
        return learner.ready(ticket)

    def read(self, learner: Learner, order: ReadOrder) -> Future[PageOutput]:
        """Read a page by its template."""
        clock = StageClock(ms=dict(order.ms))
        row, lessons = None, []
        with clock.attempt(), clock.bounded():
            page = order.rendered or self.page(order.parsed, order.capture)
            with clock.timed("map"):
                result = learner.read(order.ticket, page)
            extras = {}
            for name, make in self._makes[order.row.site].items():
                with clock.timed(name):
                    made = make(page, result, order.row)
                lessons += fixed_lessons(made.lessons)
                if made.line is not None:
                    extras[name] = made.line
            row = page_row(order.row, page.title, result, clock.ms, extras)
        return _done(PageOutput(row, clock.ms, clock.failure, lessons))

    def took(self, _order: ReadOrder, output: PageOutput) -> Sequence[NewLesson]:
        """Everything has its place already."""
        return output.lessons

    def drop(self, parsed: ParsedPage) -> None:
        """Nothing is kept here."""


def _done(value: Value) -> Future[Value]:
    future: Future[Value] = Future()
    future.set_result(value)
    return future
