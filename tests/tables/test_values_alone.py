"""Values without the words and signs around them, and names by what stands near: pages in the manner of many sites."""

from collections.abc import Callable
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.tables import Kind, Table, TemplateKey, field_facts, find_table, want
from intaglio.tables.words.value_shapes import shape_of
from intaglio.wrapper import extract, learn

KEY = TemplateKey("site", "t1")
WORDS = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath")
PEOPLE = ("Ann Lee", "Bo Ray", "Cy Tan", "Di Orr", "Ed Poe", "Flo Kay", "Gus Ito", "Hal Fry")


def rows_of(markup: Callable[[int], str]) -> tuple[Table, list[dict[str, Any]]]:
    return rows_of_texts([page_of(word, markup(number)) for number, word in enumerate(WORDS)])


def page_of(word: str, markup: str) -> str:
    return f"<html><head><title>{word} lamp - Shop</title></head><body><h1>{word} lamp</h1>{markup}</body></html>"


def rows_of_texts(texts: list[str]) -> tuple[Table, list[dict[str, Any]]]:
    table, lines = table_of(texts)
    return table, [table.row(line) for line in lines]


def table_of(texts: list[str]) -> tuple[Table, list[dict[str, Any]]]:
    pages = [Page.parse(text) for text in texts]
    wrapper = learn(pages)
    lines = [
        {"source": f"{n}", "url": None, "template": "t1", "title": page.title, "fields": extract(wrapper, page).fields}
        for n, page in enumerate(pages)
    ]
    kind = Kind("k1", "things", "things", (KEY,), listing=False, pages=len(pages))
    return find_table(kind, lambda: lines, {KEY: field_facts(wrapper)}), lines


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        (
            lambda n: f"<p class=who>Ask {PEOPLE[n]} at <b>(555) 0{n}0-12{n}4</b></p>",
            "who",
            "Ask Hal Fry",
        ),
        (lambda n: f"<p>Posted {n + 2} May 2018 in <a href='/c{n}'>{PEOPLE[-1 - n]}</a></p>", "date", "2018-05-09"),
        (lambda n: f"<p><b>Mine</b> at {PEOPLE[n]} Park</p>", "mine", "Hal Fry Park"),
        (lambda n: f"<ul><li>Made in - {PEOPLE[n]}</li><li>For - Ed</li></ul>", "made_in", "Hal Fry"),
        (lambda n: f"<b class=tag>★ {n % 5}.{n}</b>", "rating", "★ 2.7"),
        (lambda n: f"<p>Submitted by {PEOPLE[n]}</p>", "author", "Hal Fry"),
        (lambda n: f"<p>Member since {1990 + n}</p>", "member_since", 1997),
        (lambda n: f"<p><b>Duration:</b> {n + 2} days</p>", "duration", "9 days"),
        (lambda n: f"<p><b>Weight:</b> {'—' if n == 7 else f'{n + 2} kg'}</p>", "weight", None),
        (lambda n: f"<p><b>Seats:</b> {'N/A' if n == 6 else n + 2}</p>", "seats", 9),
        (
            lambda n: f"<h3>References</h3><p>{PEOPLE[n]}, a book of some length about many lamps</p>",
            "references",
            "Hal Fry, a book of some length about many lamps",
        ),
        (
            lambda n: f"<div><b class=home-score>{n + 1}</b> - <b class=away-score>{n // 2}</b></div>",
            "away_score",
            3,
        ),
        (lambda n: f"<p>Call (555) 0{n}0-12{n}4</p>", "phone", "(555) 070-1274"),
        (lambda n: f"<p>{PEOPLE[n]} <small>({n + 1970})</small></p>", "year", 1977),
        (lambda n: f"<p>Was ${n + 20}.50</p><p class=ours>Now ${n + 10}.50</p>", "old_price", 27.5),
        (lambda n: f"<p>Was ${n + 20}.50</p><p class=ours>Now ${n + 10}.50</p>", "price", 17.5),
        (lambda n: f"<p><b>Stock #:</b> AB{n}{n}4{n}</p>", "sku", "AB7747"),
        (
            lambda n: f"<p><b>Published:</b> {WORDS[-1 - n]} : {PEOPLE[n]}, 19{n}3.</p>",
            "publisher",
            "Amber : Hal Fry, 1973.",
        ),
        (
            lambda n: f"<p class='hp-line'><span itemprop=postalCode>{n}123{n}</span></p>",
            "postal_code",
            "71237",
        ),
        (
            lambda n: f"<button>Add to cart</button><p class=lead>{PEOPLE[n]} made this lamp of wood, by hand.</p>",
            "text",
            "Hal Fry made this lamp of wood, by hand.",
        ),
        (
            lambda n: f"<span id=p-stock><i class=material-icons>check</i> {n + 1} left</span>",
            "availability",
            "8 left",
        ),
        (
            lambda n: f"<div class=buy><i>$</i><span class=whole>{n + 3}92</span><sup>{n}9</sup></div>",
            "price",
            1092.79,
        ),
        (
            lambda n: f"<div class=buy><span>{n + 3}<b class=cents>{n}9</b></span> €</div>",
            "price",
            10.79,
        ),
        (lambda n: f"<p class=rt>based on {n + 1}1 reviews</p>", "review_count", 81),
        (lambda n: f"<li>Manufactured by: {PEOPLE[n]}</li>", "brand", "Hal Fry"),
        (lambda n: f"<p>School Website: <a href='/go{n}'>www.w{n}.edu</a></p>", "website", "www.w7.edu"),
        (lambda n: f"<p><b>Zip Code:</b> {n + 1}100{n}</p>", "postal_code", "81007"),
        (lambda n: f"<b>Out-of-State Tuition:</b> ${n + 1},00{n}", "out_state_tuition", 8007),
    ],
)
def test_a_value_stands_alone_under_its_name(markup: Callable[[int], str], name: str, value: object) -> None:
    table, rows = rows_of(markup)
    found = rows[-1].get(name)
    assert (found["amount"] if isinstance(found, dict) else found) == value, [one.name for one in table.columns]


def test_a_text_in_parts_is_several_values() -> None:
    _, rows = rows_of(lambda n: f"<p class=line>#{n}4 | {('Guard', 'Forward')[n % 2]} | <a href='/t{n}'>Owls</a></p>")
    assert [rows[-1][name] for name in ("text", "position")] == ["#74", "Forward"]
    assert not any("|" in str(value) for value in rows[-1].values())


def test_what_is_bold_in_items_is_their_name() -> None:
    def markup(n: int) -> str:
        cast = "".join(
            f"<li><img src='/{n}{k}.jpg'><strong>{PEOPLE[n]} {k}{n}</strong><i>as {WORDS[n - k]} {n}</i></li>"
            for k in range(2 + n % 4)
        )
        return f"<h2>Cast</h2><ul>{cast}</ul>"

    _, rows = rows_of(markup)
    assert [one["name"] for one in rows[0]["cast"]] == ["Ann Lee 00", "Ann Lee 10"]


def test_the_first_image_of_several_is_the_one() -> None:
    texts = [
        page_of(word, "").replace("<h1>", f"<div><img src='/{n}a.jpg'><img src='/{n}b.jpg'></div><p class=x></p><h1>")
        for n, word in enumerate(WORDS)
    ]
    _, rows = rows_of_texts(texts)
    assert rows[-1]["image"] == "/7a.jpg"


def test_examples_are_found_in_parts_of_texts_and_sign_by_sign() -> None:
    def markup(n: int) -> str:
        marks = f"<b class=score>{n}.0</b><table><tr><th>Screen</th><td>{7 - n}.0&quot;</td></tr></table>"
        return f"<p class=line>#{n}4 | {('Guard', 'Forward')[n % 2]} | <a href='/t{n}'>Owls</a></p>{marks}"

    table, lines = table_of([page_of(word, markup(number)) for number, word in enumerate(WORDS)])
    for name, example, value in (("plays", "Forward", "Forward"), ("inches", '3.0"', '0.0"')):
        assert want(table, lambda: lines, [(name, example)]).row(lines[-1])[name] == value


def test_days_of_the_week_take_the_place_of_one_column() -> None:
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
    hours = ("9 to 5", "Closed", "10 to 6")

    def markup(n: int) -> str:
        open_ = "".join(
            f"<tr><th>{day}</th><td>{hours[(n >> at % 3) % 2 + (n * at) % 2]}</td></tr>" for at, day in enumerate(days)
        )
        more = "".join(f"<p><b>Fact {at}x:</b> {PEOPLE[(n + at) % 8]} {at}</p>" for at in range(13))
        return f"<table>{open_}</table>{more}"

    table, _ = rows_of(markup)
    names = [one.name for one in table.main]
    assert {day.lower() for day in days} <= set(names)
    assert sum(name.startswith("fact") for name in names) == 13


def test_the_address_that_is_made_of_a_name_is_kept() -> None:
    texts = [
        f"<html><head><title>{name} - Staff</title></head><body><h1>{name}</h1><table><tr><td>Email</td><td>"
        f"<a href='mailto:{mail}'>{mail}</a></td></tr></table></body></html>"
        for name in PEOPLE
        for mail in (f"{name.lower().replace(' ', '.')}@uni.example",)
    ]
    table, rows = rows_of_texts(texts)
    assert rows[-1]["email"] == "hal.fry@uni.example", [one.left_out for one in table.columns]


def test_cents_are_no_column_of_their_own() -> None:
    table, _ = rows_of(lambda n: f"<div class=buy><i>$</i><span class=whole>{n + 3}92</span><sup>{n}9</sup></div>")
    assert [one.name for one in table.main] == ["name", "price"]


def test_a_small_number_behind_a_year_is_no_cents() -> None:
    _, rows = rows_of(lambda n: f"<p>Made in <span class=made>{n + 1970}</span><sup>1{n}</sup></p>")
    assert rows[-1]["made_in"] == 1977


@pytest.mark.parametrize(
    ("values", "word"),
    [
        (("2h 14m", "1h 2m"), "runtime"),
        (("£30,000 - £61,000 per annum", "£9.50 per hour"), "salary"),
        (("$20 per person", "$40 per night"), None),
        (("Full-time", "Contract", "Part time / Permanent"), "employment_type"),
        (("Full board", "Contract bridge"), None),
        (("$$", "$$$", "$"), "price_range"),
        (("Point Guard", "Forward-Center"), "position"),
        (("65348 Lindental", "D-10010 Rosenau"), "location"),
    ],
)
def test_looks_of_jobs_and_films(values: tuple[str, ...], word: str | None) -> None:
    assert shape_of(values) == word


def test_the_title_of_a_job_that_comes_again_is_its_name() -> None:
    jobs = ("Nurse", "Cook", "Nurse", "Baker", "Cook", "Nurse", "Cook", "Baker")
    texts = [
        f"<html><head><title>{job} in {town}, Kent | Jobs</title></head><body><h1>{job}</h1><ul><li>{town}, Kent</li>"
        f"</ul></body></html>"
        for job, town in zip(jobs, WORDS, strict=True)
    ]
    _, rows = rows_of_texts(texts)
    assert [row["name"] for row in rows] == list(jobs)
