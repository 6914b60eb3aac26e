"""Tables of made-up pages: columns, names, types, what is left out, what people choose."""

from collections.abc import Mapping
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.tables import (
    Choices,
    Column,
    ColumnChoices,
    Kind,
    Table,
    TableOptions,
    TemplateKey,
    field_facts,
    find_table,
)
from intaglio.tables.columns.examples import chosen
from intaglio.wrapper import extract, learn

NAMES = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath", "Iris", "Juniper")
KEY = TemplateKey("shop", "t1")
KIND = Kind("k1", "goods", "goods", (KEY,), listing=False, pages=len(NAMES))


def markup(number: int) -> str:
    name = NAMES[number]
    reviews = "".join(
        f"<li><b>{NAMES[(3 * number + n) % 10]}{n}</b><p>Review {n} of {name}</p></li>"
        for n in range(1, 4 + number % 3)
    )
    return (
        f"<html><head><title>{name} lamp - Shop</title></head><body><nav><a href='/a{number}'>Cart {number}</a></nav>"
        f"<main><h1>{name} lamp</h1><p class='price'>${number + 10}.50</p><p>Height: {number + 3} cm</p>"
        f"<p class='again'>{name} lamp</p><ul class='reviews'>{reviews}</ul></main></body></html>"
    )


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    pages = [Page.parse(markup(number)) for number in range(len(NAMES))]
    wrapper = learn(pages)
    return [
        {"source": f"{n}", "url": None, "template": "t1", "title": page.title, "fields": extract(wrapper, page).fields}
        for n, page in enumerate(pages)
    ]


@pytest.fixture(scope="module")
def facts() -> Mapping[TemplateKey, Any]:
    return {KEY: field_facts(learn([Page.parse(markup(number)) for number in range(len(NAMES))]))}


def made(lines: list[dict[str, Any]], facts: Mapping[TemplateKey, Any], **choices: Any) -> Table:
    return find_table(KIND, lambda: lines, facts, Choices(columns={"k1": ColumnChoices(**choices)}), TableOptions())


def test_the_main_thing_comes_first_and_values_are_typed(lines: Any, facts: Any) -> None:
    table = made(lines, facts)
    row = table.row(lines[2])
    assert table.main[0].name == "name"
    assert row["name"] == "Cedar lamp"
    assert row["price"] == {"amount": 12.5, "currency": "$"}
    assert row["height"] == "5 cm"


def test_lists_are_inside(lines: Any, facts: Any) -> None:
    table = made(lines, facts)
    reviews = next(column for column in table.kept if column.type == "list")
    assert [len(table.row(line)[reviews.name]) for line in lines[:4]] == [3, 4, 5, 3]


def test_what_is_left_out_says_why(lines: Any, facts: Any) -> None:
    why = {column.left_out for column in made(lines, facts).columns}
    assert "furniture" in why


def test_choices_hold(lines: Any, facts: Any) -> None:
    table = made(lines, facts, names={"price": "cost"}, hidden=frozenset({"name"}), types={"height": "text"})
    assert "cost" in table.row(lines[0])
    assert "name" not in table.row(lines[0])


def test_examples_name_columns(lines: Any, facts: Any) -> None:
    table = made(lines, facts, wanted=(("how_tall", "7 cm"), ("nothing", "no such value")))
    assert table.main[0].name == "how_tall"
    assert table.row(lines[0])["how_tall"] == "3 cm"
    assert any("nothing" in note for note in table.notes)


def test_wishes_are_found_or_said_to_be_missing(lines: Any, facts: Any) -> None:
    table = made(lines, facts, wished=("price", "colour"))
    assert [column.name for column in table.main] == ["price"]
    assert len(table.notes) == 1


def test_one_example_is_of_the_column_that_holds_nothing_else(lines: Any, facts: Any) -> None:
    others = [{"text": f"${n + 10}.50"} for n in range(10)]
    shown = [{**line, "fields": {**line["fields"], "bought_with": [others[n - 1], others[n - 2]]}}
             for n, line in enumerate(lines)]  # fmt: skip
    table = find_table(KIND, lambda: shown, facts, Choices(columns={"k1": ColumnChoices(wanted=(("cost", "12.50"),))}))
    assert table.row(shown[0])["cost"] == {"amount": 10.5, "currency": "$"}


def test_examples_that_stand_in_two_ways_are_one_column(lines: Any, facts: Any) -> None:
    shown = [{**line, "fields": {**line["fields"], "maker" if n % 2 else "made_by": f"Maker {name}"}}
             for n, (line, name) in enumerate(zip(lines, NAMES, strict=True))]  # fmt: skip
    wanted = (("firm", "Maker Amber"), ("firm", "Maker Birch"), ("firm", "Maker Cedar"))
    table = made(shown, facts, wanted=wanted)
    assert [table.row(line)["firm"] for line in shown] == [f"Maker {name}" for name in NAMES]
    assert [one.id for one in table.columns if one.left_out == "stands in for another column"] == ["maker"]
    only = made(shown, facts, wanted=wanted[:1])
    assert [table.row(line)["firm"] for line in shown[:3]] == ["Maker Amber", "Maker Birch", "Maker Cedar"]
    assert [only.row(line)["firm"] for line in shown[:3]] == ["Maker Amber", None, "Maker Cedar"]


def test_what_is_said_of_a_column_is_not_said_of_one_whose_name_is_its_id() -> None:
    places = {KEY: ("jobs",)}
    one = Column("jobs", "description", "text", main=True, origin="text", places=places)
    other = Column("count", "jobs", "text", main=True, origin="text", places=places)
    choices = ColumnChoices(types={"count": "number", "jobs": "list"}, main=("count",))
    table = chosen(Table(KIND, (one, other)), tuple, choices)
    assert [(column.name, column.type) for column in table.main] == [("jobs", "number"), ("description", "list")]


def test_texts_of_several_paragraphs_keep_them(lines: Any, facts: Any) -> None:
    table = made(lines, facts)
    again = next(column for column in table.kept if column.type == "text")
    (field,) = again.places[KEY]
    typed = {field: "## First\n\nand *second*"}
    assert table.row({**lines[0], "typed": typed})[again.name] == typed[field]
    assert table.row({**lines[0], "typed": {field: "2025-03-30"}})[again.name] == lines[0]["fields"][field]
