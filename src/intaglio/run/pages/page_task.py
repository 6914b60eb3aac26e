"""A page under way, and what it is worked on with."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from intaglio.collection.page_lines import PageResult, line_of, with_mark
from intaglio.page import Page
from intaglio.run.pages.reader_protocol import PageOutput, ParsedPage
from intaglio.run.pages.stage_clock import StageClock
from intaglio.run.pages.stage_lessons import NewLesson
from intaglio.run.site_protocol import Assignment
from intaglio.store import CaptureRow, ErrorRow, PageRow

if TYPE_CHECKING:  # workers, which make rows of pages, need neither
    from intaglio.browser import Rendering
    from intaglio.run.inputs.feed import InputPage


@dataclass(slots=True)
class PageTask(StageClock):
    """A page under way."""

    arrival: InputPage
    number: int = 0
    """How many pages were taken up before it, and itself."""
    parsing: Future[ParsedPage] | None = None
    parsed: ParsedPage | None = None
    ticket: Assignment | None = None
    rendering: Future[Rendering] | None = None
    rendered: Page | None = None
    """The page as the browser has it, where that differs."""
    reading: Future[PageOutput] | None = None
    result: PageRow | None = None
    """What it gave, but for the number that the store gives it."""
    lessons: list[NewLesson] = field(default_factory=list)
    """What its template is to keep of it."""

    @property
    def key(self) -> tuple[int, str]:
        """What names the page in the store."""
        return self.arrival.row.origin, self.arrival.row.source

    @property
    def done(self) -> bool:
        """Whether it is known what it gives."""
        return self.result is not None or self.failure is not None

    @property
    def waits(self) -> bool:
        """Whether something is being done with it elsewhere."""
        return any(one is not None and not one.done() for one in (self.reading, self.rendering, self.parsing))

    def marked(self, row: PageRow) -> PageRow:
        """The row of this page; its line says so if it was read without layout."""
        reason = self.arrival.without_layout
        return row if reason is None else replace(row, line=with_mark(row.line, reason))

    def begin_again(self) -> None:
        """Forget all that was found out."""
        self.parsing = self.parsed = self.ticket = self.rendered = self.reading = self.result = self.failure = None
        self.ms.clear()
        self.lessons.clear()


def page_row(
    row: CaptureRow, title: str | None, reading: PageResult, ms: Mapping[str, float], extras: Mapping[str, str]
) -> PageRow:
    """The row of a page that gave something."""
    ms = {stage: round(spent, 3) for stage, spent in ms.items()}
    status = reading.status
    line = line_of(row, title, reading, status, ms)
    return PageRow(
        0, row.site, row.source, row.url, reading.template, reading.version, reading.hit, status, ms, line, extras
    )


def error_row(slot: PageTask, number: int) -> ErrorRow:
    """The row of a page that gave nothing."""
    row = slot.arrival.row
    assert slot.failure is not None
    stage, reason = slot.failure
    return ErrorRow(row.source, row.url, stage, reason, row.origin, number)
