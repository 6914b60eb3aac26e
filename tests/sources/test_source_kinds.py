"""A new kind of source is one line in SOURCES: runs, single-page commands and whatever reads captures again know it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from intaglio.capture import Capture
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import open_collection
from intaglio.errors import SourceError
from intaglio.resources import Nothing
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sources import SOURCES, SavedKind, SavedOptions, Unread, kind_of


@dataclass(frozen=True)
class JsonPages:
    """Pages in one JSON file: {source: HTML}."""

    path: Path

    def __iter__(self) -> Iterator[Capture | Unread]:
        return (self.read(source) for source in sorted(self._pages()))

    def read(self, source: str) -> Capture:
        return Capture(self._pages()[source].encode(), source=source, url=f"https://json.example/{source}")

    def _pages(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.path.read_text("utf-8"))
        return found


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kind = SavedKind(
        "pages in a JSON file", lambda path: path.suffix == ".pages", lambda path, _: JsonPages(path),
        lambda _paths, _base: Nothing(), by_url=True,
    )  # fmt: skip
    monkeypatch.setitem(SOURCES, "json-pages", kind)
    path = tmp_path / "all.pages"
    pages = {f"{n}.html": f"<title>Thing {n}</title><h1>Thing {n}</h1><p>It costs {n} euros." for n in range(6)}
    path.write_text(json.dumps(pages), encoding="utf-8")
    return path


def test_a_run_reads_a_kind_that_was_added(bundle: Path, tmp_path: Path) -> None:
    assert kind_of(str(bundle)) == "json-pages"
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None)
    ran = collect([str(bundle)], tmp_path / "out", options)
    assert ran.pages == 6
    lines = [json.loads(line) for file in (tmp_path / "out" / "records").iterdir() for line in file.open()]
    assert sorted(line["url"] for line in lines) == [f"https://json.example/{n}.html" for n in range(6)]
    assert collect([str(bundle)], tmp_path / "out", options).figures.pages == 0


def test_single_page_commands_read_it_too(bundle: Path, intaglio: Any) -> None:
    ran = intaglio("article", str(bundle), "--format", "text")
    assert ran.out.count("It costs") == 6


def test_an_argument_that_is_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file or folder"):
        kind_of(str(tmp_path / "none"))


def test_a_collection_with_a_kind_that_is_gone_says_so(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = RunOptions(LearnOptions(method="text-blocks"), browser=False, articles=None, records=None)
    collect([str(bundle)], tmp_path / "out", options)
    monkeypatch.delitem(SOURCES, "json-pages")
    with open_collection(tmp_path / "out") as opened:
        reader = open_captures(opened)
        with opened.store.reading() as tx:
            row = tx.captures.get(next(iter(tx.pages.pages())).capture)
        assert row is not None
        with pytest.raises(SourceError, match="no source of the kind 'json-pages'"):
            reader.read(row)


@pytest.mark.parametrize("url", ["http://[x/", "javascript:x", "x", "http://", "http://a:99999/", "//a/", ""])
def test_a_folder_was_nowhere_but_on_the_web(url: str) -> None:
    with pytest.raises(SourceError, match="no address that a folder could have had"):
        SavedOptions(base_url=url)
    assert SavedOptions(base_url="https://example.org:8080/a/").base_url
