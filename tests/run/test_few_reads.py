"""How often a run parses a page: once to read it, and once more, at the end, for its record."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from intaglio.errors import CorpusMissing
from intaglio.evaluate.corpora import CORPORA, open_corpus
from intaglio.page import page as page_module
from intaglio.page import parser
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.workers import WorkerOptions

ALONE = RunOptions(LearnOptions(method="text-blocks"), browser=False, workers=WorkerOptions(1))
MOST = 2.0
"""Parses a page."""


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[bytes]]:
    """Count how often each document is parsed; pieces of markup that are made on the way are none."""
    parses: Counter[bytes] = Counter()
    real = parser.parse

    def parse(body: bytes | str, content_type: str | None = None) -> Any:
        if isinstance(body, bytes):
            parses[body] += 1
        return real(body, content_type)

    with monkeypatch.context() as patched:
        patched.setattr(page_module, "parse", parse)
        yield parses


def test_the_sample_site_is_parsed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = write_sample(tmp_path / "site", SampleOptions(articles=24, products=18, people=5, months=3))
    with counted(monkeypatch) as parses:
        ran = collect(tmp_path / "site", tmp_path / "out", ALONE)
    assert ran.pages == pages
    assert pages <= parses.total() <= MOST * pages
    assert max(parses.values()) <= 3


def test_a_real_site_is_parsed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
