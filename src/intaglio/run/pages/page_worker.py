"""What a worker does with pages: parse one and keep it, read it by its template, and let the further stages take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from intaglio.collection.lookup.area_results import Labels, page_result
from intaglio.collection.page_cache import CAPTURES
from intaglio.collection.page_lines import PageResult
from intaglio.page import Page
from intaglio.page.scripts import ScriptOptions, needs_javascript
from intaglio.run.pages.page_task import page_row
from intaglio.run.pages.page_work import DropPage, GivePage, ParseJob, ReadJob
from intaglio.run.pages.reader_protocol import PageOutput, ParsedPage, parsed_page
from intaglio.run.pages.stage_clock import StageClock
from intaglio.run.stages import WorkerStage
from intaglio.site import Result
from intaglio.templates import Carried, Carrier, CarryOptions, PathTable, Template, Traits, areas_as_founded
from intaglio.templates.template_codec import dumps, loads


@dataclass(frozen=True)
class TemplateReading:
    """What it takes to carry a template's areas over to pages; prepared once in each process."""

    template: Template
    carrying: CarryOptions
    complete: float
    """See `LearnOptions`."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Send the template as it is stored, without what it has learned."""
        return _received, (dumps(replace(self.template, traits=Traits())), self.carrying, self.complete)

    @cached_property
    def labels(self) -> Labels:
        """What the areas are."""
        return Labels.of(self.template.areas)

    @cached_property
    def carrier(self) -> Carrier:
        """The areas, prepared."""
        dom = self.template.dom
        return Carrier.of(dom, PathTable().names(dom), self.template.areas)

    def read(self, page: Page, names: list[int], *, founder: bool, founded: bool) -> PageResult:
        """The areas on a page, whose elements bear these names."""
        made = self.template
        found = Carried(areas_as_founded(made.areas)) if founded else self.carrier.carry(page, names, self.carrying)
        result = Result(page, made.id, made.version, not founder, found.areas, found.paths)
        return page_result(result, self.labels, self.complete, hit=not founder)


def _received(blob: bytes, carrying: CarryOptions, complete: float) -> TemplateReading:
    return TemplateReading(loads(blob), carrying, complete)


@dataclass(slots=True)
class PageWorker:
    """Does what is asked about pages; see `page_work`."""

    scripts: ScriptOptions
    stages: Mapping[str, WorkerStage]
    _table: PathTable = field(default_factory=PathTable)
    _pages: dict[int, tuple[Page, list[int]]] = field(default_factory=dict)
    """Pages that wait, with the names of their elements."""

    def parse(self, job: ParseJob) -> ParsedPage:
        """Parse a page; give what its template is found by."""
        clock, structure = StageClock(size=len(job.capture.body)), None
        with clock.attempt(), clock.bounded():
            page = parsed_page(job.capture, self._check, clock)
            with clock.timed("match"):
                structure = self._table.read(page)
                self._pages[job.place[1]] = page, structure.names
        return ParsedPage(structure, clock.ms, clock.failure, place=job.place)

    def read(self, job: ReadJob, shared: Mapping[str, Any]) -> PageOutput:
        """Read a page by its template, and let the stages take it."""
        kept = self._pages.pop(job.place[1], None)
        if job.page is None and kept is None:
            return PageOutput(None, lost=True)
        clock = StageClock(ms=dict(job.ms))
        row = None
        taught: dict[str, bytes] = {}
        with clock.attempt(), clock.bounded():
            page, names = kept if job.page is None and kept is not None else self._named(job.page)
            with clock.timed("map"):
                template: TemplateReading = shared[job.template]
                result = template.read(page, names, founder=job.founder, founded=job.founded)
            extras = {}
            for work in job.stages:
                stage = self.stages[work.name]
                with clock.timed(work.name):
                    if work.learned is None:
                        made = stage.teach(page, job.row)
                    else:
                        made = stage.make(page, result, job.row, shared[work.learned].prepared(stage))
                taught.update((work.name, lesson) for _, lesson in made.lessons)
                if made.line is not None:
                    extras[work.name] = made.line
            row = page_row(job.row, page.title, result, clock.ms, extras)
            if job.page is None and CAPTURES in shared:
                shared[CAPTURES].keep_if_room(job.row, page, again=bool(taught))
        return PageOutput(row, clock.ms, clock.failure, taught=taught)

    def give(self, job: GivePage) -> Page | None:
        """A page that was kept."""
        kept = self._pages.get(job.number)
        return kept[0] if kept is not None else None

    def drop(self, job: DropPage) -> None:
        """Forget a page."""
        self._pages.pop(job.number, None)

    def _check(self, page: Page) -> str | None:
        return "needs-javascript" if needs_javascript(page, self.scripts) else None

    def _named(self, page: Page | None) -> tuple[Page, list[int]]:
        assert page is not None
        return page, self._table.names(page)
