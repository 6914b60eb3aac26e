"""Every measure keeps the contract of MEASURES; each gives the values its paper's formula gives by hand."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intaglio.page import Page
from intaglio.similarity import MEASURES, LevelOptions, PathOptions, compare_levels, leaf_paths, only_in, path_distance
from intaglio.similarity.paths import element_paths
from intaglio.similarity.tag_levels import common_weight

A = "<body><div id=main><h1>x</h1><p>a<p>b<ul><li>1<li>2</ul></div><footer>f</footer>"
B = "<body><div id=main><h1>x</h1><p>a</div><footer>f</footer>"
OTHER = "<body><table><tr><td><span>1</span></table>"

tags = st.recursive(
    st.sampled_from(["<p>a</p>", "<b>x</b>", "<img>"]),
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=12,
)


@pytest.mark.parametrize("name", MEASURES)
class TestContract:
    def test_same_page(self, name: str) -> None:
        assert MEASURES[name](Page.parse(A), Page.parse(A)) == 1.0

    def test_content_does_not_count(self, name: str) -> None:
        assert MEASURES[name](Page.parse(A), Page.parse(A.replace("x", "a long title"))) == 1.0

    def test_nearer_is_more(self, name: str) -> None:
        a, b, other = map(Page.parse, (A, B, OTHER))
        assert MEASURES[name](a, b) > MEASURES[name](a, other)

    @settings(max_examples=40, deadline=None)
    @given(left=tags, right=tags)
    def test_symmetric_and_bounded(self, name: str, left: str, right: str) -> None:
        a, b = Page.parse(left), Page.parse(right)
        there, back = MEASURES[name](a, b), MEASURES[name](b, a)
        assert there == pytest.approx(back)
        assert 0.0 <= there <= 1.0

    def test_pages_without_anything(self, name: str) -> None:
        empty = Page.parse("")
        assert MEASURES[name](empty, empty) == 1.0
        assert 0.0 <= MEASURES[name](empty, Page.parse(A)) < 1.0

    @pytest.mark.parametrize("hostile", ["<div>" * 100_000, "<table>" + "<tr><td>1" * 50_000], ids=["deep", "long"])
    def test_hostile(self, name: str, hostile: str) -> None:
        page = Page.parse(hostile)
        assert MEASURES[name](page, page) == 1.0
        assert MEASURES[name](page, Page.parse(A)) < 1.0


def test_common_paths_by_hand() -> None:
    # head, h1, p, li, footer against head, h1, p, footer
    assert path_distance(leaf_paths(Page.parse(A)), leaf_paths(Page.parse(B))) == pytest.approx(1 - 4 / 5)
    assert only_in(Page.parse(A), Page.parse(B)) == ["html/body/div#main/ul/li"]


def test_ids_belong_to_the_path() -> None:
    one, other = Page.parse("<p id=a>"), Page.parse("<p id=b>")
    assert only_in(one, other) == ["html/body/p#a"]


def test_digits_of_ids_are_folded_if_asked() -> None:
    one, other = Page.parse("<p id=post-4711>"), Page.parse("<p id=post-12>")
    assert not only_in(one, other)
    assert only_in(one, other, PathOptions(fold_digits=False)) == ["html/body/p#post-4711"]


def test_path_hashes_are_the_same_in_every_process() -> None:
    program = (
        "from intaglio.page import Page; from intaglio.similarity import leaf_paths;"
        "print(leaf_paths(Page.parse('<p id=a><x-y>')).tolist())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert seen == {f"{leaf_paths(Page.parse('<p id=a><x-y>')).tolist()}\n"}


def test_deep_and_shallow_chaining_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page.parse("<div id=x><ul><li>" * 20)
    by_level = element_paths(page)
    monkeypatch.setattr("intaglio.similarity.hashing._DEEP", 3)
    assert np.array_equal(by_level, element_paths(page))


def test_levels_by_hand() -> None:
    # Level 1: div/div and p/-: 2 + 1, one changed; level 2: div's child b against i.
    a, b = Page.parse("<body><div><b>x</b></div><p>"), Page.parse("<body><div><i>x</i></div>")
    first, second = compare_levels(a, b, LevelOptions(depth=2))
    assert (first.changed, first.total, second.changed, second.total) == (1, 3, 1, 1)
    assert first.loss == pytest.approx(1 / 3 / 2 * 1.0)
    assert second.loss == pytest.approx(1 / 2 * 0.5)


def test_wholly_different_levels_reach_the_lowest_value() -> None:
    a, b = Page.parse("<div>" * 9), Page.parse("<section>" * 9)
    assert MEASURES["levels"](a, b) == pytest.approx(1 - 9 / 16)
    assert MEASURES["aligned-levels"](a, b) == pytest.approx(1 - 9 / 16)


def test_an_insertion_shifts_the_printed_measure_only() -> None:
    a = Page.parse("<h1>t</h1><p>1</p><ul></ul><table></table>")
    b = Page.parse("<hr><h1>t</h1><p>1</p><ul></ul><table></table>")
    printed, aligned = compare_levels(a, b)[0], compare_levels(a, b, aligned=True)[0]
    assert printed.changed / printed.total == 1.0
    assert aligned.changed / aligned.total == pytest.approx(1 / 11)


@given(
    st.lists(st.sampled_from(["p", "q", 5, 6]), max_size=8).map(list),
    st.lists(st.sampled_from(["p", "q", 5, 6]), max_size=8).map(list),
)
def test_common_weight_is_the_heaviest_common_subsequence(left: list[str | int], right: list[str | int]) -> None:
    monkey = pytest.MonkeyPatch()
    monkey.setattr("intaglio.similarity.tag_levels.STRUCTURAL", (5,))
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            both = table[i][j] + (2 if one == 5 else 1) if one == other else 0
            table[i + 1][j + 1] = max(both, table[i][j + 1], table[i + 1][j])
    try:
        assert common_weight(left, right) == table[-1][-1]
    finally:
        monkey.undo()


def test_compare_prints_all_measures_and_where_pages_differ(intaglio: Callable[..., object], tmp_path: Path) -> None:
    one, other = tmp_path / "a.html", tmp_path / "b.html"
    one.write_text(A)
    other.write_text(B)
    ran = intaglio("compare", one, other, "--explain")
    assert ran.status == 0  # type: ignore[attr-defined]
    for expected in (*MEASURES, "html/body/div#main/ul/li", "1 paths only in the first page"):
        assert expected in ran.out  # type: ignore[attr-defined]


def test_the_verdict_of_the_paper_and_its_status(intaglio: Callable[..., Any], tmp_path: Path) -> None:
    """D = 2: level 1 is wholly changed, level 2 not there. S = 1 - 1 × 1/2 × 2/2 = 0.5; at D = 6 it is 1 - 1/6."""
    one, other = tmp_path / "a.html", tmp_path / "b.html"
    one.write_text("<body><p>x</p>", encoding="utf-8")
    other.write_text("<body><b>x</b>", encoding="utf-8")
    words = ("compare", one, other, "--measure", "levels", "--json", "--exit-code")
    ran = intaglio(*words, "-D", "2", "-Q", ".5")
    said = json.loads(ran.out)
    assert (said["levels"], said["alike"], ran.status) == (pytest.approx(0.5), {"levels": False}, 3)
    assert intaglio(*words, "-D", "2", "-Q", ".49").status == 0
    ran = intaglio(*words, "-D", "6", "-Q", ".8")
    assert (json.loads(ran.out)["levels"], ran.status) == (pytest.approx(1 - 1 / 6), 0)
    assert intaglio("compare", one, other, "--measure", "nonsense").status == 2


def test_digits_of_ids_can_be_kept(intaglio: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.html").write_text(f"<p id=post-{name}>x", encoding="utf-8")
    words = ("compare", tmp_path / "1.html", tmp_path / "2.html", "-m", "common-paths", "--json")
    assert json.loads(intaglio(*words).out)["common-paths"] == 1.0
    assert json.loads(intaglio(*words, "--keep-digits").out)["common-paths"] < 1.0
