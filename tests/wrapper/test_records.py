"""Records: values that stay with their fields, names that stay, lists, addresses, types."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intaglio.collection.records.field_stats import leaves
from intaglio.evaluate.corpora import CorpusName, read_records
from intaglio.evaluate.records.name_stability import names_kept
from intaglio.evaluate.records.wrapper_scores import sites_of
from intaglio.page import Page
from intaglio.wrapper import Background, Wrapper, WrapperOptions, extract, learn
from intaglio.wrapper.fields.unforeseen_lists import FURTHER
from intaglio.wrapper.page_model.node_features import SIGNS
from intaglio.wrapper.wrapper_codec import dumps, loads

SHOP = "https://shop.example"
URL = f"{SHOP}/things/1"
KINDS = ("table", "list", "terms", "lines", "spans", "texts", "boxes", "ids", "classes", "cells")
NAMES = ("Weight", "Height", "Maker", "Colour", "Made in")


def parse(html: str) -> Page:
    return Page.parse(html, url=URL)


def fields_of(wrapper: Wrapper, html: str) -> Mapping[str, Any]:
    return extract(wrapper, parse(html)).fields


def rows(kind: str, values: Mapping[str, str]) -> str:
    """Labels and values, in one of the ways that pages have of writing them."""
    ways: Mapping[str, Callable[[str, str], str]] = {
        "table": lambda name, value: f"<tr><th>{name}:<td>{value}</tr>",
        "list": lambda name, value: f"<li><b>{name}</b> <span>{value}</span></li>",
        "terms": lambda name, value: f"<dt>{name}</dt><dd>{value}</dd>",
        "lines": lambda name, value: f"<b>{name}:</b> {value}<br>",
        "spans": lambda name, value: f"<span>{name}</span><span>{value}</span>",
        "texts": lambda name, value: f"{name}: <i>{value}</i> ",
        "boxes": lambda name, value: f"<div><h4>{name}</h4><div><p>{value}</p></div></div>",
        "ids": lambda name, value: f"<p id={slug(name)}>{value}</p>",
        "classes": lambda name, value: f"<p class={slug(name)}>{value}</p>",
        "cells": lambda name, value: f"<tr><td><b>{name}</b></td><td></td><td><a href=/{value}>{value}</a></td></tr>",
    }
    around = {"table": "table", "list": "ul", "terms": "dl", "lines": "p", "cells": "table"}.get(kind, "div")
    inner = "".join(ways[kind](name, value) for name, value in values.items())
    return f"<body><h1>Thing {values.get('Maker', 'x')}{len(values)}</h1><{around}>{inner}</{around}><p>The end"


def slug(name: str) -> str:
    return name.lower().replace(" ", "_")


@pytest.mark.parametrize("kind", KINDS)
def test_parts_that_a_page_lacks_shift_nothing(kind: str) -> None:
    chance = random.Random(kind)

    def page() -> dict[str, str]:
        having = sorted(chance.sample(range(len(NAMES)), chance.randint(2, len(NAMES))))
        return {NAMES[at]: f"{NAMES[at][0]}{chance.randrange(10_000)}" for at in having}

    wrapper = learn([parse(rows(kind, page())) for _ in range(20)])
    for _ in range(40):
        values = page()
        found = fields_of(wrapper, rows(kind, values))
        assert {name: found[slug(name)] for name in NAMES} == {name: values.get(name) for name in NAMES}


def product(number: int, reviews: int = 2, sale: bool = False) -> str:
    items = "".join(
        f"<li class=review><b class=who>Reader {number}{at}</b><p class=said>Word {at} of {number}</p></li>"
        for at in range(reviews)
    )
    tags = "".join(f"<i>t{number}{at}</i>" for at in range(reviews))
    return (
        f"<title>Thing {number} | Shop</title><meta property=og:title content='Thing {number}'><body>"
        f"<nav><a href=/>Home</a><a href=/all>All</a></nav><h1 id=name>Thing {number}</h1>"
        + ("<p class=badge>Sale!</p>" if sale else "")
        + f"<img src=pic{number}.png alt='Picture {number}'><span itemprop=price>${number}.50</span>"
        f"<p class=added>March {number % 27 + 1}, 2010</p><a class=more href='/thing/{number}?x=1'>More</a>"
        f"<ul class=reviews>{items}</ul><div class=tags>{tags}</div>"
    )


@pytest.fixture(scope="module")
def shop() -> Wrapper:
    return learn([parse(product(number, number % 4, number % 3 == 0)) for number in range(1, 21)])


def test_names_come_from_what_stands_around(shop: Wrapper) -> None:
    found = fields_of(shop, product(77, 3))
    assert found["name"] == "Thing 77"
    assert found["price"] == "$77.50"
    assert found["added"] == "March 24, 2010"
    furniture = extract(shop, parse(product(77, 3))).furniture
    assert furniture["page_title"] == "Thing 77 | Shop"
    assert furniture["og_title"] == "Thing 77", "a copy of the name"


def test_targets_are_absolute_and_attributes_are_data(shop: Wrapper) -> None:
    record = extract(shop, parse(product(77)))
    values = [value for value in record.fields.values() if isinstance(value, str)]
    assert record.furniture["more_href"] == "https://shop.example/thing/77?x=1"
    assert "https://shop.example/things/pic77.png" in values
    assert "Picture 77" in values
    assert not any(value in ("Home", "All", "More", "Sale!") for value in values)


def test_lists_hold_texts_or_sub_records(shop: Wrapper) -> None:
    found = fields_of(shop, product(77, 3))
    assert found["reviews"] == [{"who": f"Reader 77{at}", "said": f"Word {at} of 77"} for at in range(3)]
    assert found["tags"] == ["t770", "t771", "t772"]
    assert fields_of(shop, product(78, 0))["reviews"] is None


def test_types_stand_beside_the_texts(shop: Wrapper) -> None:
    record = extract(shop, parse(product(77)))
    assert record.typed()["price"] == {"amount": 77.5, "currency": "$"}
    assert record.typed()["added"] == "2010-03-24"
    assert record.fields["price"] == "$77.50"


def test_what_fits_nowhere_is_told_and_the_rest_comes_out(shop: Wrapper) -> None:
    odd = product(77).replace("<h1", "<form><p>Vote now</p></form><h1").replace("All</a>", "Everything</a>")
    record = extract(shop, parse(odd))
    assert record.fields == fields_of(shop, product(77))
    assert {misfit.text for misfit in record.misfits} == {"Vote now", "Everything"}
    assert {"Vote now", "Everything"} <= set(record.loose)


def called(wrapper: Wrapper, names: dict[str, str]) -> Wrapper:
    """The wrapper with other names for some fields."""
    old = wrapper.named()
    new = {old[name]: replace(old[name], name=names[name]) for name in names}
    return replace(wrapper, fields=tuple(new.get(field, field) for field in wrapper.fields))


def test_names_are_kept_when_learned_again(shop: Wrapper) -> None:
    renamed = called(shop, {"price": "cost", "reviews.who": "reviewer"})
    changed = [product(n, n % 4).replace("itemprop=price", "itemprop=amount") for n in range(30, 50)]
    again = learn([parse(html) for html in changed], known=Background(previous=renamed))
    found = fields_of(again, changed[3])
    assert found["cost"] == "$33.50"
    assert [review["reviewer"] for review in found["reviews"]] == ["Reader 330"]
    assert {"added", "name"} <= found.keys()


def test_old_names_go_to_who_has_most_of_their_values_and_to_nothing_else() -> None:
    def page(number: int, extra: int) -> str:
        links = "".join(f"<a class=tag href=/t/{number}{at}>tag {number}{at}</a>" for at in range(1 + extra))
        return f"<body><p class=tag>Note {number}</p><div class=box>{links}</div><p class=tag>End {number}</p>"

    first = learn([parse(page(number, 0)) for number in range(1, 7)])
    before = fields_of(first, page(3, 0))
    again = learn([parse(page(number, number % 3)) for number in range(1, 15)], known=Background(previous=first))
    after = fields_of(again, page(3, 0))
    names = {value: name for name, value in before.items()}
    for value in ("Note 3", "End 3"):
        assert after[names[value]] == value
    assert after["items"] == [{names["tag 30"]: "tag 30", names[f"{SHOP}/t/30"]: f"{SHOP}/t/30"}]
    assert after.keys() == {names["Note 3"], names["End 3"], "items"}


def test_a_wrapper_reads_the_same_after_storing(shop: Wrapper) -> None:
    kept = loads(dumps(shop))
    for number in range(60, 70):
        page = parse(product(number, number % 5, number % 2 == 0))
        assert extract(kept, page) == extract(shop, page)
    assert str(kept.pattern) == str(shop.pattern)
    assert kept.pattern.json() == shop.pattern.json()


def test_a_wrapper_is_stored_by_the_quick_codec_alone(shop: Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dumps(shop)
    monkeypatch.setattr("intaglio.compact_json.json", None)  # the slow one
    assert dumps(shop) == whole


def test_one_page_gives_what_is_not_common_all_over_the_site() -> None:
    wrapper = learn([parse(product(5))], known=Background(common={"Home", "All", "More"}))
    values = set(map(str, fields_of(wrapper, product(5)).values()))
    assert "Thing 5" in values
    assert not values & {"Home", "All", "More"}


def test_a_tree_is_printed(shop: Wrapper) -> None:
    lines = str(shop.pattern).splitlines()
    assert lines[0] == "<html>"
    assert "    <h1#name>" in lines
    assert any(line.strip() == "+" for line in lines)
    kinds = {node["type"] for node in shop.pattern.json()["nodes"]}
    assert kinds == {"fixed", "set", "optional", "variant"}


def test_classes_that_say_nothing_name_no_field() -> None:
    def page(number: int) -> str:
        return (
            f"<body><div id=facts><p class=left>Fact {number}</p></div><p class='clearfix price'>{number} pieces</p>"
            f"<div class=author><div class=inner><p class='first row'>Somebody {number}</p></div></div>"
        )

    wrapper = learn([parse(page(number)) for number in range(10)])
    assert fields_of(wrapper, page(77)) == {"facts": "Fact 77", "price": "77 pieces", "author": "Somebody 77"}


@pytest.mark.parametrize("kind", ["table", "list", "boxes", "cells"])
def test_labels_in_an_order_never_seen_do_not_swap_values(kind: str) -> None:
    """A value may be missed then, but is never given under another's name."""
    chance = random.Random(1)

    def page(number: int, names: Sequence[str]) -> str:
        return rows(kind, {name: f"{name[0]}{number}" for name in names})

    def some() -> list[str]:
        left_out = chance.sample(NAMES, chance.randint(0, 2))
        return [name for name in NAMES if name not in left_out]

    wrapper = learn([parse(page(number, some())) for number in range(20)])
    right = 0
    for _ in range(30):
        order = chance.sample(NAMES, chance.randint(2, len(NAMES)))
        found = fields_of(wrapper, page(777, order))
        values = {name: found[slug(name)] for name in NAMES}
        assert {name: value for name, value in values.items() if value not in (None, f"{name[0]}777")} == {}
        assert [name for name, value in values.items() if value and name not in order] == []
        right += sum(value is not None for value in values.values())
    assert right > 60


def test_items_beyond_all_that_is_aligned_are_found_by_their_mark() -> None:
    """The first item is a label and shares its mark with the others, so that marks alone do not tell their places."""

    def page(number: int, items: int) -> str:
        listed = "".join(f"<li>word {number} {at}</li>" for at in range(items))
        return f"<h1>Thing {number}</h1><ul class=reviews><li>Reviews:</li>{listed}</ul><p>The end"

    wrapper = learn([parse(page(number, number % 5 + 2)) for number in range(20)])
    record = extract(wrapper, parse(page(77, 5_000)))
    assert record.fields["reviews"] == [f"word 77 {at}" for at in range(5_000)]
    assert record.misfits == ()


@pytest.mark.corpus
@pytest.mark.parametrize("site", ["book/abebooks", "restaurant/gayot", "nbaplayer/slam"])
def test_attributes_keep_their_names_when_learned_again(site: str, corpus: Callable[[CorpusName], Path]) -> None:
    kept = names_kept(site, sites_of(read_records(corpus("records")))[site][:30], WrapperOptions(pages=15))
    assert kept.before
    assert kept.lost == {}


@pytest.mark.corpus
@pytest.mark.parametrize("site", ["movie/allmovie", "auto/msn"])
def test_records_do_not_depend_on_the_order_of_pages(site: str, corpus: Callable[[CorpusName], Path]) -> None:
    found = sites_of(read_records(corpus("records")))[site][:40]
    pages = [Page.parse(page.html.read_bytes()) for page in found]
    blob = dumps(learn(pages[:10]))
    one, other = loads(blob), loads(blob)
    forward = [extract(one, page) for page in pages]
    backward = [extract(other, page) for page in reversed(pages)]
    assert forward == backward[::-1]


LISTS: Mapping[str, Mapping[str, list[str]]] = {
    "<p>x" * 20_000: {"p": ["x"] * 20_000},
    "<ul>" + "<li class=review><b class=who>x</b>" * 5_000: {"who": ["x"] * 5_000},
}
"""Long lists, and what is found on a page that is nothing else."""
HOSTILE: Sequence[str] = (
    "", "<", "\0", "plain text", "<table><tr><td>" * 300, "<b>" * 30_000, "</p>" * 1000, *LISTS,
    "<select>" + "<option>o" * 9_000, "<svg><title>a<p>b",
    "<a href='http://[::1'>x</a><base href='http://['>", "<p id=" + "x" * 100_000 + ">" + "y" * 100_000,
)  # fmt: skip


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_pages_do_no_harm(html: str, shop: Wrapper) -> None:
    """Nothing of such a page is taken for a value, nothing of it is lost but signs; lists are lists without a name."""
    page = parse(html)
    record = extract(shop, page)
    listed = [item for one in record.fields.pop(FURTHER, []) for item in one["items"]]
    assert record.fields == dict.fromkeys(fields_of(shop, product(1)))
    assert listed + list(record.loose) == [text.strip() for text in page.texts]
    assert bool(record.misfits) == any(not SIGNS.issuperset(text) for text in record.loose)


def _strings(value: Any) -> list[str]:
    return [text for _, text in leaves(value) if text is not None]


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_pages_can_be_learned_from(html: str) -> None:
    page = parse(html)
    wrapper = learn([page, parse(html + "<p>more"), parse(product(1))])
    record = extract(wrapper, page)
    assert (record.misfits, record.loose) == ((), ())
    texts = {text.strip() for text in page.texts}
    found = {name: [value] if isinstance(value, str) else value for name, value in record.fields.items() if value}
    assert {name: value for name, value in found.items() if not texts.issuperset(_strings(value))} == {}
    held = [_strings(value) for value in found.values()]
    assert all(items in held for items in LISTS.get(html, {}).values())
    assert extract(loads(dumps(wrapper)), page) == record


LONG = "far too many words to be a value of any field"
PIECES = (
    "<p>a", "<p class=x>b", "c", "<ul><li>d<li>e</ul>", "<b>f</b>", "<br>", f"<p>{LONG} <a href=/g>g</a> h",
    f"<p>i <em>j</em> {LONG} <code>k</code>", f"<p>{LONG}", "<pre>l <i>m</i>\n n</pre>", "<pre>o <i>p</i></pre>",
    f"<blockquote>{LONG} <b>q</b></blockquote>", "<h2>r</h2>", "<h2>s</h2>", "<dl><dt>t<dd>u<dt>v<dd>w</dl>",
)  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.sampled_from(PIECES))))
def test_learned_pages_always_fit(bodies: list[list[str]]) -> None:
    pages = [parse("".join(body)) for body in bodies] or [parse("")]
    for options in (WrapperOptions(), WrapperOptions(anchored=False)):
        wrapper = learn(pages, options)
        strict = [wrapper.strict.match(tree) for tree in map(_tree, itertools.islice(pages, options.pages))]
        assert None not in strict


def _tree(page: Page) -> Any:
    from intaglio.wrapper.page_model.page_tree import Tree

    return Tree(page)


def test_of_large_pages_fewer_are_learned_from() -> None:
    pages = [parse(f"<body>{f'<p>Line {number}</p>' * 100}") for number in range(9)]
    assert [learn(pages, WrapperOptions(elements=limit)).pages for limit in (10_000, 500, 10)] == [9, 4, 2]


@pytest.mark.parametrize("kind", ["terms", "table", "lines"])
def test_a_label_is_one_even_where_most_pages_have_the_same_value(kind: str) -> None:
    def page(number: int) -> str:
        kept = {"Maker": f"M{number}", "Hours": "part" if number % 5 == 0 else "full", "Colour": f"C{number}"}
        return rows(kind, {name: value for name, value in kept.items() if name != "Colour" or number % 3})

    wrapper = learn([parse(page(number)) for number in range(20)])
    for number in (40, 41):
        found = fields_of(wrapper, page(number))
        assert (found["maker"], found["hours"]) == (f"M{number}", "part" if number == 40 else "full")
        assert found["colour"] == f"C{number}"
