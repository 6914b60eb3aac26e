"""Lists: what repeats on the pages of a template, in the many ways pages have of repeating things."""

import random
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from intaglio.page import Page
from intaglio.wrapper import Background, Wrapper, extract, learn
from intaglio.wrapper.learn.sibling_lists import find_folds


def parse(html: str) -> Page:
    return Page.parse(html, url="https://lists.example/1")


def fields_of(wrapper: Wrapper, html: str) -> Mapping[str, Any]:
    return extract(wrapper, parse(html)).fields


NAMES = ("Aldo", "Bram", "Greta", "Ines", "Maud", "Nell")
FACTS = ("Origin", "Weight", "Length", "Case")


def tool(number: int) -> str:
    """Facts under labels, always in the same order, and comments that start with the names of whoever wrote them."""
    chance = random.Random(number)
    facts = "".join(f"<tr><th>{name}</th><td>{name[0]}{number}</td></tr>" for name in FACTS if chance.random() < 0.8)
    said = "".join(
        f"<li class=comment><b>{chance.choice(NAMES)}</b><p>Remark {number}-{at}</p></li>"
        for at in range(chance.randrange(1, 6))
    )
    return f"<body><h1>Tool {number}</h1><table>{facts}</table><ol id=comments>{said}</ol>"


def test_words_that_change_places_are_no_labels() -> None:
    wrapper = learn([parse(tool(number)) for number in range(20)])
    assert {name for name in wrapper.named() if "." in name} == {"comments.author", "comments.text"}
    assert {"origin", "weight", "length", "case"} <= wrapper.named().keys()
    for number in range(30, 40):
        html = tool(number)
        said = fields_of(wrapper, html)["comments"]
        assert [item["author"] for item in said] == re.findall("<b>(.*?)</b>", html)
        assert [item["text"] for item in said] == re.findall("<p>(.*?)</p>", html)


PARTS = ("How it began", "What it costs", "The people", "A longer view")


def story(number: int) -> str:
    """Paragraphs, some under headings that several stories have, some with a quote between them."""
    chance = random.Random(number)
    body = f"<p>First of {number}.</p>"
    for at in range(chance.randrange(1, 4)):
        body += f"<h2>{chance.choice(PARTS)}</h2>" if chance.random() < 0.4 else ""
        body += "".join(f"<p>Line {number}-{at}-{n}.</p>" for n in range(chance.randrange(1, 4)))
        body += f"<blockquote>We did {number}-{at}.</blockquote>" if chance.random() < 0.3 else ""
    return f"<body><h1>Story {number}</h1><p class=byline>By N. {number}</p><div class=story>{body}</div>"


def test_a_text_of_paragraphs_is_one_list_with_its_headings_and_quotes() -> None:
    wrapper = learn([parse(story(number)) for number in range(20)])
    for number in range(30, 40):
        html = story(number)
        found = fields_of(wrapper, html)
        assert found["byline"] == f"By N. {number}"
        assert {name for name, value in found.items() if isinstance(value, list)} == {"story"}
        assert {name for item in found["story"] for name in item} == {"heading", "text", "quote"}
        lines = [item["text"] for item in found["story"] if item["text"] is not None]
        assert lines == re.findall("<p>(.*?)</p>", html)


def lecturer(number: int) -> str:
    """Talks of a speaker, a heading and a time each; one in three speakers has several, and not all times are known."""
    chance = random.Random(number)
    talks = "".join(
        f"<h3><a href=/talk/{number}-{at}>Of {chance.choice(NAMES)}, {number}-{at}</a></h3>"
        + (f"<p>Friday {at + 9}:{number + 10} a.m. in hall {number}</p>" if chance.random() < 0.6 else "")
        for at in range(chance.choice((1, 1, 1, 1, 2, 3)))
    )
    return f"<body><h1>{chance.choice(NAMES)} {number}</h1><p class=bio>Knows {number}.</p><h2>Talks</h2>{talks}</body>"


def test_a_list_of_headings_takes_in_what_stands_below_some_of_them() -> None:
    wrapper = learn([parse(lecturer(number)) for number in range(20)])
    assert {name for name in wrapper.named() if "." in name} == {"talks.heading", "talks.heading_href", "talks.time"}
    for number in range(30, 50):
        html = lecturer(number)
        talks = fields_of(wrapper, html)["talks"]
        assert [one["heading"] for one in talks] == re.findall("<h3><a[^>]*>(.*?)</a>", html)
        assert [one["time"] for one in talks if one["time"]] == re.findall("<p>(Friday.*?)</p>", html)


def listing(number: int) -> str:
    items = "".join(
        f"<div class=offer><h3><a href=/o/{number}{at}>Offer {number}{at}</a></h3><p class=about>On {number}, {at}</p>"
        f"<span class=votes>0</span><em class=seller>Seller {number * at}</em></div>"
        for at in range(5)
    )
    return (
        f"<title>Page {number}</title><link rel=stylesheet href=style{number}.css><link rel=next href=/p/{number + 1}>"
        f"<body><div class=top><h1>Offers, page {number}</h1></div><div class=offers>{items}</div>"
    )


def test_a_list_is_one_even_where_it_is_always_as_long() -> None:
    wrapper = learn([parse(listing(number)) for number in range(1, 13)])
    found = fields_of(wrapper, listing(40))
    assert [item["seller"] for item in found["offers"]] == [f"Seller {40 * at}" for at in range(5)]
    assert found["heading"] == "Offers, page 40"
    values = [value for value in extract(wrapper, parse(listing(40))).furniture.values() if isinstance(value, str)]
    assert "https://lists.example/p/41" in values
    assert not any(value.endswith(".css") for value in values), "files that a page is made with are no data"


def ranking(number: int, count: int) -> str:
    rows = "".join(
        f"<tr class={'odd' if at % 2 else 'even'}><td>{at}.</td><td><a href=/p/{number * at}>Player {number * at}</a>"
        f"</td><td>{number + at}</td></tr>"
        for at in range(1, count + 1)
    )
    return f"<title>Round {number}</title><body><h1>Round {number}</h1><table class=players>{rows}</table>"


def test_numbers_and_stripes_of_rows_do_not_tell_them_apart() -> None:
    wrapper = learn([parse(ranking(number, 3 + number % 5)) for number in range(1, 16)])
    found = fields_of(wrapper, ranking(40, 9))
    (players,) = [value for value in found.values() if isinstance(value, list)]
    assert [f"Player {40 * at}" in item.values() for at, item in enumerate(players, 1)] == [True] * 9


def speaker(number: int, talks: int) -> str:
    listed = "".join(
        f"<h3><a href=/t/{number}{at}>On {chr(97 + (number + at) % 26)} {number}{at}</a></h3>"
        + ("<p>Day 1, main hall</p>" if number % 3 == 0 else f"<p>Day {at}, room {number}</p>")
        for at in range(talks)
    )
    return (
        f"<title>{number}</title><body><h1>Speaker {number}</h1><div class=bio>Bio {number}</div><h2>Talks</h2>{listed}"
    )


def test_headings_with_what_comes_below_each_are_a_list() -> None:
    wrapper = learn([parse(speaker(number, 2 if number % 5 == 0 else 1)) for number in range(1, 21)])
    found = fields_of(wrapper, speaker(40, 3))
    (talks,) = [value for value in found.values() if isinstance(value, list)]
    expected = [{f"On {chr(97 + (40 + at) % 26)} 40{at}", f"Day {at}, room 40"} for at in range(3)]
    assert [said <= set(item.values()) for said, item in zip(expected, talks, strict=True)] == [True] * 3


GENRES = ("Drama", "Comedy", "Crime", "War", "Music", "Sport")


def film(number: int, genres: Sequence[str]) -> str:
    links = ", ".join(f"<a href=/g/{genre}>{genre}</a>" for genre in genres)
    menu = " | ".join(f"<a href=/{word}>{word}</a>" for word in ("Films", "People", "News")[: 2 + number % 2])
    return f"<title>{number}</title><body><p class=menu>{menu}</p><h1>Film {number}</h1><p><b>Genre:</b> {links}</p>"


def test_what_commas_part_is_a_list_and_a_menu_is_none() -> None:
    chance = random.Random(5)

    def genres(number: int) -> list[str]:
        drama = ["Drama"] if number % 4 else []
        return drama + sorted(chance.sample(GENRES[1:], 1 + number % 3))

    wrapper = learn([parse(film(number, genres(number))) for number in range(1, 21)])
    found = fields_of(wrapper, film(40, ["Comedy", "Drama", "War", "Western"]))
    assert [item["genre"] for item in found["genre"]] == ["Comedy", "Drama", "War", "Western"]
    assert not any(word in str(found) for word in ("Films", "People", "News"))


def release(number: int) -> str:
    """Lists below headings, none of which has a class."""
    bugs, tasks = (
        f"<h2>{name}</h2><ul>"
        + "".join(f"<li>[<a href=/i/{at}>I-{number}{at}</a>] Fix {at}</li>" for at in range(n))
        + "</ul>"
        for name, n in (("Bugs", 1 + number % 4), ("Sub-tasks", 1 + number % 3))
    )
    lists = bugs + (tasks if number % 5 else "")
    return f"<body><div class=text><h1><a href=/r/{number}>Release {number}</a></h1>{lists}</div>"


def test_lists_are_named_by_the_headings_before_them() -> None:
    found = fields_of(learn([parse(release(number)) for number in range(20)]), release(31))
    assert found["heading"] == "Release 31"
    assert [[*item.values()][1] for item in found["bugs"]] == ["I-310", "I-311", "I-312", "I-313"]
    assert [[*item.values()][1] for item in found["sub_tasks"]] == ["I-310", "I-311"]


def test_items_by_name_are_a_list_even_where_there_are_always_as_many() -> None:
    def page(number: int) -> str:
        hot = "".join(f"<li><a href=/q/{number}{at}>Question {number}.{at}</a></li>" for at in range(8))
        menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in PARTS + NAMES)
        return f"<body><ul id=menu>{menu}</ul><h1>Page {number}</h1><ul id=hot>{hot}</ul>"

    found = fields_of(learn([parse(page(number)) for number in range(12)]), page(50))
    assert [[*item.values()][1] for item in found["hot"]] == [f"Question 50.{at}" for at in range(8)]
    assert set(found) == {"heading", "hot"}


def test_a_single_page_has_lists_and_what_is_common_on_its_site_is_none() -> None:
    cards = "".join(f"<div class=card><h3>Card {at}</h3><p>€ {at}.50</p></div>" for at in range(4))
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in NAMES)
    html = f"<body><ul>{menu}</ul><div>Left</div><div>Middle</div><div>Right</div><div class=cards>{cards}</div>"
    found = fields_of(learn([parse(html)], known=Background(common=NAMES)), html)
    assert [[*item.values()] for item in found["cards"]] == [[f"Card {at}", f"€ {at}.50"] for at in range(4)]
    assert [value for value in found.values() if isinstance(value, str)] == ["Left", "Middle", "Right"]


def test_items_of_a_small_pool_are_a_list_where_there_are_always_as_many() -> None:
    words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()  # noqa: SIM905

    def page(number: int) -> str:
        chosen = random.Random(number).sample(words, 6)
        return f"<body><h1>Page {number}</h1><ul class=tags>{''.join(f'<li>{word}</li>' for word in chosen)}</ul>"

    found = fields_of(learn([parse(page(number)) for number in range(12)]), page(50))
    assert found["tags"] == random.Random(50).sample(words, 6)


def test_times_that_recur_are_no_labels_of_what_follows_them() -> None:
    def markup(number: int) -> str:
        first = (
            f"<dt>March 9th 1:20 p.m.</dt><dd><a href=/{number}/0>A{number} of old</a></dd>" if number % 4 == 0 else ""
        )
        second = f"<dt>March {number + 1}th 2:{number + 10} p.m.</dt><dd><a href=/{number}/1>B{number} of now</a></dd>"
        return f"<h1>{number}</h1><h3>Sessions</h3><dl class=sessions>{first}{second}</dl>"

    pages = [Page.parse(markup(number)) for number in range(12)]
    sessions = extract(learn(pages), pages[4]).fields["sessions"]
    assert len(sessions) == 2
    assert "March 9th 1:20 p.m." in sessions[0].values()


def test_where_every_node_has_one_child_no_list_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Sequence[Sequence[Any]]] = []

    def watched(some: Sequence[Sequence[Any]], *args: Any, **more: Any) -> Any:
        rows.append(some)
        return find_folds(some, *args, **more)

    # The package has a function of that name, too.
    monkeypatch.setattr(sys.modules["intaglio.wrapper.learn.align_children"], "find_folds", watched)
    pages = [parse(f"<body><main><div><p><b>Word {n}</b></p></div></main><p>{n}</p>") for n in range(9)]
    found = fields_of(learn(pages), "<body><main><div><p><b>Other</b></p></div></main><p>7</p>")
    assert sorted(found.values()) == ["7", "Other"]
    assert rows
    assert all(max(map(len, some)) > 1 for some in rows)
