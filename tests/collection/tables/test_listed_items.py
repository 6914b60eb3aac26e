"""Rows of listings, as they are shown beside their tables."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from intaglio.collection.tables.list_rows import ListTable
from intaglio.collection.tables.listing_links import PageDirectory, PageFound
from intaglio.collection.tables.table_rows import listed_items, shown_table
from intaglio.store.rows import PageAddress
from intaglio.tables import Column, Kind, Table, TemplateKey

KEY = TemplateKey("shop", "t1")
KIND = Kind("k1", "goods", "goods", (KEY,), listing=True, pages=3)


def column(name: str, **more: object) -> Column:
    return replace(Column(name, name, "text", main=True, origin="text", places={KEY: (name,)}), **more)  # type: ignore[arg-type]


def test_a_listing_shows_what_it_lists_and_other_pages_do_not() -> None:
    items = (column("name"), column("price"), column("address", left_out="address"))
    columns = (column("count"), column("goods", type="list", items=items))
    rows: list[dict[str, Any]] = [
        {"count": "2", "goods": [{"name": "Lamp", "price": "5", "address": "/l"}, {"name": "Oil"}]},
        {"count": "0", "goods": None},
        {"count": "1", "goods": [{"name": "Wick", "price": "1"}]},
    ]
    found = [{"name": "Lamp", "price": "5"}, {"name": "Oil", "price": None}, {"name": "Wick", "price": "1"}]
    shown = shown_table(Table(KIND, columns))
    assert listed_items(shown, rows, 5) == ("goods", found)
    assert listed_items(shown, rows, 2) == ("goods", found[:2])
    assert listed_items(shown_table(Table(replace(KIND, listing=False), columns)), rows, 5) is None
    assert listed_items(shown_table(Table(KIND, columns[:1])), rows, 5) is None


def test_lists_within_items_are_rows_of_a_child_table() -> None:
    shares = column("shares", type="list", places={KEY: ("body", "shares")})
    line = {
        "source": "1.html", "url": None, "template": "t1",
        "fields": {"body": [{"shares": ["1 % here", "2 % there"]}, {"shares": ["3 % gone"]}]},
    }  # fmt: skip
    found = list(ListTable(Table(KIND, (shares,)), "shares", shares).rows(line, None))
    assert [row["shares"] for row in found] == ["1 % here", "2 % there", "3 % gone"]
    assert [row["position"] for row in found] == [0, 1, 2]


def test_a_link_to_a_folder_leads_to_its_saved_index() -> None:
    rows = [("goods/oak/index.html", "http://shop.example/goods/oak/index.html"), ("elm/index.html", None)]
    pages = [PageAddress("shop", "t1", url, source) for source, url in rows]
    stored = SimpleNamespace(tx=SimpleNamespace(pages=SimpleNamespace(addresses=lambda: pages)), by_template={})
    found = PageDirectory.of(stored)  # type: ignore[arg-type]
    assert found.find("http://shop.example/goods/oak/") == found.find("http://shop.example/goods/oak/index.html#top")
    assert found.find("elm/") == PageFound("elm/index.html", None)
    assert found.find("http://shop.example/goods/") is None
