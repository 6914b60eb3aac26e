"""`intaglio article`: formats, order, sources, what goes wrong; and what a collection lends."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from intaglio.sample import SampleOptions, write_sample
from tests.articles.pages import STORIES, written


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    (folder / "world").mkdir(parents=True)
    for story in STORIES:
        (folder / "world" / f"{story.language}.html").write_text(written(story), encoding="utf-8")
    return folder


def lines(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_line_a_page_in_input_order(saved: Path, intaglio: Any) -> None:
    ran = intaglio("article", saved / "world" / "zh.html", saved)
    assert ran.status == 0, ran.err
    found = lines(ran.out)
    names = sorted(f"world/{story.language}.html" for story in STORIES)
    assert [line["source"] for line in found] == ["zh.html", *names]
    assert found[0]["text"] == next(line["text"] for line in found if line["source"] == "world/zh.html")
    assert {"url", "type", "confidence", "title", "text", "markdown", "author", "date", "origins"} <= set(found[0])
    assert found[0]["date"] == "2024-10-12"


@pytest.mark.parametrize(
    ("form", "shown"),
    [("text", "highest in thirty years, and"), ("md", "**highest**"), ("html", "<strong>highest</strong>")],
)
def test_formats(saved: Path, intaglio: Any, form: str, shown: str) -> None:
    page = saved / "world" / "en.html"
    page.write_text(page.read_text(encoding="utf-8").replace("highest", "<strong>highest</strong>"), encoding="utf-8")
    ran = intaglio("article", page, "--format", form)
    assert ran.status == 0
    assert shown in ran.out
    assert "Privacy" not in ran.out


def test_a_base_url_gives_pages_their_addresses(saved: Path, intaglio: Any) -> None:
    ran = intaglio("article", saved, "--base-url", "http://courier.example/", "--method", "single-pass")
    assert lines(ran.out)[0]["url"] == "http://courier.example/world/ar.html"


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(saved: Path, intaglio: Any) -> None:
    ran = intaglio("article", saved / "none.html", saved / "world" / "en.html")
    assert ran.status == 1
    assert [line["source"] for line in lines(ran.out)] == ["en.html"]
    assert "none.html" in ran.err
    assert ran.err.count("\n") == 1


def test_half_characters_do_not_stop_the_output(tmp_path: Path, intaglio: Any) -> None:
    page = tmp_path / "half.html"
    story = next(one for one in STORIES if one.language == "en")
    data = r'<script type="application/ld+json">{"@type": "Report", "headline": "H\ud800", "author": "\udc00"}</script>'
    page.write_text(data + written(story).replace("<h1>", "<h2>"), encoding="utf-8")
    for form in ("json", "md", "text", "html"):
        ran = intaglio("article", page, page, "--format", form)
        assert ran.status == 0, ran.err
        assert ran.out.count("highest in thirty years") >= 2


@pytest.mark.parametrize(
    "words",
    [
        ("--method", "guess"),
        ("--favour", "luck"),
        ("--format", "pdf"),
        ("--method", "single-pass", "--favour", "recall"),
        ("--set", "theta=2"),
        ("--method", "single-pass", "--set", "gamma=2"),
    ],
    ids=["method", "favour", "format", "no effect", "no numbers", "no such number"],
)
def test_usage_errors(saved: Path, intaglio: Any, words: tuple[str, ...]) -> None:
    assert intaglio("article", saved, *words).status == 2


def test_markdown_of_many_pages_names_and_parts_them(saved: Path, intaglio: Any) -> None:
    ran = intaglio("article", saved, "--format", "md")
    assert ran.out.count("\nsource: ") == len(STORIES)
    assert ran.out.startswith("---\n")
    alone = intaglio("article", saved / "world" / "en.html", "--format", "md")
    assert alone.out.startswith("# ")


@pytest.mark.parametrize(
    "words",
    [("--article-method", "guess"), ("--article-method", "single-pass", "--favour", "precision"),
     ("--no-articles", "--favour", "recall"), ("--article-set", "theta=2")],
    ids=["method", "favour", "no articles", "no numbers"],
)  # fmt: skip
def test_a_run_refuses_what_has_no_effect(saved: Path, tmp_path: Path, intaglio: Any, words: tuple[str, ...]) -> None:
    ran = intaglio("run", saved, "-o", tmp_path / "out", "--no-browser", *words)
    assert ran.status == 2
    assert not (tmp_path / "out").exists()


def test_the_numbers_of_single_pass_can_be_set(saved: Path, intaglio: Any) -> None:
    page = saved / "world" / "en.html"

    def text(*words: str) -> str:
        return str(intaglio("article", page, "--method", "single-pass", "--format", "text", *words).out)

    assert text("--set", "theta=1.6") == text()
    alone = text("--set", "theta=0", "--set", "threshold=-1")
    assert 0 < len(alone) < len(text()), "every block is a class of its own"


def test_a_run_takes_the_method_for_articles(saved: Path, tmp_path: Path, intaglio: Any) -> None:
    ran = intaglio(
        "run", saved, "-o", tmp_path / "out", "--no-browser", "--no-records", "--article-method", "single-pass"
    )
    assert ran.status == 0, ran.err
    found = lines((tmp_path / "out" / "articles.jsonl").read_text(encoding="utf-8"))
    alone = {line["source"]: line["text"] for line in lines(intaglio("article", saved, "--method", "single-pass").out)}
    assert len(found) == len(STORIES)
    for line in found:  # but for what repeats on the pages of its template
        assert set(line["text"].split("\n")) <= set(alone[line["source"]].split("\n"))


def test_a_folder_that_is_no_collection_cannot_lend(saved: Path, intaglio: Any) -> None:
    ran = intaglio("article", saved, "--collection", saved)
    assert ran.status == 1
    assert "is no collection" in ran.err


def test_a_collection_lends_its_templates(tmp_path: Path, intaglio: Any) -> None:
    site, out = tmp_path / "site", tmp_path / "out"
    write_sample(site, SampleOptions(articles=24, products=4, people=3, months=2))
    ran = intaglio("run", site, "-o", out, "--no-browser", "--no-records")
    assert ran.status == 0, ran.err
    known = {json.loads(line)["source"]: json.loads(line) for line in (out / "articles.jsonl").read_text().splitlines()}
    sizes = Counter(line["template"] for line in known.values())
    page = site / [name for name, line in known.items() if line["template"] == sizes.most_common(1)[0][0]][-1]
    ran = intaglio("article", page, "--collection", out)
    assert ran.status == 0, ran.err
    (line,) = lines(ran.out)
    own = known[page.relative_to(site).as_posix()]
    assert line["template"] == own["template"]
    assert line["text"] == own["text"]
    before = (out / "intaglio.db").read_bytes()
    stranger = tmp_path / "stranger.html"
    stranger.write_text(written(STORIES[0]), encoding="utf-8")
    (line,) = lines(intaglio("article", stranger, "--collection", out).out)
    assert line["template"] is None
    assert STORIES[0].paragraphs[0] in line["text"]
    assert (out / "intaglio.db").read_bytes() == before


@pytest.mark.browser
def test_the_paper_sees_the_page_as_rendered(saved: Path, intaglio: Any, chromium: Path) -> None:
    ran = intaglio("article", saved / "world" / "en.html", "--method", "single-pass", "--render", "--format", "text")
    assert ran.status == 0, ran.err
    assert "The high tide of early October" in ran.out
    assert "Privacy policy" not in ran.out
