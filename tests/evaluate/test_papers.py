"""The papers' tables: made of saved scores, put between the marks of a document, and nothing else is touched."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from intaglio.articles.body.single_pass import describe
from intaglio.evaluate.articles.rendered_bodies import Laid, own_texts, pages_with_text, score_bodies
from intaglio.evaluate.papers.paper_charts import charts_of
from intaglio.evaluate.papers.paper_claims import claims_of
from intaglio.evaluate.papers.paper_figures import SECTIONS, filled
from intaglio.evaluate.records.paper_procedure import CHOICES, DELTAS, sweep_chart
from intaglio.evaluate.templates.level_memory import levels_of, memory_rows
from intaglio.page import TAGS, Page
from tests.conftest import ROOT, Ran, assert_fits

ROW = {"site": "a", "rule": "ours", "pages": 100, "rendered": 10, "paper_hit_ratio": 0.9, "clusters": 5,
       "hit_ratio": 0.95, "purity": 1.0, "doubled": 0.25, "ari": 0.5}  # fmt: skip
STARTS = {"full": 0.0, "compact, depth": 6.0, "compact, breadth": 8.0, "compact, index": 0.0}
MAPPING = {
    "rows": [{"site": "a", "kind": kind, "mappings": 10, "found": 1.0, "strictest": 0.9, "verified": 0.5,
              "checked": 4.0, "search_ms": start, "ms": 2.0} for kind, start in STARTS.items()],
    "rules": {"strict": {"found": 1.0, "wrong": 0.0, "wrong_alike": 0.0, "b3_f": 1.0}},
}  # fmt: skip
CLUSTERS = {
    "growth": {"a": [1, 1, 2]},
    "rows": [ROW, ROW | {"rule": "first 0.3"}],
    "rules": {"ours": ROW, "first 0.3": ROW | {"purity": 0.7}},
}


def test_tables_stand_between_their_marks_and_can_be_made_again() -> None:
    document = "Before\n<!-- figures: clusters -->\nold\n<!-- end: clusters -->\nafter <!-- figures: mapping -->x"
    once = filled(document, {"clusters": CLUSTERS})
    assert "| a | 100 | 10.0 | 0.900 | 5.0 | 0.950 | 1.000 | 25 % |" in once
    assert "| first 0.3 | 0.900 | 0.700 |" in once
    assert once.startswith("Before\n")
    assert once.endswith("after <!-- figures: mapping -->x")
    assert "old" not in once
    assert filled(once, {"clusters": CLUSTERS}) == once


def test_claims_are_held_against_the_scores() -> None:
    """By hand: 9 of 10 at the strictest rung, half verified, (6 + 2) / 2 = 4 times slower."""
    found = {claim.claim: (claim.here, claim.holds) for claim in claims_of({"mapping": MAPPING, "clusters": CLUSTERS})}
    assert found["every node is found by the strictest check"] == (
        "0.900 of 10 mappings; all of them on 0 of 1 sites",
        "no",
    )
    assert found["100 % of them are verified by their subtrees"] == ("0.500", "no")
    here, holds = found["compact addresses are two orders slower"]
    assert here.startswith("searching the tree 4 to 4 times a full address; with an index of ids 1 to 1 times")
    assert holds == "no"
    assert found["twice the pages add at most 33 % clusters, by our rule"] == ("on 1 of 1 sites; 25 % to 25 %", "yes")


def test_the_papers_own_figures_stand_beside_ours() -> None:
    document = "<!-- figures: mapping --><!-- end: mapping --><!-- figures: claims --><!-- end: claims -->"
    text = filled(document, {"mapping": MAPPING})
    assert "| a | compact, depth | 10 | 4.0 | 6.000 | 2.000 | 0.900 | 0.500 |" in text
    assert "| *novinky.cz* | compact | 5,130 | 3.5 | 1100 | 5.7 | 1.000 | 1.000 |" in text
    assert "| 000 | 100 % of them are verified by their subtrees | 0.500 | no |" in text


def test_figures_are_drawn_from_scores(intaglio: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "clusters.json").write_text(json.dumps(CLUSTERS), encoding="utf-8")
    assert intaglio("evaluate", "papers", "--scores", tmp_path, "-o", tmp_path / "charts", "--saved").status == 0
    assert "<polyline" in (tmp_path / "charts" / "001-figure-3.svg").read_text("utf-8")


def test_the_sweep_is_drawn_with_a_line_a_delta() -> None:
    rows = [{"s": s, "t": t, "f1": s * t, "strict": 0.0} for s in (0.5, 0.9) for t in (0.7, 0.98) for _ in range(2)]
    drawn = sweep_chart(rows, "f1")
    assert drawn.count("<polyline") == 2
    assert "textDelta 0.98" in drawn


def test_the_document_has_a_place_for_every_table() -> None:
    text = (ROOT / "docs" / "papers.md").read_text("utf-8")
    for name in (*SECTIONS, "claims"):
        assert f"<!-- figures: {name} -->" in text
        assert f"<!-- end: {name} -->" in text


def test_saved_scores_are_taken_and_nothing_is_run(intaglio: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "clusters.json").write_text(json.dumps(CLUSTERS), encoding="utf-8")
    docs = tmp_path / "papers.md"
    docs.write_text("<!-- figures: clusters -->\n<!-- end: clusters -->\n", encoding="utf-8")
    ran = intaglio("evaluate", "papers", "--scores", tmp_path, "--docs", docs, "--saved")
    assert (ran.status, ran.out) == (0, f"scores of clusters in {tmp_path}\n")
    assert "| a | 100 |" in docs.read_text("utf-8")
    assert intaglio("evaluate", "papers", "--scores", tmp_path, "--only", "nonsense").status == 2


@pytest.mark.browser
@pytest.mark.corpus
@pytest.mark.xdist_group("browser")
def test_bodies_of_rendered_pages_are_scored(
    intaglio: Callable[..., Ran], corpus: Callable[[str], Path], chromium: Path, tmp_path: Path
) -> None:
    file = tmp_path / "bodies.json"
    assert (
        intaglio("evaluate", "bodies", "--corpus", corpus("segmentation").parent, "--pages", "4", "--site-pages", "0",
                 "--json", file).status
        == 0
    )  # fmt: skip
    rows = json.loads(file.read_text("utf-8"))["rows"]
    assert {row["method"] for row in rows} >= {"single pass"}
    assert {row["blocks"] for row in rows} <= {"rendered", "from tags alone"}
    assert all(0 <= row["f1"] <= 1 for row in rows)


def test_bodies_by_hand() -> None:
    page = Page.parse("<div><p>one two three four five</p><p>six</p><aside>seven</aside></div>")
    standing = pages_with_text([page, Page.parse("<p>seven</p>"), Page.parse("<p>six</p>")])
    assert own_texts(page, standing).tolist() == [True, False, False]
    described = describe(page)
    laid = Laid(
        "sites",
        "a",
        np.array([5, 1, 1]),
        own_texts(page, standing),
        {"rendered": described, "from tags alone": described},
    )
    rows = {row["blocks"]: row for row in score_bodies([laid])}
    assert rows["rendered"]["precision"] in (pytest.approx(5 / 6), pytest.approx(5 / 7))
    assert rows["rendered"]["recall"] == 1.0


def test_levels_keep_less_than_trees(tmp_path: Path) -> None:
    files = []
    for number in range(8):
        files.append(tmp_path / f"{number}.html")
        files[-1].write_text("<body>" + "<div><p>words and more words</p></div>" * 3000, encoding="utf-8")
    rows = {row["kept"]: row["kb"] for row in memory_rows(files)}
    assert rows["HTML"] == pytest.approx(files[0].stat().st_size / 1024)
    assert rows["tags of D levels"] < rows["whole trees"]
    assert [list(level)[:2] for level in levels_of(Page.parse("<body><div><p>a</p></div>"), 2)] == [
        [TAGS["div"]],
        [TAGS["p"]],
    ]


def test_the_report_is_swept_and_decided_otherwise(
    intaglio: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight pages with a name that varies: every setting finds it, and tables and charts of the sweep are there."""
    monkeypatch.setenv("COLUMNS", "80")
    folder = tmp_path / "records" / "people" / "small"
    folder.mkdir(parents=True)
    names = ["Ada", "Grace", "Edith", "Joan", "Mary", "Lise", "Emmy", "Rosalind"]
    truth = [{"page": str(number), "attributes": {"name": [name]}} for number, name in enumerate(names)]
    (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, truth)) + "\n", encoding="utf-8")
    for number, name in enumerate(names):
        (folder / f"{number}.htm").write_text(f"<h1>Person</h1><p><b>Name</b> <i>{name}</i></p>", encoding="utf-8")
    file = tmp_path / "scores" / "records.json"
    file.parent.mkdir()
    ran = intaglio(
        "evaluate", "records", "--corpus", tmp_path, "--json", file, "--site-pages", "8", "--sweep", "--choices"
    )
    assert ran.status == 0, ran.err
    assert_fits(ran.out)
    scores = json.loads(file.read_text("utf-8"))
    assert len(scores["sweep"]) == len(DELTAS) ** 2
    assert {row["choice"] for row in scores["choices"]} == set(CHOICES)
    assert all(row["f1"] == 1.0 for name in ("paper", "choices") for row in scores[name])
    assert set(charts_of({"records": scores})) == {"003-deltas-f1", "003-deltas-strict"}
    text = filled("<!-- figures: records --><!-- end: records -->", {"records": scores})
    assert "Of the corpus `records`, 8 pages of each of `people/small`." in text
    assert "| equal columns shifted as one | 1.000 / 1.000 | 1.000 / 1.000 | 1.000 / 1.000 |" in text
    assert "| s = 0.90, t = 0.95 | 39 of 880 (0.044) | 400 of 1,960 (0.204) |" in text
