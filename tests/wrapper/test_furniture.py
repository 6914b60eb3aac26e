"""No junk as data: what varies and says nothing of the thing is furniture, each with its reason."""

from hashlib import md5

import pytest

from intaglio.page import Page
from intaglio.wrapper import Wrapper, extract, learn

WORDS = "amber birch cedar dusk ember fern grove heath iris juniper kelp linden".split()  # noqa: SIM905


def page(number: int) -> Page:
    session = md5(str(number).encode(), usedforsecurity=False).hexdigest()
    name = WORDS[number]
    return Page.parse(
        f"<head><title>{name} lamp - Shop</title><link rel=canonical href='https://a.example/{name}'></head>"
        f"<body><a class=help href='/help?PHPSESSID={session}'>Help</a>"
        f"<a class=de href='/de/{name}' hreflang=de>Deutsch</a>"
        f"<a class=tweet href='https://twitter.com/share?url=https://a.example/{name}'>Tell others</a>"
        f"<a class=ad href='https://ads.example/jump/{number}'>{name.title()} sale</a>"
        f"<a class=zoom href='javascript:zoom({number})'>Zoom</a>"
        f"<a class=buy href='/cart?add={number}'>Add to basket</a>"
        f"<main><h1>{name} lamp</h1><p class=price>$ {number}.90</p><p class=again>{name} lamp</p>"
        f"<a class=maker href='https://{name}.example/'>{name.title()} &amp; Sons</a>"
        f"<img class=photo src='/photos/{name}.jpg' alt='{name} seen from above'></main>"
        f"<img src='https://stats.example/pixel.gif?page={number}' width=1 height=1>"
        f"<img src='https://a.example/run/tasks?page={number}' width=2 height=1>",
        url=f"https://a.example/{name}",
    )


@pytest.fixture(scope="module")
def shop() -> Wrapper:
    return learn([page(number) for number in range(10)])


def test_junk_is_furniture_with_its_reason(shop: Wrapper) -> None:
    reasons = {one.examples[0].partition("?")[0]: one.furniture for one in shop.fields if one.furniture}
    assert reasons["/help"] == "a session id"
    assert reasons["/de/amber"] == "a link to another language"
    assert reasons["https://twitter.com/share"] == "a link to share the page"
    assert reasons["https://ads.example/jump/0"] == "an advert"
    assert reasons["javascript:zoom(0)"] == "a link for scripts"
    assert reasons["/cart"] == "a link to sign in, buy or print"
    assert reasons["https://stats.example/pixel.gif"] == "tracking"
    assert reasons["https://a.example/run/tasks"] == "tracking"
    assert reasons["https://a.example/amber"] == "head matter"
    assert reasons["amber lamp - Shop"] == "the page's title"
    assert reasons["amber lamp"] == "copy of heading"


def test_data_stays_and_nothing_of_the_rest_is_among_it(shop: Wrapper) -> None:
    record = extract(shop, page(11))
    values = {value for value in record.fields.values() if value is not None}
    assert values == {
        "linden lamp", "$ 11.90", "https://linden.example/", "Linden & Sons", "https://a.example/photos/linden.jpg",
        "linden seen from above", "Linden sale",
    }  # fmt: skip
    assert record.misfits == ()
    assert len(record.furniture) == len([one for one in shop.fields if one.furniture])


def test_a_list_that_all_pages_have_is_furniture_and_one_that_varies_is_data() -> None:
    def hotel(number: int) -> Page:
        adults = "".join(f"<option>{count}</option>" for count in range(1, 5))
        sizes = "".join(f"<option>{number + size} cm</option>" for size in range(3 + number % 3))
        body = f"<h1>Hotel {number}</h1><select id=adults>{adults}</select><select id=sizes>{sizes}</select>"
        return Page.parse(f"<html><body>{body}</body></html>".encode())

    record = extract(learn([hotel(number) for number in range(12)]), hotel(20))
    assert record.furniture == {"adults": [{"adults": str(count)} for count in range(1, 5)]}
    assert record.fields["sizes"] == [f"{20 + size} cm" for size in range(5)]
    assert "adults" not in record.fields


def test_what_holds_on_some_pages_what_another_holds_on_more_is_a_copy() -> None:
    def book(number: int) -> Page:
        name = WORDS[number]
        facts = f"<dl><dt>Publisher<dd>{name} press<dt>Pages<dd>{number + 100}</dl>"
        tab = f"<div class=reviews><h2>Reviews</h2><p>On {name}, by {WORDS[-number]}.</p>{facts}</div>"
        return Page.parse(f"<h1>{name} lamp</h1><div class=over>{facts}</div>{tab if number % 3 else ''}")

    wrapper = learn([book(number) for number in range(10)])
    fields = extract(wrapper, book(4)).fields
    assert (fields["publisher"], fields["pages"]) == ("ember press", "104")
    assert not {"publisher_2", "pages_2"} & fields.keys()


def test_a_menu_is_one_where_nobody_knows_the_address_of_the_page() -> None:
    def shop_page(number: int) -> Page:
        links = "".join(
            f"<a class={name} href='http://{host}a.example/{name}?id={number}9{number}'>{name.title()}</a>"
            for host, name in (("www.", "books"), ("www.", "toys"), ("secure.", "account"))
        )
        maker = f"<a class=maker href='http://maker.example/{number}'>Maker</a>"
        return Page.parse(f"<div>{links}</div><h1>{WORDS[number]} lamp</h1>{maker}<p class=price>$ {number}.90</p>")

    wrapper = learn([shop_page(number) for number in range(10)])
    fields = extract(wrapper, shop_page(4)).fields
    assert not {"books_href", "toys_href", "account_href"} & fields.keys()
    assert fields["maker_href"] == "http://maker.example/4"


def test_signs_between_values_are_no_data() -> None:
    def page_of(number: int) -> Page:
        signs = "-" if number % 2 else "|"
        dates = f"<b class=start>May {number + 1}</b><i class=sep>{signs}</i><b class=end>June {number + 1}</b>"
        return Page.parse(f"<h1>{WORDS[number]}</h1>{dates}")

    wrapper = learn([page_of(number) for number in range(10)])
    assert "sep" not in extract(wrapper, page_of(4)).fields
    assert extract(wrapper, page_of(4)).furniture["sep"] == "|"


def test_elements_that_are_shown_as_text_are_no_data() -> None:
    markup = (
        "<h1>{0} lamp</h1><noscript>&lt;SCRIPT src='https://a.example/{0}.js'&gt;&lt;/SCRIPT&gt;</noscript><p>{0} {0}"
    )
    wrapper = learn([Page.parse(f"<body>{markup.format(name)}") for name in WORDS])
    assert [one.furniture for one in wrapper.fields if "SCRIPT" in one.examples[0]] == ["markup"]
    assert extract(wrapper, Page.parse(f"<body>{markup.format('oak')}")).misfits == ()
