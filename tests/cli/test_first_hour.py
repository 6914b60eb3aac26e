"""What newcomers meet: sources without pages, finished collections, copies, lists of URLs and standard input."""

import json
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


def test_a_pattern_of_names_that_finds_nothing_is_named(intaglio: Run, saved: Path, tmp_path: Path) -> None:
    ran = intaglio("-q", "run", str(saved), "-o", str(tmp_path / "out"), "--no-browser", "--glob", "*.testhtml")
    assert (ran.status, "looked for names like *.testhtml" in ran.err) == (1, True)


def test_without_the_extra_for_browsers_pages_are_read_without_layout(
    intaglio: Run, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("intaglio.cli.collections.run.find_spec", lambda _: None)
    ran = intaglio("-q", "run", str(saved), "-o", str(tmp_path / "out"))
    assert (ran.status, "6 pages" in ran.out) == (0, True), ran.err
    assert "pip install 'intaglio[browser]'" in ran.err
    ran = intaglio("-q", "run", str(saved), "-o", str(tmp_path / "more"), "--method", "vips")
    assert (ran.status, "needs the extra 'browser'" in ran.err) == (1, True)


def test_status_3_says_that_all_is_done_but_worth_a_look(intaglio: Run, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for n in range(6, 14):
        (saved / f"{n}.html").write_text(PAGE.format(n))
    run(intaglio, saved, out)
    assert intaglio("extract", str(out), str(saved / "3.html")).status == 0
    strange = tmp_path / "strange.html"
    strange.write_text("<table><tr><td>1<td>2<tr><td>3<td>4</table>" * 9)
    ran = intaglio("extract", str(out), str(strange))
    assert (ran.status, "1 of 1 pages match no template" in ran.err) == (3, True)
    ran = intaglio("tables", str(out), "--want", "price=51.77")
    assert (ran.status, "price" in ran.err) == (3, True)
    assert intaglio("check", str(out)).status == 0
    for n in range(20, 34):
        row = f"<tr><td><b>Berth {n}</b><td>{n} boats<td><i>Keeper {n}</i>"
        (saved / f"{n}.html").write_text(
            f"<title>Berth {n}</title><table><thead><tr><th>a<th>b</thead>{row * 4}</table>"
        )
    ran = intaglio("-q", "run", str(saved), "-o", str(out), "--no-browser")
    assert (ran.status, "redesign?" in ran.err) == (3, True), ran.err + ran.out
    assert "14 pages" in ran.out


def test_help_fits_80_columns_and_shows_flags_as_flags(intaglio: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["--help"], ["kinds", "--help"], ["run", "--help"], ["search", "--help"]):
        shown = intaglio(*words).out
        assert "--help" in shown
        assert "bool" not in shown
        assert max(map(len, shown.splitlines())) <= 80


def test_templates_are_listed_whole_at_80_columns(
    intaglio: Run, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run(intaglio, saved, tmp_path / "out")
    (listed,) = (json.loads(line) for line in intaglio("templates", str(tmp_path / "out"), "--json").out.splitlines())
    shown = intaglio("templates", str(tmp_path / "out")).out
    assert listed["template"] in shown
    assert f"{listed['kind']}: 6 pages" in shown


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
