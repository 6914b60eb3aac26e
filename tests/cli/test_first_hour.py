"""What newcomers meet: sources without pages, finished collections, copies, lists of URLs and standard input."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import Ran

Run = Callable[..., Ran]
PAGE = "<title>Tide {0}</title><h1>Tide {0}</h1><p>High water at {0} in the morning, low water in the evening.</p>"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for n in range(6):
        (folder / f"{n}.html").write_text(PAGE.format(n))
    return folder


def run(intaglio: Run, source: Path, out: Path) -> str:
    ran = intaglio("-q", "run", str(source), "-o", str(out), "--no-browser")
    assert ran.status == 0, ran.err
    return ran.out


def test_a_folder_without_pages_says_which_names_were_looked_for(intaglio: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = intaglio("-q", "run", str(tmp_path / "empty"), "-o", str(tmp_path / "out"), "--no-browser")
    assert ran.status == 1
    assert ".html" in ran.err
    assert "--glob" in ran.err


def test_copies_and_what_is_no_page_are_counted_apart_from_errors(intaglio: Run, saved: Path, tmp_path: Path) -> None:
    (saved / "copy.html").write_text(PAGE.format(1))
    (saved / "paper.html").write_bytes(b"%PDF-1.7")
    out = run(intaglio, saved, tmp_path / "out")
    assert "6 pages" in out
    assert "0 errors · 2 left out" in out
    errors = (tmp_path / "out" / "errors.jsonl").read_text()
    assert "duplicate of 1.html" in errors
    assert "application/pdf" in errors


def test_a_finished_collection_says_so(intaglio: Run, saved: Path, tmp_path: Path) -> None:
    run(intaglio, saved, tmp_path / "out")
    assert "nothing new: all 6 pages were read before" in run(intaglio, saved, tmp_path / "out")


def test_new_pages_come_from_lists_and_standard_input(
    intaglio: Run, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(intaglio, saved, tmp_path / "out")
    (tmp_path / "urls.txt").write_text("http://127.0.0.1:9/a\n")
    ran = intaglio("extract", str(tmp_path / "out"), str(tmp_path / "urls.txt"))
    assert ran.status == 1
    assert "http://127.0.0.1:9/a" in ran.err
    typed = SimpleNamespace(buffer=BytesIO(PAGE.format(9).encode()))
    monkeypatch.setattr("sys.stdin", typed)
    ran = intaglio("extract", str(tmp_path / "out"), "-")
    assert ran.status == 0
    assert "Tide 9" in ran.out
