"""Merged columns, and columns led by cells that were found right or wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from intaglio.collection.collection import Collection, open_collection
from intaglio.collection.corrections.correction import Target, What
from intaglio.collection.packs.write_pack import write_pack
from intaglio.collection.review.cases import check_cases, mark_of
from intaglio.collection.tables.said.bound_columns import WRONG_OFTEN
from intaglio.collection.tables.said.said_of_columns import column_target, examples_of
from intaglio.tables import Column, Table


@pytest.fixture
def goods(out: Path) -> Any:
    with open_collection(out) as collection:
        yield collection


def column(table: Table, name: str) -> Column:
    return next(one for one in table.columns if one.name == name)


def cells(collection: Collection, name: str) -> list[Any]:
    """Of the pages of the first template."""
    template = collection.table("goods").kind.templates[0].template
    return [row[name] for row in collection.rows("goods", ["*"]) if row["template"] == template]


def mark(collection: Collection, name: str, value: str, row: int, rightly: str | None = None) -> int:
    table = collection.table("goods")
    key = table.kind.templates[0]
    line = list(collection.records(template=key.template))[row]
    one = mark_of(table, column(table, name), line, key, value, rightly)
    return collection.correct(one.what, one.target, one.value, examples=one.examples).id


def merge(collection: Collection, kept: str, taken: str) -> int:
    table = collection.table("goods")
    target, other = column_target(table, column(table, kept)), column(table, taken)
    with collection.store.reading() as tx:
        examples = examples_of(tx, table, other)
    return collection.correct(What.MERGE_COLUMN, target, other.id, examples=examples).id


def test_a_merged_column_has_what_either_had(goods: Collection, out: Path) -> None:
    table = goods.table("goods")
    sparse = next(one for one in table.kept if one.type == "text" and 0 < one.fill < 1)
    before, names = cells(goods, sparse.name), cells(goods, "name")
    number = merge(goods, sparse.name, "name")
    assert all(now == was for now, was in zip(cells(goods, sparse.name), before, strict=True) if was is not None)
    assert all(value is not None for value in cells(goods, sparse.name))
    merged = column(goods.table("goods"), sparse.name)
    assert merged.fill > sparse.fill
    assert column(goods.table("goods"), "name").left_out == f"part of {sparse.name}"
    packed = out.parent / "pack"
    write_pack([out], packed)
    with open_collection(packed) as other:
        assert column(other.table("goods"), sparse.name).also
    goods.undo(number)
    assert cells(goods, "name") == names
    assert cells(goods, sparse.name) == before


def test_the_right_value_leads_its_column_there_on_all_pages(goods: Collection) -> None:
    items, prices = cells(goods, "item"), cells(goods, "price")
    raw = next(goods.records(template=goods.table("goods").kind.templates[0].template))
    price = column(goods.table("goods"), "price")
    place = price.places[goods.table("goods").kind.templates[0]]
    text = raw["fields"][place[0]]
    number = mark(goods, "item", "right", 0, text)
    now = cells(goods, "item")
    assert text in now
    assert not set(now) & set(items)
    mark(goods, "item", "right", 1)
    renamed = column_target(goods.table("goods"), column(goods.table("goods"), "item"))
    again = goods.correct(What.RENAME, renamed, "sum")
    assert cells(goods, "sum") == now, "what is said of it later is said of it, not of the column whose place it has"
    goods.undo(again.id)
    assert all(case.holds for case in check_cases(goods))
    goods.undo(number)
    assert (cells(goods, "item"), cells(goods, "price")) == (items, prices)


def test_right_cells_outvote_one_that_points_elsewhere(goods: Collection) -> None:
    items = cells(goods, "item")
    name = cells(goods, "name")[0]
    mark(goods, "item", "right", 1)
    mark(goods, "item", "right", 2)
    mark(goods, "item", "right", 0, name)
    assert cells(goods, "item") == items
    assert [case.holds for case in check_cases(goods)] == [True, True, False]


def test_a_column_that_is_wrong_again_and_again_takes_nothing_from_there(goods: Collection) -> None:
    items = cells(goods, "item")
    numbers = [mark(goods, "item", "wrong", row) for row in range(WRONG_OFTEN)]
    assert set(cells(goods, "item")) == {None}
    assert all(case.holds for case in check_cases(goods))
    goods.undo(numbers[0])
    assert cells(goods, "item") == items


def test_kinds_that_are_kept_apart_stay_two(goods: Collection) -> None:
    kinds = {kind.name: kind for kind in goods.kinds()}
    people, goods_kind = kinds["people"], kinds["goods"]
    merged = goods.correct(What.MERGE_KIND, Target(goods_kind.id), people.id)
    assert "people" not in {kind.name for kind in goods.kinds()}
    apart = goods.correct(What.KEEP_APART, Target(goods_kind.id), people.id)
    assert "people" in {kind.name for kind in goods.kinds()}
    goods.undo(apart.id)
    assert "people" not in {kind.name for kind in goods.kinds()}
    goods.undo(merged.id)


def test_corrections_of_two_columns_are_carried(goods: Collection, intaglio: Callable[..., Any], out: Path) -> None:
    merge(goods, "name", "price")
    (line,) = intaglio("corrections", "export", out).out.splitlines()
    said = json.loads(line)
    assert (said["what"], said["value"]) == ("merge-column", column(goods.table("goods"), "price").id)
    assert said["examples"]
