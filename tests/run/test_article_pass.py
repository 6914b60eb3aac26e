"""Articles of whole runs: templates help, a stopped run goes on as if it had not been, what was left out is made up."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from intaglio import Page, article
from intaglio.articles import Memory, MemoryOptions
from intaglio.collection.collection import open_collection
from intaglio.collection.lookup.stored_knowledge import lessons_of
from intaglio.collection.phase_progress import Progress
from intaglio.errors import WorkerError
from intaglio.run.collect import RunOptions, collect
from intaglio.run.passes import article_worker
from intaglio.run.passes.article_worker import FinishArticles, FinishedArticle
from intaglio.run.progress import Figures
from intaglio.run.scheduler import RunnerOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.workers import WorkerOptions

PLAIN = RunOptions(LearnOptions(method="text-blocks"), browser=False, records=None, runner=RunnerOptions(batch=6))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "site"
    write_sample(folder, SampleOptions(articles=36, products=6, people=4, months=2))
    return folder


@pytest.fixture(scope="module")
def finished(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "out"
    collect([str(sample)], out, PLAIN)
    return out


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "articles.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_page_has_its_article(sample: Path, finished: Path) -> None:
    pages = [json.loads(line) for line in (finished / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    found = lines(finished)
    assert [(line["source"], line["template"]) for line in found] == [(one["source"], one["template"]) for one in pages]
    story = next(line for line in found if line["source"].startswith("stories/"))
    assert story["type"] == "article"
    assert story["title"]


def test_what_a_template_has_learned_is_made_of_its_lessons_once(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = article_worker.ArticleWorker.prepared
    made: list[tuple[bytes, ...]] = []

    def note(self: Any, lessons: Any) -> Memory:
        made.append(tuple(lessons))
        return prepared(self, lessons)

    monkeypatch.setattr(article_worker.ArticleWorker, "prepared", note)
    collect([str(sample)], tmp_path / "out", replace(PLAIN, workers=WorkerOptions(1)))
    assert made
    assert len(made) == len(set(made))


def test_an_article_that_fails_at_the_end_is_an_error_of_its_page(
    sample: Path, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = article_worker.article_line
    failing = lines(finished)[0]["source"]  # the first page teaches its template

    def fail(page: Page, options: Any, memory: Any, template: str, row: Any, lesson: Any = None) -> str:
        if row.source == failing:
            raise ValueError("no article of this page")
        return make(page, options, memory, template, row, lesson)

    monkeypatch.setattr(article_worker, "article_line", fail)
    collect([str(sample)], tmp_path / "out", replace(PLAIN, workers=WorkerOptions(1)))
    (error,) = map(json.loads, (tmp_path / "out" / "errors.jsonl").read_text("utf-8").splitlines())
    assert (error["source"], error["stage"]) == (failing, "articles")
    assert "no article of this page" in error["reason"]
    assert [line["source"] for line in lines(tmp_path / "out")] == [line["source"] for line in lines(finished)][1:]
    pages = [json.loads(line) for line in (tmp_path / "out" / "pages.jsonl").read_text("utf-8").splitlines()]
    assert failing not in {page["source"] for page in pages}
    before = (finished / "articles.jsonl").read_bytes()
    collect([str(sample)], finished, PLAIN)
    assert (finished / "articles.jsonl").read_bytes() == before, "an article that is there stays"


def test_a_worker_that_breaks_down_at_the_end_costs_one_page_its_article(
    sample: Path, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = article_worker.finished_articles
    failing = lines(finished)[0]["source"]

    def break_down(task: FinishArticles, shared: Mapping[str, Any]) -> list[FinishedArticle]:
        if failing in {row.source for row in task.captures}:
            raise WorkerError("a worker process ended")
        return make(task, shared)

    monkeypatch.setattr("intaglio.run.run_worker.finished_articles", break_down)
    collect([str(sample)], tmp_path / "out", replace(PLAIN, workers=WorkerOptions(1)))
    (error,) = map(json.loads, (tmp_path / "out" / "errors.jsonl").read_text("utf-8").splitlines())
    assert (error["source"], error["reason"]) == (failing, "a worker process ended")
    assert lines(tmp_path / "out") == lines(finished)[1:]


def test_articles_are_those_that_the_templates_lessons_give(sample: Path, finished: Path) -> None:
    with open_collection(finished) as collection, collection.store.reading() as tx:
        known = lessons_of(tx, "site")
    full = [template for template, lessons in known.items() if len(lessons) == MemoryOptions().pages]
    assert full
    recalled = 0
    for line in lines(finished):
        page = Page.parse((sample / line["source"]).read_bytes())
        found = article(page, memory=Memory.lent(known[line["template"]]))
        assert line["text"] == found.text, line["source"]
        recalled += found.body.recalled
    assert recalled > 8


def test_a_run_that_was_stopped_ends_like_one_that_was_not(sample: Path, finished: Path, tmp_path: Path) -> None:
    def watch(figures: Figures | Progress) -> None:
        if isinstance(figures, Figures) and figures.pages >= 9:
            raise KeyboardInterrupt

    out = tmp_path / "out"
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            collect([str(sample)], out, PLAIN, watch=watch)
    collect([str(sample)], out, PLAIN)
    again, before = lines(out), lines(finished)
    assert {line["source"]: line["text"] for line in again} == {line["source"]: line["text"] for line in before}


def test_pages_read_without_articles_get_theirs_later(sample: Path, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    collect([str(sample)], out, replace(PLAIN, articles=None))
    assert not (out / "articles.jsonl").exists()
    told: list[Progress] = []
    collect([str(sample)], out, PLAIN, watch=lambda one: told.append(one) if isinstance(one, Progress) else None)
    made = [one for one in told if one.phase.startswith("articles")]
    assert made[0].total == len(lines(out)), "all pages lack one"
    assert all(one.seconds_left is not None for one in made)
    assert made[-1].done == made[-1].total
    assert [line["source"] for line in lines(out)] == [line["source"] for line in lines(finished)]
    assert [bool(line["text"]) for line in lines(out)] == [bool(line["text"]) for line in lines(finished)]
    with open_collection(out) as collection, collection.store.reading() as tx:
        assert any(len(lessons) == MemoryOptions().pages for lessons in lessons_of(tx, "site").values())


def test_a_second_run_changes_nothing(sample: Path, finished: Path) -> None:
    before = (finished / "articles.jsonl").read_bytes()
    collect([str(sample)], finished, PLAIN)
    assert (finished / "articles.jsonl").read_bytes() == before
