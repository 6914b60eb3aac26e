"""The articles of a run: a line of `articles.jsonl` for every page, made while the page is at hand.

The first pages of a template are lessons to the others: where their bodies stood, and what stood on most of them.
Lessons are committed with the pages they were taken of, so that a run that was stopped goes on as if it had not been.
These pages get their own articles at the end, by all lessons, from workers.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice
from typing import Any

from intaglio.articles import ArticleOptions, Memory
from intaglio.articles.memory.lesson import dumps
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.corrections.article_places import given_places
from intaglio.collection.export.jsonl import STALE, note_stale
from intaglio.collection.lookup.stored_knowledge import lessons_of
from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.collection.page_lines import ARTICLES as NAME
from intaglio.errors import WorkerError
from intaglio.page import Page
from intaglio.run.pages.stage_clock import BUDGET, StageClock
from intaglio.run.passes.article_worker import (
    ArticleWorker,
    FinishArticles,
    FinishedArticle,
    article_line,
    open_article_worker,
)
from intaglio.run.passes.reread import OnProgress, Reread, Rereader, reread_sites
from intaglio.run.stages import Stage, StageFunction, StageOutput
from intaglio.shapes import Shape, checked
from intaglio.store import CaptureRow, ErrorRow, PageRow, Transaction
from intaglio.workers import WorkerOptions, WorkerPool, WorkItem

log = logging.getLogger(__name__)

BATCH = 64
"""Pages that are read again at a time."""
PLACES: Shape = {str: {"said": list, "read": int}}
"""What is noted of the places of articles that people gave, by template."""


@dataclass(slots=True)
class SiteArticles:
    """Finds the articles of a site's pages, which come in the order of the run."""

    options: ArticleOptions
    learning: bool
    memories: dict[str, Memory]

    def make(self, page: Page, template: str, row: CaptureRow) -> StageOutput:
        """The line of a page, and what its template is to keep of it."""
        memory = self.memories.setdefault(template, Memory(closed=not self.learning))
        known = len(memory.lessons)
        own = None if self.learning else next((one for one in memory.lessons if one.source == row.source), None)
        line = article_line(page, self.options, memory, template, row, own)
        lessons = enumerate(memory.lessons[known:], known)
        new = [(number, dumps(replace(lesson, source=row.source))) for number, lesson in lessons]
        return StageOutput(line, new)


def article_stage(options: ArticleOptions = ArticleOptions()) -> Stage:
    """The stage that takes each page's content."""

    def open_site(tx: Transaction, site: str, *, learning: bool) -> StageFunction:
        known = lessons_of(tx, site)
        memories = {name: Memory(lessons, closed=not learning) for name, lessons in known.items()}
        site_articles = SiteArticles(options, learning, memories)
        return lambda page, reading, row: site_articles.make(page, reading.template, row)

    def finish(collection: Collection, on_progress: OnProgress, cache: PageCache, pool: WorkerPool | None) -> int:
        return finish_articles(collection, options, on_progress, cache, pool)

    return Stage(NAME, open_site, finish, ArticleWorker(options))


def finish_articles(
    collection: Collection,
    options: ArticleOptions = ArticleOptions(),
    on_progress: OnProgress = lambda _: None,
    cache: PageCache | None = None,
    pool: WorkerPool | None = None,
) -> int:
    """Give articles to pages that have none, and new ones to those that their templates learned from."""
    if pool is None:
        with WorkerPool(open_article_worker, WorkerOptions(workers=1)) as here:
            return finish_articles(collection, options, on_progress, cache, here)
    phase = "articles by what was learned"
    pages = Rereader(collection, open_captures(collection), on_progress=on_progress, phase=phase, cache=cache)
    return reread_sites(
        pages,
        lambda tx, site: tx.pages.count_lacking(NAME, site),
        lambda site: _SiteFinisher(pages, options, pool, site).finish(),
    )


@dataclass(slots=True)
class _SiteFinisher:
    """Finishes the articles of a site."""

    pages: Rereader
    options: ArticleOptions
    pool: WorkerPool
    site: str

    def finish(self) -> int:
        """Make what is lacking, and anew what was made before all was learned; gives how many articles."""
        store, site = self.pages.collection.store, self.site
        count, waiting = _make_up(self.pages, self.options, site)
        with store.reading() as tx:
            memories = {name: Memory.lent(known) for name, known in lessons_of(tx, site).items()}
            noted = tx.notes.get(f"articles {site}")
            before = noted if isinstance(noted, dict) else {}
            learned = {name: len(one.lessons) for name, one in memories.items() if one.useful}
            changed = [name for name, number in learned.items() if before.get(name) != number]
            taught = {name: _teachers(tx, site, name, memories[name]) for name in changed}
        self.pages.expect(sum(map(len, taught.values())) - sum(len(waiting.get(name, ())) for name in taught))
        count += self._make({**waiting, **taught}.items(), memories)
        if learned != before:
            with store.writing() as tx:
                tx.notes.put(f"articles {site}", learned)
        return count + self._obey(memories)

    def _obey(self, memories: Mapping[str, Memory]) -> int:
        """Give new articles to pages of templates of whose places people said something: to all since, then to new
        ones.
        """
        store, name = self.pages.collection.store, f"article places {self.site}"
        with store.reading() as tx:
            before: dict[str, Any] = checked(tx.notes.get(name) or {}, PLACES, f"the note {name!r}")
            last = tx.pages.last_page()
            given = given_places(tx, self.site)
            now = {template: {"said": _said(places), "read": last} for template, places in given.items()}
            stale: dict[str, list[PageRow]] = {}
            for template in sorted({*now, *before}):
                known = before.get(template, {"said": [], "read": 0})
                same = known["said"] == now.get(template, {"said": []})["said"]
                after = known["read"] if same else 0
                stale[template] = list(tx.pages.pages(after, site=self.site, template=template, lines=False))
        self.pages.expect(sum(map(len, stale.values())))
        count = self._make(stale.items(), memories)
        if now != before:
            with store.writing() as tx:
                tx.notes.put(name, now)
        return count

    def _make(self, rows: Iterable[tuple[str, Sequence[PageRow]]], memories: Mapping[str, Memory]) -> int:
        """Make articles of pages by template, in workers; they are written in the order of the pages."""
        asked: deque[tuple[Sequence[PageRow], WorkItem]] = deque()

        def items() -> Iterator[WorkItem]:
            for template, every in rows:
                key = f"all {NAME} {self.site} {template}"
                shared = {CAPTURES: self.pages.cache, key: memories.get(template) or Memory.lent([])}
                for start in range(0, len(every), BATCH):
                    some = every[start : start + BATCH]
                    task = FinishArticles(self.pages.captures_of(some), template, key, self.options)
                    asked.append((some, WorkItem(task, shared)))
                    yield asked[-1][1]

        count = 0
        for future in self.pool.in_order(items()):
            some, item = asked.popleft()
            try:
                made = future.result()
            except WorkerError:
                made = self._one_by_one(item)
            count += _write(self.pages, some, made)
            self.pages.count(len(some))
        return count

    def _one_by_one(self, item: WorkItem) -> list[FinishedArticle]:
        """What a worker broke down over, page by page, so that only one page is lost."""
        assert isinstance(item.task, FinishArticles)
        made: list[FinishedArticle] = []
        for row in item.task.captures:
            try:
                made += self.pool.submit(replace(item.task, captures=[row]), item.shared).result()
            except WorkerError as error:
                made.append(FinishedArticle(row, None, str(error)))
        return made


def _said(given: Mapping[int, bool]) -> list[list[object]]:
    return [[str(place), given[place]] for place in sorted(given)]


def _teachers(tx: Transaction, site: str, template: str, memory: Memory) -> list[PageRow]:
    """The pages that a template learned from."""
    sources = {lesson.source for lesson in memory.lessons}
    of_template = tx.pages.pages(site=site, template=template, lines=False)
    return list(islice((row for row in of_template if row.source in sources), len(sources)))


def _make_up(pages: Rereader, options: ArticleOptions, site: str) -> tuple[int, dict[str, list[PageRow]]]:
    """Give articles to pages that have none; templates learn from them as they would have. Says how many there were,
    and which others have none, by template: they have taught it already.
    """
    with pages.collection.store.reading() as tx:
        memories = {name: Memory(known) for name, known in lessons_of(tx, site).items()}
    teachers = {(name, one.source) for name, memory in memories.items() for one in memory.lessons}
    waiting: dict[str, dict[int, PageRow]] = {}

    def following(tx: Transaction, after: int, most: int) -> list[PageRow]:
        while rows := tx.pages.lacking(NAME, site, after, most):
            after = rows[-1].sequence
            taught = [(row.template or "", row.source) in teachers for row in rows]
            for row in compress(rows, taught):
                waiting.setdefault(row.template or "", {})[row.sequence] = row
            if not all(taught):
                return [row for row, one in zip(rows, taught, strict=True) if not one]
        return []

    maker = SiteArticles(options, learning=True, memories=memories)
    count = sum(_make(pages, maker, some) for _, some in pages.batches(following))
    return count, {name: list(rows.values()) for name, rows in waiting.items()}


def _make(pages: Rereader, maker: SiteArticles, some: Sequence[Reread]) -> int:
    """Make articles of pages that were read before, by which their templates learn."""
    made: list[FinishedArticle] = []
    lessons: list[tuple[str, int, bytes]] = []
    for one in some:
        clock, found = StageClock(size=BUDGET.element * one.page.size), StageOutput(None)
        template = one.row.template
        if template is not None:
            with clock.attempt(), clock.bounded(), clock.timed(NAME):
                found = maker.make(one.page, template, one.capture)
            made.append(FinishedArticle(one.capture, found.line, clock.failure and clock.failure[1]))
            lessons += [(template, number, lesson) for number, lesson in found.lessons]
    return _write(pages, [one.row for one in some], made, lessons)


def _write(
    pages: Rereader,
    rows: Sequence[PageRow],
    made: Sequence[FinishedArticle],
    lessons: Sequence[tuple[str, int, bytes]] = (),
) -> int:
    """Write articles; a page that failed keeps what it has, or is an error if it has none."""
    by_capture = {row.capture: row for row in rows}
    done = [(by_capture[one.capture.id], one.line) for one in made if one.failure is None]
    failed = [one for one in made if one.failure is not None]
    with pages.collection.store.writing() as tx:
        for one in failed:
            _fail(tx, by_capture[one.capture.id], one)
        tx.pages.put_extras([replace(row, extras={NAME: line}) for row, line in done if line])
        for site in dict.fromkeys(row.site for row in rows):
            tx.templates.put_lessons(site, lessons)
        note_stale(tx, NAME)
        if failed:
            tx.notes.put(STALE, value=True)
    return len(done)


def _fail(tx: Transaction, row: PageRow, one: FinishedArticle) -> None:
    """Put an error in the place of a page that has no article, as if it had failed when it was first read."""
    capture, reason = one.capture, one.failure or ""
    first = tx.pages.lacking(NAME, row.site, row.sequence - 1, 1)
    if not first or first[0].sequence != row.sequence:
        log.warning("the article of %s stays as it was: %s", row.source, reason)
        return
    tx.captures.renew(capture)
    tx.pages.remove(capture.id)
    tx.pages.add([], [ErrorRow(capture.source, capture.url, NAME, reason, capture.origin, capture.id)])
