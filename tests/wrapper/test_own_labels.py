"""Labels that tell themselves, by a colon or a header cell, name values where there is but one page to learn from."""

from collections.abc import Iterator
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn

ROWS = {
    "Company": "Sedona",
    "Base pay": "$17",
    "Industry": "Hardware",
    "Phone": "309-743",
    "Fax": "none",
    "Hours": "9-5",
}
FOUND = {
    "company": "Sedona",
    "base_pay": "$17",
    "industry": "Hardware",
    "phone": "309-743",
    "fax": "none",
    "hours": "9-5",
}
WAYS = {
    "cells": "<table>" + "".join(f"<tr><td>{k}:</td><td>{v}</td></tr>" for k, v in ROWS.items()) + "</table>",
    "header cells": "<table>" + "".join(f"<tr><th>{k}</th><td>{v}</td></tr>" for k, v in ROWS.items()) + "</table>",
    "terms": "<dl>" + "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in ROWS.items()) + "</dl>",
    "items": "<ul>" + "".join(f"<li><b>{k}:</b> {v}</li>" for k, v in ROWS.items()) + "</ul>",
    "paragraphs": "".join(f"<p><b>{k}:</b> {v}</p>" for k, v in ROWS.items()),
}


def lone(html: str) -> Record:
    page = Page.parse(f"<body><h1>Job</h1>{html}")
    return extract(learn([page]), page)


def own(record: Record) -> dict[str, Any]:
    return {name: value for name, value in record.fields.items() if name != "heading"}


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_page_has_its_labels_as_names(way: str) -> None:
    record = lone(WAYS[way])
    assert own(record) == FOUND
    said = {str(text).rstrip(":") for text in record.furniture.values()}
    assert said == set(ROWS)
    assert not record.misfits


def test_equal_values_with_other_labels_are_no_copies() -> None:
    assert own(lone("<ul><li><b>Monday:</b> 9-5</li><li><b>Tuesday:</b> 9-5</li><li><b>Friday:</b> 9-5</li></ul>")) == {
        "monday": "9-5", "tuesday": "9-5", "friday": "9-5",
    }  # fmt: skip


@pytest.mark.parametrize("first", ["td", "th"])
def test_a_row_of_header_cells_names_the_columns_of_a_lone_page(first: str) -> None:
    head = "<tr><th>Name</th><th>Price</th><th>Stock</th></tr>"
    rows = "".join(f"<tr><{first}>Tool {n}</{first}><td>${n}.50</td><td>{n}0</td></tr>" for n in range(2, 7))
    (items,) = own(lone(f"<table>{head}{rows}</table>")).values()
    assert items == [{"name": f"Tool {n}", "price": f"${n}.50", "stock": f"{n}0"} for n in range(2, 7)]


def test_what_says_the_same_again_is_no_label() -> None:
    said = own(lone("<ul>" + "".join(f"<li><b>{who}:</b> word {n}</li>" for n, who in enumerate("ABAB")) + "</ul>"))
    assert [len(value) for value in said.values() if isinstance(value, list)] == [4]


def page(number: int, layout: str) -> Page:
    cells = "".join(f"<tr><td class=l>{k}:</td><td class=v>{v} {number}</td></tr>" for k, v in ROWS.items())
    table = f"<table>{cells}</table>"
    body = {"plain": table, "framed": f"<div class=frame><table><tr><td><p>Offer</p>{table}</td></tr></table></div>"}
    return Page.parse(f"<body><h1>Job {number}</h1>{body[layout]}<p>Call us soon")


def test_a_layout_of_one_page_has_the_fields_of_the_others() -> None:
    pages = [page(number, "framed" if number == 3 else "plain") for number in range(12)]
    wrapper = learn(pages)
    names = extract(wrapper, pages[0]).fields.keys()
    assert {"company", "base_pay", "industry", "phone", "fax", "hours"} <= names
    for number in (0, 3, 5):
        found = extract(wrapper, pages[number]).fields
        assert {name: found[name] for name in FOUND} == {name: f"{value} {number}" for name, value in FOUND.items()}


def test_a_layout_that_nobody_saw_fills_fields_by_their_labels_and_classes() -> None:
    wrapper = learn([page(number, "plain") for number in range(12)])
    record = extract(wrapper, page(50, "framed"))
    assert {name: record.fields[name] for name in FOUND} == {name: f"{value} 50" for name, value in FOUND.items()}
    assert "Sedona 50" not in " ".join(misfit.text for misfit in record.misfits)


def test_of_what_is_around_a_value_only_the_nearest_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    markup = "<body><h1>Job {0}</h1><p class=who>Acme {0}</p><p class=where>Town {0}</p>{1}<p>Call us soon"
    wrapper = learn([Page.parse(markup.format(number, "")) for number in range(12)])
    deep = Page.parse(markup.format(50, f"<section class=new>{'<b>word ' * 800}</section>"))
    above, seen = Page.ancestors, []

    def counted(one: Page, e: int) -> Iterator[int]:
        for ancestor in above(one, e):
            seen.append(ancestor)
            yield ancestor

    monkeypatch.setattr(Page, "ancestors", counted)
    assert "word word" in extract(wrapper, deep).misfits[0].text
    assert 0 < len(seen) < 30 * 800


def test_a_row_that_one_page_alone_has_leaves_the_name_of_another_in_peace() -> None:
    def page(number: int) -> str:
        rows = {"Company": f"C{number} Ltd", "Experience": f"{number} years"}
        if number == 3:
            rows["Travel"] = "much of the time"
        elif number % 2:
            rows["Wanted education"] = f"a degree in {number}"
        rows["Posted"] = f"May {number + 1}"
        cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
        return f"<h1>Job {number}</h1><table id=detail>{cells}</table>"

    pages = [Page.parse(page(number)) for number in range(12)]
    wrapper = learn(pages)
    assert extract(wrapper, pages[5]).fields["wanted_education"] == "a degree in 5"
    assert extract(wrapper, pages[3]).fields["travel"] == "much of the time"


def test_items_that_start_with_labels_are_fields_whichever_a_page_lacks() -> None:
    def page(number: int) -> Page:
        rows = {"Undergrads": 400 + number, "Freshmen": 90 + number, "Graduates": 30 + number, "Ratio": f"{number}:1"}
        kept = [f"<li>{label}: {value}</li>" for at, (label, value) in enumerate(rows.items()) if number % 5 != at]
        return Page.parse(f"<h1>College {number}</h1><h3>Size</h3><ul>{''.join(kept)}</ul>")

    pages = [page(number) for number in range(12)]
    fields = extract(learn(pages), pages[7]).fields
    assert (fields["undergrads"], fields["freshmen"], fields["graduates"], fields["ratio"]) == (
        "407",
        "97",
        None,
        "7:1",
    )


def test_titles_with_colons_are_items_and_no_labels() -> None:
    kinds = ("Report", "Video", "First drive", "Review")

    def page(number: int) -> Page:
        news = [f"<li><a href=/{number}/{at}>{kinds[(number + at) % 4]}: car {number}{at}</a></li>" for at in range(3)]
        return Page.parse(f"<h1>Make {number}</h1><h3>News</h3><ul>{''.join(news[: 2 + number % 2])}</ul>")

    pages = [page(number) for number in range(12)]
    (news,) = (value for value in extract(learn(pages), pages[5]).fields.values() if isinstance(value, list))
    assert [item["news"] for item in news] == ["Video: car 50", "First drive: car 51", "Review: car 52"]


def test_a_text_behind_a_label_is_its_value_where_other_pages_have_a_link() -> None:
    def job(number: int, company: str) -> Page:
        said = {"Company": company, "Pay": str(number)}
        rows = "".join(f"<tr><td class=l>{label}:</td><td id=v>{value}</td></tr>" for label, value in said.items())
        return Page.parse(f"<body><h1>Job {number}</h1><table>{rows}</table><p>Call us soon")

    wrapper = learn([job(number, f"<a href=/{number}>Works {number}</a>") for number in range(12)])
    record = extract(wrapper, job(50, "Sedona"))
    assert record.fields["company"] == "Sedona"
    assert record.misfits == ()


def test_a_label_that_stands_alone_has_no_value() -> None:
    def college(number: int) -> Page:
        code = f"{3000 + 7 * number}" if number % 4 else ""
        return Page.parse(f"<body><h1>College {number}</h1><p class=code>College code: {code}</p><p>Call us")

    pages = [college(number) for number in range(8)]
    wrapper = learn(pages)
    assert [extract(wrapper, page).fields["college_code"] for page in pages[3:6]] == ["3021", None, "3035"]
    assert wrapper.named()["college_code"].filled == 0.75
