"""Marked cells as cases; corrections carried from one collection to another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.corrections.correction import Place, Target, What
from intaglio.collection.page_lines import areas_in
from intaglio.collection.review.cases import cases_of, check_cases, mark_of
from intaglio.collection.review.correction_files import export_lines, import_corrections
from intaglio.collection.review.stale_files import write_files
from intaglio.errors import BadCorrection
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from intaglio.sources import SavedOptions


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases") / "site"
    write_sample(folder, SampleOptions(articles=3, products=10, people=4, months=1))
    return folder


@pytest.fixture
def out(site: Path, tmp_path: Path) -> Path:
    saved = SavedOptions(base_url="http://quillmarsh.example/")
    collect([site], tmp_path / "out", RunOptions(LearnOptions(method="text-blocks"), browser=False, saved=saved))
    return tmp_path / "out"


def mark(collection: Collection, name: str, value: str, **changed: Any) -> None:
    table = collection.table("goods")
    column = next(one for one in table.main if one.name == name)
    line = next(collection.records(template=table.kind.templates[0].template))
    one = mark_of(table, column, line, table.kind.templates[0], value, **changed)
    collection.correct(one.what, one.target, one.value, examples=one.examples)


def test_what_is_confirmed_is_checked(out: Path, intaglio: Callable[..., Any]) -> None:
    with open_collection(out) as collection:
        mark(collection, "price", "right")
        assert cases_of(collection, collection.table("goods"), 0) == [], "a page that is not there has no cells"
    ran = intaglio("check", out)
    assert (ran.status, ran.out.strip()) == (0, "1 of 1 confirmed values still right")
    with open_collection(out) as collection:
        mark(collection, "name", "wrong")
        mark(collection, "item", "right", rightly="QM-0000")
        assert [case.holds for case in check_cases(collection)] == [True, False, False]
    ran = intaglio("check", out)
    assert ran.status == 3
    assert "1 of 3 confirmed values still right" in ran.out
    assert "not 'QM-0000'" in ran.out
    lines = [json.loads(line) for line in intaglio("check", out, "--json").out.splitlines()]
    assert [line["holds"] for line in lines] == [True, False, False]


def test_a_case_survives_a_renamed_column(out: Path) -> None:
    with open_collection(out) as collection:
        mark(collection, "price", "right")
        column = next(one for one in collection.table("goods").main if one.name == "price")
        target = Target(collection.table("goods").kind.id, column.id)
        collection.correct(What.RENAME, target, "amount")
        (case,) = check_cases(collection)
        assert (case.column, case.holds) == ("amount", True)


def test_corrections_go_from_one_collection_to_another(
    out: Path, site: Path, tmp_path: Path, intaglio: Callable[..., Any]
) -> None:
    with open_collection(out) as collection:
        mark(collection, "price", "right")
        collection.correct(What.NAME_KIND, Target(kind=collection.table("goods").kind.id), "wares")
        taken_back = collection.correct(What.NAME_KIND, Target(kind=collection.table("people").kind.id), "folk")
        collection.undo(taken_back.id)
    exported = intaglio("corrections", "export", out).out
    assert len(exported.splitlines()) == 4
    file = tmp_path / "corrections.jsonl"
    file.write_text(exported, encoding="utf-8")
    saved = SavedOptions(base_url="http://quillmarsh.example/")
    other = tmp_path / "other"
    collect([site], other, RunOptions(LearnOptions(method="text-blocks"), browser=False, saved=saved))
    assert "4 corrections added, 0 known" in intaglio("corrections", "import", other, file).err
    assert "0 corrections added, 4 known" in intaglio("corrections", "import", other, file).err
    with open_collection(other) as collection:
        names = {kind.name for kind in collection.kinds()}
        assert "wares" in names
        assert "folk" not in names
        assert [case.holds for case in check_cases(collection)] == [True]


@pytest.mark.parametrize("line", ["{}", "[1]", "no json", '{"what": "rename", "target": {}, "value": "x"}'])
def test_an_import_is_all_or_nothing(out: Path, line: str) -> None:
    with open_collection(out) as collection:
        good = {"what": "name-kind", "target": {"kind": collection.table("goods").kind.id}, "value": "wares", "id": 1}
        with pytest.raises(BadCorrection, match="line 2"):
            import_corrections(collection, [json.dumps(good), line])
        assert export_lines(collection) == []


def test_a_role_that_was_given_goes_through_all_outputs(out: Path) -> None:
    with open_collection(out) as collection:
        key = collection.table("goods").kind.templates[0]
        target = Target(places=(Place(key.site, key.template),), area=2)
        given = collection.correct(What.ROLE, target, "menu")
    write_files(out)

    def roles() -> list[set[str | None]]:
        with open_collection(out) as collection:
            pages = list(collection.pages(template=key.template))
        lines = [json.loads(line) for line in (out / "pages.jsonl").read_text("utf-8").splitlines()]
        written = [line for line in lines if line["template"] == key.template]
        assert len(pages) == len(written) > 5
        return [
            {one["role"] for page in some for one in areas_in(page["areas"]) if one["id"] == 2}
            for some in (pages, written)
        ]

    assert roles() == [{"menu"}, {"menu"}]
    with open_collection(out) as collection:
        collection.undo(given.id)
    write_files(out)
    assert {"menu"} not in roles()


def test_undo_names_a_correction(out: Path, intaglio: Callable[..., Any]) -> None:
    assert intaglio("corrections", "undo", out, "7").status == 1
    assert intaglio("corrections", "undo", out, "x").status == 2
    assert intaglio("corrections", "burn", out).status == 2
