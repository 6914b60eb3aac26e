"""What people say of kinds and columns: it holds in all outputs, and after a second run."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import intaglio as package
from intaglio.collection.collection import open_collection
from intaglio.run.collect import collect
from tests.collection.tables.conftest import PLAIN
from tests.conftest import Ran

Command = Callable[..., Ran]


def first_row(out: Path, slug: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads((out / "tables" / f"{slug}.jsonl").open(encoding="utf-8").readline())
    return row


def names(out: Path) -> list[str]:
    with open_collection(out) as opened:
        return [kind.name for kind in opened.kinds()]


def test_columns_are_renamed_hidden_typed_and_made_main_for_good(sample: Path, out: Path, intaglio: Command) -> None:
    ran = intaglio(
        "fields", out, "goods", "--rename", "price=cost", "--hide", "item", "--type", "rating=text", "--json"
    )
    assert ran.status == 0, ran.err
    columns = {one["name"]: one for one in map(json.loads, ran.out.splitlines())}
    assert columns["item"]["left_out"] == "hidden"
    assert "price" not in columns
    for again in (False, True):
        row = first_row(out, "goods")
        assert row["cost"].keys() == {"amount", "currency"}
        assert "item" not in row
        assert row["rating"] is None or isinstance(row["rating"], str)
        heads = (out / "tables" / "goods.csv").open(encoding="utf-8").readline()
        assert ",cost,cost_currency," in heads
        if not again:
            shutil.copyfile(next((sample / "goods").glob("*-*.html")), sample / "goods" / "one-more.html")
            collect([str(sample)], out, PLAIN)
            (sample / "goods" / "one-more.html").unlink()
    assert intaglio("fields", out, "goods", "--main", "item").status == 0
    assert "item" in first_row(out, "goods")


def test_a_column_is_found_again_by_its_values_when_its_place_has_changed(out: Path, intaglio: Command) -> None:
    assert intaglio("fields", out, "goods", "--rename", "name=article").status == 0
    with closing(sqlite3.connect(out / "intaglio.db")) as database, database:
        (target,) = database.execute("SELECT target FROM corrections").fetchone()
        moved = json.loads(target)
        moved["column"] = "gone"
        moved["places"] = [[site, template, "gone"] for site, template, _ in moved["places"]]
        database.execute("UPDATE corrections SET target = ?", [json.dumps(moved)])
        database.execute("UPDATE notes SET value = json_set(value, '$.said', json('[]')) WHERE key LIKE 'table k%'")
    assert intaglio("tables", out).status == 0
    assert "article" in first_row(out, "goods")


def test_names_of_fields_are_names_of_columns(out: Path, intaglio: Command) -> None:
    with open_collection(out) as opened:
        table = opened.table("goods")
        price = next(column for column in table.columns if column.name == "price")
        key, place = next(iter(price.places.items()))
    field = ".".join(place)
    assert intaglio("fields", out, key.template[:7], "--rename", f"{field}=cost").status == 0
    assert "cost" in first_row(out, "goods")
    assert intaglio("fields", out, key.template, "--hide", field).status == 2


def test_kinds_are_named_merged_and_split_for_good(sample: Path, out: Path, intaglio: Command) -> None:
    with open_collection(out) as opened:
        people, pages = opened.table("people").kind, opened.table("calendar").kind
    assert intaglio("kinds", out, "--name", "people=staff", "--merge", "goods", "calendar").status == 0
    for again in (False, True):
        assert "staff" in names(out)
        assert "calendar" not in names(out)
        with open_collection(out) as opened:
            goods = opened.table("goods").kind
            assert set(pages.templates) < set(goods.templates)
            assert opened.table("staff").kind.id == people.id
        assert (out / "tables" / "staff.jsonl").exists()
        assert not (out / "tables" / "calendar.jsonl").exists()
        kinds = {json.loads(line)["kind"] for line in (out / "pages.jsonl").read_text("utf-8").splitlines()}
        assert "staff" in kinds
        assert kinds == set(names(out))
        if not again:
            collect([str(sample)], out, PLAIN)
    assert intaglio("kinds", out, "--split", pages.templates[0].template).status == 0
    assert "calendar" in names(out)


def test_undone_things_are_as_they_were(out: Path, intaglio: Command) -> None:
    before = names(out)
    assert intaglio("kinds", out, "--merge", "goods", "stories").status == 0
    assert names(out) != before
    with open_collection(out) as opened:
        opened.undo(opened.corrections()[-1].id)
    assert names(out) == before


def test_wanted_values_make_columns(sample: Path, out: Path, intaglio: Command) -> None:
    row = first_row(out, "goods")
    wanted = ("--want", f"article={row['name']}", "--want", f"number={row['item']}")
    assert intaglio("tables", out, *wanted).status == 0
    for again in (False, True):
        assert list(first_row(out, "goods"))[3:5] == ["article", "number"]
        if not again:
            collect([str(sample)], out, PLAIN)


def test_a_wanted_value_that_is_nowhere_changes_nothing_and_is_told(out: Path, intaglio: Command) -> None:
    before = (out / "tables" / "goods.jsonl").read_bytes()
    ran = intaglio("tables", out, "--want", "price=no such thing at all")
    assert ran.status == 3
    assert ran.err.splitlines() == [line for line in ran.err.splitlines() if "looked in" in line]
    assert (out / "tables" / "goods.jsonl").read_bytes() == before


def test_statuses(out: Path, intaglio: Command) -> None:
    assert intaglio("fields", out, "no such kind").status == 1
    assert intaglio("fields", out, "k").status == 2  # every kind's id begins so
    assert intaglio("fields", out, "goods", "--hide", "no such column").status == 1
    assert intaglio("fields", out, "goods", "--type", "price=colour").status == 2
    assert intaglio("fields", out, "goods", "--rename", "price").status == 2
    assert intaglio("fields", out, "goods", "--rename", "price=name").status == 2
    assert intaglio("fields", out, "--rename", "a=b").status == 2
    assert intaglio("kinds", out, "--name", "goods=stories").status == 2
    assert intaglio("kinds", out, "--merge", "goods", "goods").status == 2
    assert intaglio("kinds", out, "--split", "zzz").status == 1
    assert intaglio("tables", out, "goods", "--columns", "name,flavour").status == 3
    assert intaglio("tables", out, "--want", "price").status == 2
    with open_collection(out) as opened:
        assert opened.corrections() == []


@pytest.mark.parametrize("command", ["fields", "tables", "kinds"])
def test_listings_fit_eighty_columns_and_are_json_on_request(
    out: Path, intaglio: Command, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = intaglio(command, out)
    assert shown.status == 0
    tables = [line for line in shown.out.splitlines() if not line.startswith(str(out))]
    assert max(map(len, tables)) <= 80
    assert "goods" in shown.out
    found = [json.loads(line) for line in intaglio(command, out, "--json").out.splitlines()]
    assert len(found) >= 5


def test_ignored_kinds_have_no_files(out: Path, intaglio: Command) -> None:
    with open_collection(out) as opened:
        kind = opened.table("calendar").kind
        opened.correct(package.What.IGNORE_KIND, package.Target(kind=kind.id), value=True)
        assert "calendar" not in [one.name for one in opened.kinds()]
        assert "calendar" in [one.name for one in opened.kinds(ignored=True)]
    assert intaglio("tables", out).status == 0
    assert not (out / "tables" / "calendar.jsonl").exists()
