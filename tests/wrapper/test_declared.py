"""What pages declare of themselves: names for what they show, values for what they do not, types."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.wrapper import Background, Record, Wrapper, extract, learn, wrapper_codec
from intaglio.wrapper.fields import taught_names
from intaglio.wrapper.fields.declared_values import Declared, declared_values
from intaglio.wrapper.fields.taught_names import Shown, agreements
from intaglio.wrapper.value_types import date

WORDS = "amber birch cedar dusk ember fern grove heath iris juniper kelp linden maple nettle oak pine quince".split()  # noqa: SIM905


def thing(number: int) -> dict[str, Any]:
    return {
        "@context": "https://schema.org/",
        "@type": "Product",
        "name": f"Lamp of {WORDS[number]}",
        "image": f"https://shop.example/lamp-{number}.jpg",
        "sku": f"L-{number}{number + 3}7",
        "brand": {"@type": "Brand", "name": f"House {WORDS[-number]}"},
        "offers": {
            "@type": "Offer",
            "price": f"{number}.50",
            "priceCurrency": "EUR",
            "availability": f"https://schema.org/{('InStock', 'SoldOut')[number % 3 == 1]}",
            "priceValidUntil": f"2031-03-{number + 1:02}",
        },
        "keywords": [WORDS[number], WORDS[number - 2]],
        "publisher": {"@type": "Organization", "name": "The shop"},
    }


def json_ld(number: int) -> str:
    site = {"@type": "WebSite", "name": "Shop", "url": "https://shop.example/"}
    return f'<script type="application/ld+json">{json.dumps([site, thing(number)])}</script>'


def page(number: int, head: str = "") -> Page:
    return Page.parse(
        f"<head><title>Shop</title>{head}</head><body><div class=card><h1>Lamp of {WORDS[number]}</h1>"
        f"<div class=zig>€ {number}.50</div><div class=zag>by <a href='/b/{number}'>House {WORDS[-number]}</a></div>"
        f"<div class=zog>Seen by {number * 7 + 40} people</div></div>",
        url=f"https://shop.example/{number}",
    )


@pytest.fixture(scope="module")
def shop() -> Wrapper:
    """Learned from pages of which one in two declares something."""
    return learn([page(number, json_ld(number) if number % 2 else "") for number in range(1, 13)])


def test_visible_values_are_named_by_what_half_of_the_pages_declare(shop: Wrapper) -> None:
    plain = extract(shop, page(14)).fields
    assert plain["name"] == "Lamp of oak"
    assert plain["price"] == "€ 14.50"
    assert plain["brand"] == "House dusk"
    assert {shop.named()[name].declared for name in ("name", "price", "brand")} == {"name", "offers.price", "brand"}


def test_what_no_page_shows_comes_from_what_it_declares(shop: Wrapper) -> None:
    found = extract(shop, page(13, json_ld(13)))
    assert found.fields["sku"] == "L-13167"
    assert found.fields["image"] == "https://shop.example/lamp-13.jpg"
    assert found.fields["keywords"] == ["nettle", "linden"]
    assert found.fields["availability"] == "SoldOut"
    assert found.typed()["price_valid_until"] == "2031-03-14"
    assert "currency" not in found.fields, "the same on all pages"
    assert "publisher" not in found.fields, "the same on all pages"
    assert extract(shop, page(13)).fields["sku"] is None
    assert {shop.named()[name].origin for name in ("sku", "image", "keywords")} == {"declared"}


def test_declared_fields_outlive_storing_and_learning_anew(shop: Wrapper) -> None:
    renamed = wrapper_codec.loads(wrapper_codec.dumps(shop))
    assert extract(renamed, page(13, json_ld(13))) == extract(shop, page(13, json_ld(13)))
    again = learn([page(number, json_ld(number)) for number in range(3, 16)], known=Background(previous=renamed))
    assert shop.named().keys() <= again.named().keys()


def test_values_in_scripts_point_to_them(shop: Wrapper) -> None:
    read = page(13, json_ld(13))
    where = extract(shop, read, where=True).where
    assert where is not None
    (path,) = where["sku"]
    element = next(e for e in range(read.size) if read.path(e) == path)
    assert read.tag_name(element) == "script"
    assert len(where["keywords"]) == 2


MICRODATA = """<body itemscope itemtype="https://schema.org/Book"><h1 itemprop=name>{0}</h1>
<p class=a><span itemprop=author>{1}</span></p><p class=b><span itemprop=isbn>97{2}5</span></p>"""
RDFA = """<body vocab="https://schema.org/" typeof="Book"><h1 property=name>{0}</h1>
<p class=a><span property=author>{1}</span></p><p class=b><span property=isbn>97{2}5</span></p>"""
GRAPH = """<head><meta property="og:title" content="{0}"><meta property="book:author" content="{1}"></head>
<body><h1>{0}</h1><p class=a><span>{1}</span></p><p class=b><span>97{2}5</span></p>"""


def books(markup: str) -> Record:
    pages = [markup.format(f"The {WORDS[n]}", f"A. {WORDS[-n].title()}", n * 31) for n in range(1, 12)]
    return extract(learn([Page.parse(one) for one in pages]), Page.parse(markup.format("The end", "N. One", 7)))


@pytest.mark.parametrize(
    ("markup", "names"),
    [
        (MICRODATA, {"name": "The end", "author": "N. One", "isbn": "9775"}),
        (RDFA, {"name": "The end", "author": "N. One", "isbn": "9775"}),
        (GRAPH, {"name": "The end", "author": "N. One"}),
    ],
)
def test_all_notations_name_values(markup: str, names: Mapping[str, str]) -> None:
    fields = books(markup).fields
    assert {name: fields.get(name) for name in names} == names


def test_a_list_is_named_by_the_property_that_it_is() -> None:
    def recipe(number: int) -> Page:
        some = [WORDS[(number + at) % len(WORDS)] for at in range(3 + number % 3)]
        data = {"@type": "Recipe", "recipeIngredient": [f"{at} g {word}" for at, word in enumerate(some)]}
        items = "".join(f"<li>{at} g {word}</li>" for at, word in enumerate(some))
        script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
        return Page.parse(f"<body>{script}<h1>Dish {number}</h1><ul class=z>{items}</ul>")

    wrapper = learn([recipe(number) for number in range(1, 10)])
    assert extract(wrapper, recipe(11)).fields["ingredients"] == [f"{at} g {WORDS[(11 + at) % 17]}" for at in range(5)]


def test_chance_teaches_nothing() -> None:
    def numbered(number: int) -> Page:
        data = json.dumps({"@type": "Product", "reviewCount": "5", "position": number % 2})
        script = f'<script type="application/ld+json">{data}</script>'
        return Page.parse(
            f"<body>{script}<h1>Thing {WORDS[number]}</h1><p class=hits>{5 if number < 4 else number}</p>"
        )

    fields = extract(learn([numbered(number) for number in range(1, 10)]), numbered(12)).fields
    assert fields["hits"] == "12"
    assert "review_count" not in fields


@pytest.mark.parametrize(
    "script",
    [
        "{",
        "[" * 50_000,
        '{"@type": "Product", "name": ' * 3000 + '"x"' + "}" * 3000,
        '{"@type": "Product", "name": 7, "brand": [[["x"]]], "offers": null, "@graph": "?"}',
        '{"@type": ["Product", 7, null], "name": {"@value": "x"}}',
        "null",
    ],
)
def test_broken_and_hostile_scripts_do_no_harm(script: str) -> None:
    pages = [page(number, f'<script type="application/ld+json">{script}</script>') for number in range(1, 4)]
    assert extract(learn(pages), pages[0]).fields["zig"] == "€ 1.50"


def test_much_is_declared_and_only_so_much_is_taken() -> None:
    huge = {"@type": "Product", **{f"p{at}": ["x" * 50] * 200 for at in range(300)}}
    read = Page.parse(f'<body><script type="application/ld+json">{json.dumps(huge)}</script>')
    found = declared_values(read)
    assert len(found) == 120
    assert all(values == ("x" * 50,) for values in found.values())


def test_numbers_and_days_are_looked_for_only_where_some_are_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def watched(value: str) -> object:
        asked.append(value)
        return date(value)

    monkeypatch.setattr(taught_names, "date", watched)
    shown = {0: Shown({page: [f"May {page + 1}, 2010"] for page in range(9)}, (0,))}
    days: list[Declared] = [{"datePublished": (f"2010-05-0{page + 1}",)} for page in range(9)]
    names: list[Declared] = [{"name": (f"Thing {chr(65 + page)}",)} for page in range(9)]
    assert agreements(shown, days)[0]["datePublished"].keys() == set(range(9))
    assert "May 1, 2010" in asked
    asked.clear()
    taught_names.forms.cache_clear()
    assert agreements(shown, names) == {0: {}}
    assert not any(value.startswith("May") for value in asked)


def test_a_list_agrees_where_most_of_its_items_do() -> None:
    shown = {0: Shown({0: ["x", "Red", "Blue"], 1: ["x", "y", "Red", "Blue"], 2: ["x", "y", "Red"]}, (0,))}
    declared: list[Declared] = [{"color": ("red", "blue")}] * 3
    assert agreements(shown, declared)[0]["color"].keys() == {0}
