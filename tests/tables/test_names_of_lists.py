"""What lists and the parts of their items are called, and what says nothing of them."""

from collections.abc import Callable
from typing import Any

import pytest

from intaglio.tables import Table
from tests.tables.test_column_names import CODES
from tests.tables.test_values_alone import PEOPLE, WORDS, page_of, rows_of, table_of

PHRASES = ("Hidden treasure", "Best in town", "Slow service", "Our new favorite", "Not what I expected")
TEXT = "It is a lamp that gives some light in the evening, and none by day, as lamps do, {} or so."


def items_of(table: Table, name: str) -> list[str]:
    column = next(one for one in table.kept if one.name == name)
    return [item.name for item in column.items if item.left_out is None]


def repeated(markup: Callable[[int, int], str], tag: str) -> Callable[[int], str]:
    return lambda n: f"<{tag}>{''.join(markup(n, at) for at in range(2 + n % 3))}</{tag}>"


def test_a_list_is_not_called_as_the_label_in_its_items() -> None:
    table, _ = rows_of(
        lambda n: (
            "<h2>Customer Feedback</h2>"
            + repeated(
                lambda n, at: (
                    f"<li><div class=rt>Rating: {n}.{at}/9</div><h4>{PHRASES[(n + at) % 5]} {n}{at}</h4>"
                    f"<p>{TEXT.format(n + at)}</p></li>"
                ),
                "ul",
            )(n)
        )
    )
    assert items_of(table, "customer_feedback") == ["name", "rating", "text"]


def test_a_list_is_not_called_as_its_first_column() -> None:
    table, _ = rows_of(
        lambda n: (
            "<table class=cal><tr><th>M</th><th>T</th></tr>"
            + "".join(f"<tr><td>{n + at + 1}</td><td>{2 * n + at}</td></tr>" for at in range(3 + n % 3))
            + "</table>"
        )
    )
    assert items_of(table, "cal") == ["m", "t"]


def test_a_class_of_the_item_names_no_part_of_it() -> None:
    table, _ = rows_of(
        lambda n: (
            "<b class=h1>What buyers say</b>"
            + "".join(
                f"<div class=rv><b>{PHRASES[(n + at) % 5]} {n}</b>, <nobr>May {n + at + 1}, 2009</nobr><br>"
                f"{TEXT.format(n + at)}<br></div>"
                for at in range(1 + n % 4)
            )
        )
    )
    assert items_of(table, "what_buyers_say") == ["name", "date", "text"]


def test_a_phrase_is_no_author() -> None:
    table, _ = rows_of(
        lambda n: (
            "<h2>Reader Reviews</h2>"
            + "".join(
                f"<div class=review><div class=rhead><b>{PHRASES[(n + at) % 5]} {n}{at}</b> - {n}.{at} stars</div>"
                f"<div class=rtext>{TEXT.format(n + at)}</div></div>"
                for at in range(1 + n % 4)
            )
        )
    )
    assert items_of(table, "reviews")[:2] == ["name", "rating"]


def test_a_list_is_called_what_its_items_lead_to() -> None:
    def markup(n: int) -> str:
        some = (
            f"<span><a href='/author/{n}{at}'>{PEOPLE[(n + at) % 8]}</a> ({1900 + n + at})</span> "
            for at in range(1 + n % 3)
        )
        return f"<div class=bookdetail>{''.join(some)}</div>"

    table, _ = rows_of(markup)
    assert "author" in [one.name for one in table.kept]


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        (
            lambda n: f"<p><a href=/>Home</a><span class=last> &gt; {PEOPLE[n]} Support</span></p>",
            "support",
            "Hal Fry Support",
        ),
        (lambda n: f"<div class='panel panel-primary'>{PEOPLE[n]} made it</div>", "made_it", "Hal Fry made it"),
        (
            lambda n: f"<div class='mobile-background'>{PEOPLE[n]} in {PEOPLE[-1 - n]}</div>",
            "text",
            "Hal Fry in Ann Lee",
        ),
    ],
)
def test_what_only_lays_out_is_no_name(markup: Callable[[int], str], name: str, value: str) -> None:
    _, rows = rows_of(markup)
    assert rows[-1].get(name) == value, rows[-1]


def test_isbns_of_ten_and_thirteen_digits_are_two_columns() -> None:
    def markup(n: int) -> str:
        longer = f"<li><b>ISBN-13:</b> {CODES[n % 8]}</li>" if n % 7 else ""
        facts = f"<li><b>Publisher:</b> {PEOPLE[n % 8]}</li><li><b>Language:</b> English</li>"
        size = f"<li><b>Size:</b> {n}.5 inches</li>" if n % 3 else ""
        return f"<ul>{facts}<li><b>ISBN-10:</b> {CODES[n % 8][3:12]}X</li>{longer}{size}</ul>"

    table, lines = table_of([page_of(f"{WORDS[n % 8]} {n}", markup(n)) for n in range(24)])
    row: dict[str, Any] = table.row(lines[1])
    assert row["isbn"] == CODES[1]
    assert not any(isinstance(value, list) for value in row.values())


def test_a_price_comes_before_the_one_that_nobody_pays() -> None:
    table, _ = rows_of(
        lambda n: (
            f"<p><b>List Price:</b> ${n + 40}.00</p><p><del>${n + 50}.00</del></p><p><b>Price:</b> ${n + 20}.{n}0</p>"
        )
    )
    names = [one.name for one in table.main]
    assert names.index("price") < min(names.index("list_price"), names.index("old_price"))


def test_links_with_titles_that_mostly_lead_to_authors_are_authors() -> None:
    table, _ = rows_of(
        lambda n: (
            "<div class=detail>"
            + ", ".join(
                f"<a href='{'/find?q=x' if n == 2 else f'/author/{n}{at}'}' title='Page of {PEOPLE[(n + at) % 8]}'>"
                f"{PEOPLE[(n + at) % 8]}</a>"
                for at in range(1 + n % 3)
            )
            + "</div>"
        )
    )
    assert "author" in [one.name for one in table.kept]
