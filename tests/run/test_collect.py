"""Whole runs without a browser: folder, WARC and crawl into a collection; stopping and going on."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from intaglio.capture import Capture
from intaglio.collection.collection import open_collection
from intaglio.collection.page_lines import areas_in
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, serve, write_sample
from intaglio.sources import SavedOptions
from intaglio.sources.archive import record_of
from intaglio.sources.crawl import CrawlOptions

BASE = "http://courier.example/"
PLAIN = RunOptions(
    LearnOptions(method="text-blocks"), browser=False, saved=SavedOptions(base_url=BASE), crawl=CrawlOptions(delay=0.0)
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleOptions(articles=40, products=24, people=6, months=4))
    return folder


def lines(out: Path, name: str = "pages") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def content(out: Path) -> list[dict[str, Any]]:
    """What pages gave, whatever it cost."""
    return [{key: value for key, value in line.items() if key != "ms"} for line in lines(out)]


def labels(sample: Path) -> dict[str, str | None]:
    rows = [json.loads(line) for line in (sample / "labels.jsonl").read_text().splitlines()]
    return {row["page"]: row["template"] for row in rows}


def test_a_folder_becomes_a_collection(sample: Path, tmp_path: Path) -> None:
    ran = collect([str(sample)], tmp_path / "out", PLAIN)
    pages = lines(tmp_path / "out")
    truth = labels(sample)
    assert [page["source"] for page in pages] == sorted(truth)
    assert ran.figures.pages == len(truth)
    page = next(page for page in pages if page["source"].startswith("stories/"))
    assert page["url"] == BASE + page["source"]
    assert page["site"] == "courier.example"
    assert page["status"] in ("ok", "partial")
    assert page["http_status"] is None
    assert re.fullmatch(r"[0-9a-f]{12}", page["template"])
    assert set(page["areas"][0]) == {"id", "role", "confidence", "text", "elements", "children"}
    inside = list(areas_in(page["areas"]))
    assert len({area["id"] for area in inside}) == len(inside) > len(page["areas"]) == 1
    kinds = Counter((page["template"], truth[page["source"]]) for page in pages if truth[page["source"]])
    largest = {template: count for (template, _), count in reversed(kinds.most_common())}
    assert sum(largest.values()) >= 0.95 * kinds.total(), "templates hold pages of several kinds"
    assert sum(page["hit"] for page in pages) > 0.8 * len(pages)
    assert (tmp_path / "out" / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_text_of_a_page_is_in_its_areas(sample: Path, tmp_path: Path) -> None:
    collect([str(sample)], tmp_path / "out", PLAIN)
    records = [json.loads(line) for line in (sample / "labels.jsonl").read_text().splitlines()]
    stories = {row["page"]: row["record"] for row in records if row["template"] == "story"}
    found = 0
    for page in lines(tmp_path / "out"):
        if page["source"] in stories:
            text = "\n".join(area["text"] for area in areas_in(page["areas"]))
            found += stories[page["source"]]["title"] in text
    assert found >= 0.95 * len(stories)


def test_every_page_has_its_article(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    collect([str(sample)], out, PLAIN)
    articles = lines(out, "articles")
    assert [(line["source"], line["url"]) for line in articles] == [
        (line["source"], line["url"]) for line in lines(out)
    ]
    rows = [json.loads(line) for line in (sample / "labels.jsonl").read_text().splitlines()]
    titles = {row["page"]: row["record"]["title"] for row in rows if row["template"] == "story"}
    assert all(line["title"] == titles[line["source"]] for line in articles if line["source"] in titles)
    whole = (out / "articles.jsonl").read_bytes()
    (out / "articles.jsonl").write_bytes(whole[: len(whole) // 2])
    collect([str(sample)], out, PLAIN)
    assert (out / "articles.jsonl").read_bytes() == whole
    collect([str(sample)], tmp_path / "without", replace(PLAIN, articles=None))
    assert not (tmp_path / "without" / "articles.jsonl").exists()


def test_two_runs_give_the_same(sample: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        collect([str(sample)], tmp_path / name, PLAIN)
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_a_second_run_takes_up_only_what_is_new(sample: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    some = sorted(sample.rglob("stories/*.html"))
    for file in some[:20]:
        (site / file.name).write_bytes(file.read_bytes())
    collect([str(site)], tmp_path / "out", PLAIN)
    for file in some[20:25]:
        (site / file.name).write_bytes(file.read_bytes())
    ran = collect([str(site)], tmp_path / "out", PLAIN)
    assert (ran.figures.pages, ran.figures.hits) == (5, 5)
    assert len(lines(tmp_path / "out")) == 25
    again = collect([str(site)], tmp_path / "out", PLAIN)
    assert again.figures.pages == 0


def test_warc_files_give_the_same_pages_as_their_folder(sample: Path, tmp_path: Path) -> None:
    files = sorted(path for path in sample.rglob("*.html") if path.name != "letters.html")
    names = [
        path.relative_to(sample).as_posix() for path in sorted(files, key=lambda p: p.relative_to(sample).as_posix())
    ]
    with (tmp_path / "site.warc.gz").open("wb") as archive:
        for name in names:
            body = (sample / name).read_bytes()
            archive.write(record_of(Capture(body, url=BASE + name, headers=(("Content-Type", "text/html"),))))
    collect([str(sample)], tmp_path / "folder", PLAIN)
    collect([str(tmp_path / "site.warc.gz")], tmp_path / "warc", PLAIN)
    differing = {"source", "http_status"}
    folder = [page for page in content(tmp_path / "folder") if page["source"] != "letters.html"]
    for mine, theirs in zip(folder, content(tmp_path / "warc"), strict=True):
        assert {k: v for k, v in mine.items() if k not in differing} == {
            k: v for k, v in theirs.items() if k not in differing
        }
        assert re.fullmatch(r"site\.warc\.gz#\d+", theirs["source"])


def test_a_crawl_is_read_while_it_goes_on(sample: Path, tmp_path: Path) -> None:
    with serve(sample) as url:
        ran = collect(
            [url], tmp_path / "out", RunOptions(PLAIN.learn, browser=False, crawl=CrawlOptions(delay=0.0, chain=3))
        )
    pages = lines(tmp_path / "out")
    errors = lines(tmp_path / "out", "errors")
    assert ran.figures.pages == len(pages)
    found = {page["source"].removeprefix(url) for page in pages}
    assert {path for path in labels(sample) if path != "index.html"} <= found
    assert all(page["http_status"] == 200 for page in pages)
    with open_collection(tmp_path / "out") as opened, opened.store.reading() as tx:
        visited = [error for error in errors if error["stage"] not in ("crawl", "trap")]
        assert tx.captures.count() == len(pages) + len(visited), "the books do not balance"
    assert any(error["reason"].startswith("duplicate of") for error in errors)


def test_a_list_of_urls_is_fetched_and_no_more(sample: Path, tmp_path: Path) -> None:
    with serve(sample) as url:
        (tmp_path / "urls.txt").write_text(f"{url}about.html\n{url}contact.html\n{url}none.html\n")
        collect([str(tmp_path / "urls.txt")], tmp_path / "out", PLAIN)
        assert sorted(page["url"] for page in lines(tmp_path / "out")) == [f"{url}about.html", f"{url}contact.html"]
        assert [error["reason"] for error in lines(tmp_path / "out", "errors")] == ["HTTP status 404"]


def test_pages_that_need_scripts_are_reported(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "app.html").write_text("<title>App</title><div id=root></div><script src=app.js></script>")
    (site / "page.html").write_text("<title>Page</title><p>" + "Text. " * 100)
    collect([str(site)], tmp_path / "out", PLAIN)
    assert [page["source"] for page in lines(tmp_path / "out")] == ["page.html"]
    assert [(error["source"], error["reason"]) for error in lines(tmp_path / "out", "errors")] == [
        ("app.html", "needs-javascript")
    ]


def run_command(*words: str | Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "intaglio", "-q", "run", *map(str, words)], start_new_session=True)


def test_a_run_killed_three_times_has_every_page_once(sample: Path, tmp_path: Path) -> None:
    """The whole of it, with the crawl in its process: `bench/faults.py` does this at length."""
    with serve(sample) as url:
        words: list[str | Path] = [
            url,
            "-o",
            tmp_path / "out",
            "--no-browser",
            "--delay",
            "0",
            "--exclude",
            "/calendar/",
        ]
        for least in (10, 30, 50):
            run = run_command(*words)
            while run.poll() is None and _lines_in(tmp_path / "out") < least:
                time.sleep(0.01)
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        assert run_command(*words).wait() == 0
        pages = [page["source"].removeprefix(url) for page in lines(tmp_path / "out")]
    assert [name for name, count in Counter(pages).items() if count > 1] == []
    expected = {path for path in labels(sample) if not path.startswith("calendar/")} - {"index.html"} | {""}
    assert set(pages) == expected


def _lines_in(out: Path) -> int:
    file = out / "pages.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_a_full_disk_ends_the_run_and_leaves_it_usable(sample: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", disk], capture_output=True, check=False)
    if mount.returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "intaglio", "-q", "run", sample, "-o", disk / "out", "--no-browser"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert re.search(r"full|space", done.stderr)
        assert done.stderr.count("\n") == 1
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True, capture_output=True)
        collect([str(sample)], disk / "out", RunOptions(PLAIN.learn, browser=False))
        assert [page["source"] for page in lines(disk / "out")] == sorted(labels(sample))
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.postgres
def test_a_collection_can_be_kept_in_postgresql(sample: Path, tmp_path: Path, postgres: str) -> None:
    collect([str(sample)], tmp_path / "out", PLAIN, store_url=postgres)
    collect([str(sample)], tmp_path / "sqlite", PLAIN)
    assert content(tmp_path / "out") == content(tmp_path / "sqlite")
    assert not (tmp_path / "out" / "intaglio.db").exists()


def test_the_command_says_what_it_did(sample: Path, tmp_path: Path, intaglio: Callable[..., Any]) -> None:
    ran = intaglio("run", sample, "-o", tmp_path / "out", "--no-browser")
    assert ran.status == 0
    assert re.search(r"\d+ pages · \d+ templates · [\d.]+ % hits", ran.out)
    listed = intaglio("templates", tmp_path / "out")
    assert listed.status == 0
    assert "stories/" in listed.out
    headlines = intaglio("areas", tmp_path / "out", "--role", "headline")
    assert headlines.status == 0
    assert len(headlines.out.splitlines()) > 40
    assert intaglio("areas", tmp_path / "out", "--role", "none").status == 1
    assert intaglio("run", tmp_path / "nowhere", "-o", tmp_path / "x").status == 1
    assert intaglio("run", sample, "-o", tmp_path / "x", "--method", "magic").status == 2
    assert intaglio("run", sample, "-o", tmp_path / "x", "--method", "vips", "--no-browser").status == 2
    assert intaglio("run", sample, "-o", tmp_path / "x", "--include", "(").status == 2


def test_a_run_that_can_read_nothing_says_why(
    sample: Path, tmp_path: Path, intaglio: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "app.html").write_text("<div id=root></div><script src=app.js></script>")
    ran = intaglio("run", tmp_path / "empty", "-o", tmp_path / "a", "--no-browser")
    assert (ran.status, ran.err) == (1, "intaglio: no page could be read: needs-javascript\n")
    monkeypatch.setenv("INTAGLIO_CHROMIUM", str(tmp_path / "none"))
    ran = intaglio("-q", "run", sample, "-o", tmp_path / "b")
    assert ran.status == 1
    assert re.fullmatch(r"intaglio: no Chromium at .*\n", ran.err), "every page was tried"
