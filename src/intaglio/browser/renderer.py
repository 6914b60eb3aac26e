"""Captures → Renderings, by browsers at work side by side; what happens to one page never reaches another."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Thread
from types import TracebackType
from typing import Self
from urllib.parse import urldefrag, urlsplit

from intaglio.browser.chromium import Chromium, start
from intaglio.browser.render_options import RenderOptions
from intaglio.browser.tab import SmallPicture, Tab, TabSnapshot
from intaglio.browser.web import Web
from intaglio.capture import Capture
from intaglio.errors import BrowserError, IntaglioError, LayoutMismatch, MissingExtra, NoBrowser
from intaglio.layout import Layout, layout_of, page_and_layout
from intaglio.page import Page
from intaglio.page.open_frames import ended
from intaglio.resources import Chain, Folder, Nothing, Resource, Resources

log = logging.getLogger(__name__)

PAGE_URL = "http://page.invalid/"
"""Where a capture without address is rendered."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A page with its layout."""

    page: Page
    """The page that the layout is numbered by."""
    layout: Layout
    parsed: bool
    """The page is the parser's; else its DOM was taken from the browser's snapshot."""
    screenshot: bytes | None
    """PNG, if asked for."""
    picture: SmallPicture | None
    """If asked for, and possible."""
    load_ms: float
    """From the first request to the load event."""
    ms: float
    """All in all."""


@dataclass(frozen=True, slots=True)
class _Job:
    capture: Capture
    resources: Resources
    future: Future[Rendering]


@dataclass(slots=True)
class _Worker:
    """A worker's browser, while it has one."""

    browser: Chromium | None = None
    tab: Tab | None = None
    pages: int = 0

    async def clear(self) -> None:
        browser, self.browser, self.tab, self.pages = self.browser, None, None, 0
        if browser is not None:
            await browser.close()


@dataclass(slots=True)
class Renderer:
    """A pool of browsers; use it in a `with` statement. They start with the first pages."""

    options: RenderOptions = field(default_factory=RenderOptions)
    resources: Resources = field(default_factory=Nothing)
    """Where resources come from unless a call says otherwise."""
    _loop: asyncio.AbstractEventLoop = field(init=False)
    _thread: Thread = field(init=False)
    _queue: asyncio.Queue[_Job | None] = field(init=False)
    _executor: ThreadPoolExecutor = field(init=False)
    _workers: list[asyncio.Task[None]] = field(init=False)
    _web: Web = field(init=False, default_factory=Web)

    def __enter__(self) -> Self:
        """Start the workers; browsers follow when there is work."""
        self._loop = asyncio.new_event_loop()
        self._queue = asyncio.Queue()
        self._executor = ThreadPoolExecutor(8 * self.options.workers, "intaglio-resources")
        self._thread = Thread(target=self._loop.run_forever, name="intaglio-browsers", daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._begin(), self._loop).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish what was handed in, or after an error nothing more; close the browsers."""
        asyncio.run_coroutine_threadsafe(self._finish(at_once=error is not None), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def render(self, capture: Capture, resources: Resources | None = None) -> Rendering:
        """Lay out one page; BrowserError or LayoutMismatch if that cannot be done."""
        return self.submit(capture, resources).result()

    def submit(self, capture: Capture, resources: Resources | None = None) -> Future[Rendering]:
        """Hand in a page to be laid out in its turn."""
        job = _Job(capture, resources or self.resources, Future())
        self._loop.call_soon_threadsafe(self._queue.put_nowait, job)
        return job.future

    async def _begin(self) -> None:
        self._workers = [asyncio.create_task(self._work()) for _ in range(self.options.workers)]

    async def _finish(self, *, at_once: bool) -> None:
        while at_once and not self._queue.empty():
            if (job := self._queue.get_nowait()) is not None:
                job.future.cancel()
        for worker in self._workers:
            self._queue.put_nowait(None)
            if at_once:
                worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def _work(self) -> None:
        seat = _Worker()
        try:
            while (job := await self._queue.get()) is not None:
                if not job.future.set_running_or_notify_cancel():
                    continue
                try:
                    job.future.set_result(await self._render(seat, job))
                except asyncio.CancelledError:
                    job.future.set_exception(BrowserError("the renderer was closed"))
                    raise
                except IntaglioError as error:
                    job.future.set_exception(error)
                except Exception as error:
                    log.debug("unexpected while rendering %s", job.capture.source, exc_info=True)
                    await seat.clear()
                    job.future.set_exception(BrowserError(f"rendering failed: {type(error).__name__}: {error}"))
        finally:
            await seat.clear()

    async def _render(self, seat: _Worker, job: _Job) -> Rendering:
        started = time.perf_counter()
        page = Page.of(job.capture)
        url = _address(job)
        document = Resource(ended(job.capture.body), f"text/html; charset={page.encoding or 'utf-8'}")
        resources = job.resources
        if self.options.web:
            resources = Chain((resources, self._web.seen_from(url, self.options.trusted)))
        shot = await self._shoot(seat, url, document, resources)
        build = asyncio.get_running_loop().run_in_executor(self._executor, self._built, page, shot)
        page, layout, parsed = await build
        ms = 1000 * (time.perf_counter() - started)
        return Rendering(page, layout, parsed, shot.screenshot, shot.picture, shot.load_ms, ms)

    async def _shoot(self, seat: _Worker, url: str, document: Resource, resources: Resources) -> TabSnapshot:
        """Take a page's snapshot; if the browser crashes on the way, once more in a fresh one."""
        try:
            from playwright.async_api import Error
        except ModuleNotFoundError:
            raise MissingExtra("browser", "rendering") from None
        for last in (False, True):
            try:
                tab = await self._seated(seat)
                async with asyncio.timeout(self.options.time_limit):
                    return await tab.shoot(url, document, resources)
            except NoBrowser:
                raise
            except TimeoutError:
                await seat.clear()
                raise BrowserError(f"{url} was not laid out within {self.options.time_limit:g} s") from None
            except (Error, BrowserError) as error:
                await seat.clear()
                if last:
                    raise BrowserError(f"{url} cannot be rendered: {str(error).splitlines()[0]}") from error
                log.info("once more in a fresh browser: %s", url)
        raise AssertionError

    async def _seated(self, seat: _Worker) -> Tab:
        if seat.pages >= self.options.pages_per_browser or (seat.tab is not None and seat.tab.gone):
            await seat.clear()
        if seat.browser is None:
            seat.browser = await start(self.options)
        if seat.tab is None:
            seat.tab = await Tab.open(seat.browser.context, self.options, self._executor)
        seat.pages += 1
        return seat.tab

    def _built(self, page: Page, shot: TabSnapshot) -> tuple[Page, Layout, bool]:
        """Join the snapshot to the parser's page, or take both from it, as the options say."""
        viewport = self.options.viewport
        snapshot = json.loads(shot.snapshot)["result"]
        light = json.loads(shot.light)["result"]["nodes"] if shot.light is not None else None
        if self.options.dom != "snapshot" and not self.options.javascript:
            try:
                return page, layout_of(page, snapshot, light=light, viewport=viewport), True
            except LayoutMismatch as error:
                if self.options.dom == "parser":
                    raise
                log.info("the DOM is taken from the browser: %s", error)
        page, layout = page_and_layout(snapshot, url=page.url, light=light, viewport=viewport)
        return page, layout, False


def _address(job: _Job) -> str:
    """Where the page is rendered: at its own URL, or where its folder is mounted."""
    url = urldefrag(job.capture.url or "").url
    try:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port):
            return url
    except ValueError:
        pass
    return job.resources.url_of(job.capture.source) if isinstance(job.resources, Folder) else PAGE_URL
