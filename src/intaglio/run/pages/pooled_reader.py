"""Reads pages in worker processes: a page is parsed by one of them, waits there, and is read there by its template.

Templates and what they have learned are sent to each worker once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from intaglio.capture import Capture
from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.page import Page
from intaglio.run.pages.page_work import DropPage, GivePage, ParseJob, ReadJob, StageWork
from intaglio.run.pages.reader_protocol import PageOutput, ParsedPage, ReadOrder
from intaglio.run.pages.stage_lessons import NewLesson, TemplateLessons
from intaglio.run.site_protocol import Assignment, Learner
from intaglio.run.stages import WorkerStage
from intaglio.store import Transaction
from intaglio.workers import HERE, WorkerPool


@dataclass(slots=True)
class PooledReader:
    """See `reader_protocol.PageReader`."""

    pool: WorkerPool
    stages: Mapping[str, WorkerStage]
    _cache: PageCache | None = None
    _pages: int = 0
    _stored: dict[str, dict[str, list[bytes]]] = field(default_factory=dict)
    _lessons: dict[tuple[str, str, str], TemplateLessons] = field(default_factory=dict)
    """By stage, site and template."""
    _expected: dict[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)
    """Pages that teach: the numbers of their lessons, by stage."""
    _learned: OrderedDict[str, Learned] = field(default_factory=OrderedDict)
    """What templates have learned, the one used last at the end; as many as workers keep."""

    @property
    def bound(self) -> int:
        """Enough pages that no worker waits for one, not even while others are committed."""
        return 3 * self.pool.bound

    def keep_in(self, cache: PageCache) -> None:
        """Let workers keep pages that they read."""
        self._cache = cache

    def open_site(self, tx: Transaction, site: str) -> None:
        """Take up a site."""
        self._stored[site] = tx.templates.lessons(site)
        self._lessons = {key: known for key, known in self._lessons.items() if key[1] != site}

    def parse(self, capture: Capture) -> Future[ParsedPage]:
        """Parse a page in the worker that has least to do."""
        self._pages += 1
        place = self.pool.least_busy(), self._pages
        return self.pool.submit(ParseJob(place, capture), worker=place[0])

    def page(self, parsed: ParsedPage, capture: Capture) -> Page:
        """The page itself; one that a worker has is parsed here once more, which is quicker than having it sent."""
        assert parsed.place is not None
        worker, number = parsed.place
        here = self.pool.submit(GivePage(number), worker=HERE).result() if worker == HERE else None
        return here or Page.of(capture)

    def ready(self, learner: Learner, site: str, ticket: Assignment) -> bool:
        """Whether the template is made, and it is known what the page is to teach."""
        return learner.ready(ticket) and all(self._of(name, site, ticket).decided for name in self.stages)

    def read(self, learner: Learner, order: ReadOrder) -> Future[PageOutput]:
        """Read a page in the worker that has it."""
        assert order.parsed.place is not None
        site, worker = order.row.site, order.parsed.place[0]
        template, prepared = learner.prepared(order.ticket)
        shared: dict[str, object] = {template: prepared}
        if self._cache is not None:
            shared[CAPTURES] = self._cache
        work, expected = [], {}
        for name in self.stages:
            lessons = self._of(name, site, order.ticket)
            if lessons.wanted:
                expected[name] = lessons.expect()
                work.append(StageWork(name, None))
            else:
                key = f"{name} {site} {order.ticket.template} {len(lessons.lessons)}"
                shared[key] = self._kept(key, lessons)
                work.append(StageWork(name, key))
        if expected:
            self._expected[order.parsed.place] = expected
        founded = order.ticket.founder and order.rendered is None
        job = ReadJob(
            order.parsed.place, order.row, template, order.ms, work, order.rendered, order.ticket.founder, founded
        )
        return self.pool.submit(job, shared, worker=worker)

    def took(self, order: ReadOrder, output: PageOutput) -> Sequence[NewLesson]:
        """Take in what a page taught, or that it taught nothing."""
        assert order.parsed.place is not None
        kept = []
        for name, number in self._expected.pop(order.parsed.place, {}).items():
            lessons = self._of(name, order.row.site, order.ticket)
            lesson = output.taught.get(name) if output.row is not None else None
            lessons.teach(number, lesson)
            if lesson is not None:
                kept.append(NewLesson(lesson, number, lessons))
        return kept

    def drop(self, parsed: ParsedPage) -> None:
        """Let the worker forget a page."""
        if parsed.place is not None and parsed.failure is None:
            self.pool.submit(DropPage(parsed.place[1]), worker=parsed.place[0])

    def _kept(self, key: str, lessons: TemplateLessons) -> Learned:
        """What lessons come to; the same for all pages, so that this process, too, makes it of them only once."""
        learned = self._learned.setdefault(key, Learned(lessons.lessons))
        self._learned.move_to_end(key)
        if len(self._learned) > self.pool.options.shared:
            self._learned.popitem(last=False)
        return learned

    def _of(self, stage: str, site: str, ticket: Assignment) -> TemplateLessons:
        key = stage, site, ticket.template
        if key not in self._lessons:
            known = self._stored[site].get(ticket.template, [])
            self._lessons[key] = TemplateLessons(known, self.stages[stage].lessons)
        return self._lessons[key]


@dataclass(slots=True)
class Learned:
    """What lessons come to, made of them once in each process."""

    lessons: Sequence[bytes]
    _prepared: object = None

    def __reduce__(self) -> tuple[object, tuple[Sequence[bytes]]]:
        """Send the lessons alone."""
        return Learned, (self.lessons,)

    def prepared(self, stage: WorkerStage) -> object:
        """What the stage makes of them."""
        if self._prepared is None:
            self._prepared = stage.prepared(self.lessons)
        return self._prepared
