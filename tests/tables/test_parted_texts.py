"""Several values in one text, in the manner of pages that save lines."""

from collections.abc import Callable

import pytest

from tests.tables.test_column_names import CODES
from tests.tables.test_values_alone import PEOPLE, WORDS, rows_of, rows_of_texts

MAKERS = ("Canon", "Nikon", "Sony", "Casio", "Pentax", "Kodak", "Fuji", "Leica")
TEAMS = ("Boston Celtics", "Utah Jazz", "Miami Heat", "Chicago Bulls")


@pytest.mark.parametrize(
    ("markup", "values"),
    [
        (
            lambda n: f"<p>Mfr: {MAKERS[n]} | Mfr Part #: {n}04{n}B00{n} | Depot #: 9{n}04{n}</p>",
            {"brand": "Leica", "sku": "7047B007", "depot": 97047},
        ),
        (
            lambda n: f"<table><tr><td>Height / Weight</td><td>6'{n}\" / 2{n}0 lb</td></tr></table>",
            {"height": "6'7\"", "weight": "270 lb"},
        ),
        (
            lambda n: f"<ul><li><b>Publisher:</b> {PEOPLE[n]} Books (May {n + 2}, 2009)</li></ul>",
            {"publisher": "Hal Fry Books", "date": "2009-05-09"},
        ),
        (
            lambda n: f"<ul><li><b>Release Date:</b> May {n + 2}, 2009 ({MAKERS[n]})</li></ul>",
            {"release_date": "2009-05-09"},
        ),
        (
            lambda n: f"<ul><li><b>Born:</b> May {n + 2}, 1979 in {WORDS[n]} Falls</li></ul>",
            {"birth_date": "1979-05-09", "birth_place": "Heath Falls"},
        ),
        (
            lambda n: f"<h3 class=club>{TEAMS[n % 4]} - {('Guard', 'Forward', 'Center')[n % 3]}</h3>",
            {"team": "Chicago Bulls", "position": "Forward"},
        ),
        (
            lambda n: f"<p>Height: 6-{n} Weight: 2{n}0 lbs. Position: {('Guard', 'Center')[n % 2]}</p>",
            {"height": "6-7", "weight": "270 lbs.", "position": "Center"},
        ),
        (
            lambda n: f"<p>Year: {n + 1990}; Mileage: {n}7,000; Color: {('Red', 'Blue')[n % 2]}</p>",
            {"year": 1997, "mileage": 77000, "color": "Blue"},
        ),
        (
            lambda n: f"<div><b>Code</b> {CODES[n][3:12]}X (ISBN13: {CODES[n]})</div>",
            {"isbn": "9780596007126"},
        ),
        (
            lambda n: f"<div>Published May {n + 2}, 2009 by {PEOPLE[n]} Books</div>",
            {"date": "2009-05-09", "publisher": "Hal Fry Books"},
        ),
        (
            lambda n: f"<p>Tel (415) 2{n}3-768{n} | Fax (415) 9{n}3-768{n}</p>",
            {"phone": "(415) 273-7687", "fax": "(415) 973-7687"},
        ),
        (
            lambda n: (
                f"<p>Box {n}0{n} Phone: (415) 2{n}3-768{n}"
                f"{f' Web: www.a{n}b.com' if n % 3 else ''} Open: {n + 1} days</p>"
            ),
            {"phone": "(415) 273-7687", "website": "www.a7b.com", "hours": "8 days"},
        ),
        (lambda n: f"<p><b>Published:</b> May {n + 2}, 2009</p>", {"date": "2009-05-09"}),
    ],
)
def test_values_in_one_text_have_columns_of_their_own(markup: Callable[[int], str], values: dict[str, object]) -> None:
    _, rows = rows_of(markup)
    assert {name: rows[-1].get(name) for name in values} == values


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        (lambda n: f"<p><b>Rating:</b> {n}.5 / 10</p>", "rating", "7.5 / 10"),
        (
            lambda n: f"<p class=made>{WORDS[n]} Mill{' Wood: ash' if n % 2 else ''}</p>",
            "made",
            "Heath Mill Wood: ash",
        ),
        (lambda n: f"<p class=made>{WORDS[n]} Mill - {PEOPLE[n]}</p>", "made", "Heath Mill - Hal Fry"),
        (lambda n: f"<p><b>Fuel Economy (City/Hwy):</b> 1{n} / 2{n}</p>", "fuel_economy", "17 / 27"),
        (lambda n: f"<p class=made>{WORDS[n]} Mill ({PEOPLE[n]})</p>", "made", "Heath Mill (Hal Fry)"),
        (
            lambda n: f"<table><tr><td>Fit / Feel</td><td>{WORDS[n]}{' / soft' if n % 2 else ''}</td></tr></table>",
            "fit_feel",
            "Heath / soft",
        ),
    ],
)
def test_a_text_that_tells_no_values_apart_is_one(markup: Callable[[int], str], name: str, value: str) -> None:
    _, rows = rows_of(markup)
    assert rows[-1].get(name) == value, rows[-1]


def test_a_name_is_not_parted_by_its_dash() -> None:
    towns = [f"{word} Nurse - {town}, MA" for word, town in zip(WORDS, PEOPLE, strict=True)]
    _, rows = rows_of_texts([f"<html><title>{one}</title><body><h1>{one}</h1><p>{one[:3]}</p></body>" for one in towns])
    assert rows[0]["name"] == towns[0]
