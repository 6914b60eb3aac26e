"""Captures → Renderings: what is rendered, where its resources come from, and what happens when things go wrong."""

import struct
import threading
import zlib
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from intaglio.browser import Folder, Renderer, Rendering, RenderOptions, Resource
from intaglio.capture import Capture
from intaglio.errors import BrowserError
from tests.browser.outcomes import outcomes_of
from tests.browser.processes import browser_processes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def png(width: int, height: int) -> bytes:
    """A black picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + bytes(width)) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def box(rendering: Rendering, name: str) -> list[float]:
    element = next(e for e, value in rendering.page.having("id").items() if value == name)
    found: list[float] = rendering.layout.box[element].tolist()
    return found


class Spy:
    """Resources that know what was asked for."""

    def __init__(self, inner: Folder) -> None:
        self.inner = inner
        self.asked: list[str] = []

    def get(self, url: str) -> Resource | None:
        self.asked.append(url)
        return self.inner.get(url)


def test_a_saved_page_reads_below_its_root_only(chromium: Path, tmp_path: Path) -> None:
    root = tmp_path / "2011"
    (root / "home").mkdir(parents=True)
    (root / "img").mkdir()
    (root / "a.css").write_text("#a { width: 111px } @import 'none.css'")
    (root / "b.css").write_text("#b { width: 222px }")
    (root / "c.css").write_text("#c { width: 333px }")
    (root / "img" / "far.png").write_bytes(png(40, 30))
    (tmp_path / "secret.css").write_text("#d { width: 444px }")
    (root / "linked.css").symlink_to(tmp_path / "secret.css")
    (root / "other.example").mkdir()
    (root / "other.example" / "frame.html").write_text("<link rel=stylesheet href=/frame.css><p>in a frame</p>")
    body = """<!doctype html><meta charset=utf-8>
        <link rel=stylesheet href=../a.css><link rel=stylesheet href=/2011/b.css>
        <link rel=stylesheet href=http://example.org/2011/c.css>
        <link rel=stylesheet href=../linked.css><link rel=stylesheet href=../../secret.css>
        <div id=a>a</div><div id=b>b</div><div id=c>c</div><div id=d>d</div><iframe src=http://other.example/frame.html></iframe>
        <div style="height: 9000px"></div><img id=far loading=lazy src=../img/far.png>"""
    source = "home/index.html"
    folder = Folder(root, "https://example.org/2011")
    options = RenderOptions(executable=chromium, web=False, workers=1, screenshot=True, screenshot_height=2000)
    spy = Spy(folder)
    with Renderer(options, spy) as renderer:
        found = renderer.render(Capture(body.encode(), source=source, url=folder.url_of(source)))
    assert "http://other.example/frame.css" in spy.asked, "what frames of other sites ask for is seen"
    assert [box(found, name)[2] for name in "abc"] == [111, 222, 333]
    assert box(found, "d")[2] == 1350, "neither a link nor a path leads out of the root"
    assert box(found, "far")[2:] == [40, 30], "far down and lazy, and loaded all the same"
    assert found.layout.size[1] > 9000
    assert found.layout.viewport == (1366, 768)
    assert found.screenshot is not None
    assert struct.unpack(">II", found.screenshot[16:24]) == (1366, 2000), "the picture is cut off where told"


def test_the_charset_is_the_parsers(renderer: Renderer) -> None:
    words = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 20
    capture = Capture(f"<title>x</title><p>{words}".encode("windows-1251"), content_type="text/html; charset=cp1251")
    found = renderer.render(capture)
    assert found.page.texts[1] == words.strip() or found.page.texts[1] == words
    lines = found.layout.lines_of(1)
    laid_out = int(found.layout.line_length[lines.start : lines.stop].sum())
    assert len(words) - len(lines) <= laid_out <= len(words), (
        "the browser laid out as many characters as the parser read, but for white space at the ends of lines"
    )


def test_pages_do_not_share_what_they_loaded_and_browsers_are_renewed(chromium: Path) -> None:
    class One:
        def __init__(self, width: int) -> None:
            self.width = width

        def get(self, url: str) -> Resource | None:
            return Resource(f"#a {{ width: {self.width}px }}".encode(), "text/css") if url.endswith(".css") else None

    page = Capture(b"<link rel=stylesheet href=/s.css><div id=a>a</div>", url="http://same.example/")
    options = RenderOptions(executable=chromium, web=False, workers=1, pages_per_browser=2)
    before = browser_processes()
    with Renderer(options) as renderer:
        widths, browsers = [], []
        for width in (100, 200, 300):
            widths.append(box(renderer.render(page, One(width)), "a")[2])
            browsers.append(browser_processes() - before)
    assert widths == [100, 200, 300]
    assert browsers[0] == browsers[1] != browsers[2]
    assert browser_processes() == before, "none is left behind"


class Slow:
    """Resources that never come."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def get(self, url: str) -> Resource | None:
        self.over.wait(60)
        return None


def test_a_page_that_never_ends_is_taken_as_it_is(chromium: Path) -> None:
    slow = Slow()
    with Renderer(RenderOptions(executable=chromium, web=False, workers=1, time_limit=5)) as renderer:
        found = renderer.render(Capture(b"<p id=a>here</p><img src=http://slow.example/x.png>"), slow)
        slow.over.set()
    assert found.layout.text_visible.tolist() == [True]


def test_a_page_that_hangs_is_an_error_for_that_page_only(chromium: Path) -> None:
    options = RenderOptions(executable=chromium, web=False, workers=1, time_limit=6, javascript=True)
    with Renderer(options) as renderer:
        pages = [Capture(b"<p>hang<script>while (true);</script>"), Capture(b"<p>fine")]
        outcomes = [outcome for _, outcome in outcomes_of(renderer, pages)]
    assert isinstance(outcomes[0], BrowserError)
    assert "6 s" in str(outcomes[0])
    assert isinstance(outcomes[1], Rendering)
    assert outcomes[1].page.texts == ["fine"]


def test_a_browser_that_is_missing_or_broken_is_one_error_a_page(tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    for executable in (broken, tmp_path / "none"):
        with Renderer(RenderOptions(executable=executable, web=False, workers=1)) as renderer:
            for _, outcome in outcomes_of(renderer, [Capture(b"<p>a"), Capture(b"<p>b")]):
                assert isinstance(outcome, BrowserError)
                assert str(executable) in str(outcome)


def test_work_that_has_not_begun_is_dropped_when_the_caller_fails(chromium: Path) -> None:
    options = replace(RenderOptions(), executable=chromium, web=False, workers=1)
    waiting: list[Future[Rendering]] = []

    def fail() -> None:
        with Renderer(options) as renderer:
            waiting.extend(renderer.submit(Capture(b"<p>x")) for _ in range(50))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert all(future.done() for future in waiting)
    assert sum(future.cancelled() for future in waiting) >= 49
