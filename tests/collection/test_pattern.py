"""`intaglio pattern` and `extract --strict`: the pattern tree of a template, and pages outside its language."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

Command = Callable[..., Ran]
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")


def person(name: str, more: str = "") -> str:
    return f"<title>{name}</title><body><h1>{name}</h1><p>Born in <b>{len(name)}00{name[0]}</b></p>{more}<i>Imprint</i>"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from intaglio.run.collect import RunOptions, collect
    from intaglio.run.site_learner import LearnOptions

    folder = tmp_path_factory.mktemp("people")
    for name in NAMES:
        (folder / f"{name}.html").write_text(person(name), encoding="utf-8")
    made = tmp_path_factory.mktemp("out")
    collect(folder, made, RunOptions(LearnOptions("text-blocks"), browser=False, articles=None))
    return made


@pytest.fixture
def template(out: Path) -> str:
    (only,) = {json.loads(line)["template"] for line in (out / "pages.jsonl").read_text("utf-8").splitlines()}
    return str(only)


def test_the_tree_is_shown_with_a_line_a_node(intaglio: Command, out: Path, template: str) -> None:
    ran = intaglio("pattern", out, template[:5])
    assert ran.status == 0
    assert "    <h1>\n      …\n    <p>\n      'Born in'\n      <b>\n        …" in ran.out


def test_the_tree_as_json_and_as_a_picture(intaglio: Command, out: Path, template: str, tmp_path: Path) -> None:
    nodes = json.loads(intaglio("pattern", out, template, "--json").out)["nodes"]
    assert [node["type"] for node in nodes if node["symbol"] == "#text"].count("variant") == 3
    picture = tmp_path / "tree.svg"
    assert intaglio("pattern", out, template, "-o", picture).status == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert intaglio("pattern", out, template, "-o", tmp_path / "tree.png").status == 2


def test_pages_of_the_template_are_in_its_language(intaglio: Command, out: Path, template: str) -> None:
    ran = intaglio("pattern", out, template, "--pages")
    assert (ran.out, ran.err) == ("", "0 of 6 pages are outside the strict language\n")


def test_the_reports_procedure_learns_the_same_people(intaglio: Command, out: Path, template: str) -> None:
    words = ("--method", "report", "--structure-delta", ".7", "--text-delta", ".75")
    assert "'Born in'" in intaglio("pattern", out, template, *words).out
    ran = intaglio("pattern", out, template, *words, "-k", "3", "--pages")
    assert "of 6 pages are outside" in ran.err


def test_what_is_not_there_is_said(intaglio: Command, out: Path) -> None:
    assert "no template 'zzz'" in intaglio("pattern", out, "zzz").err


def test_strict_records_come_only_from_pages_in_the_language(intaglio: Command, out: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    (new / "1.html").write_text(person("Gus"), encoding="utf-8")
    (new / "2.html").write_text(person("Hal").replace("Born", "Found"), encoding="utf-8")
    lines = [json.loads(line) for line in intaglio("extract", out, new, "--strict").out.splitlines()]
    assert ["Gus" in json.dumps(line["fields"]) for line in lines] == [True, False]
    assert lines[1]["fields"] == {}
    loose = [json.loads(line) for line in intaglio("extract", out, new).out.splitlines()]
    assert "Hal" in json.dumps(loose[1]["fields"])


def test_why_a_page_is_outside() -> None:
    from intaglio.page import Page
    from intaglio.wrapper import learn
    from intaglio.wrapper.page_model.page_tree import Tree

    strict = learn([Page.parse(person(name)) for name in NAMES]).strict
    why = [strict.why_not(Tree(Page.parse(html))) for html in (
        person("Gus"), person("Gus", "<ul><li>x</ul>"), person("Gus").replace("Born in", "Died in"),
        person("Gus").replace("<i>Imprint</i>", ""),
    )]  # fmt: skip
    assert why[0] is None
    assert why[1] == "html/body/ul stands where <i> is due"
    assert why[2] == "'Died in' in html/body/p stands where 'Born in' is due"
    assert why[3] == "html/body ends without <i>"
