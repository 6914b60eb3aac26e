"""Scheduling: order, waiting, failing, starting over; with a stand-in for templates and a browser that is told when."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any, cast

import pytest

from intaglio.browser import Rendering
from intaglio.capture import Capture
from intaglio.collection.collection import Collection, fill_collection
from intaglio.collection.export.jsonl import Appender, sync_exports
from intaglio.collection.page_lines import PageResult
from intaglio.collection.trust import remember
from intaglio.errors import BrowserError, IntaglioError
from intaglio.page import Page
from intaglio.resources import Nothing, Resources
from intaglio.run.inputs.feed import InputPage
from intaglio.run.methods import Methods
from intaglio.run.pages.here_reader import HereReader
from intaglio.run.pages.reader_protocol import ParsedPage
from intaglio.run.passes.unlaid_pass import read_without_layout, without_browser
from intaglio.run.progress import Figures
from intaglio.run.scheduler import Runner, RunnerOptions
from intaglio.run.stages import Stage, StageFunction, StageOutput
from intaglio.sources import Unread
from intaglio.store import CaptureRow, PageRow, Transaction

from .stand_in import open_stand_in

SITE = "example.org"


@dataclass
class Browser:
    """Renders when told to; keeps what was asked of it."""

    asked: list[str] = field(default_factory=list)
    waiting: dict[str, "Future[Rendering]"] = field(default_factory=dict)
    at_once: bool = True
    fail: set[str] = field(default_factory=set)

    def render(self, capture: Capture, _resources: Resources) -> "Future[Rendering]":
        self.asked.append(capture.source)
        future: Future[Rendering] = Future()
        self.waiting[capture.source] = future
        if self.at_once:
            self.finish(capture.source, Page.of(capture))
        return future

    def finish(self, source: str, page: Page) -> None:
        future = self.waiting.pop(source)
        if source in self.fail:
            future.set_exception(BrowserError(f"{source} crashed"))
        else:
            future.set_result(cast("Rendering", Shown(page)))


@dataclass
class Shown:
    page: Page
    layout: Any = None
    parsed: bool = True
    ms: float = 5.0


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with fill_collection(tmp_path / "out") as opened:
        yield opened


def arrival(source: str, kind: str = "a") -> InputPage:
    body = f"<title>{source}</title><body class={kind}><p>{source}".encode()
    return InputPage(CaptureRow(1, source, SITE, source), Capture(body, source=source), Nothing())


def run(
    collection: Collection,
    methods: Methods,
    arrivals: Any,
    options: RunnerOptions = RunnerOptions(),
    seen: Callable[[Sequence[PageRow]], None] = lambda _: None,
) -> Figures:
    sync_exports(collection.folder, collection.store)
    with Appender(collection.folder, collection.store) as files:
        figures = Figures()
        Runner(collection.store, methods, files, figures, options, seen).run(arrivals)
    return figures


def lines(collection: Collection, name: str = "pages") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (collection.folder / f"{name}.jsonl").read_text().splitlines()]


def stage(name: str, make: Callable[[Page, PageResult, CaptureRow], str | None]) -> Stage:
    """A stage that takes each page for itself, and learns nothing."""

    def open_site(tx: Transaction, site: str, *, learning: bool) -> StageFunction:
        return lambda page, reading, row: StageOutput(make(page, reading, row))

    return Stage(name, open_site)


def methods(browser: Browser, **more: Any) -> Methods:
    return Methods(open_stand_in, browser.render, **more)


def test_one_page_of_each_template_is_rendered(collection: Collection) -> None:
    browser = Browser()
    figures = run(collection, methods(browser), [arrival(f"p{n}", "ab"[n % 2]) for n in range(10)])
    assert browser.asked == ["p0", "p1"]
    assert (figures.pages, figures.hits, len(figures.templates)) == (10, 8, 2)
    pages = lines(collection)
    assert [page["source"] for page in pages] == [f"p{n}" for n in range(10)]
    assert pages[3]["template"] == "b"
    assert pages[3]["title"] == "p3"
    assert pages[3]["areas"] == [
        {"id": 0, "role": None, "confidence": 1.0, "text": "p3\np3", "elements": [[]], "children": []}
    ]
    assert set(pages[0]["ms"]) == {"parse", "match", "render", "segment", "map"}
    assert set(pages[2]["ms"]) == {"parse", "match", "map"}
    assert list(pages[0]) == [
        "source", "url", "site", "status", "http_status", "template", "kind", "hit", "confidence", "title",
        "areas", "ms",
    ]  # fmt: skip


def test_hits_go_on_while_misses_render(collection: Collection) -> None:
    browser = Browser()
    read: list[str] = []

    def note(page: Page, _reading: object, _row: object) -> str:
        read.append(str(page.title))
        return json.dumps(page.title)

    def pages() -> Iterator[InputPage]:
        yield arrival("a0", "a")
        browser.at_once = False
        yield arrival("b0", "b")
        yield arrival("b1", "b")
        yield arrival("a1", "a")
        yield arrival("a2", "a")
        assert read == ["a0", "a1", "a2"], "hits waited for a miss they have nothing to do with"
        browser.finish("b0", Page.parse("<title>b0</title><body class=b><p>b0"))
        yield arrival("a3", "a")

    run(collection, methods(browser, stages=[stage("notes", note)]), pages())
    assert browser.asked == ["a0", "b0"]
    assert [page["source"] for page in lines(collection)] == ["a0", "b0", "b1", "a1", "a2", "a3"]
    with collection.store.reading() as tx:
        assert [line for _, line in tx.pages.extras("notes")] == [
            f'"{n}"' for n in ("a0", "b0", "b1", "a1", "a2", "a3")
        ]


def test_a_founder_that_cannot_be_rendered_makes_way_for_the_next(collection: Collection) -> None:
    browser = Browser(at_once=False, fail={"p0", "p1"})

    def pages() -> Iterator[InputPage | None]:
        for n in range(4):
            yield arrival(f"p{n}")
        for n in range(3):
            browser.finish(f"p{n}", Page.parse("<body class=a>"))
            yield None

    run(collection, methods(browser), pages())
    assert browser.asked == ["p0", "p1", "p2"]
    assert [(page["source"], page["hit"]) for page in lines(collection)] == [("p2", False), ("p3", True)]
    assert [(error["source"], error["stage"]) for error in lines(collection, "errors")] == [
        ("p0", "render"), ("p1", "render"),
    ]  # fmt: skip


def test_what_cannot_be_laid_out_is_read_without_layout_and_marked(collection: Collection) -> None:
    browser = Browser(fail={"p0", "p3", "q"})
    (collection.folder / "site").mkdir()
    with collection.store.writing() as tx:
        tx.captures.origin("folder", str(collection.folder / "site"))
    remember(collection.folder, str(collection.folder / "site"))
    pages = [arrival("p0"), arrival("p1"), arrival("q", "b"), arrival("gone", "c")]
    browser.fail.add("gone")
    for one in pages[:3]:
        assert isinstance(one.found, Capture)
        (collection.folder / "site" / one.row.source).write_bytes(one.found.body)
    run(collection, methods(browser), pages)
    assert [error["source"] for error in lines(collection, "errors")] == ["p0", "q", "gone"]
    with Appender(collection.folder, collection.store) as files:
        plain = Runner(collection.store, without_browser(methods(browser)), files, Figures())
        assert read_without_layout(collection, plain) == 3
    sync_exports(collection.folder, collection.store)
    assert browser.asked == ["p0", "p1", "q", "gone"], "the browser was asked again"
    marks = [(page["source"], page["template"], page["hit"], page.get("without_layout")) for page in lines(collection)]
    assert marks == [("p1", "a", False, None), ("p0", "a", True, "p0 crashed"), ("q", "b", False, "q crashed")]
    assert [(error["source"], error["stage"]) for error in lines(collection, "errors")] == [("gone", "read")]
    assert read_without_layout(collection, plain) == 0


def test_the_window_is_bounded(collection: Collection) -> None:
    """While the oldest page renders no more than a window of pages is taken, and it goes on when that is done."""
    browser = Browser(at_once=False)
    one_too_many = Event()
    under_way: list[int] = []
    committed: list[str] = []

    def let_go() -> None:
        one_too_many.wait(0.5)
        browser.finish("p0", Page.parse("<body class=a>"))

    def pages() -> Iterator[InputPage]:
        for n in range(20):
            under_way.append(n - len(committed))
            if under_way[-1] >= 6:
                one_too_many.set()
            if n == 5:
                Thread(target=let_go).start()
            yield arrival(f"p{n}")

    def seen(rows: Sequence[PageRow]) -> None:
        committed.extend(row.source for row in rows)

    run(collection, methods(browser), pages(), RunnerOptions(window=6), seen)
    assert under_way[:6] == [0, 1, 2, 3, 4, 5]
    assert max(under_way) == 5, "a page was asked for although the window was full"
    assert committed == [f"p{n}" for n in range(20)]
    assert [page["source"] for page in lines(collection)] == committed


def test_what_cannot_be_read_is_an_error(collection: Collection) -> None:
    def check(page: Page) -> str | None:
        return "needs-javascript" if page.title == "p1" else None

    broken = InputPage(CaptureRow(1, "bad", SITE, ""), Unread("bad", "larger than 5 bytes"), Nothing())
    run(collection, methods(Browser(), check=check), [arrival("p0"), broken, arrival("p1"), arrival("p2")])
    assert [page["source"] for page in lines(collection)] == ["p0", "p2"]
    assert [(error["source"], error["stage"], error["reason"]) for error in lines(collection, "errors")] == [
        ("bad", "read", "larger than 5 bytes"), ("p1", "check", "needs-javascript"),
    ]  # fmt: skip
    with collection.store.reading() as tx:
        assert tx.captures.count() == sum(tx.pages.counts())


def test_with_scripts_every_page_is_rendered(collection: Collection) -> None:
    browser = Browser()
    run(collection, methods(browser, render_all=True), [arrival(f"p{n}") for n in range(3)])
    assert browser.asked == ["p0", "p1", "p2"]
    assert [page["hit"] for page in lines(collection)] == [False, True, True]


def test_a_run_that_another_one_overtakes_looks_again(collection: Collection) -> None:
    """Both learn the same site; nothing is lost, no template founded twice, no page written twice."""
    browser = Browser()

    def pages() -> Iterator[InputPage]:
        yield arrival("p0", "a")
        yield arrival("p1", "b")
        yield arrival("p2", "c")
        other = Browser()
        with Appender(collection.folder, collection.store) as files:
            runner = Runner(collection.store, methods(other), files, Figures())
            runner.run([arrival("p1", "b"), arrival("q0", "a"), arrival("q1", "a")])

    run(collection, methods(browser), pages())
    assert sorted(page["source"] for page in lines(collection)) == ["p0", "p1", "p2", "q0", "q1"]
    with collection.store.reading() as tx:
        counts = {row.id: int(row.blob) for row in tx.templates.load(SITE).rows}
        assert counts == {"a": 3, "b": 1, "c": 1}
        assert sum(tx.pages.counts()) == 5


def test_an_interrupted_run_keeps_what_was_committed_and_goes_on(collection: Collection) -> None:
    def pages() -> Iterator[InputPage]:
        yield arrival("p0")
        yield arrival("p1")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(collection, methods(Browser()), pages(), RunnerOptions(batch=1))
    assert [page["source"] for page in lines(collection)] == ["p0", "p1"]
    with pytest.raises(KeyboardInterrupt):
        run(collection, methods(Browser()), (page for page in [arrival("p2"), *pages()]))
    run(collection, methods(Browser()), [arrival("p2")])
    assert [page["source"] for page in lines(collection)] == ["p0", "p1", "p2"]


def test_many_sites_are_not_kept_in_memory(collection: Collection) -> None:
    opened: list[str] = []

    def open_site(tx: Any, site: str) -> Any:
        opened.append(site)
        return open_stand_in(tx, site)

    def at(source: str, site: str) -> InputPage:
        one = arrival(source)
        return InputPage(CaptureRow(1, source, site, source), one.found, Nothing())

    visits = [at(f"p{n}", f"s{n % 5}") for n in range(10)]
    options = RunnerOptions(sites=2, batch=1)
    run(collection, Methods(open_site, Browser().render), visits, options)
    assert len(lines(collection)) == 10
    assert [page["hit"] for page in lines(collection)] == [False] * 5 + [True] * 5
    assert len(opened) > 5


def test_code_that_was_not_prepared_for_a_page_fails_that_page_only(collection: Collection) -> None:
    def fall(page: Page, _reading: object, _row: object) -> str | None:
        return str(1 / 0) if page.title == "p1" else None

    run(collection, methods(Browser(), stages=[stage("articles", fall)]), [arrival(f"p{n}") for n in range(3)])
    assert [page["source"] for page in lines(collection)] == ["p0", "p2"]
    (error,) = lines(collection, "errors")
    assert (error["stage"], error["reason"]) == ("articles", "unexpected ZeroDivisionError: division by zero")


def test_a_stage_that_fails_fails_its_page_only(collection: Collection) -> None:
    def fail(page: Page, _reading: object, _row: object) -> str | None:
        if page.title == "p1":
            raise IntaglioError("no article here")
        return None

    run(collection, methods(Browser(), stages=[stage("articles", fail)]), [arrival(f"p{n}") for n in range(3)])
    assert [page["source"] for page in lines(collection)] == ["p0", "p2"]
    assert lines(collection, "errors")[0]["reason"] == "no article here"


class BesideReader(HereReader):
    """Parses pages beside this thread, as workers do; a page called `slow` when it is told to."""

    def __init__(self, threads: ThreadPoolExecutor, slow: Event) -> None:
        super().__init__(bound=4)
        self._threads, self._slow = threads, slow

    def parse(self, capture: Capture) -> "Future[ParsedPage]":
        return self._threads.submit(self._parsed, capture)

    def _parsed(self, capture: Capture) -> ParsedPage:
        if capture.source == "slow":
            assert self._slow.wait(20)
        return HereReader.parse(self, capture).result()


def test_pages_that_are_read_beside_are_committed_many_at_a_time(collection: Collection) -> None:
    commits: list[int] = []
    with ThreadPoolExecutor(2) as threads:
        beside = Methods(open_stand_in, reader=BesideReader(threads, Event()))
        options = RunnerOptions(window=48, batch=32, seconds=60)
        run(collection, beside, [arrival(f"p{n}") for n in range(160)], options, lambda rows: commits.append(len(rows)))
    assert sum(commits) == 160
    assert len(commits) <= 6
    assert [page["source"] for page in lines(collection)] == [f"p{n}" for n in range(160)]


def test_what_is_ready_is_committed_while_another_page_takes_long(collection: Collection) -> None:
    committed = Event()
    with ThreadPoolExecutor(2) as threads:
        beside = Methods(open_stand_in, reader=BesideReader(threads, committed))
        arrivals = [arrival("p0"), arrival("p1"), arrival("slow"), arrival("p2")]
        run(collection, beside, arrivals, RunnerOptions(seconds=0.1), lambda _: committed.set())
    assert [page["source"] for page in lines(collection)] == ["p0", "p1", "slow", "p2"]
