"""Whole runs with a real Chromium: who is rendered, what happens when the browser dies, and what people get to see."""

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from intaglio.browser import RenderOptions
from intaglio.collection.page_lines import areas_in
from intaglio.run.collect import RunOptions, collect
from intaglio.run.scheduler import RunnerOptions
from intaglio.run.site_learner import LearnOptions
from intaglio.sample import SampleOptions, write_sample
from tests.browser.processes import browser_processes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture
def options(chromium: Path) -> RunOptions:
    render = RenderOptions(executable=chromium, workers=1, web=False, dom="either")
    return RunOptions(LearnOptions(method="vips"), render=render)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stories and people, with the style sheet."""
    whole, some = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("some")
    write_sample(whole, SampleOptions(articles=12, products=4, people=4, months=1))
    for kind in ("people", "assets", "stories"):
        (whole / kind).rename(some / kind)
    return some


def lines(out: Path, name: str = "pages") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_hits_never_touch_the_browser_and_the_report_can_be_looked_at(
    sample: Path, tmp_path: Path, options: RunOptions, chromium: Path, intaglio: Callable[..., Any]
) -> None:
    out = tmp_path / "out"
    collect([str(sample)], out, options)
    pages = lines(out)
    assert len(pages) == len(list(sample.rglob("*.html")))
    for page in pages:
        assert ("render" in page["ms"]) is not page["hit"]
    rendered = sum(not page["hit"] for page in pages)
    assert 2 <= rendered <= len(pages) // 2
    look_at(out / "report.html", chromium, pictures=len({page["template"] for page in pages}))
    again = collect([str(sample)], out, options)
    assert again.figures.pages == 0


def look_at(report: Path, chromium: Path, pictures: int) -> None:
    """Open the report as a person would: all of it is there, nothing is asked of the network, nothing overlaps."""
    from playwright.sync_api import sync_playwright

    asked: list[str] = []
    told: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 900, "height": 700})
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: told.append(message.text))
        page.goto(report.as_uri())
        assert page.locator("h1").inner_text()
        assert page.locator(".templates svg.page").count() == pictures
        assert page.locator(".charts svg").count() >= 3
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        small = page.evaluate(
            "[...document.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().width < 80).length"
        )
        browser.close()
    assert asked == [report.as_uri()]
    assert told == []
    assert wide <= 0, "the report is wider than the window"
    assert small == 0


def test_a_browser_that_dies_is_replaced(sample: Path, tmp_path: Path, options: RunOptions) -> None:
    killed: list[int] = []

    def kill(_: object) -> None:
        if not killed:
            for pid in browser_processes():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    collect([str(sample)], tmp_path / "out", replace(options, runner=RunnerOptions(batch=1)), watch=kill)
    assert killed
    assert len(lines(tmp_path / "out")) == len(list(sample.rglob("*.html")))
    assert lines(tmp_path / "out", "errors") == []


def test_with_scripts_pages_are_read_as_the_browser_has_them(tmp_path: Path, options: RunOptions) -> None:
    site = tmp_path / "site"
    site.mkdir()
    script = (
        "document.getElementById('root').innerHTML = '<h1>' + document.title + '</h1><p>' + 'Made here. '.repeat(40)"
    )
    for name in ("a", "b"):
        html = f"<title>Page {name}</title><body><div id=root></div><script>{script}</script>"
        (site / f"{name}.html").write_text(html + "<!--" + "x" * 3000 + "-->")
    scripted = replace(options, render=replace(options.render, javascript=True))
    collect([str(site)], tmp_path / "out", scripted)
    pages = lines(tmp_path / "out")
    assert [page["hit"] for page in pages] == [False, True]
    for page, name in zip(pages, "ab", strict=True):
        assert f"Page {name}\nMade here." in "\n".join(area["text"] for area in areas_in(page["areas"]))
        assert "render" in page["ms"]


def test_what_is_not_laid_out_in_time_is_read_without_layout(tmp_path: Path, options: RunOptions) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name in "ab":
        (site / f"{name}.html").write_text(f"<title>{name}</title><h1>Page {name}</h1><p>" + "Some text here. " * 30)
    hurried = replace(options, render=replace(options.render, time_limit=0.001))
    done = collect([str(site)], tmp_path / "out", hurried)
    pages = lines(tmp_path / "out")
    assert [(page["source"], page["hit"]) for page in pages] == [("a.html", False), ("b.html", True)]
    assert all("was not laid out within 0.001 s" in page["without_layout"] for page in pages)
    assert "Page a" in "\n".join(area["text"] for area in areas_in(pages[0]["areas"]))
    assert lines(tmp_path / "out", "errors") == []
    assert (done.figures.pages, done.figures.errors) == (2, 0)


def test_templates_are_drawn(tmp_path: Path, options: RunOptions, intaglio: Callable[..., Any]) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.html").write_text("<h1>Title</h1><div style='background:#eee'>" + "Text of the page. " * 50 + "</div>")
    collect([str(site)], tmp_path / "out", options)
    ran = intaglio("templates", tmp_path / "out", "--png", tmp_path / "pictures")
    assert ran.status == 0, ran.err
    (picture,) = (tmp_path / "pictures").iterdir()
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stem.endswith(lines(tmp_path / "out")[0]["template"])
