"""The articles of a run: a line of `articles.jsonl` for every page, made while the page is at hand.

The first pages of a template are lessons to the others: where their bodies stood, and what stood on most of them.
Lessons are committed with the pages they were taken of, so that a run that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from itertools import islice

from intaglio.article import ArticleOptions, Memory, article
from intaglio.article.memory.lesson import dumps
from intaglio.collection.capture_reader import CaptureReader, open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import STALE, sync_exports
from intaglio.collection.lookup.stored_knowledge import lessons_of
from intaglio.collection.page_lines import json_line
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.run.stages import Stage, StageFunction, StageOutput
from intaglio.store import CaptureRow, PageRow, Transaction

log = logging.getLogger(__name__)

NAME = "articles"
BATCH = 64


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
        line = article_line(page, self.options, memory, template, row)
        lessons = enumerate(memory.lessons[known:], known)
        new = [(number, dumps(replace(lesson, source=row.source))) for number, lesson in lessons]
        return StageOutput(line, new)


def article_line(page: Page, options: ArticleOptions, memory: Memory | None, template: str, row: CaptureRow) -> str:
    """A line of `articles.jsonl`."""
    found = article(page, options=options, memory=memory).as_dict()
    return json_line({"source": row.source, **found, "url": row.url, "template": template})


def article_stage(options: ArticleOptions = ArticleOptions()) -> Stage:
    """The stage that takes each page's content."""

    def open_site(tx: Transaction, site: str, *, learning: bool) -> StageFunction:
        known = lessons_of(tx, site)
        memories = {name: Memory(lessons, closed=not learning) for name, lessons in known.items()}
        site_articles = SiteArticles(options, learning, memories)
        return lambda page, reading, row: site_articles.make(page, reading.template, row)

    return Stage(NAME, open_site, lambda collection: finish_articles(collection, options))


def finish_articles(collection: Collection, options: ArticleOptions = ArticleOptions()) -> int:
    """Give articles to pages that have none, and new ones to those that their templates learned from."""
    library = open_captures(collection)
    with collection.store.reading() as tx:
        sites = tx.templates.sites()
    count = sum(_finish_site(collection, library, options, site) for site in sites)
    if count:
        sync_exports(collection.folder, collection.store)
    return count


def _finish_site(collection: Collection, library: CaptureReader, options: ArticleOptions, site: str) -> int:
    count = _make_up(collection, library, options, site)
    with collection.store.reading() as tx:
        memories = {name: Memory.lent(known) for name, known in lessons_of(tx, site).items()}
        noted = tx.notes.get(f"articles {site}")
    before = noted if isinstance(noted, dict) else {}
    learned = {name: len(one.lessons) for name, one in memories.items() if one.useful}
    for template in [name for name, number in learned.items() if before.get(name) != number]:
        teachers = {lesson.source for lesson in memories[template].lessons}
        with collection.store.reading() as tx:
            pages = tx.pages.pages(site=site, template=template, lines=False)
            rows = list(islice((row for row in pages if row.source in teachers), len(teachers)))
        count += _make(collection, library, SiteArticles(options, learning=False, memories=memories), rows)
    if learned != before:
        with collection.store.writing() as tx:
            tx.notes.put(f"articles {site}", learned)
    return count


def _make_up(collection: Collection, library: CaptureReader, options: ArticleOptions, site: str) -> int:
    """Give articles to pages that have none; templates learn from them as they would have."""
    with collection.store.reading() as tx:
        memories = {name: Memory(known) for name, known in lessons_of(tx, site).items()}
    maker = SiteArticles(options, learning=True, memories=memories)
    count = after = 0
    while True:
        with collection.store.reading() as tx:
            rows = tx.pages.lacking(NAME, site, after, BATCH)
        if not rows:
            return count
        count += _make(collection, library, maker, rows)
        after = rows[-1].sequence


def _make(collection: Collection, library: CaptureReader, maker: SiteArticles, rows: list[PageRow]) -> int:
    """Make articles of pages that were read before; one that cannot be read again keeps what it has."""
    with collection.store.reading() as tx:
        captures = [tx.captures.get(row.capture) for row in rows]
    done: list[tuple[PageRow, StageOutput]] = []
    for row, capture in zip(rows, captures, strict=True):
        try:
            if capture is not None and row.template is not None:
                done.append((row, maker.make(Page.of(library.read(capture)), row.template, capture)))
        except IntaglioError as error:
            log.info("the article of %s stays as it was: %s", row.source, error)
    with collection.store.writing() as tx:
        tx.pages.put_extras([replace(row, extras={NAME: made.line}) for row, made in done if made.line])
        for row, made in done:
            for number, sample in made.samples:
                tx.templates.put_sample(row.site, row.template or "", number, sample)
        tx.notes.put(STALE, value=True)
    return len(done)
