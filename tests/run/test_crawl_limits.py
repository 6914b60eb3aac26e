"""Crawls that end, and their manners: budgets, robots.txt, sitemaps, links left alone, known pages again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from intaglio.frontier import Visit, VisitState
from intaglio.sources.crawl import CrawlOptions, Rules
from intaglio.store import SqlStore, open_store, sqlite_url

from .endless import Forbidden, Site, Sitemaps, endless_site
from .test_crawl_process import finish, job, reasons, visited


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(sqlite_url(tmp_path / "intaglio.db")) as opened:
        yield opened


def test_what_never_ends_is_left_and_told(store: SqlStore, tmp_path: Path) -> None:
    with endless_site() as (url, site):
        finish(job(store, tmp_path, url, CrawlOptions(pages=None, chain=5)))
        kinds = Counter(path.split("/")[1].partition("?")[0] for path in site.asked.elements())
        assert kinds["redirect"] <= 8
        assert kinds["same"] == 4, "the first, and what it links to"
        assert kinds["calendar"] + kinds["month"] <= 20
        assert kinds["shop"] <= 16 * 3**3, "of 4 ** 8"
        assert kinds["blank"] == kinds["odd"] == 1
        told = reasons(store, captured=False)
        assert {path.split("/")[1].partition("?")[0] for path in told} >= {"redirect", "month", "shop"}


def test_a_budget_follows_from_the_pages_asked_for(store: SqlStore, tmp_path: Path) -> None:
    with endless_site(Sitemaps) as (url, site):
        options = CrawlOptions(pages=2)
        finish(job(store, tmp_path, url, options))
        assert site.asked.total() <= (options.budget or 0) + options.concurrency
        assert "URLs are left: --requests allows more" in next(iter(reasons(store, captured=False).values()))
    with store.reading() as tx:
        assert tx.frontier.counts()[VisitState.TO_VISIT] <= 60_000, "no more than one sitemap may name"


def test_a_long_robots_file_is_obeyed(store: SqlStore, tmp_path: Path) -> None:
    with endless_site(Forbidden) as (url, site):
        finish(job(store, tmp_path, url))
        assert set(site.asked) == {"/robots.txt"}
    assert set(reasons(store).values()) == {"forbidden by robots.txt"}


def test_nothing_is_fetched_while_robots_cannot_be_read(store: SqlStore, tmp_path: Path) -> None:
    with endless_site() as (url, site):
        site.status = 503
        work = job(store, tmp_path, url, CrawlOptions(depth=0, retries=0))
        finish(work)
        assert set(site.asked) == {"/robots.txt"}
        assert "HTTP status 503" in reasons(store, captured=False)["/robots.txt"]
        site.status = 200
        finish(work)
        assert visited(store) == ["/"]
        assert not reasons(store, captured=False)


class Shop(Site):
    """Pages with links that are no pages, for those who sent the right headers; `changed` is what has changed."""

    changed = ""
    seen: list[tuple[str, str | None, str | None]]

    def start(self, _path: str, _query: str) -> None:
        links = (
            '<a href=/a>a</a><a rel="nofollow ugc" href=/n>n</a><a href="/?add-to-cart=1">c</a><a href=/logout>l</a>'
        )
        self.answer(f"<h1>Start</h1>{links}<a href=/list/1>list</a>".encode())

    def nothing(self, path: str, query: str) -> None:
        self.seen.append((path, self.headers["X-Key"], self.headers["Cookie"]))
        etag = f'"{path}{self.changed}"'
        if path == "/a" and self.changed == "gone":
            self.answer(b"no", status=404)
        elif self.headers["If-None-Match"] == etag:
            self.answer(b"", status=304)
        elif path in ("/a", "/n", "/list/1", "/list/2"):
            more = "<a href=/list/2>2</a><a href=/b>b</a>" if path == "/list/1" else ""
            self.answer(f"<h1>{path} {self.changed}</h1>{more}".encode(), headers={"ETag": etag})
        else:
            super().nothing(path, query)


def test_links_that_act_are_left_and_headers_sent(store: SqlStore, tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/list\tFALSE\t0\tpass\tword\n")
    options = CrawlOptions(headers=(("X-Key", "k"),), cookie_file=cookies, keep=("/list/2", "/a"), follow=("/list",))
    with endless_site(Shop) as (url, site):
        site.seen = []  # type: ignore[attr-defined]
        finish(job(store, tmp_path, url, options))
        assert sorted(visited(store)) == ["/a", "/list/2"]
        asked = set(site.asked) - {"/robots.txt", "/sitemap.xml"}
        assert asked == {"/", "/a", "/list/1", "/list/2"}
        seen = site.seen  # type: ignore[attr-defined]
        assert ("/list/2", "k", "pass=word") in seen
        assert ("/a", "k", None) in seen


def test_known_pages_are_visited_again_if_asked(store: SqlStore, tmp_path: Path) -> None:
    with endless_site(Shop) as (url, site):
        site.seen = []  # type: ignore[attr-defined]
        work = job(store, tmp_path, url, CrawlOptions(sitemaps=False))
        finish(work)
        with store.reading() as tx:
            before = {row.source: row for row in tx.captures.pending(0, 100, [1])}
        again = replace(work, options=replace(work.options, revisit=True))
        finish(again)
        with store.reading() as tx:
            assert {row.source: row for row in tx.captures.pending(0, 100, [1])} == before, "nothing had changed"
        site.changed = "gone"  # type: ignore[attr-defined]
        finish(again)
        with store.reading() as tx:
            after = {row.source: row for row in tx.captures.pending(0, 100, [1])}
            assert tx.notes.get("crawl gone") == [f"{url}a: HTTP status 404"]
        changed = {source.removeprefix(url) for source in before if before[source] != after[source]}
        assert changed == {"list/1", "list/2"}


def test_rules_of_a_later_run_hold_for_what_waits_and_what_is_known(store: SqlStore, tmp_path: Path) -> None:
    with endless_site(Shop) as (url, site):
        site.seen = []  # type: ignore[attr-defined]
        whole = job(store, tmp_path, url, CrawlOptions(sitemaps=False))
        finish(replace(whole, options=replace(whole.options, pages=1)))
        site.asked.clear()
        finish(replace(whole, options=replace(whole.options, exclude=("/list/",))))
        assert site.asked["/a"] == 1
        assert not any(path.startswith("/list/") for path in site.asked), "they waited"
        finish(whole)
        assert site.asked["/list/1"] == site.asked["/list/2"] == 1, "they are no longer excluded"
        site.asked.clear()
        finish(replace(whole, options=replace(whole.options, revisit=True, exclude=("/list/",))))
        assert site.asked["/a"] == 1
        assert not any(path.startswith("/list/") for path in site.asked), "they were known"
        site.asked.clear()
        finish(replace(whole, options=replace(whole.options, first_pages=0)))
        assert set(site.asked) == {"/robots.txt", "/"}, "what was visited is not left to visit by that"


def test_facets_of_one_path_are_one_trap() -> None:
    rules, links = Rules(CrawlOptions(parameter_sets=2)), [f"/shop/7?{name}=1" for name in "abcdef"]
    found = rules.sort(Visit("http://e/", "e", 0), links)
    assert len(found.links) == 2
    assert set(found.endless) == {"http://e/shop/0?…"}


class Outward(Site):
    """Leads, by links and by redirects, to a port of this machine in every way that loopback can be written."""

    port = 0

    def start(self, _path: str, _query: str) -> None:
        places = [
            f"http://{host}:{self.port}/"
            for host in (
                "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]",
                "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "foo.localhost",
            )
        ]  # fmt: skip
        self.page("start", *places, *(f"/redirect/{number}?{place}" for number, place in enumerate(places)))

    def redirect(self, _path: str, query: str) -> None:
        self.answer(b"", status=302, headers={"Location": query})


def test_a_crawl_reaches_no_other_port_of_this_machine(store: SqlStore, tmp_path: Path) -> None:
    with endless_site() as (elsewhere, recording):
        kind = type("Outward", (Outward,), {"port": int(elsewhere.strip("/").rpartition(":")[2])})
        with endless_site(kind) as (url, site):
            finish(job(store, tmp_path, url, CrawlOptions(follow_sites=20, retries=0)))
            assert sum(path.startswith("/redirect/") for path in site.asked) == 11
        assert not recording.asked
