"""Targets: written as seen from anywhere, and told to be the same however they are written."""

from urllib.parse import urljoin

import pytest

from intaglio.page import Page
from intaglio.wrapper import extract, learn
from intaglio.wrapper.page_model import link_targets
from intaglio.wrapper.page_model.link_targets import Targets

PAGE = "https://site.example/a/b.html"


@pytest.mark.parametrize(
    ("target", "absolute", "meant"),
    [
        ("c.html", "https://site.example/a/c.html", "https://site.example/a/c.html"),
        ("../c.html#d", "https://site.example/c.html#d", "https://site.example/c.html#d"),
        (" /c?d=e ", "https://site.example/c?d=e", "https://site.example/c?d=e"),
        ("//other.example/", "https://other.example/", "https://other.example/"),
        ("http://x.example", "http://x.example", "http://x.example/"),
        ("#d", "https://site.example/a/b.html#d", "#d"),
        ("b.html#", "https://site.example/a/b.html", "#"),
        ("b.html", "https://site.example/a/b.html", "https://site.example/a/b.html"),
        ("/c#", "https://site.example/c#", "https://site.example/c"),
        ("https://site.example", "https://site.example", "https://site.example/"),
        ("mailto:a@b.example", "mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:go('//[x')", "javascript:go('//[x')", "javascript:go('//[x')"),
        ("http://[broken", "http://[broken", "http://[broken/"),
        ("//[broken", "//[broken", "//[broken"),
    ],
)
def test_targets_are_absolute_and_say_what_they_mean(target: str, absolute: str, meant: str) -> None:
    targets = Targets(PAGE)
    assert (targets.absolute(target), targets.meant(target)) == (absolute, meant)


def test_a_page_in_a_folder_has_paths_in_it_and_one_of_unknown_place_has_what_it_says() -> None:
    assert Targets("a/b/c.html").absolute("../d.html") == "a/d.html"
    assert Targets("a/b/c.html").absolute("/d.html") == "/d.html"
    assert Targets("a/c.html").absolute("../d.html") == "d.html"
    assert Targets("a/c.html").absolute("../../d.html") == "../../d.html"
    assert Targets(None).absolute("../d.html") == "../d.html"


@pytest.mark.parametrize(("base", "worked_out"), [("a/c.html", ["/"]), ("http://ü.example/a", ["/"]), (PAGE, [])])
def test_the_root_of_a_site_is_worked_out_once_if_it_is_not_plain(
    base: str, worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def watched(page: str, target: str) -> str:
        asked.append(target)
        return urljoin(page, target)

    monkeypatch.setattr(link_targets, "urljoin", watched)
    targets = Targets(base)
    assert [targets.absolute(f"/{at}.html") for at in range(9)] == [urljoin(base, f"/{at}.html") for at in range(9)]
    assert asked == worked_out


def test_a_menu_is_no_data_though_each_page_writes_its_links_as_seen_from_itself() -> None:
    def page(number: int) -> Page:
        up = "../" * (number % 3)
        url = "https://site.example/" + "x/" * (number % 3) + f"{number}.html"
        menu = f"<a href={up}about.html>About</a><a href={number}.html#>Top</a>"
        return Page.parse(f"<body><nav>{menu}</nav><h1>Page {number}</h1><a href=next{number}.html>Next</a>", url=url)

    wrapper = learn([page(number) for number in range(9)])
    found = extract(wrapper, page(20))
    assert found.fields == {"heading": "Page 20"}
    assert found.furniture == {"next_href": "https://site.example/x/x/next20.html"}


def test_the_same_name_in_another_folder_is_another_file() -> None:
    def page(number: int) -> Page:
        html = f"<body><a href=/terms>Terms</a><a href=?sort=up>Sort</a><h1>T{number}</h1><img src=cover.jpg>"
        return Page.parse(html, url=f"https://site.example/item{number}/")

    found = extract(learn([page(number) for number in range(9)]), page(20)).fields
    assert sorted(found.values()) == ["T20", "https://site.example/item20/cover.jpg"]


def test_plain_targets_resolve_as_the_standard_library_does() -> None:
    ways = ("", "../", "../../", "../../../", "./", "/", "#", "?")
    ends = ("c", "c/d.html", "c//d", "c/../d", "c;p", "c?q=/../r", "c?", "c#f", "c#", "", "é x", "c:d", ".c", "c\td")
    for base in (PAGE, "https://site.example", "https://site.example/a/../b/c/d?q#f", "https://site.example/a;p/b;q"):
        for target in (way + end for way in ways for end in ends):
            known = target.startswith("/") and "/." not in target and not target.startswith("//")
            expected = urljoin(base, "/")[:-1] + target.strip() if known else urljoin(base, target.strip())
            assert Targets(base).absolute(target) == expected, (base, target)
