"""What a worker does about articles: the lesson of a page, or its line by all lessons, at once or at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intaglio.articles import ArticleOptions, Memory
from intaglio.articles.extract import article_of
from intaglio.articles.memory.lesson import Lesson, dumps, loads
from intaglio.articles.memory.template_memory import MemoryOptions
from intaglio.collection.page_cache import CAPTURES, PageCache
from intaglio.collection.page_lines import ARTICLES, PageResult
from intaglio.compact_json import compact_json
from intaglio.page import Page
from intaglio.run.pages.stage_clock import BUDGET, StageClock
from intaglio.run.stages import StageOutput
from intaglio.store import CaptureRow
from intaglio.workers import Handler


@dataclass(frozen=True, slots=True)
class ArticleWorker:
    """See `stages.WorkerStage`."""

    options: ArticleOptions
    lessons: int = MemoryOptions().pages

    def teach(self, page: Page, row: CaptureRow) -> StageOutput:
        """The lesson of a page; its line waits for those of the others."""
        memory = Memory()
        article_of(page, self.options, memory=memory)
        return StageOutput(None, [(0, dumps(replace(memory.lessons[0], source=row.source)))])

    def prepared(self, lessons: Sequence[bytes]) -> Memory:
        """The lessons, read."""
        return Memory.lent(map(loads, lessons))

    def make(self, page: Page, reading: PageResult, row: CaptureRow, learned: object) -> StageOutput:
        """The line of a page by all that was learned."""
        assert isinstance(learned, Memory)
        return StageOutput(article_line(page, self.options, learned, reading.template, row))


def article_line(
    page: Page,
    options: ArticleOptions,
    memory: Memory | None,
    template: str,
    row: CaptureRow,
    lesson: Lesson | None = None,
) -> str:
    """A line of `articles.jsonl`; a lesson that was taken of the page spares finding its body again."""
    found = article_of(page, options, memory=memory, lesson=lesson).as_dict()
    return compact_json({"source": row.source, **found, "url": row.url, "template": template}).decode()


@dataclass(frozen=True, slots=True)
class FinishArticles:
    """Make the articles of committed pages of a template, by all that was learned."""

    captures: Sequence[CaptureRow]
    template: str
    memory: str
    """Key of what was learned."""
    options: ArticleOptions


@dataclass(frozen=True, slots=True)
class FinishedArticle:
    """The line of a page, or why there is none."""

    capture: CaptureRow
    line: str | None
    failure: str | None = None


def open_article_worker() -> Handler:
    """The handler of workers that are asked about articles alone."""
    return finished_articles


def finished_articles(task: FinishArticles, shared: Mapping[str, Any]) -> list[FinishedArticle]:
    """The articles of those pages that can be read; one that fails costs no other its own."""
    cache: PageCache = shared[CAPTURES]
    memory: Memory = shared[task.memory]
    lessons = {lesson.source: lesson for lesson in reversed(memory.lessons)}
    made = []
    for row in task.captures:
        page = cache.page(row)
        if page is None:
            continue
        line, clock = None, StageClock(size=BUDGET.element * page.size)
        with clock.attempt(), clock.bounded(), clock.timed(ARTICLES):
            line = article_line(page, task.options, memory, task.template, row, lessons.get(row.source))
        made.append(FinishedArticle(row, line, clock.failure and clock.failure[1]))
        cache.spare_tree(row)
    return made
