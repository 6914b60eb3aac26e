"""Tables beyond their files: in rows of new pages, searches, the list of templates, the report, old collections."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from intaglio.collection.collection import open_collection
from intaglio.collection.report.kind_section import column_places
from tests.collection.tables.conftest import BASE
from tests.conftest import Ran

Command = Callable[..., Ran]


def test_extract_prints_the_row_beside_the_record(sample: Path, out: Path, intaglio: Command) -> None:
    assert intaglio("fields", out, "goods", "--rename", "price=cost").status == 0
    ran = intaglio("extract", out, sample, "--base-url", BASE)
    found = {line["source"]: line for line in map(json.loads, ran.out.splitlines())}
    rows = [json.loads(line) for line in (out / "tables" / "goods.jsonl").read_text("utf-8").splitlines()]
    assert rows
    for row in rows:
        line = found[row["source"]]
        assert line["kind"] == "goods"
        assert {name: row[name] for name in ("url", "source", "template")} | line["row"] == row
        assert {"fields", "typed", "misfits"} <= line.keys()


def test_a_page_that_nobody_knows_has_no_row(out: Path, intaglio: Command, tmp_path: Path) -> None:
    (tmp_path / "odd.html").write_text("<table><tr><td>1<td>2</table>", "utf-8")
    line = json.loads(intaglio("extract", out, tmp_path / "odd.html").out)
    assert (line["template"], line["kind"], line["row"]) == (None, None, None)


def test_search_takes_names_of_columns_and_of_fields(out: Path, intaglio: Command) -> None:
    with open_collection(out) as opened:
        table = opened.table("goods")
        raw = ".".join(next(iter(table.main[0].places.values())))
    assert table.main[0].name == "name" != raw
    row = json.loads((out / "tables" / "goods.jsonl").open(encoding="utf-8").readline())
    word = row["name"].split()[0]
    assert intaglio("fields", out, "goods", "--rename", "name=article").status == 0
    expected = {
        json.loads(line)["source"]
        for line in (out / "tables" / "goods.jsonl").read_text("utf-8").splitlines()
        if word in json.loads(line)["article"].split()
    }
    for name in ("article", raw):
        ran = intaglio("search", out, f"{name}:{word}", "--limit", "100", "--json")
        assert expected <= {json.loads(line)["source"] for line in ran.out.splitlines()}, name
    assert not intaglio("search", out, f"sku:{word}", "--json").out
    assert intaglio("search", out, "absent<80").err == "nothing found: to compare a field, write absent:<80\n"


def test_templates_are_listed_with_their_kind(out: Path, intaglio: Command) -> None:
    listed = [json.loads(line) for line in intaglio("templates", out, "--json").out.splitlines()]
    with open_collection(out) as opened:
        kinds = {key.template: kind.name for kind in opened.kinds() for key in kind.templates}
    assert {one["template"]: one["kind"] for one in listed} == kinds
    assert "goods" in intaglio("templates", out).out


@pytest.mark.parametrize("command", [("tables",), ("kinds",), ("fields",), ("templates",)])
def test_a_collection_that_knows_no_kinds_has_them_when_asked(
    out: Path, intaglio: Command, command: tuple[str, ...]
) -> None:
    with closing(sqlite3.connect(out / "intaglio.db")) as database, database:
        database.execute("DELETE FROM notes WHERE key IN ('kinds', 'page kinds', 'table files') OR key LIKE 'table k%'")
    ran = intaglio(command[0], out)
    assert ran.status == 0
    assert "goods" in ran.out


def test_the_report_shows_kinds_columns_and_rows(out: Path) -> None:
    html = (out / "report.html").read_text("utf-8")
    with open_collection(out) as opened:
        table = opened.table("goods")
        rows = list(opened.rows("goods"))
    section = html.partition("<h3>goods</h3>")[2].partition("</article>")[0]
    for column in table.main:
        assert f"<b>{column.name}</b>" in section
    assert sum(row["name"] in section for row in rows) >= 5
    assert all(f"-{key.template}" in section for key in table.kind.templates)


def test_columns_are_in_the_smallest_area_that_has_their_value(out: Path) -> None:
    with open_collection(out) as opened, opened.store.reading() as tx:
        table = opened.table("goods")
        (key, *_) = table.kind.templates
        record = next(tx.records.records(template=key.template))
        fields = json.loads(record.line)["fields"]
        name = table.main[0].value(fields, key)
        parts = next(column for column in table.main if column.name == "parts")
        amount = parts.value(fields, key)
    texts = {0: f"Shop {name} and more", 1: name, 2: f"{amount}.5", 3: f"{amount} left", 4: f"Parts {amount}"}
    places = column_places(table, key, fields, texts)
    assert table.main[0].name in places[1]
    assert "parts" in places[4], "by its label: other areas have the number, too"
    assert "parts" in column_places(table, key, fields, {2: texts[2], 3: texts[3]})[3], "no part of another number"
