"""`intaglio segment`: every kind of output, and what it says when it cannot."""

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

PAGE = "<title>T</title><div id=top>Name</div><div id=text><h1>Head</h1><p>words words</p></div><div id=foot>end</div>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    return file


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_picture_with_all_methods(intaglio: Callable[..., Ran], page: Path, chromium: Path, tmp_path: Path) -> None:
    out = tmp_path / "areas.png"
    assert intaglio("segment", page, "--method", "all", "--offline", "-o", out).status == 0
    width, height = struct.unpack(">II", out.read_bytes()[16:24])
    assert width > 4500
    assert height >= 500


def test_json_without_a_browser(intaglio: Callable[..., Ran], page: Path, tmp_path: Path) -> None:
    out = tmp_path / "areas.json"
    assert intaglio("segment", page, "--no-browser", "--preset", "parts", "-o", out).status == 0
    (root,) = json.loads(out.read_text(encoding="utf-8"))["areas"]
    assert root["rect"] is None
    assert [area["elements"] for area in root["children"]] == [[[1, 0]], [[1, 1]], [[1, 2]]]


def test_all_methods_that_need_no_browser(intaglio: Callable[..., Ran], page: Path, tmp_path: Path) -> None:
    out = tmp_path / "areas.json"
    assert intaglio("segment", page, "--no-browser", "--method", "all", "-o", out).status == 0
    assert set(json.loads(out.read_text(encoding="utf-8"))) == {"areas", "text-blocks"}


def test_a_page_to_explore(intaglio: Callable[..., Ran], page: Path, tmp_path: Path) -> None:
    out = tmp_path / "areas.html"
    assert intaglio("segment", page, "--no-browser", "-o", out).status == 0
    assert "words words" in out.read_text(encoding="utf-8")


def test_the_tree_on_the_terminal(intaglio: Callable[..., Ran], page: Path) -> None:
    ran = intaglio("segment", page, "--no-browser", "--method", "text-blocks")
    assert ran.status == 0
    assert "text-blocks: 4 leaf areas" in ran.out
    assert "words words" in ran.out


WRONG = [
    (("--preset", "nonsense"), "areas has no preset 'nonsense'; it has default, parts, fine"),
    (("--method", "nonsense"), "no method 'nonsense'"),
    (("--set", "nonsense=1"), "there are span, edge"),
    (("--set", "span=much"), "span=much"),
    (("--method", "boxes", "--set", "similarity=much"), "graded, paper"),
    (("--method", "text-blocks", "--set", "literal=2"), "true or false"),
    (("--method", "all", "--set", "span=1"), "one method"),
    (("-o", "areas.gif"), ".png"),
    (("--no-browser", "-o", "areas.png"), "needs the browser"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_usage_is_told_apart(intaglio: Callable[..., Ran], page: Path, words: tuple[str, ...], said: str) -> None:
    ran = intaglio("segment", page, *words)
    assert ran.status == 2
    assert said in " ".join(ran.err.replace("│", " ").split())


def test_settings_reach_the_method(intaglio: Callable[..., Ran], page: Path) -> None:
    ran = intaglio("segment", page, "--no-browser", "--method", "text-blocks", "--set", "literal=true")
    assert ran.status == 0


def test_a_method_that_needs_the_browser_says_so(intaglio: Callable[..., Ran], page: Path) -> None:
    ran = intaglio("segment", page, "--no-browser", "--method", "vips")
    assert ran.status == 1
    assert "vips" in ran.err
    assert len(ran.err.splitlines()) == 1
