"""The papers' tables: made of saved scores, put between the marks of a document, and nothing else is touched."""

import json
from collections.abc import Callable
from pathlib import Path

from intaglio.evaluate.papers.paper_figures import SECTIONS, filled
from tests.conftest import ROOT, Ran

ROW = {"site": "a", "rule": "ours", "pages": 100, "rendered": 10, "paper_hit_ratio": 0.9, "clusters": 5,
       "hit_ratio": 0.95, "purity": 1.0, "doubled": 0.25, "ari": 0.5}  # fmt: skip
CLUSTERS = {"rows": [ROW, ROW | {"rule": "first 0.3"}], "rules": {"ours": ROW, "first 0.3": ROW | {"purity": 0.7}}}


def test_tables_stand_between_their_marks_and_can_be_made_again() -> None:
    document = "Before\n<!-- figures: clusters -->\nold\n<!-- end: clusters -->\nafter <!-- figures: mapping -->x"
    once = filled(document, {"clusters": CLUSTERS})
    assert "| a | 100 | 10.0 | 0.900 | 5.0 | 0.950 | 1.000 | 25 % |" in once
    assert "| first 0.3 | 0.900 | 0.700 |" in once
    assert once.startswith("Before\n")
    assert once.endswith("after <!-- figures: mapping -->x")
    assert "old" not in once
    assert filled(once, {"clusters": CLUSTERS}) == once


def test_the_document_has_a_place_for_every_table() -> None:
    text = (ROOT / "docs" / "papers.md").read_text("utf-8")
    for name in SECTIONS:
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
