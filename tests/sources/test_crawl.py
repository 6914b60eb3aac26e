"""The parts of a crawl that need no network: URLs, links, sitemaps, rules."""

import gzip

import pytest

from intaglio.errors import BadPattern
from intaglio.frontier import Link, Visit, VisitState
from intaglio.page import Page
from intaglio.sources.crawl import CrawlOptions, canonical, site_of
from intaglio.sources.crawl.link_rules import Rules
from intaglio.sources.crawl.page_links import canonical_link, links_of, refresh_target
from intaglio.sources.crawl.robots import LARGEST, read_robots
from intaglio.sources.crawl.sitemaps import sitemap_links
from intaglio.sources.crawl.urls import differing_parameter, is_endless, may_be_page

BASE = "http://example.org/a/b?x=1"


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("c", "http://example.org/a/c"),
        ("/c#part", "http://example.org/c"),
        ("?b=2&a=1", "http://example.org/a/b?a=1&b=2"),
        ("//EXAMPLE.org:80", "http://example.org/"),
        ("https://example.org:443/x", "https://example.org/x"),
        ("http://example.org:8080/x", "http://example.org:8080/x"),
        ("/%7euser/%c3%a9?q=%2f", "http://example.org/~user/%C3%A9?q=%2F"),
        ("/é x", "http://example.org/%C3%A9%20x"),
        ("/100%", "http://example.org/100%25"),
        ("http://ä.example.org/", "http://xn--4ca.example.org/"),
        ("/p;jsessionid=12AB?PHPSESSID=1&id=2", "http://example.org/p?id=2"),
        ("/p?utm_source=x&fbclid=y", "http://example.org/p"),
        ("/a/./b/../c/", "http://example.org/a/c/"),
        ("/../../x", "http://example.org/x"),
        ("http://user:pw@example.org./x", "http://example.org/x"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("mailto:a@b", None),
        ("javascript:void(0)", None),
        ("file:///etc/passwd", None),
        ("https://", None),
        ("http://[broken/", None),
        ("http://h:99999/", None),
    ],
)
def test_canonical_urls(url: str, same: str | None) -> None:
    assert canonical(url, BASE) == same
    if same:
        assert canonical(same) == same


def test_parameters_found_to_name_no_page_are_dropped() -> None:
    assert canonical("/x?sort=up&id=3", BASE, {"sort"}) == "http://example.org/x?id=3"


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://www.example.co.uk/", "example.co.uk"),
        ("http://a.someone.github.io/", "someone.github.io"),
        ("http://localhost:8000/", "localhost:8000"),
        ("http://10.0.0.1/", "10.0.0.1"),
        ("http://[::1]:81/", "[::1]:81"),
    ],
)
def test_a_site_is_the_registrable_domain(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    ("url", "endless"),
    [
        ("http://e/a/b/c", False),
        ("http://e/2020/20/20", False),
        ("http://e/x/a/b/a/b/a/b", True),
        ("http://e/a/a/a", True),
        ("http://e/" + "a" * 3000, True),
        ("http://e/" + "/".join(map(str, range(60))), True),
    ],
)
def test_endless_spaces_show_in_the_url(url: str, endless: bool) -> None:
    assert is_endless(url) is endless


def test_what_cannot_be_a_page_is_told_by_its_ending() -> None:
    for name in ("a.html", "a.php?x=y.pdf", "pdf", "v1.2", ""):
        assert may_be_page(f"http://e/{name}")
    for name in ("a.pdf", "a.JPG", "a.tar.gz?x=1"):
        assert not may_be_page(f"http://e/{name}")


def test_session_ids_give_themselves_away() -> None:
    assert differing_parameter("http://e/p?id=1&v=abc", "http://e/p?id=1&v=def") == "v"
    assert differing_parameter("http://e/p?id=1", "http://e/p?id=1&v=def") == "v"
    assert differing_parameter("http://e/p?id=1&v=a", "http://e/p?id=2&v=b") is None
    assert differing_parameter("http://e/p?v=1", "http://e/q?v=2") is None


def test_links_of_a_page() -> None:
    page = Page.parse(
        "<base href=/base/><link rel=next href=2><link rel=stylesheet href=s.css>"
        "<meta http-equiv=refresh content='0; URL=r'>"
        "<a href=' one '>1</a><a name=x>no</a><map><area href=two></map><iframe src=frame></iframe><a href='http://[bad'>",
        url="http://example.org/x",
    )
    base = "http://example.org/base/"
    assert list(links_of(page)) == [base + "2", base + "r", base + "one", base + "two", base + "frame"]


def test_what_a_page_says_its_url_is() -> None:
    page = Page.parse("<link rel=canonical href=/p>", url="http://example.org/p?s=1")
    assert canonical_link(page) == "http://example.org/p"
    assert canonical_link(Page.parse("<p>")) is None


SITEMAP = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://e/1 </loc><image:image xmlns:image="i"><image:loc>http://e/i.png</image:loc></image:image></url>
<url><loc>http://e/2</loc></url>"""


@pytest.mark.parametrize(
    ("body", "pages", "maps"),
    [
        (SITEMAP + b"</urlset>", 2, 0),
        (SITEMAP, 2, 0),
        (gzip.compress(SITEMAP + b"</urlset>"), 2, 0),
        (b"<sitemapindex><sitemap><loc>http://e/s.xml</loc></sitemap></sitemapindex>", 0, 1),
        (b"http://e/1\nhttp://e/2\nnonsense", 2, 0),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>', 0, 0),
        (b"\x1f\x8bbroken", 0, 0),
        (b"", 0, 0),
    ],
)
def test_sitemaps(body: bytes, pages: int, maps: int) -> None:
    found = sitemap_links(body)
    assert [url for url in found[0] if not url.endswith(".png")] == ["http://e/1", "http://e/2"][:pages]
    assert len(found[1]) == maps


def test_rules_sort_links() -> None:
    rules = Rules(CrawlOptions(depth=2, include=(r"/news/", r"/shop"), exclude=(r"print",)))
    visit = Visit("http://example.org/news/2020-01.html", "example.org", 1, barren=3)
    found = rules.sort(
        visit,
        [
            "/news/2020-02.html", "/news/about", "/news/about#x", "/news/print", "/other", "http://other.net/news/",
            "/shop", "pic.png", "/news/a/a/a/a", "#top",
        ],
    )  # fmt: skip
    assert [link.url for link in found.links] == [
        "http://example.org/news/about", "http://other.net/news/", "http://example.org/shop",
    ]  # fmt: skip
    assert found.links[1].state == VisitState.OUTGOING
    assert list(found.kin) == [Link("http://example.org/news/2020-02.html", "example.org", 2, barren=4)]
    assert list(found.endless) == ["http://example.org/news/a/a/a/a"]
    deep = rules.sort(Visit("http://example.org/", "example.org", 2), ["/news/about"])
    assert list(deep.links) == []


def test_a_broken_pattern_is_named() -> None:
    with pytest.raises(BadPattern, match=r"\(unclosed"):
        Rules(CrawlOptions(include=("(unclosed",)))


def test_a_refresh_is_read_in_one_go() -> None:
    assert refresh_target("5;url = 'a b'") == "a b"
    assert refresh_target("0,URL=x") == "x"
    assert refresh_target("") is refresh_target("5") is refresh_target("0; next") is None
    assert refresh_target(" " * 10_000_000 + "x") is None
    assert refresh_target("1" + " " * 10_000_000 + "x") is None


ROBOTS = b"""\xef\xbb\xbfUser-agent: other
Disallow: /
User-Agent: INTAGLIO/2.0 # we
User-agent: third
Disallow: /a
Allow: /a/*/c$
Disallow: /*.pdf$
Disallow: /search?q=
Crawl-delay: 2.5

Sitemap: http://example.org/map.xml
User-agent: *
Disallow: /
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True), ("/a", False), ("/ab", False), ("/a/b/c", True), ("/a/b/c/d", False), ("/x.pdf", False),
        ("/x.pdf?y", True), ("/search?q=1", False), ("/search?p=1", True), ("/%61", False),
    ],
)  # fmt: skip
def test_robots_rules(path: str, allowed: bool) -> None:
    assert read_robots(ROBOTS, "Intaglio").allows(f"http://example.org{path}") is allowed


def test_robots_groups_delays_and_sitemaps() -> None:
    rules = read_robots(ROBOTS, "Intaglio")
    assert (rules.delay, list(rules.sitemaps)) == (2.5, ["http://example.org/map.xml"])
    assert not read_robots(ROBOTS, "unknown").allows("http://example.org/b")
    assert read_robots(b"", "Intaglio").allows("http://example.org/")


def test_robots_rules_are_asked_in_linear_time() -> None:
    rules = read_robots(b"User-agent: *\nDisallow: /" + b"*a" * 200_000 + b"b", "Intaglio")
    assert rules.allows("http://example.org/" + "a" * 2000)


def test_what_stands_behind_the_limit_of_a_robots_file_is_not_read() -> None:
    long = b"User-agent: *\nDisallow: /a\n" + b"#" * LARGEST + b"\nDisallow: /b\n"
    assert not read_robots(long, "x").allows("http://e/a")
    assert read_robots(long, "x").allows("http://e/b")


@pytest.mark.parametrize("many", [b"<url><loc>http://e/x</loc></url>", b"<a/>"])
def test_a_sitemap_is_read_up_to_a_number_of_urls_and_elements(many: bytes) -> None:
    pages, maps = sitemap_links(gzip.compress(b"<urlset>" + many * 1_200_000, 1))
    assert len(pages) <= 50_000
    assert not maps
