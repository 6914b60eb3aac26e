"""Editions: a menu in two languages is no data."""

from intaglio.collection.records.field_stats import leaves
from intaglio.page import Page
from intaglio.wrapper import extract, learn
from intaglio.wrapper.fields.no_data.language_variants import in_editions
from intaglio.wrapper.wrapper_codec import dumps, loads

MENUS = {
    "en": "Home News Sports Weather Travel Culture Letters Shop Archive About Contact Terms".split(),  # noqa: SIM905
    "de": "Start Nachrichten Sportteil Wetter Reisen Kultur Briefe Laden Archiv Impressum Kontakt AGB".split(),  # noqa: SIM905
}


def page(number: int) -> Page:
    language = "de" if number % 3 == 0 else "en"
    menu = "".join(f"<li class=m{at}><a href=/{language}/{at}>{word}</a>" for at, word in enumerate(MENUS[language]))
    stock = "yes" if number % 2 else "no"
    return Page.parse(
        f"<title>T{number}</title><meta property=og:locale content={language}><body><ul>{menu}</ul>"
        f"<h1>Page {number}</h1><p class=stock>{stock}</p>",
        url=f"https://site.example/{number}",
    )


def test_what_varies_with_the_language_is_neither_data_nor_found_by_search() -> None:
    wrapper = loads(dumps(learn([page(number) for number in range(18)])))
    for number in (30, 31):
        record = extract(wrapper, page(number))
        assert record.fields == {
            "og_locale": "en" if number % 3 else "de",
            "heading": f"Page {number}",
            "stock": "yes" if number % 2 else "no",
        }
        assert set(MENUS["en" if number % 3 else "de"]) <= set(record.furniture.values())
        assert record.furniture["page_title"] == f"T{number}"
        assert not record.loose


def test_a_few_fields_that_vary_in_step_are_data() -> None:
    def columns(count: int) -> dict[int, dict[int, str]]:
        return {at: {n: f"{at}{n % 2}" for n in range(8)} for at in range(count)}

    columns_own = {n: f"page {n}" for n in range(8)}
    others = {100: {n: f"x{n % 2}" for n in range(8)}, 101: {n: str(n) for n in range(8)}}
    assert in_editions(columns(9) | {50: columns_own}, {}, {}) == set()
    assert in_editions(columns(10) | {50: columns_own}, others, {}) == {*range(10), 100}
    assert in_editions(columns(10), {}, {50: columns_own}) == {*range(10)}
    assert in_editions(columns(10), others, {}) == set(), "what agrees in everything is one page, found several times"
    many = {at: {n: f"{at}{n}" for n in range(8)} for at in range(20)}
    assert in_editions(many, {}, {}) == set(), "every page has its own"
    one = {at: {n: f"{at}{n == 3}" for n in range(8)} for at in range(20)}
    assert in_editions(one, {}, {}) == set(), "a single page is no edition"


def test_pages_found_twice_keep_their_data() -> None:
    def item(number: int) -> Page:
        cells = "".join(f"<div class=c{at}>v{at}-{number}</div>" for at in range(12))
        return Page.parse(f"<title>T{number}</title><body><h1>Tool {number}</h1>{cells}")

    found = extract(learn([item(number) for number in (1, 2, 3) * 3]), item(9)).fields
    assert found["heading"] == "Tool 9"
    assert {f"v{at}-9" for at in range(12)} <= {value for _, value in leaves(found)}
