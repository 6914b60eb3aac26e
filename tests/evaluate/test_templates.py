"""Scores of partitions and of carried-over areas are what they are by hand; the evaluations run on a small corpus."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from intaglio.evaluate.templates.carried_areas import Held, best_f1, scores
from intaglio.evaluate.templates.clusters import shuffled
from intaglio.evaluate.templates.measures import SimilarityOptions, auc, pairs_of
from intaglio.evaluate.templates.node_mapping import looked_at
from intaglio.evaluate.templates.partition import score_partition
from intaglio.page import Page
from intaglio.similarity import leaf_paths, path_distance
from intaglio.templates import FoundArea
from intaglio.templates.fixed_rule import fixed_clusters, path_distances
from tests.conftest import Ran, assert_fits
from tests.templates.test_clustering import pages_of_two_templates


def test_a_perfect_partition_scores_one() -> None:
    score = score_partition([1, 1, 2], ["a", "a", "b"])
    assert (score.purity, score.v_measure, score.ari) == pytest.approx((1.0, 1.0, 1.0))
    assert score.hit_ratio == score.best_hit_ratio == pytest.approx(1 / 3)


def test_a_partition_by_hand() -> None:
    score = score_partition([1, 1, 1, 2], ["a", "a", "b", "b"])
    assert score.purity == pytest.approx(3 / 4)
    # Pairs: one together in both, three of the clusters, two of the labels, six in all.
    assert score.ari == pytest.approx((1 - 3 * 2 / 6) / ((3 + 2) / 2 - 3 * 2 / 6))
    assert score.hit_ratio == pytest.approx(0.5)


def test_scores_agree_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn, of the extra 'evaluate', is not installed")
    chance = random.Random(1)
    for _ in range(10):
        mine, truth = [chance.randrange(4) for _ in range(40)], [chance.randrange(3) for _ in range(40)]
        score = score_partition(mine, truth)
        assert score.v_measure == pytest.approx(metrics.v_measure_score(truth, mine))
        assert score.ari == pytest.approx(metrics.adjusted_rand_score(truth, mine))


def test_one_cluster_of_all_says_nothing() -> None:
    score = score_partition([1, 1, 1, 1], ["a", "a", "b", "b"])
    assert (score.v_measure, score.ari) == pytest.approx((0.0, 0.0))


def test_the_table_of_distances_is_the_measure() -> None:
    pages = [leaf_paths(Page.parse(html)) for html in ("<p>a", "<p><b>a", "<ul><li>1", "")]
    table = path_distances(pages)
    for i, one in enumerate(pages):
        for j, other in enumerate(pages):
            assert table[i, j] == pytest.approx(path_distance(one, other), abs=1e-6)


def test_first_match_and_nearest_differ_as_they_should() -> None:
    table = np.array([[0, 0.5, 0.4], [0.5, 0, 0.1], [0.4, 0.1, 0]], dtype=np.float32)
    assert fixed_clusters(table, [0, 1, 2], "first", 0.4) == [0, 1, 0]
    assert fixed_clusters(table, [0, 1, 2], "nearest", 0.4) == [0, 1, 1]
    assert fixed_clusters(table, [0, 1, 2], "nearest", 0.05) == [0, 1, 2]


def test_orders_are_permutations_that_can_be_had_again() -> None:
    assert sorted(shuffled(9, 3)) == list(range(9))
    assert shuffled(9, 3) == shuffled(9, 3) != shuffled(9, 4)


def test_auc_by_hand() -> None:
    assert auc(np.array([0.9, 0.8]), np.array([0.1, 0.2])) == 1.0
    assert auc(np.array([0.5]), np.array([0.5])) == 0.5
    assert auc(np.array([0.1]), np.array([0.5, 0.0])) == 0.5


def test_pairs_are_of_one_template_and_of_two() -> None:
    labels = [*"aaaabbbc"]
    inside, between = pairs_of(labels, SimilarityOptions(pairs=30))
    assert all(labels[i] == labels[j] and i != j for i, j in inside)
    assert all(labels[i] != labels[j] for i, j in between)
    assert {labels[i] for i, _ in inside} == {"a", "b"}


def test_carried_areas_by_hand() -> None:
    page = Page.parse("<p>aaaa</p><p>bb</p><p>cc</p>")
    weights = np.array([4.0, 2.0, 2.0])
    assert best_f1([0], [[0, 1]], weights) == pytest.approx(2 * 4 / (4 + 6))
    areas = [FoundArea(0, (), (0,), 1.0), FoundArea(1, (), (1,), 1.0), FoundArea(2, (), (), 0.0)]
    mapped = Held([[0], [1], []], [-1, 0, 0])
    found = scores(page, areas, mapped, Held([[0, 1], [2]], [-1, 0]), weights)
    assert found["found"] == pytest.approx(2 / 3)
    assert found["wrong"] == pytest.approx(1 / 2), "bb is half of nothing; aaaa and bb are most of everything"
    assert scores(page, areas, mapped, Held([[0, 2], [1]], [-1, 0]), weights)["wrong"] == 0.0


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus `sites` with one site of two templates."""
    folder = tmp_path_factory.mktemp("corpora")
    site = folder / "sites" / "stackoverflow"
    site.mkdir(parents=True)
    rows = []
    for number, (label, html) in enumerate(pages_of_two_templates(40, 7)):
        (site / f"{number}.html").write_text(html)
        rows.append(json.dumps({"page": f"{number}.html", "template": label if number % 9 else None}))
    (site / "labels.jsonl").write_text("\n".join(rows) + "\n")
    return folder


@pytest.mark.parametrize(
    ("name", "figures", "more"),
    [
        ("clusters", {"purity", "hit_ratio", "best_hit_ratio", "v_measure", "ari"}, ("--shuffles", "2")),
        ("similarity", {"auc", "inside", "between"}, ("--pairs", "20")),
        ("mapping", {"found", "wrong", "b3_f"}, ("--method", "text-blocks", "--hits", "12")),
    ],
)
def test_evaluations_run_and_write_what_they_print(
    name: str,
    figures: set[str],
    more: tuple[str, ...],
    corpora: Path,
    tmp_path: Path,
    intaglio: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    written = tmp_path / "scores.json"
    ran = intaglio("evaluate", name, "--corpus", corpora, "--json", written, "-o", tmp_path / "charts", *more)
    assert ran.status == 0, ran.err
    content = json.loads(written.read_text())
    assert content["name"] == name
    assert figures <= set(content["mean"])
    assert content["rows"]
    assert "stackoverflow" in ran.out.replace("\n", "") or name == "similarity"
    assert_fits(ran.out)
    assert list((tmp_path / "charts").glob("*.svg"))


def test_the_search_for_a_start_walks_the_tree() -> None:
    page = Page.parse("<body><div><p>a</p><p id=x>b</p></div><ul id=y></ul>")
    # html, head, body, div, p, p#x, ul#y in document order; by levels ul#y comes before the paragraphs.
    assert [looked_at(page, name, "depth") for name in ("x", "y", "none")] == [6, 7, 7]
    assert [looked_at(page, name, "breadth") for name in ("x", "y", "none")] == [7, 5, 7]
