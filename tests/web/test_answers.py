"""Queue, Article and Changes: what is answered there holds at once, in the files, and after the next run."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import open_collection
from intaglio.collection.review.cases import check_cases
from intaglio.collection.review.correction_files import import_corrections

from .conftest import Serving, fill, serving


@pytest.fixture
def own(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """An inspector of a copy, which may be corrected."""
    monkeypatch.setenv("INTAGLIO_TRUST", "1")
    with serving(Path(shutil.copytree(filled, tmp_path / "out"))) as found:
        yield found


def said(inspector: Serving, name: str, content: object) -> Any:
    answer = inspector.post(name, content)
    assert answer.status == 200, answer.text
    return json.loads(answer.text)


def articles(out: Path) -> dict[str, str]:
    lines = map(json.loads, (out / "articles.jsonl").read_text("utf-8").splitlines())
    return {line["source"]: line["text"] or "" for line in lines}


def test_a_place_is_put_out_of_the_articles_of_all_pages(own: Serving, site: Path) -> None:
    kinds = own.json("/kinds.json")["kinds"]
    stories = next(kind for kind in kinds if kind["name"] == "stories")
    template = max(stories["templates"], key=lambda one: one["pages"])
    screen = own.json(f"/templates/{template['id']}/article.json")
    place = max((one for one in screen["places"] if one["kept"]), key=lambda one: one["blocks"])
    target = {"places": [[template["site"], template["id"], None]], "block": place["place"]}
    correction = {"what": "body", "value": False, "target": target, "examples": []}
    preview = said(own, "preview", correction)
    assert preview["rows"] > 1
    assert any(one["before"] and one["after"] is None for one in preview["ten"])
    before = articles(own.folder)
    kept = said(own, "correct", correction)["kept"]["id"]

    now = own.json(f"/templates/{template['id']}/article.json")
    assert not any(one["kept"] for one in now["places"] if one["place"] == place["place"])
    gone = place["text"].split(" · ")[0]
    shown = own.json(f"/pages/{screen['page']['capture']}.json?show=text")["text"]["article"]
    assert gone not in shown
    said(own, "write", {})
    written = articles(own.folder)
    changed = [source for source, text in before.items() if written[source] != text]
    assert 1 < len(changed) <= preview["rows"]
    fill(site, own.folder)
    assert articles(own.folder) == written, "the next run keeps to it"

    said(own, "undo", {"correction": kept})
    said(own, "write", {})
    assert articles(own.folder) == before


def test_questions_go_when_they_are_answered_and_come_back(own: Serving) -> None:
    queue = own.json("/queue.json")
    seen = []
    while (question := queue["question"]) is not None:
        seen.append(question)
        queue = own.json(f"/queue.json?skip={','.join(one['id'] for one in seen)}")
    weights = [one["weight"] for one in seen]
    assert weights == sorted(weights, reverse=True)
    assert {one["sort"] for one in seen} == {"cell", "kinds"}
    for question in seen[:1] + [one for one in seen if one["sort"] == "kinds"][:1]:
        address = "/queue.json?skip=" + ",".join(one["id"] for one in seen if one is not question)
        assert own.json(address)["question"]["id"] == question["id"]
        action = "mark" if question["sort"] == "cell" else "correct"
        kept = said(own, action, question["answers"]["no"])["kept"]["id"]
        after = own.json(address)["question"]
        assert after is None or after["id"] != question["id"]
        said(own, "undo", {"correction": kept})
        assert own.json(address)["question"]["id"] == question["id"]


def test_a_mark_is_shown_before_it_is_kept_with_all_that_it_changes(own: Serving) -> None:
    goods = next(kind for kind in own.json("/kinds.json")["kinds"] if kind["name"] == "goods")
    table = own.json(f"/kinds/{goods['id']}/table.json?sort=read")
    column = next(one["id"] for one in table["columns"] if one["name"] == "item")
    marks = [
        {"kind": goods["id"], "column": column, "capture": row["capture"], "value": "wrong"}
        for row in table["rows"][:3]
    ]
    first = said(own, "preview", {"mark": marks[0]})
    (cell,) = first["ten"]
    assert (first["alone"], first["rows"], first["of"]) == (True, 1, table["total"])
    assert cell == {"title": table["rows"][0]["title"], "before": cell["before"], "after": None}
    assert cell["before"] in {each["text"] for each in table["rows"][0]["cells"]}
    assert [said(own, "mark", one)["kept"]["value"] for one in marks[:2]] == ["wrong", "wrong"]
    preview = said(own, "preview", {"mark": marks[2]})
    assert preview["rows"] > 3
    assert not preview["alone"]
    assert all(one["before"] and one["after"] is None for one in preview["ten"])
    assert own.json("/log.json")["total"] == 2, "nothing is kept before it is seen"
    said(own, "mark", marks[2])
    after = own.json(f"/kinds/{goods['id']}/table.json?sort=read")
    names = [one["id"] for one in after["columns"]]
    assert column not in names or not any(row["cells"][names.index(column)]["text"] for row in after["rows"])


def test_a_case_and_an_import_are_shown_before_they_are_kept(own: Serving) -> None:
    cells = said(own, "preview", {"case": 1})
    assert 0 < cells["rows"] <= cells["of"]
    assert cells["ten"][0]["before"]
    kept = said(own, "case", {"case": 1})["kept"]
    assert kept == cells["rows"]
    lines = own.get("/log/corrections.jsonl").text
    known = said(own, "preview", {"lines": lines})
    assert (known["rows"], known["of"]) == (0, kept)
    other = lines.replace('"value": "right"', '"value": "wrong"')
    assert said(own, "preview", {"lines": other})["rows"] == kept
    assert own.json("/log.json")["total"] == kept, "nothing is kept before it is seen"


def test_corrections_find_their_targets_where_templates_were_learned_anew(
    own: Serving, site: Path, tmp_path: Path
) -> None:
    goods = next(kind for kind in own.json("/kinds.json")["kinds"] if kind["name"] == "goods")
    column = next(one for one in own.json(f"/kinds/{goods['id']}/fields.json")["columns"] if one["name"] == "price")
    places = [[one["site"], one["id"], None] for one in goods["templates"]]
    target = {"kind": goods["id"], "column": column["id"], "places": column["places"]}
    said(own, "correct", {"what": "rename", "value": "amount", "target": target})
    said(own, "correct", {"what": "name-kind", "value": "wares", "target": {"kind": goods["id"], "places": places}})
    pages = own.json(f"/kinds/{goods['id']}/table.json?sort=read")["rows"]
    cases = said(own, "case", {"case": pages[-1]["capture"]})["kept"]

    later = tmp_path / "later"
    (later / "goods").mkdir(parents=True)
    for row in pages[len(pages) // 2 :]:
        shutil.copy(site / row["source"], later / "goods")
    fill(later, tmp_path / "anew")
    with open_collection(tmp_path / "anew") as other:
        templates = {key.template for kind in other.kinds() for key in kind.templates}
        assert not templates & {one["id"] for one in goods["templates"]}, "other pages have founded other templates"
        lines = own.get("/log/corrections.jsonl").text.splitlines()
        assert import_corrections(other, lines) == (2 + cases, 0)
        kind = next(kind for kind in other.kinds() if kind.name == "wares")
        assert "amount" in [one.name for one in other.table(kind).main]
        checked = check_cases(other)
    assert [one for one in checked if not one.holds] == []
    assert len(checked) == cases > 3


def test_merged_kinds_are_found_by_their_pages_where_templates_were_learned_anew(
    own: Serving, site: Path, tmp_path: Path
) -> None:
    kinds = {kind["name"]: kind for kind in own.json("/kinds.json")["kinds"]}
    goods, people = kinds["goods"], kinds["people"]
    target = {"kind": goods["id"], "places": [[one["site"], one["id"], None] for one in goods["templates"]]}
    said(own, "correct", {"what": "merge-kind", "value": people["id"], "target": target, "examples": []})
    founding = {one["id"] for kind in (goods, people) for one in kind["templates"]}
    for folder in ("goods", "people"):
        (tmp_path / "later" / folder).mkdir(parents=True)
    for row in own.json(f"/kinds/{goods['id']}/table.json?sort=read")["rows"]:
        text = (site / row["source"]).read_text("utf-8")
        (tmp_path / "later" / row["source"]).write_text(text.replace("</h1>", "</h1><hr>"), "utf-8")
    fill(tmp_path / "later", tmp_path / "anew")
    lines = own.get("/log/corrections.jsonl").text.splitlines()
    with open_collection(tmp_path / "anew") as other:
        templates = {key.template for kind in other.kinds() for key in kind.templates}
        assert not templates & founding
        before = {frozenset(kind.templates) for kind in other.kinds()}
        assert import_corrections(other, lines) == (1, 0)
        after = {frozenset(kind.templates) for kind in other.kinds()}
    (merged,) = after - before
    assert len(before - after) == 2
    assert merged == frozenset().union(*(before - after))


def test_two_columns_become_one(own: Serving) -> None:
    goods = next(kind for kind in own.json("/kinds.json")["kinds"] if kind["name"] == "goods")
    columns = {one["name"]: one for one in own.json(f"/kinds/{goods['id']}/fields.json")["columns"]}
    kept, taken = columns["item"], columns["name"]
    target = {"kind": goods["id"], "column": kept["id"], "places": kept["places"]}
    correction = {"what": "merge-column", "value": taken["id"], "target": target, "examples": []}
    assert "will be part of “item”" in said(own, "preview", correction)["words"]
    said(own, "correct", correction)
    now = {one["name"]: one for one in own.json(f"/kinds/{goods['id']}/fields.json")["columns"]}
    assert now["name"]["left_out"] == "part of item"
    assert now["item"]["fill"] >= kept["fill"]
    with open_collection(own.folder) as collection:
        said_of_it = [one for one in collection.corrections() if one.what == "merge-column"]
    assert said_of_it[0].examples, "the column is found again by its values"
    assert "name" not in [one["name"] for one in own.json(f"/kinds/{goods['id']}/table.json")["columns"]]


def test_runs_are_compared(own: Serving, site: Path, tmp_path: Path) -> None:
    (only,) = own.json("/changes.json")["runs"]
    with open_collection(own.folder) as collection:
        assert only["pages"] == sum(1 for _ in collection.pages())
    grown = Path(shutil.copytree(site, tmp_path / "grown"))
    fill(site, own.folder)
    assert len(own.json("/changes.json")["runs"]) == 1, "a run that changes nothing is not noted"
    story = next((grown / "stories").glob("*.html"))
    for number in range(3):
        shutil.copy(story, story.with_name(f"again-{number}.html"))
        text = story.with_name(f"again-{number}.html").read_text("utf-8")
        story.with_name(f"again-{number}.html").write_text(text.replace("<h1", f"<!-- {number} --><h1"), "utf-8")
    fill(grown, own.folder)
    changes = own.json("/changes.json")
    assert len(changes["runs"]) == 2
    assert changes["runs"][0]["new"] > 0
    assert {one["state"] for one in changes["templates"]} >= {"changed"}
    assert own.get("/changes").status == 200


def test_a_collection_of_an_older_release_has_no_runs_to_compare(own: Serving) -> None:
    with sqlite3.connect(own.folder / "intaglio.db") as database:
        database.execute("DELETE FROM runs")
    assert "No run has been noted yet" in own.get("/changes").text


def test_a_template_that_was_split_off_can_be_merged_again(own: Serving) -> None:
    def kinds() -> dict[str, list[str]]:
        return {one["id"]: [each["id"] for each in one["templates"]] for one in own.json("/kinds.json")["kinds"]}

    lone = [(id_, templates) for id_, templates in kinds().items() if len(templates) == 1]
    (first, (template,)), (second, (other,)) = lone[:2]
    both = {template, other}
    said(own, "correct", {"what": "merge-kind", "target": {"kind": first}, "value": second})
    assert both in map(set, kinds().values())
    site = own.json("/kinds.json")["kinds"][0]["templates"][0]["site"]
    said(own, "correct", {"what": "split-kind", "target": {"places": [[site, template, None]]}, "value": True})
    assert both not in map(set, kinds().values())
    now = {templates[0]: id_ for id_, templates in kinds().items() if both & set(templates)}
    target = {"kind": now[template], "places": [[site, template, None]]}
    said(own, "correct", {"what": "merge-kind", "target": target, "value": now[other]})
    assert both in map(set, kinds().values()), "what is said last holds"
