"""Scores of articles, the paper's tables and the comparison of templates: on cases small enough to count by hand."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from intaglio.evaluate.articles.article_rows import fifths, runners, score_page, scored
from intaglio.evaluate.articles.block_labels import snippet_share
from intaglio.evaluate.articles.paper_comparison import (
    Case,
    block_count,
    body_count,
    case,
    features,
    learned,
    node_blocks,
)
from intaglio.evaluate.articles.peers import METHODS, installed
from intaglio.evaluate.articles.set_table import SCORES, lead_table, type_f1
from intaglio.evaluate.articles.template_gain import compare
from intaglio.evaluate.articles.text_scores import part_of_host, same_words, share_kept, shingle_f1, word_f1, words_of
from intaglio.evaluate.corpora import ArticlePage, CorpusName, read_articles
from intaglio.evaluate.train.block_examples import fold_of
from intaglio.evaluate.train.held_out import HeldOut
from tests.articles.pages import STORIES, written
from tests.articles.test_memory import memory, page
from tests.conftest import assert_fits

__all__ = ["memory"]


def truth(tmp_path: Path, html: str, text: str, host: str = "a.example") -> ArticlePage:
    file = tmp_path / "page.html"
    file.write_text(html, encoding="utf-8")
    return ArticlePage("1", "article", file, f"http://{host}/", text, "", None, None, (), ())


def test_word_scores() -> None:
    assert word_f1(words_of("The sea, the SEA"), words_of("the sea")) == pytest.approx(2 * 2 / 6)
    assert word_f1([], []) == 1.0
    assert word_f1(["a"], []) == 0.0
    assert shingle_f1(words_of("a b c d e"), words_of("a b c d f")) == pytest.approx(0.5)
    assert shingle_f1(words_of("d c b a"), words_of("a b c d")) == 0.0
    assert share_kept("The  sea\nrises", ["the sea", "falls"]) == 0.5
    assert share_kept("x", []) is None
    assert same_words("Ada  QUILL!", "ada quill") == 1.0
    assert same_words(None, "Ada") == 0.0
    assert same_words("Ada", None) is None


def test_hosts_are_split_two_to_one() -> None:
    parts = [part_of_host(f"host{n}.example") for n in range(600)]
    assert parts == [part_of_host(f"host{n}.example") for n in range(600)]
    assert 160 < parts.count("report") < 240


def test_fifths_go_from_least_to_most_sure() -> None:
    rows: list[dict[str, Any]] = [{"confidence": n / 10, "f1": n / 20} for n in range(10)]
    assert fifths(rows) == [pytest.approx(((4 * n + 1) / 20, (4 * n + 1) / 40)) for n in range(5)]


def test_snippets_are_counted_over_all_pages(tmp_path: Path) -> None:
    pages = [
        replace(truth(tmp_path, "", ""), id=name, set="snippets", snippets_in=("the sea", "the moon"), snippets_out=out)
        for name, out in (("1", ("subscribe",)), ("2", ("share", "related")))
    ]
    rows = [scored(pages[0], "The sea. Subscribe!"), scored(pages[1], "The  SEA and the moon. Related: boats")]
    assert SCORES["snippets, precision"](rows) == pytest.approx(3 / 5)
    assert SCORES["recall"](rows) == pytest.approx(3 / 4)
    assert SCORES["F"](rows) == pytest.approx(2 * 3 / (3 + 2 + 4))
    assert rows[0]["f1"] is None, "nobody knows the whole text"


def test_blocks_are_labelled_by_snippets() -> None:
    share = snippet_share(
        ["The sea rises.", "Subscribe now", "The sea: subscribe", "Other"], ["the sea"], ["subscribe"]
    )
    assert share[:2].tolist() == [1.0, 0.0]
    assert np.isnan(share[2:]).all()


def test_the_lead_is_over_the_best_setting(tmp_path: Path) -> None:
    page = replace(truth(tmp_path, "", "one two three four"), id="1")
    rows = [
        {**scored(page, text), "method": method, "ms": 1.0}
        for method, text in (
            ("intaglio", "one two three four"),
            ("trafilatura", "one"),
            ("trafilatura recall", "one two"),
        )
    ]
    table = lead_table(rows)
    assert table is not None
    assert [next(iter(column.cells)) for column in table.columns][3] == "trafilatura recall"
    assert lead_table(rows[:1]) is None


def test_page_types_are_scored_by_the_mean_over_types() -> None:
    found = [("article", "article"), ("article", "listing"), ("listing", "listing")]
    rows = [{"set": "articles", "type": kind, "type_found": said} for kind, said in found]
    assert type_f1(rows) == pytest.approx({"article": 2 / 3, "listing": 2 / 3, "macro": 2 / 3})


@pytest.fixture
def one(tmp_path: Path) -> Case:
    html = "<ul><li>Menu</li></ul><p>One sea. <img src=x></p><p>Two seas.</p><p>Not wanted.</p>"
    return case(truth(tmp_path, html, "One sea.\n\nTwo seas.\nThree seas."))


def test_blocks_are_counted_as_in_tables_1_and_2(one: Case) -> None:
    assert one.segments == ["onesea", "twoseas", "threeseas"]
    assert block_count(node_blocks(one), one.segments) == (2, 1)  # the first stands beside an image


def test_bodies_are_counted_as_in_tables_3_and_4(one: Case) -> None:
    count = body_count([one], [np.array([False, True, True, True])])
    assert (count.segments, count.found, count.correct) == (3, 3, 2)
    assert [count.precision, count.recall, count.f1] == pytest.approx([2 / 3] * 3)
    assert one.is_content().tolist() == [False, True, True, False]


def test_learned_methods_see_the_same_blocks(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    cases = [case(truth(tmp_path, written(story), "\n".join(story.paragraphs))) for story in STORIES]
    assert features(cases[0].described).shape[0] == len(cases[0].texts)
    for classify in learned([(one.described, one.is_content()) for one in cases]).values():
        chosen = classify(cases[-1].described)
        assert chosen.shape == (len(cases[-1].texts),)
        assert body_count([cases[-1]], [chosen]).recall > 0.5


def test_folds_are_read_by_models_that_did_not_see_the_host(tmp_path: Path) -> None:
    pages = []
    for number, story in enumerate(STORIES * 3):
        folder = tmp_path / str(number)
        folder.mkdir()
        page = truth(folder, written(story), "\n".join(story.paragraphs))
        pages.append(replace(page, id=str(number), url=f"http://host{number}.example/"))
    held_out = HeldOut(pages, runners(["intaglio", "all text"]), 3)
    used = {fold_of(page, 3): held_out.methods(page) for page in pages}
    assert len(used) == 3
    assert len({id(methods[0].extract) for methods in used.values()}) == 3, "a model of its own for each fold"
    rows = [row for page in pages[:3] for row in score_page(page, held_out.methods(page), 0)]
    ours = [row["f1"] for row in rows if row["method"] == "intaglio"]
    plain = [row["f1"] for row in rows if row["method"] == "all text"]
    assert sum(ours) > sum(plain)


def test_through_a_template_as_alone_but_for_what_repeats(memory: Any) -> None:
    row = compare(page(30).encode(), memory)
    assert row["f1"] == pytest.approx(1.0, abs=0.03)
    assert 0.03 < row["gone"] < 0.3
    assert row["recalled"] == 1.0


@pytest.mark.parametrize("name", METHODS)
def test_every_peer_that_is_installed_finds_a_story(name: str) -> None:
    ready = installed({name: METHODS[name]})
    if not ready:
        pytest.skip(f"{name} is not installed (pip install 'intaglio[peers]')")
    extract, describe = ready[name]
    story = next(one for one in STORIES if one.language == "en")
    whole = " ".join(story.paragraphs)
    html = written(replace(story, paragraphs=(whole, whole.replace("tide", "flood")))).encode()  # some want long ones
    assert "highest in thirty years" in extract(html, "http://courier.example/quay")
    if describe is not None:
        assert describe(html, "http://courier.example/quay").title


@pytest.mark.corpus
def test_the_command_scores_some_pages(
    corpus: Callable[[CorpusName], Path],
    tmp_path: Path,
    intaglio: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    corpora = corpus("articles").parent
    out = tmp_path / "scores.json"
    ran = intaglio(
        "evaluate", "articles", "--corpus", corpora, "--every", "120", "--method", "intaglio", "--method", "all text",
        "--json", out, "-o", tmp_path,
    )  # fmt: skip
    assert ran.status == 0, ran.err
    assert_fits(ran.out)
    content = json.loads(out.read_text(encoding="utf-8"))
    assert content["name"] == "articles"
    assert content["mean"]["intaglio"]["f1"] > content["mean"]["all text"]["f1"]
    assert (tmp_path / "articles-f1.svg").exists()


def test_unknown_methods_and_parts_are_usage_errors(intaglio: Callable[..., Any]) -> None:
    assert intaglio("evaluate", "articles", "--method", "guess").status == 2
    assert intaglio("evaluate", "articles", "--part", "half").status == 2


@pytest.mark.corpus
def test_every_author_of_the_truth_is_a_text(corpus: Callable[[CorpusName], Path]) -> None:
    pages = read_articles(corpus("news"))
    assert all(page.author is None or isinstance(page.author, str) for page in pages)
    assert any(", " in (page.author or "") for page in pages), "several wrote some"
