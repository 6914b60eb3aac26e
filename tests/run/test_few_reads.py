"""How often a run parses a page: once, and once more for its record if not all are kept; and asks its database."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from intaglio.errors import CorpusMissing
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.page import page as page_module
from intaglio.page import parser
from intaglio.run.collect import RunOptions, collect
from intaglio.run.scheduler import RunnerOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.workers import WorkerOptions

ALONE = RunOptions(LearnOptions(method="text-blocks"), browser=False, workers=WorkerOptions(1))
MOST = 2.0
"""Parses a page."""
SOME = 15_000
"""Elements of pages that are kept at hand, where that is less than the site has."""


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[bytes]]:
    """Count how often each document is parsed, also where its tree alone was let go of; pieces of markup that are made
    on the way are none.
    """
    parses: Counter[bytes] = Counter()
    real, real_again = parser.parse, parser.parse_again

    def parse(body: bytes | str, content_type: str | None = None) -> Any:
        if isinstance(body, bytes):
            parses[body] += 1
        return real(body, content_type)

    def parse_again(data: bytes, charset: str | None) -> Any:
        parses[data] += 1
        return real_again(data, charset)

    with monkeypatch.context() as patched:
        patched.setattr(page_module, "parse", parse)
        patched.setattr(parser, "parse_again", parse_again)
        yield parses


def test_the_sample_site_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_sample(tmp_path / "site", SampleOptions(articles=24, products=18, people=5, months=3))
    with counted(monkeypatch) as parses:
        ran = collect(tmp_path / "site", tmp_path / "out", ALONE)
    assert ran.pages == pages
    assert parses.total() == pages


def test_where_few_pages_are_kept_they_are_parsed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_sample(tmp_path / "site", SampleOptions(articles=24, products=18, people=5, months=3))
    collect(tmp_path / "site", tmp_path / "once", ALONE)
    monkeypatch.setattr("intaglio.run.collect.KEPT", SOME)
    with counted(monkeypatch) as parses:
        collect(tmp_path / "site", tmp_path / "out", ALONE)
    assert pages < parses.total() <= MOST * pages
    for file in (tmp_path / "once" / "articles.jsonl", *(tmp_path / "once" / "records").iterdir()):
        assert (tmp_path / "out" / file.relative_to(tmp_path / "once")).read_bytes() == file.read_bytes()


def test_a_real_site_is_parsed_twice_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        corpus = open_corpus(Path(os.environ.get("INTAGLIO_CORPORA", CORPORA)), "sites")
    except CorpusMissing:
        pytest.skip("the corpus is not there")
    files = sorted((corpus / "pycon2023").rglob("*.html"))[::4]
    (tmp_path / "site").mkdir()
    for number, file in enumerate(files):
        shutil.copyfile(file, tmp_path / "site" / f"{number:04}.html")
    with counted(monkeypatch) as parses:
        ran = collect(tmp_path / "site", tmp_path / "out", ALONE)
    assert ran.pages > 80
    assert ran.pages <= parses.total() <= MOST * len(files)


def test_what_is_learned_from_gets_its_record_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(12):
        rows = "".join(f"<tr><th>Row {row}</th><td>{number * row} of {row}</td></tr>" for row in range(40))
        text = f"<title>Thing {number}</title><h1>Thing {number}</h1><table>{rows}</table><p>Text {number}</p>"
        (folder / f"{number:02}.html").write_text(text, encoding="utf-8")
    collect(folder, tmp_path / "once", ALONE)
    monkeypatch.setattr("intaglio.run.collect.KEPT", 0)
    with counted(monkeypatch) as parses:
        collect(folder, tmp_path / "out", replace(ALONE, articles=None))
    assert parses.total() <= 4 * 12  # read, counted, placed; learned from and given a record at one go
    (file,) = (tmp_path / "once" / "records").iterdir()
    assert (tmp_path / "out" / "records" / file.name).read_bytes() == file.read_bytes()


def statements(folder: Path, people: int) -> tuple[int, int]:
    """Statements of a run over a site with so many people, whose pages are all of one template; and its pages."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    pages = write_sample(folder / "site", SampleOptions(articles=6, products=6, people=people, months=3))
    event.listen(Engine, "before_cursor_execute", note)
    try:
        collect(folder / "site", folder / "out", replace(ALONE, runner=RunnerOptions(seconds=600)))
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return len(asked), pages


def test_more_pages_take_few_more_statements(tmp_path: Path) -> None:
    some, pages = statements(tmp_path / "some", 30)
    many, more = statements(tmp_path / "many", 90)
    assert more - pages >= 60
    assert many - some <= (more - pages) / 2
