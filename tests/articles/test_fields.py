# ruff: noqa: E501 - a case a line
"""Title, author, date and the like: what is taken, from where; and nothing where there is nothing."""

from urllib.parse import urlsplit

import pytest

from intaglio import article
from intaglio.articles.fields.bylines import person
from intaglio.articles.fields.dates import iso_date, iso_moment
from intaglio.articles.fields.titles import _host, _path

TEXT = "<p>The sea rises and falls twice a day. The moon pulls it, and the sun helps a little.</p>" * 3


@pytest.mark.parametrize(
    "url",
    [None, "", "http://a.example", "https://www.A.example:80/b/c.html?d#e", "http:///b", "http://[b/c", "//a.example/b;c?d",
     "http://a.example/b;c", "http://é.example/b", "http://a.example\n/b", "https://u@a.example/b c", "http://a.example#b/c"],
)  # fmt: skip
def test_plain_addresses_are_taken_apart_as_all_others(url: str | None) -> None:
    try:
        parts = urlsplit(url or "")
    except ValueError:
        parts = urlsplit("")
    assert _path(url) == parts.path
    assert _host(url) == (parts.hostname or "")


def found(head: str, body: str, name: str, url: str | None = None) -> tuple[str, str] | None:
    """A field of a page, with where it came from."""
    field = article(f"<head>{head}</head><body>{body}{TEXT}</body>", url=url).fields[name]
    return (field.value, field.origin) if field else None


def linked(properties: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", {properties}}}</script>'


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("<title>Tides - Courier</title>", "<h1>Tides</h1>", ("Tides", "h1")),
        ("<title>Tides - Courier</title>", "<h1>Courier</h1>", ("Tides", "title")),
        ("<title>Courier - News - How the tides turn on a quiet day</title>", "<h1>How the tides turn on a quiet day</h1>",
         ("How the tides turn on a quiet day", "h1")),
        ("<title>Courier - Tides</title><meta property=og:site_name content=Courier>", "<h1>Tides</h1>", ("Tides", "h1")),
        ("<title>Tides | Courier</title><meta property=og:site_name content=Courier>", "<p>", ("Tides", "title")),
        ("<title>Courier: Home</title><meta property=og:title content='Spring tides'>", "", ("Spring tides", "meta:og:title")),
        ("<title>Tides and how to read them</title>", "<h1>How to read them, the tides</h1>",
         ("How to read them, the tides", "h1")),
        ("<title>Tides</title>", "<h1>Sign up for our letter</h1>", ("Tides", "title")),
        ("<title>Tides</title>", "<nav><h1>Tides</h1></nav>", ("Tides", "title")),
        (linked('"headline": "Tides &amp; moons"'), "", ("Tides & moons", "json-ld:headline")),
        ("", "<h1>Tides</h1>", ("Tides", "h1")),
        ("", "<h1>Tides<a href=#tides>¶</a></h1>", ("Tides", "h1")),
        ("<title>| Tides</title>", "", ("Tides", "title")),
        ("<title>Courier.com - Tides</title>", "", ("Tides", "title")),
        ("<title>Tides - a field guide - Courier</title>", "<h2>Tides – a field guide</h2>", ("Tides - a field guide", "title")),
        ("<title>Why the tides turn / Harbour talk / Courier forums</title>", "<h1>Courier</h1>", ("Why the tides turn", "title")),
        ("<title>How the moon, the tides and the rest of us turn · Courier</title>", "<h1>Tides</h1><h1>Share</h1>",
         ("How the moon, the tides and the rest of us turn", "title")),
        ("<title>23.01.2022 - Tides turn - Courier</title>", "", ("Tides turn", "title")),
        ("<title>sea:spring_tides [Courier]</title>", "<h1><a href=/wiki/start>Courier</a></h1><h1>Spring tides</h1>",
         ("Spring tides", "h1")),
        ("<title>sea:hoehe [Courier]</title>", "<h1><a href=/wiki/start>Courier</a></h1><h1>Höhe</h1>", ("Höhe", "h1")),
        ("<title>Spring tides :: Courier :: Net</title>", "<h1><a href=/talks/>Courier</a></h1><main>", ("Spring tides", "title")),
        ("<title>Courier :: Spring tides</title><meta property=og:site_name content=Courier>", "<main><h1><a href=/tides>Spring tides</a></h1></main>", ("Spring tides", "h1")),
        ("<title>Tides :: Sea Talks</title><meta property=og:title content='Tides Sea Talks'>",
         "<h1><a href=/talks/>Sea Talks</a></h1><main>", ("Tides", "meta:og:title")),
        ("<title>Tides [Courier]</title>", "<h1><a href=#tides>Tides</a></h1><h1>Moons</h1>", ("Tides", "h1")),
        ("", "", None),
    ],
)  # fmt: skip
def test_titles(head: str, body: str, expected: tuple[str, str] | None) -> None:
    assert found(head, body, "title") == expected


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (linked('"author": [{"@type": "Person", "name": "Ada Quill"}, {"@type": "Person", "name": "Ben Marsh"}]'), "",
         ("Ada Quill, Ben Marsh", "json-ld:author")),
        ("<meta name=author content='By Ada Quill'>", "", ("Ada Quill", "meta:author")),
        ("<meta name=citation_author content='A. Quill'><meta name=citation_author content='B. Marsh'>", "",
         ("A. Quill, B. Marsh", "meta:citation_author")),
        ("<meta name=author content='https://social.example/ada'>", "", None),
        ("", "<h1>Tides</h1><a rel=author href=/ada>Ada Quill</a>", ("Ada Quill", "rel:author")),
        ("", "<h1>Tides</h1><p class=byline>By Ada Quill | 3 March 2024</p>", ("Ada Quill", "byline")),
        ("", "<h1>Tides</h1><div>Published March 3, 2024 by Ada Quill</div>", ("Ada Quill", "byline")),
        ("", "<h1>Tides</h1><span class=postAuthorName>Ada Quill</span>", ("Ada Quill", "byline")),
        ("<meta property=og:site_name content=Courier><meta name=author content=Courier>",
         "<h1>Tides</h1><p>By Ada Quill</p>", ("Ada Quill", "byline")),
        ("<meta property=og:site_name content=Courier><meta name=author content=Courier>", "",
         ("Courier", "meta:author")),
        ("", "<h1>Tides</h1><p>Shop by category</p><div class=related><p>By Ben Marsh</p></div>", None),
        ("", "", None),
    ],
)  # fmt: skip
def test_authors(head: str, body: str, expected: tuple[str, str] | None) -> None:
    assert found(head, body, "author") == expected


@pytest.mark.parametrize(
    ("head", "body", "url", "expected"),
    [
        (linked('"datePublished": "2024-03-03T10:00:00Z", "dateModified": "2024-05-05"'), "", None,
         ("2024-03-03", "json-ld:datePublished")),
        ("<meta property=article:published_time content='2024-03-03T10:00:00+01:00'>", "", None,
         ("2024-03-03", "meta:article:published_time")),
        ("", "<h1>Tides</h1><p>March 3rd, 2024 · 5 min read</p>", None, ("2024-03-03", "byline")),
        ("", "<h1>Tides</h1><p>Updated 5 May 2024</p><p>3. März 2024</p>", None, ("2024-03-03", "byline")),
        ("", "<h1>Tides</h1><p>Last updated: 5 May 2024</p>", None, ("2024-05-05", "byline")),
        ("", "", "http://courier.example/2024/03/03/tides.html", ("2024-03-03", "url")),
        ("", "<p><time datetime=2024-03-03>today</time></p>", None, ("2024-03-03", "time")),
        ("", "", "http://courier.example/2024-03-03-tides.html", ("2024-03-03", "url")),
        ("", "", "http://courier.example/2024-03/03/tides.html", ("2024-03-03", "url")),
        ("", "", "http://courier.example/2024/03/10-tides-a-day/", None),
        ("", "<h1>Tides</h1><p>Joined: 3 March 2014</p><footer>© 3 March 2024</footer>", None, None),
        ("", "", None, None),
    ],
)  # fmt: skip
def test_dates(head: str, body: str, url: str | None, expected: tuple[str, str] | None) -> None:
    assert found(head, body, "date", url) == expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-03-03", "2024-03-03"), ("20240303T101500Z", "2024-03-03"), ("2024/3/3", "2024-03-03"),
        ("Sunday, 3 March 2024", "2024-03-03"), ("Mar. 3, 2024", "2024-03-03"), ("3 de marzo de 2024", "2024-03-03"),
        ("3 mars 2024", "2024-03-03"), ("03.03.2024", "2024-03-03"), ("2024年3月3日", "2024-03-03"),
        ("2024 Mar 3", "2024-03-03"), ("13/3/2024", "2024-03-13"), ("3/13/2024", "2024-03-13"),
        ("neděle 3. března 2024", "2024-03-03"), ("3. července 2024", "2024-07-03"), ("3. června 2024", "2024-06-03"),
        ("3 października 2024", "2024-10-03"), ("3 марта 2024 г.", "2024-03-03"), ("3 Mart 2024", "2024-03-03"),
        ("2024. március 3.", "2024-03-03"), ("3. maaliskuuta 2024", "2024-03-03"), ("2024년 3월 3일", "2024-03-03"),
        ("3. des. 2024", "2024-12-03"), ("3 Μαρτίου 2024", "2024-03-03"), ("12 LED 2024", ""),
        ("3/4/2024", ""), ("2024-13-03", ""), ("30 February 2024", ""), ("March 2024", ""), ("chapter 3.3", ""), ("", ""),
    ],
)  # fmt: skip
def test_dates_are_read_in_one_way_or_not_at_all(text: str, day: str) -> None:
    assert iso_date(text) == day


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Written by: Ada Quill", "Ada Quill"), ("Ada Quill, Staff", "Ada Quill, Staff"), ("By Ada Quill on Monday", "Ada Quill"),
        ("佐藤花子", "佐藤花子"), ("admin", ""), ("@ada", ""), ("12:30", ""), ("x" * 80, ""),
    ],
)  # fmt: skip
def test_names_of_people(text: str, name: str) -> None:
    assert person(text) == name


def test_the_other_fields_say_where_they_came_from() -> None:
    page = article(
        '<html lang="de-AT"><head><link rel=canonical href="/gezeiten"><meta name=description content="Kurz &amp; gut">'
        '<meta property=og:site_name content="Der Kurier"></head><body><h1>Gezeiten</h1></body></html>',
        url="http://kurier.example/a?b=1",
    )
    assert {name: (field.value, field.origin) for name, field in page.fields.items() if field} == {
        "title": ("Gezeiten", "h1"),
        "abstract": ("Kurz & gut", "meta:description"),
        "language": ("de-AT", "html:lang"),
        "canonical": ("http://kurier.example/gezeiten", "link:canonical"),
        "site": ("Der Kurier", "meta:og:site_name"),
    }
    assert page.author is None
    assert page.date is None


def further(head: str, body: str = "") -> dict[str, object]:
    """All fields of a page as its line has them."""
    return article(f"<head>{head}</head><body>{body}{TEXT}</body>", url="http://courier.example/a/b.html").as_dict()


def test_times_image_categories_tags_and_licence_have_origins() -> None:
    head = linked(
        '"datePublished": "2024-03-03T08:15:00+01:00", "dateModified": "2024-03-04", "articleSection": "Sea, Coast", '
        '"author": [{"@type": "Person", "name": "Ada Quill"}, {"@type": "Person", "name": "Bo Marsh"}], '
        '"image": {"@type": "ImageObject", "url": "/tide.jpg"}'
    )
    found = further(
        head + "<meta property=article:tag content=moon><meta property=article:tag content=tide>",
        '<a rel=license href="https://creativecommons.org/licenses/by/4.0/">CC BY</a>',
    )
    assert found["date"] == "2024-03-03"
    assert found["published"] == "2024-03-03T08:15:00+01:00"
    assert found["modified"] == "2024-03-04"
    assert found["authors"] == ["Ada Quill", "Bo Marsh"]
    assert found["categories"] == ["Sea", "Coast"]
    assert found["tags"] == ["moon", "tide"]
    assert found["image"] == "http://courier.example/tide.jpg"
    assert found["licence"] == "https://creativecommons.org/licenses/by/4.0/"
    origins = found["origins"]
    assert isinstance(origins, dict)
    assert (origins["tags"], origins["licence"], origins["image"]) == (
        "meta:article:tag",
        "rel:license",
        "json-ld:image",
    )


def test_nothing_found_is_nothing_or_an_empty_list() -> None:
    found = further("")
    assert [found[name] for name in ("published", "modified", "image", "licence")] == [None] * 4
    assert [found[name] for name in ("authors", "categories", "tags", "comments")] == [[]] * 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-03T08:15Z", "2024-03-03T08:15:00+00:00"), ("2024-03-03 25:15", "2024-03-03"),
        ("2024-03-03T08:15:10.123+0530", "2024-03-03T08:15:10+05:30"), ("soon", ""), ("3 March 2024", "2024-03-03"),
    ],
)  # fmt: skip
def test_moments(text: str, expected: str) -> None:
    assert iso_moment(text) == expected


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Last updated 3 March 2024", "2024-03-03"),
        ("Aktualisiert – 3. März 2024", "2024-03-03"),
        ("Written 3 March 2024", None),
    ],
    ids=["plain letters", "other letters", "no change"],
)
def test_a_line_that_says_so_tells_when_it_was_changed(line: str, day: str | None) -> None:
    found = article(f"<title>Tides</title><h1>Tides</h1><p>{line}</p>{TEXT}").further["modified"]
    assert (found.value if found else None) == day


@pytest.mark.parametrize(
    "markup",
    [
        '<script type="application/LD+json">{"@type": "Article", "author": "Ada Quill"}</script>',
        "<div itemscope itemtype=https://schema.org/Article><b itemprop=author>Ada Quill</b></div>",
    ],
    ids=["script", "items"],
)
def test_structured_data_is_read_wherever_there_is_a_sign_of_it(markup: str) -> None:
    assert article(f"<title>Tides</title><h1>Tides</h1>{markup}{TEXT}").author == "Ada Quill"
