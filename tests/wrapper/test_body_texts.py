"""A text is one, with the headings, lists, listings and pictures in it, also where other things stand beside it."""

import random

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn
from intaglio.wrapper.learn.texts.body_texts import find_bodies
from intaglio.wrapper.options import BodyOptions
from intaglio.wrapper.page_model.mark_codes import Coding
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from tests.wrapper.test_prose import sentence


def parse(html: str) -> Page:
    return Page.parse(html, url="https://prose.example/1")


def post(number: int) -> tuple[str, str]:
    """A post whose text stands beside its title and date, and the words of the text."""
    chance = random.Random(number)
    title = f"<article class=post><h1><a href=/p/{number}>Post {number}</a></h1>May {number % 28 + 1}, 2024 -"
    said, html = [], ""
    for part in range(chance.randrange(4, 9)):
        plain, dressed = sentence(chance)
        said.append(plain)
        html += f"<p>{dressed}</p>"
        other = chance.randrange(6)
        mark = f"{number}.{part}"
        if other == 0:
            said.append(f"On {mark}")
            html += f"<h2 id=on-{number}-{part}>On {mark}</h2>"
        elif other == 1:
            said += [f"first {mark}", f"then {mark}", f"last {mark}"]
            html += "<ul>" + "".join(f"<li>{word} {mark}</li>" for word in ("first", "then", "last")) + "</ul>"
        elif other == 2:
            said.append(f"code {mark}")
            html += f"<div class=highlight><pre>code {mark}</pre></div>"
        elif other == 3 and number % 7 == 3:
            said.append(f"Mind {mark}")
            html += f"<div class='alert warning'>Mind {mark}</div>"
    plain, dressed = sentence(chance)
    said.append(plain)
    return " ".join(said), f"<body>{title}{html}<p>{dressed}</p></article><p>Edit this page</p>"


@pytest.mark.parametrize("pages", [1, 2, 20])
def test_a_text_of_many_parts_is_one(pages: int) -> None:
    wrapper = learn([parse(post(number)[1]) for number in range(pages)])
    for number in range(20 if pages == 20 else pages):
        said, html = post(number)
        record = extract(wrapper, parse(html))
        assert said in record.fields.values(), number
        assert not record.misfits


def test_a_text_of_a_page_that_was_not_learned_from_is_one_too() -> None:
    wrapper = learn([parse(post(number)[1]) for number in range(20)])
    for number in range(40, 60):
        said, html = post(number)
        record = extract(wrapper, parse(html))
        whole = [value for value in record.fields.values() if isinstance(value, str) and value in said]
        assert sum(map(len, whole)) >= 0.95 * len(said), number


@pytest.mark.parametrize("beside", ["", "<h1>Post</h1><p class=date>May 2</p>"])
def test_a_place_that_links_lead_to_does_not_part_a_text(beside: str) -> None:
    def parted(number: int) -> tuple[str, str]:
        said = [sentence(random.Random(number * 100 + part)) for part in range(2 + number % 5)]
        html = [f"<p>{dressed}</p>" for _, dressed in said]
        html.insert(1, "<span id=more></span>")
        return " ".join(plain for plain, _ in said), f"<body>{beside}<div>{beside}{''.join(html)}</div>"

    wrapper = learn([parse(parted(number)[1]) for number in range(20)])
    for number in range(20):
        said, html = parted(number)
        assert said in extract(wrapper, parse(html)).fields.values(), number


def test_the_date_and_the_title_before_a_text_are_no_part_of_it() -> None:
    wrapper = learn([parse(post(number)[1]) for number in range(20)])
    values = extract(wrapper, parse(post(4)[1])).fields.values()
    assert "Post 4" in values
    assert any(isinstance(value, str) and value.startswith("May 5, 2024") and len(value) < 20 for value in values)


def test_a_title_and_what_stands_below_it_are_no_part_of_the_text() -> None:
    def job(number: int) -> str:
        chance = random.Random(number)
        body = "".join(f"<p>{sentence(chance)[1]}</p>" for _ in range(chance.randrange(3, 7)))
        posted = f"<i>Posted: May {number % 28 + 1}</i>"
        return f"<body><div><h3>Job {number}</h3>{posted}<br>{body}<ul><li>a{number}</ul></div>"

    wrapper = learn([parse(job(number)) for number in range(20)])
    fields = extract(wrapper, parse(job(6))).fields
    assert "Job 6" in fields.values()
    assert fields["posted"] == "May 7"


def test_paragraphs_with_labels_are_a_text_where_other_pages_have_theirs() -> None:
    labelled = "".join(f"<p>{word}: {sentence(random.Random(7))[0]}</p>" for word in ("Speed", "Safety", "Size"))
    html = [f"<article class=post><h1>Post 7</h1>May 8, 2024 -{labelled}</article>", *(post(n)[1] for n in range(6))]
    trees = [Tree(parse(one)) for one in html]
    coding = Coding({tree.mark(node): None for tree in trees for node in range(len(tree))}, Vocabulary.of(trees))
    pages = [PageFeatures(tree, coding) for tree in trees]
    instances = [(number, tree.tags.index("article")) for number, tree in enumerate(trees)]
    assert find_bodies(instances, pages, (), BodyOptions())[0] == (2, 5)
    assert find_bodies(instances[:1], pages, (), BodyOptions()) == [None]


def test_paragraphs_that_are_labels_and_values_are_no_text() -> None:
    def shop(number: int) -> str:
        some = [label for label in ("Colour", "Made in", "Shipped from") if (number + len(label)) % 3]
        words = sentence(random.Random(number))[0]
        rows = "".join(f"<p><b>{label}:</b> {label[0]}{number} {words}</p>" for label in some)
        return f"<body><h1>Thing {number}</h1><div>{rows}</div>"

    wrapper = learn([parse(shop(number)) for number in range(20)])
    assert extract(wrapper, parse(shop(4))).fields["colour"].startswith("C4 ")


def test_paragraphs_of_a_class_are_items() -> None:
    def news(number: int) -> str:
        chance = random.Random(number)
        rows = [
            f"<p class=item><b>{day} May:</b> <a href=/{day}>{sentence(chance)[0]}</a> {sentence(chance)[0]}</p>"
            for day in range(1, chance.randrange(3, 6))
        ]
        return f"<body><h1>Thing {number}</h1><div class=news>{''.join(rows)}</div>"

    wrapper = learn([parse(news(number)) for number in range(20)])
    found = extract(wrapper, parse(news(3))).fields["news"]
    assert isinstance(found, list)
    assert all(isinstance(item, dict) for item in found)


def test_paragraphs_that_line_breaks_part_are_one_text() -> None:
    def markup(number: int) -> tuple[str, str]:
        chance = random.Random(number)
        said = [sentence(chance)[0] for _ in range(1 + number % 3)]
        facts = f"<b>Price:</b> ${number + 5}<br><b>Fuel:</b> {('oil', 'gas', 'coal')[number % 3]}<br>"
        text = "<br><br>".join(said)
        return (
            f"<h1>Boat {number}</h1><div>{facts}<b>Comments:</b><br>{text}<br><br><i>Ad {number}</i></div>",
            " ".join(said),
        )

    wrapper = learn([parse(markup(number)[0]) for number in range(12)])
    for number in (1, 2, 30):
        html, said = markup(number)
        fields = extract(wrapper, parse(html)).fields
        assert " ".join(fields["comments"].split()) == said
        assert fields["price"] == f"${number + 5}"
