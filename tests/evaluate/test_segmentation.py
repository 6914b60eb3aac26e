"""Scores of segmenters: baselines as they are known, settings chosen on other sites, tables, JSON; a page in full."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from intaglio.evaluate.corpora import CorpusName, SegmentationPage, read_segmentation
from intaglio.evaluate.segmentation.bcubed import bcubed
from intaglio.evaluate.segmentation.segmenter_scores import (
    FOLDS,
    GRIDS,
    TRUTHS,
    Row,
    fold_of,
    grid,
    scored_options,
    with_tuned,
)
from intaglio.evaluate.segmentation.segmenter_table import charts, means, table, write_json
from intaglio.evaluate.segmentation.units import Segment, char_weights, chars, of_area
from intaglio.page import Page
from intaglio.segment import SEGMENTERS
from intaglio.segment.visible import body_of
from tests.conftest import Ran, assert_fits

Corpus = Callable[[CorpusName], Path]
Cut = Callable[[Page], list[Segment]]


@pytest.fixture(scope="module")
def parsed(corpus: Corpus) -> list[tuple[SegmentationPage, Page]]:
    pages = read_segmentation(corpus("segmentation"))
    return [(page, Page.parse(page.html.read_bytes(), content_type="text/html; charset=utf-8")) for page in pages]


def mean_f(parsed: list[tuple[SegmentationPage, Page]], truth: str, cut: Cut) -> float:
    found = []
    for row, page in parsed:
        blocks = [page.at(block.path) for block in row.blocks if truth != TRUTHS[0] or block.level == 1]
        wanted = chars(page, [Segment((e,)) for e in blocks if e is not None])
        weights = char_weights(page)
        if (wanted @ weights).any():
            found.append(bcubed(chars(page, cut(page)), wanted, weights).f)
    return float(np.mean(found))


def below_body(depth: int) -> Cut:
    def cut(page: Page) -> list[Segment]:
        body = body_of(page)
        level = np.flatnonzero(page.depth[body : page.end[body]] == page.depth[body] + depth) + body
        return [Segment((e,)) for e in level.tolist()]

    return cut


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("truth", "figures"), [("level 1", (0.654, 0.708, 0.747, 0.710)), ("all blocks", (0.620, 0.668, 0.702, 0.656))]
)
def test_baselines(parsed: list[tuple[SegmentationPage, Page]], truth: str, figures: tuple[float, ...]) -> None:
    assert [round(mean_f(parsed, truth, below_body(depth)), 3) for depth in range(4)] == list(figures)


@pytest.mark.corpus
@pytest.mark.parametrize(("truth", "floor"), [("level 1", 0.77), ("all blocks", 0.71)])
def test_areas_without_layout_keep_above_every_depth(
    parsed: list[tuple[SegmentationPage, Page]], truth: str, floor: float
) -> None:
    def areas(page: Page) -> list[Segment]:
        tree = SEGMENTERS["areas"](page, None, SEGMENTERS["areas"].presets["parts"])
        return [of_area(tree.areas[number]) for number in tree.leaves]

    assert mean_f(parsed, truth, areas) >= floor


def row(page: str, method: str, setting: str, f: float, truth: str = "level 1") -> Row:
    figures = {f"{atoms}_{letter}": f for atoms in ("chars", "nodes", "pixels") for letter in "prf"}
    return {
        "page": page, "truth": truth, "method": method, "setting": setting, "segments": 2, "in_none": 0.0,
        "relative_time": 0.1, **figures,
    }  # fmt: skip


def test_a_setting_is_chosen_on_other_sites_only() -> None:
    """The page in a fold of its own does best at the setting that all others do worst at."""
    pages = [f"random/site{n}" for n in range(40)]
    odd = next(page for page in pages if sum(fold_of(other) == fold_of(page) for other in pages) >= 2)
    rows = []
    for page in pages:
        own = fold_of(page) == fold_of(odd)
        rows += [row(page, "areas", "", 0.9 if own else 0.5), row(page, "areas", "other", 0.1 if own else 0.8)]
    tuned = {one["page"]: one["chars_f"] for one in with_tuned(rows) if one["method"] == "areas tuned"}
    assert set(tuned) == set(pages)
    assert tuned[odd] == 0.1
    assert 0 <= fold_of(odd) < FOLDS


def test_grids_name_options_that_there_are() -> None:
    for name in GRIDS:
        assert scored_options(name) in grid(name)


def test_table_json_and_charts(tmp_path: Path) -> None:
    rows = [row("a/b", "vips", "", 0.5), row("a/c", "vips", "", 0.7), row("a/b", "vips", "", 0.4, "all blocks")]
    assert means(rows)["level 1"]["vips"]["chars_f"] == pytest.approx(0.6)
    console = Console(width=200, file=io.StringIO(), record=True)
    console.print(table(rows, "level 1"))
    assert "0.600 [" in console.export_text()
    write_json(tmp_path / "scores.json", {"half": None}, rows)
    written = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    assert set(written) == {"name", "options", "rows", "mean"}
    assert all(chart.startswith("<svg") for chart in charts(rows).values())


@pytest.mark.browser
@pytest.mark.corpus
@pytest.mark.xdist_group("browser")
@pytest.mark.usefixtures("chromium")
def test_one_page_in_full(
    intaglio: Callable[..., Ran], corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    folder, out = corpus("segmentation").parent, tmp_path / "scores.json"
    ran = intaglio("evaluate", "segmentation", "--corpus", folder, "--pages", "1", "--method", "areas", "--json", out)
    assert ran.status == 0, ran.err
    assert_fits(ran.out)
    rows = json.loads(out.read_text(encoding="utf-8"))["rows"]
    assert {one["method"] for one in rows} >= {"whole page", "depth 4", "areas", "areas tuned"}
    assert {one["truth"] for one in rows} == set(TRUTHS)
