"""Scoring what declared data teaches, on pages made up."""

import json

from intaglio.evaluate.tables.declared_scores import DeclaringPage, score_declared, stripped
from intaglio.page import Page
from intaglio.wrapper.fields.declared_values import declared_things

WORDS = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath")


def declaring(number: int, price: str = "price") -> DeclaringPage:
    data = {"@type": "Product", "name": f"{WORDS[number]} lamp", "offers": {price: f"{number + 3}.50"}, "sku": "none"}
    body = (
        f'<head><meta property="og:title" content="{WORDS[number]} lamp">'
        f'<script type="application/ld+json">{json.dumps(data)}</script></head><body itemscope itemtype="x:Product">'
        f'<h1 itemprop="name">{WORDS[number]} lamp</h1><p class=quux>$ {number + 3}.50</p><p>About 7 of them</p>'
    ).encode()
    return DeclaringPage(body, f"https://shop.example/{number}", declared_things(Page.parse(body)))


def test_markup_is_taken_off_and_texts_stay() -> None:
    page = declaring(2)
    plain = Page.parse(stripped(page.body))
    assert declared_things(plain) == {}
    assert plain.having("itemprop") == plain.having("property") == {}
    assert plain.texts == Page.parse(page.body).texts


def test_names_that_hold_score() -> None:
    row = score_declared("shop", [declaring(number) for number in range(8)])
    assert row is not None
    assert (row["f1"], row["values"]) == (1.0, 8), "name and price of four pages; the rest is the same on all"


def test_names_that_are_not_taught_are_missed() -> None:
    row = score_declared("shop", [declaring(number, "price" if number % 2 else "cost") for number in range(8)])
    assert row is not None
    assert {one["property"] for one in row["by value"]} == {"name"}, "nobody taught the price"
