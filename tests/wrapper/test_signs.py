"""Short texts that some pages have and others lack are data, labels and headings of data are not."""

from collections.abc import Callable

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn

WORDS = "amber birch cedar dusk ember fern grove heath iris juniper kelp linden".split()  # noqa: SIM905


def fields(markup: Callable[[int], str], number: int) -> dict[str, object]:
    pages = [Page.parse(f"<body><h1>{WORDS[at]}</h1>" + markup(at)) for at in range(len(WORDS))]
    return dict(extract(learn(pages), pages[number]).fields)


@pytest.mark.parametrize(
    "markup",
    [
        lambda n: f"<p class=price>${n * 7}.50</p>" + "<span class=badge>Sold out</span>" * (n % 3 == 0),
        lambda n: "<span class=badge>Sold out</span>" * (n % 3 == 0) + f"<p class=price>${n * 7}.50</p>",
        lambda n: f"<ul><li>{WORDS[-n]}</li>" + "<li class=badge><b>Sold out</b></li>" * (n % 3 == 0) + "</ul>",
    ],
)
def test_a_sign_that_some_pages_have_is_a_field(markup: Callable[[int], str]) -> None:
    assert fields(markup, 3)["badge"] == "Sold out"
    assert fields(markup, 4)["badge"] is None


def test_one_of_several_fixed_texts_behind_a_label_is_its_value() -> None:
    ways = ("<font color=green>{0} left</font>", "On order", "<font color=red>Gone for good</font>")
    found = [
        fields(
            lambda n: f"<table><tr><td>Stock:</td><td>{ways[n % 3].format(n)}</td></tr><tr><td>Code:</td><td>k{n * 7}",
            number,
        )
        for number in (3, 4, 5)
    ]
    assert [one["stock"] for one in found] == ["3 left", "On order", "Gone for good"]


@pytest.mark.parametrize(
    "markup",
    [
        lambda n: f"<b>Weight</b> {n * 7} kg<br>" * (n % 3 != 0) + f"<i>Code</i> k{n}",
        lambda n: f"<div><b>More of it</b></div><ul><li>{WORDS[n]}</li><li>k{n}</li></ul>" * (n % 3 != 0),
        lambda n: f"<p>{WORDS[n]} {n}</p>" + "<button>Add it</button>" * (n % 3 == 0),
    ],
)
def test_labels_headings_and_buttons_that_some_pages_have_are_no_fields(markup: Callable[[int], str]) -> None:
    assert not {"Weight", "More of it", "Add it"} & set(map(str, fields(markup, 4).values()))
    assert not {"Weight", "More of it", "Add it"} & set(map(str, fields(markup, 3).values()))
