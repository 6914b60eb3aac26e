"""Crawls over loopback into a real store: what is visited, what is written down, and what survives a kill."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from intaglio.errors import SourceError
from intaglio.fetch import origin
from intaglio.frontier import VisitState
from intaglio.run.inputs.crawl_process import CrawlJob, CrawlProcess
from intaglio.sample import SampleOptions, serve, write_sample
from intaglio.sources import WarcFiles
from intaglio.sources.crawl import CrawlOptions
from intaglio.store import SqlStore, open_store, sqlite_url

from .hostile import GOOD, hostile_site, moved_site


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(sqlite_url(tmp_path / "intaglio.db")) as opened:
        yield opened


def job(store: SqlStore, folder: Path, url: str, options: CrawlOptions = CrawlOptions()) -> CrawlJob:
    with store.writing() as tx:
        number = tx.captures.origin("crawl", "captures")
    options = replace(options, delay=0.0, trusted=frozenset({origin(url)}))
    return CrawlJob(store.url, number, folder / "captures", [url], options)


def finish(work: CrawlJob) -> None:
    with CrawlProcess(work) as process:
        while process.running:
            time.sleep(0.05)
        process.check()


def visited(store: SqlStore) -> list[str]:
    """Paths of the pages captured, in order."""
    with store.reading() as tx:
        rows = tx.captures.pending(0, 10_000, [1])
    return [re.sub(r"^http://[^/]+", "", row.source) for row in rows]


def reasons(store: SqlStore, *, captured: bool = True) -> dict[str, str]:
    """Why pages gave nothing; or, if not captured, what else a crawl has to tell."""
    with store.reading() as tx:
        rows = [row for row in tx.pages.errors() if (row.capture is not None) == captured]
    return {re.sub(r"^http://[^/]+", "", row.source): row.reason for row in rows}


def test_a_hostile_site_is_survived_and_the_books_balance(store: SqlStore, tmp_path: Path) -> None:
    with hostile_site() as (url, asked):
        options = CrawlOptions(time_limit=2.0, size_limit=1_000_000, retries=1)
        finish(job(store, tmp_path, url, options))
        where = url.rstrip("/")
        loops = [path for path in visited(store) if path.startswith("/loop")]
        assert sorted(set(visited(store)) - set(loops)) == sorted(GOOD)
        assert loops == ["/loop/", "/loop/loop/"], "a path that repeats itself is a trap"
        assert reasons(store) == {
            "/ring-a": f"redirect to {where}/ring-b",
            "/ring-b": f"redirect to {where}/ring-a",
            "/moved": f"redirect to {where}/good",
            "/inside": "redirect to http://127.0.0.2:1/",
            "/missing": "HTTP status 404",
            "/broken-server": "HTTP status 500",
            "/picture": "not HTML: image/png",
            "/text": "not HTML: text/plain",
            "/private": "forbidden by robots.txt",
            "/hang": "took longer than 2 s",
            "/flood": "larger than 1,000,000 bytes",
            "/endless-flood": "larger than 1,000,000 bytes",
            "/bomb": "larger than 1,000,000 bytes",
            "/drip": "took longer than 2 s",
            "/copy": f"duplicate of {where}/good",
            "/allowed?id=1&v=9": f"duplicate: says that its URL is {where}/allowed?id=1",
            "/reset": "the connection was reset",
            "/short": "ended before all of it was there",
            "/no-gzip": "not a gzipped file (b'<p')",
            "/no-http": "not answered in HTTP",
        }
        assert asked["/good"] == 1
        assert asked["/private"] == 0
        assert 2 <= asked["/reset"] <= 4, "two tries, each again where the connection had been in use before"
    with store.reading() as tx:
        done = tx.frontier.counts()[VisitState.DONE]
        assert done == tx.captures.count() + 2, "all but robots.txt's sitemap and the usual one"
        assert tx.captures.count() == len(visited(store)) + len(reasons(store))
        assert tx.notes.get("crawl traps") == [f"{where}/loop/loop/loop/"]


def test_captures_are_kept_as_they_came(store: SqlStore, tmp_path: Path) -> None:
    with hostile_site() as (url, _):
        finish(job(store, tmp_path, url, CrawlOptions(depth=0)))
    with store.reading() as tx:
        (row,) = [row for row in tx.captures.pending(0, 9, [1]) if row.url == url]
    files = WarcFiles((tmp_path / "captures" / row.place,))
    capture = files.read(f"{row.place}#{row.offset}")
    assert capture.url == url
    assert capture.http_status == 200
    assert capture.content_type == "text/html"
    assert b'<a href="/good">' in capture.body
    assert capture.time == row.time.replace(microsecond=0) if row.time else False


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=24, products=12, people=3, months=3))
    return folder


def test_a_whole_site_is_visited_breadth_first_and_its_trap_noticed(
    store: SqlStore, tmp_path: Path, sample: Path
) -> None:
    options = CrawlOptions(chain=5, concurrency=1)
    with serve(sample) as url:
        finish(job(store, tmp_path, url, options))
    pages = set(visited(store))
    # The home page is found as / first, and told to be the same as index.html.
    there = {"/" + path.relative_to(sample).as_posix() for path in sample.rglob("*.html")} - {"/index.html"}
    assert there - pages == set()
    assert reasons(store)["/index.html"].startswith("duplicate of")
    months = [path for path in pages if path.startswith("/calendar/")]
    assert 3 < len(months) < 20
    with store.reading() as tx:
        assert [trap.rpartition("/")[2] for trap in tx.notes.get("crawl traps")] == ["0-0.html"]  # type: ignore[attr-defined]
        depth = {row.url: row.depth for row in tx.connection.execute(text("SELECT url, depth FROM frontier"))}
        depths = [depth[row.source] for row in tx.captures.pending(0, 10_000, [1])]
    assert depths == sorted(depths)
    assert max(depths) > 2


def test_limits_and_patterns(store: SqlStore, tmp_path: Path, sample: Path) -> None:
    with serve(sample) as url:
        finish(job(store, tmp_path, url, CrawlOptions(pages=5, include=(r"/stories/",), exclude=(r"/stories/[a-d]",))))
    pages = visited(store)
    assert len(pages) == 5
    assert pages[0] == "/"
    assert all(re.match(r"/stories/[^a-d]", path) for path in pages[1:])
    with store.reading() as tx:
        assert tx.frontier.counts()[VisitState.TO_VISIT] > 0


def test_killed_again_and_again_every_page_comes_once(store: SqlStore, tmp_path: Path, sample: Path) -> None:
    with serve(sample) as url:
        work = job(store, tmp_path, url, CrawlOptions(chain=3))
        for number in range(3):
            with CrawlProcess(work) as process:
                with store.reading() as tx:
                    before = tx.captures.count()
                while process.running and _count(store) < before + 7 + number:
                    time.sleep(0.005)
        finish(work)
        (tmp_path / "whole").mkdir()
        with open_store(sqlite_url(tmp_path / "whole" / "x.db")) as other:
            finish(job(other, tmp_path / "whole", url, CrawlOptions(chain=3)))
            expected = visited(other)
    pages = visited(store)
    assert len(pages) == len(set(pages))
    assert set(pages) == set(expected)
    files = WarcFiles(tuple((tmp_path / "captures").glob("*.warc.gz")))
    kept = [found.url for found in files]
    assert sorted(re.sub(r"^http://[^/]+", "", str(one)) for one in kept) == sorted(pages), "an orphan was left behind"


def _count(store: SqlStore) -> int:
    with store.reading() as tx:
        return tx.captures.count()


def test_a_second_crawl_takes_up_only_what_is_new(store: SqlStore, tmp_path: Path, sample: Path) -> None:
    options = CrawlOptions(include=(r"/stories/", r"/new"))
    with serve(sample) as url:
        finish(job(store, tmp_path, url, options))
        before = visited(store)
        (sample / "new.html").write_text("<h1>New</h1>")
        index = sample / "index.html"
        old = index.read_text()
        try:
            index.write_text(old.replace("</body>", "<a href=new.html>new</a></body>"))
            finish(job(store, tmp_path, url, options))
        finally:
            index.write_text(old)
            (sample / "new.html").unlink()
    assert visited(store) == [*before, "/new.html"]


def test_other_sites_are_followed_one_at_a_time(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.html").write_text("<h1>B</h1><a href=more.html>more</a>")
    (tmp_path / "b" / "more.html").write_text("<h1>B more</h1>")
    with serve(tmp_path / "b") as far, serve(tmp_path / "a") as near:
        (tmp_path / "a" / "index.html").write_text(f"<a href={far}>out</a><a href=two.html>2</a>")
        (tmp_path / "a" / "two.html").write_text("<h1>A two</h1>")
        work = job(store, tmp_path, near)
        finish(work)
        assert visited(store) == ["/", "/two.html"]
        trusting = replace(work.options, follow_sites=1, trusted=frozenset({origin(near), origin(far)}))
        finish(replace(work, options=trusting))
        assert visited(store) == ["/", "/two.html", "/", "/more.html"]


def test_a_site_that_has_moved_is_followed(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.html").write_text("<h1>B</h1><a href=more.html>more</a>")
    (tmp_path / "b" / "more.html").write_text("<h1>B more</h1>")
    with serve(tmp_path / "b") as there, moved_site(there) as here:
        work = job(store, tmp_path, here, CrawlOptions(sitemaps=False))
        finish(replace(work, options=replace(work.options, trusted=frozenset({origin(here), origin(there)}))))
    assert visited(store) == ["/", "/more.html"]
    assert reasons(store) == {"/": f"redirect to {there}"}


def test_links_lead_to_no_address_that_is_not_public(store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with serve(tmp_path / "a") as near, hostile_site() as (secret, asked):
        (tmp_path / "a" / "index.html").write_text(f"<a href={secret}>out</a>")
        finish(job(store, tmp_path, near, CrawlOptions(follow_sites=1)))
        assert not asked
    assert reasons(store) == {"/": "127.0.0.1 is not a public address"}


def test_a_crawl_that_cannot_be_written_down_says_so(store: SqlStore, tmp_path: Path, sample: Path) -> None:
    (tmp_path / "captures").write_text("in the way")
    with serve(sample) as url, pytest.raises(SourceError, match=r"the crawl stopped: .*captures"):
        finish(job(store, tmp_path, url))
