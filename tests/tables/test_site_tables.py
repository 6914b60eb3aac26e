"""Whole sites, read as a run reads them: kinds, and one table of each kind of thing."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from intaglio.evaluate.tables.site_tables import SiteTables, site_tables
from intaglio.sample.write_site import write_sample
from intaglio.tables import Kind, Table, find_table

CASES = Path("../shared/cases")
ORDERS = ("names-and-lists", "lost-values")


def table_of(site: SiteTables, kind: Kind) -> tuple[Table, list[Mapping[str, Any]]]:
    lines = [site.lines[number] for number in site.pages_of(kind)]
    return find_table(kind, lambda: lines, site.facts), lines


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], SiteTables]:
    """The labels of half of the sample site's pages, and what came of them."""
    folder = tmp_path_factory.mktemp("sample") / "site"
    write_sample(folder)
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines()][::2]
    urls = [f"https://quillmarsh.example/{row['page']}" for row in rows]
    bodies = [(folder / row["page"]).read_bytes() for row in rows]
    return [row["template"] for row in rows], site_tables("quillmarsh.example", bodies, urls)


@pytest.mark.parametrize(("name", "label"), [("stories", "story"), ("goods", "product")])
def test_the_sample_site_has_one_table_of_each(sample: tuple[list[str], SiteTables], name: str, label: str) -> None:
    labels, site = sample
    kind = next(kind for kind in site.kinds if kind.name == name)
    assert site.pages_of(kind) == [number for number, one in enumerate(labels) if one == label]
    table, lines = table_of(site, kind)
    assert table.main[0].name == "name"
    assert any(column.type == "list" for column in table.main)
    assert all(table.row(line)["name"] for line in lines)


def test_goods_have_prices(sample: tuple[list[str], SiteTables]) -> None:
    _, site = sample
    table, lines = table_of(site, next(kind for kind in site.kinds if kind.name == "goods"))
    assert all(set(table.row(line)["price"]) == {"amount", "currency"} for line in lines)
    assert [column.name for column in table.main][:10].count("price") == 1


def test_parts_of_reviews_are_called_as_records_call_them(sample: tuple[list[str], SiteTables]) -> None:
    _, site = sample
    table, _ = table_of(site, next(kind for kind in site.kinds if kind.name == "goods"))
    reviews = next(column for column in table.columns if column.name == "what_buyers_say")
    assert [item.name for item in reviews.items] == ["rating", "author", "text"], "not by the heading above the list"


def test_stories_come_in_the_order_people_look_for(sample: tuple[list[str], SiteTables]) -> None:
    _, site = sample
    table, _ = table_of(site, next(kind for kind in site.kinds if kind.name == "stories"))
    names = [column.name for column in table.main]
    assert names[:4] == ["name", "author", "date", "text"]
    assert "category" in names[:6]
    assert names.index("text") < names.index("read_on"), "what the page is for, before links to others"
    assert {"location", "who"} <= {column.name for column in table.columns}, "rows with header cells, in any order"


def test_dates_in_a_list_are_called_so(sample: tuple[list[str], SiteTables]) -> None:
    _, site = sample
    table, _ = table_of(site, next(kind for kind in site.kinds if kind.name == "people"))
    stories = next(column for column in table.columns if column.name == "stories")
    assert [item.name for item in stories.items if item.left_out is None] == ["name", "date"]


@pytest.mark.skipif(not CASES.is_dir(), reason=f"{CASES} is not there")
@pytest.mark.parametrize("order", ORDERS)
def test_the_cases_are_one_table_with_lists_inside(order: str) -> None:
    files = sorted((CASES / order).glob("*.html"))
    expected = json.loads((CASES / order / "expected.json").read_text("utf-8"))
    site = site_tables(order, [file.read_bytes() for file in files])
    (kind,) = site.kinds
    table, lines = table_of(site, kind)
    reviews = next(column for column in table.main if column.items)
    for file, line in zip(files, lines, strict=True):
        row, due = table.row(line), expected[file.name]
        assert {row["name"], row["cuisine"], row["height"]} == {due["name"], due["cuisine"], due["height"]}
        assert row["genre"] == [one["text"] for one in due["genres"]]
        assert [list(one.values()) for one in row[reviews.name]] == [list(one.values()) for one in due["reviews"]]
        if due["old_price"]:
            assert f"${row['price']['amount']:g}" == due["price"]
            assert f"${row['old_price']['amount']:g}" == due["old_price"]
