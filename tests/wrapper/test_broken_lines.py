"""Texts that only line breaks part are a list where there are as many as there happen to be; an address is none."""

import random

import pytest

from intaglio.page import Page
from intaglio.wrapper import Record, extract, learn

TRADES = "Baking Binding Carving Dyeing Glazing Masonry Milling Printing Roofing Spinning Tanning Weaving".split()  # noqa: SIM905


def trades(number: int, *, none: float) -> list[str]:
    chance = random.Random(number)
    if chance.random() < none:
        return ["Nothing known"]
    return sorted(chance.sample(TRADES, chance.randrange(2, 9)))


def school(number: int, lines: list[str]) -> Page:
    said = "<br/> ".join(lines)
    return Page.parse(
        f"<body><h1>School {number}</h1><p><b>Fee:</b> ${number * 77 % 900}</p><hr>"
        f"<p><b>Trades taught:</b><br />{said}<br></p><div class=place>Town {number}</div>"
    )


def found(record: Record) -> object:
    return record.fields["trades_taught"]


@pytest.mark.parametrize("none", [0, 0.3, 0.6])
def test_lines_of_a_small_pool_are_a_list(none: float) -> None:
    wrapper = learn([school(number, trades(number, none=none)) for number in range(20)])
    for number in range(30, 40):
        record = extract(wrapper, school(number, trades(number, none=none)))
        assert found(record) == trades(number, none=none)
        assert record.fields["place"] == f"Town {number}"
        assert not record.misfits


def test_lines_that_no_two_pages_share_are_a_list() -> None:
    def names(number: int) -> list[str]:
        chance = random.Random(number)
        return [f"Mason {chance.randrange(9000)} of Weir {chance.randrange(90)}" for _ in range(chance.randrange(2, 9))]

    wrapper = learn([school(number, names(number)) for number in range(20)])
    for number in range(30, 40):
        assert found(extract(wrapper, school(number, names(number)))) == names(number)


def test_lines_of_an_address_are_values_of_their_own() -> None:
    def page(number: int) -> Page:
        house = [f"House {number}"] if number % 3 == 0 else []
        lines = [*house, f"{number} Weir Lane", f"Saltby, QM {10000 + number * 7}", f"(0{number}) 555-{1000 + number}"]
        return Page.parse(f"<body><h1>Inn {number}</h1><p class=where>{'<br>'.join(lines)}</p>")

    wrapper = learn([page(number) for number in range(20)])
    values = extract(wrapper, page(31)).fields.values()
    assert "31 Weir Lane" in values
    assert "(031) 555-1031" in values


def test_one_of_few_lines_or_some_of_them_are_a_list_though_most_pages_have_as_many() -> None:
    def some(number: int) -> list[str]:
        chance = random.Random(number)
        return chance.sample(TRADES[:5], chance.choice([1, 1, 3, 3, 3, 2]))

    def page(number: int) -> Page:
        return Page.parse(
            f"<body><h1>School {number}</h1><table><tr><td>Fee:</td><td>{number * 77 % 900}</td></tr><tr><td>Trades:"
            f"</td><td>{'<br>'.join(some(number))}</td></tr></table>"
        )

    wrapper = learn([page(number) for number in range(20)])
    for number in range(30, 40):
        assert extract(wrapper, page(number)).fields["trades"] == some(number)


def test_a_heading_before_the_first_of_several_linked_lines_is_that_of_the_list() -> None:
    def news(number: int) -> list[str]:
        return [f"Mason {number} met {at} of Weir" for at in range(number * 7 % 5)]

    def page(number: int) -> Page:
        lines = "<br>".join(f"<a href='/n/{number}{at}'>{one}</a> <i>({at})</i>" for at, one in enumerate(news(number)))
        return Page.parse(f"<body><h1>School {number}</h1><p><b>Latest news</b><br>{lines}</p>")

    wrapper = learn([page(number) for number in range(20)])
    for number in range(31, 35):
        found = extract(wrapper, page(number)).fields["latest_news"]
        assert isinstance(found, list)
        assert [list(item.values())[1] for item in found if isinstance(item, dict)] == news(number)
