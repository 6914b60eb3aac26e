"""`intaglio render`: the picture, and one line with status 1 for whatever cannot be rendered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.usefixtures("chromium")
def test_a_picture_is_written(intaglio: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>t</title><p>One</p><p hidden>Two</p>")
    ran = intaglio("render", tmp_path / "page.html", "-o", tmp_path / "page.png", "--offline")
    assert ran.status == 0, ran.err
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "1 of 3 texts visible" in ran.out


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("none.html", "no such file"),
        (".", "is a folder"),
        ("picture.html", "not HTML: image/png"),
        ("notes.txt", "not HTML: text/plain"),
        ("binary", "not HTML: a binary file"),
        ("http://127.0.0.1:9/", "cannot be reached"),
        ("http://nowhere.invalid/", "cannot be reached"),
        ("http://", "not an address"),
        ("ftp://example.org/", "neither a file nor"),
    ],
)
def test_what_cannot_be_rendered_is_one_line(
    intaglio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    Path("notes.txt").write_text("notes")
    Path("binary").write_bytes(b"\x7fELF\0\0\0")
    ran = intaglio("render", page, "-o", "page.png")
    assert ran.status == 1
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert not Path("page.png").exists()


def test_a_file_must_lie_below_the_root(intaglio: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>x")
    (tmp_path / "root").mkdir()
    ran = intaglio("render", tmp_path / "page.html", "--root", tmp_path / "root", "-o", tmp_path / "page.png")
    assert ran.status == 1
    assert "does not lie below the root" in ran.err


def test_no_browser_is_one_line_that_says_what_to_install(
    intaglio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INTAGLIO_CHROMIUM", str(tmp_path / "none"))
    (tmp_path / "page.html").write_text("<p>x")
    ran = intaglio("render", tmp_path / "page.html", "-o", tmp_path / "page.png")
    assert ran.status == 1
    assert "no Chromium" in ran.err
    assert "install" in ran.err
    assert ran.err.count("\n") == 1


def test_usage_is_status_2(intaglio: Run) -> None:
    assert intaglio("render").status == 2
