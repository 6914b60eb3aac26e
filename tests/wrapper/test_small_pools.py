"""Rows that begin with words of a small pool are items of a list, and a row that says what they are is none of them."""

import random
from collections.abc import Callable

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn

PAPERS = "Gazette Herald Lantern Mercury Sentinel Tribune".split()  # noqa: SIM905
PARTS = [f"{maker} {thing}" for maker in ("Alder", "Birk", "Cole", "Dunn") for thing in ("bag", "strap", "card", "cap")]


def quotes(number: int) -> list[tuple[str, str, str]]:
    chance = random.Random(number)
    some = chance.sample(PAPERS, chance.randrange(6))
    return [(paper, chance.choice("ABCD"), f"Said {number} of {paper.lower()}") for paper in some]


def extras(number: int) -> list[tuple[str, ...]]:
    chance = random.Random(number)
    return [(chance.choice(PARTS), f"${chance.randrange(5, 60)}.50") for _ in range(1 + number % 5)]


def review_page(number: int) -> Page:
    rows = "".join(f"<tr><td><a href='/{a}'>{a}</a></td><td>{b}</td><td>{c}</td></tr>" for a, b, c in quotes(number))
    head = "<tr><td colspan=3><b>What papers say</b></td></tr><tr><th>Source</th><th>Grade</th><th>Quote</th></tr>"
    return Page.parse(f"<body><h1>Film {number}</h1><table>{head}{rows}</table>")


def extras_page(number: int) -> Page:
    rows = "".join(
        f"<tr><td><input type=checkbox></td><td><a href='/p/{number}{at}'>{one}</a></td><td>{price}</td></tr>"
        for at, (one, price) in enumerate(extras(number))
    )
    return Page.parse(
        f"<body><h1>Camera {number}</h1><table><tr><td colspan=3><b>Goes with it</b></td></tr>{rows}</table>"
    )


@pytest.mark.parametrize(
    ("name", "page", "truth"),
    [("what_papers_say", review_page, quotes), ("goes_with_it", extras_page, extras)],
)
def test_rows_below_a_row_that_names_them_are_one_list(
    name: str, page: Callable[[int], Page], truth: Callable[[int], list[tuple[str, ...]]]
) -> None:
    wrapper = learn([page(number) for number in range(20)])
    for number in range(30, 36):
        found = extract(wrapper, page(number)).fields[name]
        items = [tuple(value for key, value in item.items() if "href" not in key) for item in found or ()]
        assert items == truth(number)
