"""Prose and listings are one text, whatever is in them; fields with markup between them are not."""

import random
from collections.abc import Mapping
from typing import Any

from intaglio.page import Page
from intaglio.wrapper import Background, Wrapper, extract, extract_strictly, learn
from intaglio.wrapper.wrapper_codec import dumps, loads

WORDS = "lamp oil ran short at the weir while most boats lay in harbour and rope was dear again".split()  # noqa: SIM905


def parse(html: str) -> Page:
    return Page.parse(html, url="https://prose.example/1")


def fields_of(wrapper: Wrapper, html: str) -> Mapping[str, Any]:
    return extract(wrapper, parse(html)).fields


def sentence(chance: random.Random) -> tuple[str, str]:
    """A sentence, plain and with links and emphasis somewhere in it."""
    words = [chance.choice(WORDS) + str(chance.randrange(100)) for _ in range(chance.randrange(12, 20))]
    dressed = list(words)
    for at in chance.sample(range(len(words)), chance.randrange(4)):
        dressed[at] = chance.choice(("<a href=/w/{0}>{0}</a>", "<em>{0}</em>", "<code>{0}</code>")).format(words[at])
    return " ".join(words), " ".join(dressed)


def article(number: int) -> tuple[list[str], str]:
    """The paragraphs of an article, and its page."""
    chance = random.Random(number)
    paragraphs = [sentence(chance) for _ in range(chance.randrange(2, 6))]
    body = "".join(f"<p>{dressed}</p>" for _, dressed in paragraphs)
    byline = f"<p class=byline>By <a href=/by/{number}>Writer {number}</a> on <time>{number % 28 + 1} May</time></p>"
    code = f"<pre><b>def</b> f{number}():\n    return <i>{number}</i></pre>"
    page = f"<body><h1>No. {number}</h1>{byline}<div class=story>{body}</div>{code}"
    return [plain for plain, _ in paragraphs], page


def learned() -> Wrapper:
    return learn([parse(article(number)[1]) for number in range(20)])


def test_paragraphs_are_whole_and_have_their_links_beside_them() -> None:
    wrapper = loads(dumps(learned()))
    for number in range(40, 50):
        plain, html = article(number)
        found = fields_of(wrapper, html)
        assert found["story"] == " ".join(plain)
        links = found["links"] or ()
        assert all(link.startswith("https://prose.example/w/") for link in links)
        assert len(links) == html.count("<a href=/w/")


def test_what_has_the_same_markup_on_all_pages_is_not_prose() -> None:
    found = fields_of(learned(), article(44)[1])
    assert found["by"] == "Writer 44"
    assert "17 May" in found.values()


def test_listings_are_whole() -> None:
    found = fields_of(learned(), article(44)[1])
    assert "def f44(): return 44" in found.values()


def test_what_is_all_links_is_a_list_of_them() -> None:
    def page(number: int) -> str:
        cast = ", ".join(f"<a href=/a/{number}{at}>Actor number {number}{at}</a>" for at in range(3 + number % 4))
        return f"<body><h1>Film {number}</h1><p>{cast}</p>"

    found = fields_of(learn([parse(page(number)) for number in range(20)]), page(33))
    (cast,) = [value for value in found.values() if isinstance(value, list)]
    assert [item for one in cast for item in one.values() if "Actor" in item] == [
        f"Actor number 33{at}" for at in range(4)
    ]


def test_pages_with_prose_are_in_the_language() -> None:
    wrapper = learned()
    assert all(extract_strictly(wrapper, parse(article(number)[1])) is not None for number in range(20))
    assert " …" in str(wrapper.pattern)
    assert any(node.get("whole") for node in wrapper.pattern.json()["nodes"])


def test_paragraphs_without_text_add_nothing_but_their_pictures() -> None:
    plain, html = article(44)
    odd = html.replace("<div class=story>", "<div class=story><p></p><p><br></p><p><img src=/a.png></p>")
    pages = [parse(article(number)[1]) for number in range(18)]
    pages += [
        parse(article(number)[1].replace("</p></div>", "</p><p><img src=/b.png></p></div>")) for number in (18, 19)
    ]
    found = fields_of(learn(pages), odd)
    assert found["story"] == " ".join(plain)
    assert found["images"] == ["https://prose.example/a.png"]


def test_one_field_is_a_list_on_all_pages_or_on_none() -> None:
    def page(number: int) -> str:
        html = article(number)[1]
        return html.replace("<pre>", f"<p><a href=/only/{number}>{number}</a></p><pre>") if number % 2 else html

    wrapper = learn([parse(page(number)) for number in range(20)])
    kinds: dict[str, set[type]] = {}
    for number in range(30, 40):
        record = extract(wrapper, parse(page(number))).fields
        for name, value in record.items():
            kinds.setdefault(name, set()).add(type(value))
    assert all(len(found - {type(None)}) < 2 for found in kinds.values()), kinds
    assert kinds["story"] == {str}


def test_a_text_keeps_its_name_when_it_turns_out_to_be_prose() -> None:
    def page(number: int, *, dressed: bool) -> Page:
        plain, marked = sentence(random.Random(number))
        return parse(f"<body><h1>No. {number}</h1><p class=summary>{marked if dressed else plain}</p>")

    first = learn([page(number, dressed=False) for number in range(5)])
    again = learn([page(number, dressed=number >= 5) for number in range(20)], known=Background(previous=first))
    assert {"heading", "summary"} <= again.named().keys()
    assert "summary_2" not in again.named()


def test_neither_classes_of_paragraphs_nor_one_form_make_a_template_of_what_is_written() -> None:
    def body(number: int) -> str:
        chance = random.Random(number)
        parts = ["<p class='MsoNormal'>{}</p>", "<ul><li>{}</li></ul>", "<b>{}</b><br>", "<p>{}</p>"]
        chance.shuffle(parts)
        text = "".join(part.format(sentence(chance)[0]) for part in parts for _ in range(1 + chance.randrange(3)))
        text += "<form><input name='mail'></form>" * (number == 3)
        return f"<html><body><h1>Job {number}</h1><div id='job'>{text}</div></body></html>"

    wrapper = learn([parse(body(number)) for number in range(12)])
    found = fields_of(wrapper, body(20))
    assert [name for name, value in found.items() if value is not None] == ["heading", "job"]


def test_a_sentence_of_a_lone_page_is_one_text() -> None:
    html = (
        "<body><h1>Locks</h1><div><p>The manager keeps <code class=name>n</code> rows in the table until the "
        "<em class=part>transaction</em> that took them has ended, whatever its outcome, and tells <a href=/w>who waits"
        "</a>.</p><p>Price: <b>12</b></p></div>"
    )
    found = fields_of(learn([parse(html)]), html)
    texts = [value for value in found.values() if isinstance(value, str)]
    assert any(text.startswith("The manager keeps n rows") and text.endswith("tells who waits.") for text in texts)
    assert "12" in texts


def free_text(chance: random.Random) -> tuple[str, str]:
    """What a writer put into one box: paragraphs, lists, breaks, in no fixed order."""
    plain, parts = [], []
    for _ in range(chance.randrange(4, 8)):
        said = sentence(chance)[0]
        plain.append(said)
        parts.append(
            chance.choice(("<p>{}</p>", "<ul><li>{}</ul>", "{}<br>", "<p><b>{}</b></p>", "<div>{}</div>")).format(said)
        )
    return " ".join(plain), "".join(parts)


def test_a_text_that_several_pages_repeat_is_whole_as_others_are() -> None:
    def page(number: int) -> tuple[str, str]:
        plain, text = free_text(random.Random(min(number, 6)))
        return plain, f"<body><h1>Post {number}</h1><div class=duties>{text}</div><p class=place>Town {number}</p>"

    wrapper = learn([parse(page(number)[1]) for number in range(20)])
    for number in (2, 15):
        plain, html = page(number)
        assert fields_of(wrapper, html)["duties"] == plain


def test_a_text_is_whole_where_some_have_an_element_around_them() -> None:
    def page(number: int) -> tuple[str, str]:
        plain, text = free_text(random.Random(number))
        text = f"<br><div class=editor>{text}</div>" if number % 3 else text
        return plain, f"<body><h1>Post {number}</h1><div class=duties>{text}</div><p class=place>Town {number}</p>"

    wrapper = learn([parse(page(number)[1]) for number in range(20)])
    for number in (30, 31):
        plain, html = page(number)
        assert fields_of(wrapper, html)["duties"] == plain


def test_of_one_page_a_text_is_whole_if_nothing_in_it_has_a_class() -> None:
    plain, text = free_text(random.Random(1))
    html = f"<body><h1>Post</h1><div class=duties>{text}</div><div class=facts><div class=pay>$ 12</div>{text}</div>"
    found = fields_of(learn([parse(html)]), html)
    assert found["duties"] == plain
    assert found["pay"] == "$ 12"


def test_a_sentence_goes_on_behind_what_is_emphasized() -> None:
    def markup(number: int) -> str:
        chance = random.Random(number)
        words = [f"{word}{chance.randrange(100)}" for word in WORDS]
        books = "".join(
            f"<li>{words[at]}, {words[at + 1]} ({at}). <em>{' '.join(words[at : at + 5])}</em>. Of {words[-at]}.</li>"
            for at in range(1, 3 + number % 4)
        )
        return f"<h1>{words[0]}</h1><h2>Works</h2><ol>{books}</ol>"

    wrapper = learn([parse(markup(number)) for number in range(12)])
    works = fields_of(wrapper, markup(3))["works"]
    assert len(works) == 5
    assert all(isinstance(one, str) and one.count(".") >= 2 for one in works)
