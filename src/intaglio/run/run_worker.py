"""The handler of a run's workers: every kind of task with what does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from intaglio.collection.export.table_formats.table_texts import TablePiece
from intaglio.page.scripts import ScriptOptions
from intaglio.run.outputs.index_worker import IndexWorker, PrepareEntries
from intaglio.run.pages.page_work import DropPage, GivePage, ParseJob, ReadJob
from intaglio.run.pages.page_worker import PageWorker
from intaglio.run.passes.article_worker import FinishArticles, finished_articles
from intaglio.run.passes.record_worker import RecordWorker
from intaglio.run.stages import WorkerStage
from intaglio.workers import Handler


@dataclass(frozen=True, slots=True)
class OpenRunWorker:
    """Makes the handler in each process; all that a run's tasks have in common."""

    scripts: ScriptOptions
    stages: Mapping[str, WorkerStage]

    def __call__(self) -> Handler:
        """Make the handler."""
        pages, records, index = PageWorker(self.scripts, self.stages), RecordWorker(), IndexWorker()

        def handle(task: object, shared: Mapping[str, Any]) -> object:
            match task:
                case ParseJob():
                    return pages.parse(task)
                case ReadJob():
                    return pages.read(task, shared)
                case GivePage():
                    return pages.give(task)
                case DropPage():
                    pages.drop(task)
                    return None
                case FinishArticles():
                    return finished_articles(task, shared)
                case TablePiece():
                    return task.texts()
                case PrepareEntries():
                    return index.prepare(task, shared)
            return records.handle(task, shared)

        return handle
