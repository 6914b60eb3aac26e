"""Tables of made-up pages: columns, names, types, what is left out, what people choose."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.tables import (
    Choices,
    Column,
    ColumnChoices,
    FieldFacts,
    Kind,
    Table,
    TableOptions,
    TemplateKey,
    field_facts,
    find_table,
)
from intaglio.tables.columns.examples import chosen
from intaglio.wrapper import extract, learn, wrapper_codec

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


def test_a_stored_wrapper_tells_the_same_facts(facts: Any) -> None:
    learned = learn([Page.parse(markup(number)) for number in range(len(NAMES))])
    stored = wrapper_codec.loads(wrapper_codec.dumps(learned))
    assert learned.parts
    assert not stored.parts
    assert field_facts(stored) == field_facts(learned) == facts[KEY]


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


def test_names_of_one_column_keep_what_stands_in_for_it(lines: Any, facts: Any) -> None:
    shown = [{**line, "fields": {**line["fields"], "maker" if n % 2 else "made_by": f"Maker {name}"}}
             for n, (line, name) in enumerate(zip(lines, NAMES, strict=True))]  # fmt: skip
    both = (("firm", "Maker Amber"), ("firm", "Maker Birch"), ("company", "Maker Amber"), ("company", "Maker Cedar"))
    table = made(shown, facts, wanted=both)
    rows = [table.row(line) for line in shown]
    assert [row["firm"] for row in rows] == [row["company"] for row in rows] == [f"Maker {name}" for name in NAMES]


def test_one_value_that_two_names_ask_for_is_looked_for_in_two_columns(lines: Any, facts: Any) -> None:
    shown = [{**line, "fields": {**line["fields"], "stars": f"{n % 5} of 5", "votes": f"{n % 3} of 5"}}
             for n, line in enumerate(lines)]  # fmt: skip
    table = made(shown, facts, wanted=(("rating", "1 of 5"), ("votes", "1 of 5")))
    assert [column.id for column in table.main[:2]] == ["stars", "votes"]


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


def test_a_headline_of_two_lines_is_no_prose(lines: Any, facts: Any) -> None:
    table = made(lines, facts)
    (field,) = table.main[0].places[KEY]
    assert table.row({**lines[0], "typed": {field: "**Amber:  \nlamp**"}})["name"] == "Amber lamp"
    assert table.row({**lines[0], "typed": {field: "Amber  \nlamp"}})["name"] == "Amber  \nlamp"


def listed_facts(*path: str, **more: Any) -> FieldFacts:
    return FieldFacts(path, more.pop("origin", "text"), "", more.pop("order", 0), 1.0, "text", len(path) - 1, **more)


def table_of_fields(fields: list[dict[str, Any]], facts: list[FieldFacts], kind: Kind = KIND) -> Table:
    shown = [
        {"source": f"{n}", "url": None, "template": "t1", "title": f"{NAMES[n]} - Shop", "fields": one}
        for n, one in enumerate(fields)
    ]
    return find_table(kind, lambda: shown, {KEY: tuple(facts)})


@pytest.mark.parametrize(
    ("value", "facts", "left"),
    [
        (lambda n: ["en", "de", "pt-BR"][: 1 + n % 3], {"tags": ("a", "p")}, "furniture"),
        (lambda n: ["English", "Deutsch", "Suomi"][: 1 + n % 3], {"tags": ("a", "p")}, None),
        (lambda n: ["Hotels", "Shops", "Tips"][n % 5 == 0 :], {"tags": ("span", "a")}, "furniture"),
        (lambda n: ["Hotels", "Shops", "Tips"][n % 5 == 0 :], {"tags": ("span", "p")}, None),
        (lambda n: ["Drama", "Crime", "War"][n % 3 :], {"tags": ("a", "p")}, None),
        (lambda n: "Site map" if n else "Mapa", {"signature": ("p#.menu", "div#page-header.")}, "furniture"),
        (lambda n: "Site map" if n else "Mapa", {"signature": ("p#.menu", "div#main.")}, None),
        (lambda n: f"Until {n + 2000}", {"signature": ("div#footer.",)}, "furniture"),
        (lambda n: f"Until {n + 2000}", {"signature": ("div#.notes footnotes",)}, None),
        (lambda n: [str(n), str(n + 1)], {"signature": ("ul#.pager links",)}, "furniture"),
    ],
)
def test_what_stands_around_pages_is_furniture(value: Any, facts: dict[str, Any], left: str | None) -> None:
    fields = [{"name": name, "other": value(n)} for n, name in enumerate(NAMES)]
    table = table_of_fields(fields, [listed_facts("name", tags=("h1",)), listed_facts("other", order=1, **facts)])
    assert next(one for one in table.columns if one.id == "other").left_out == left


def test_pages_of_another_build_have_their_name_elsewhere() -> None:
    fields = [
        {"name" if n < 7 else "heading": name, "text": f"About {n} {name}", "town": f"Town {n}"}
        for n, name in enumerate(NAMES)
    ]
    facts = [
        listed_facts(name, order=at, tags=("h1",) if at < 2 else ("p",))
        for at, name in enumerate(("name", "heading", "text", "town"))
    ]
    table = table_of_fields(fields, facts)
    assert table.main[0].name == "name"
    assert table.main[0].fill == 1.0
    line = {"source": "9", "template": "t1", "title": "", "fields": fields[9]}
    assert table.row(line)["name"] == NAMES[9]
    assert not [column for column in table.columns if column.id == "heading"]


def test_the_heading_of_a_list_is_no_label_of_its_items() -> None:
    talks = [[{"heading": f"On {NAMES[n - k]} {k}", "time": f"{9 + k}:30"} for k in range(2)] for n in range(10)]
    fields = [{"heading": name, "presentations": talks[n]} for n, name in enumerate(NAMES)]
    facts = [
        listed_facts("heading", tags=("h1",)),
        listed_facts("presentations", "heading", tags=("a", "h3"), label="Presentations:", order=1),
        listed_facts("presentations", "time", tags=("p",), order=2),
    ]
    items = next(column.items for column in table_of_fields(fields, facts).main if column.type == "list")
    assert [item.name for item in items] == ["name", "time"]


def test_what_a_listing_without_a_name_lists_comes_first() -> None:
    items = [[{"item": f"Item {k} {n}", "said": f"What is said of {k}"} for k in range(6)] for n in range(10)]
    fields = [{"price": f"${n}.50", "rows": items[n]} for n in range(10)]
    rows = [listed_facts("rows", name, order=order, tags=("a",)) for order, name in ((2, "item"), (3, "said"))]
    facts = [listed_facts("price", order=1, label="Price:"), *rows]
    order = {
        listing: [one.id for one in table_of_fields(fields, facts, replace(KIND, listing=listing)).main]
        for listing in (True, False)
    }
    assert order == {True: ["page_title", "rows", "price"], False: ["page_title", "price", "rows"]}


def test_the_plain_name_is_of_what_the_page_calls_so() -> None:
    long = "A summary of everything that there is to say about it, and of much that nobody would ever ask about {}."
    fields = [{"name": name, "what": f"Short {n}", "summary": long.format(n)} for n, name in enumerate(NAMES)]
    facts = [listed_facts("name", tags=("h1",)), listed_facts("what", order=1, label="Description:"),
             listed_facts("summary", order=2, label="Summary")]  # fmt: skip
    table = table_of_fields(fields, facts)
    assert {one.id: one.name for one in table.columns} == {"name": "name", "what": "description", "summary": "summary"}


def test_what_few_pages_have_may_be_a_copy() -> None:
    fields = [{"name": name, "size": f"{n} m wide", "color": f"red {n}"} for n, name in enumerate(NAMES)]
    for n in range(3):
        fields[n] |= {"wide": f"{n} m wide", "other": f"{n} m wide" if n else "none"}
    facts = [listed_facts("name", tags=("h1",)), *map(listed_facts, ("size", "color", "wide", "other"))]
    left = {column.id: column.left_out for column in table_of_fields(fields, facts).columns}
    assert (left["wide"], left["other"]) == ("copy of size", None)


def test_accents_that_a_title_leaves_out_hide_no_name() -> None:
    towns = ["Long Hill and the Bay", "Upper Vale", "North Shore and Isles", "Old Harbour", "Low Fens"]

    def page(number: int) -> Page:
        name, town = f"{NAMES[number]}é", f"{towns[number % 5]} {NAMES[-number]}"
        return Page.parse(
            f"<title>{name[:-1]}e Review | {town} | Reviews</title><div class=way><a href=/{number}>{town}</a> &gt; "
            f"<i>{name}</i></div><h1>{name[:-1]}e Review</h1><p>Number {number} is there.</p>"
        )

    pages = [page(number) for number in range(len(NAMES))]
    wrapper = learn(pages)
    lines = [
        {"source": f"{n}", "url": None, "template": "t1", "title": one.title, "fields": extract(wrapper, one).fields}
        for n, one in enumerate(pages)
    ]
    table = find_table(KIND, lambda: lines, {KEY: field_facts(wrapper)}, Choices(), TableOptions())
    assert table.columns[0].name == "name"
    assert "Amberé" in table.columns[0].examples
