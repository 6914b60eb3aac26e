"""What a worker does about articles: the lesson of a page, or its line by all lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from intaglio.article import ArticleOptions, Memory
from intaglio.article.extract import article_of
from intaglio.article.memory.lesson import Lesson, dumps, loads
from intaglio.article.memory.template_memory import MemoryOptions
from intaglio.collection.page_lines import PageResult, json_line
from intaglio.page import Page
from intaglio.run.stages import StageOutput
from intaglio.store import CaptureRow


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
    return json_line({"source": row.source, **found, "url": row.url, "template": template})
