"""One tab: every request is answered here, the page's first document with the capture's own bytes."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from intaglio.browser.raw_session import RawSession
from intaglio.browser.render_options import RenderOptions
from intaglio.errors import BrowserError
from intaglio.layout import STYLES
from intaglio.resources import Resource, Resources

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

Json = dict[str, Any]

MISSING = Resource(b"", "text/plain", 404)
NO_CONTENT = Resource(b"", None, 204)
SHADOW_ROOTS = '"shadowRootType":{"index":['
"""Stands in a snapshot, at first for the page itself, before the nodes in shadow trees."""
SQUEEZES = ((1.0, 60), (0.75, 50), (0.5, 45), (0.5, 20), (0.25, 20))
"""Scale and quality of small pictures, tried in turn until one is small enough."""
PICTURE_SECONDS = 8.0
"""Time for a small picture; the page does without one that takes longer."""
TICK = 0.25
"""Seconds between looks at a page that may never be done."""
INERT = ("data:", "blob:", "about:")
"""Schemes that never leave the browser."""

_UNFOLD = """() => {
  for (const e of document.querySelectorAll('*'))
    if (getComputedStyle(e).contentVisibility == 'auto')
      e.style.setProperty('content-visibility', 'visible', 'important')
}"""
_SCROLL = """async () => {
  const step = innerHeight
  for (let y = 0; y < Math.min(document.documentElement.scrollHeight, 50 * step); y += step) {
    scrollTo(0, y)
    await new Promise(done => setTimeout(done, 30))
  }
  scrollTo(0, 0)
}"""
_FOLDS = (b"content-visibility", b"contentVisibility")


@dataclass(slots=True)
class Load:
    """What is being loaded, and how far it has come."""

    url: str
    document: Resource
    resources: Resources
    served: bool = False
    """The document was handed over; every later navigation of the tab is refused."""
    folded: bool = False
    """Some bytes speak of content-visibility."""
    requests: int = 0
    """Requests not answered yet."""
    refused: bool = False
    """It tried to go elsewhere; Chromium then may never fire its load event."""


@dataclass(frozen=True, slots=True)
class SmallPicture:
    """A picture of a page to be kept: WebP, within bounds."""

    webp: bytes
    width: int
    """CSS pixels of the page that it shows, whatever it is scaled to."""
    height: int


@dataclass(frozen=True, slots=True)
class TabSnapshot:
    """What the browser says about a loaded page, as JSON."""

    snapshot: str
    """Answer of DOMSnapshot.captureSnapshot."""
    light: str | None
    """Answer of DOM.getFlattenedDocument, on pages with shadow roots."""
    screenshot: bytes | None
    picture: SmallPicture | None
    load_ms: float


@dataclass(slots=True)
class Tab:
    """The one tab of a browser, used for page after page."""

    page: Page
    session: CDPSession
    letters: RawSession
    options: RenderOptions
    executor: Executor
    frame: str = ""
    load: Load | None = None
    loaders: set[str] = field(default_factory=set)
    """Documents whose load event has fired."""
    fired: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @classmethod
    async def open(cls, context: BrowserContext, options: RenderOptions, executor: Executor) -> Tab:
        """Take the context's first tab and stand between it and everything else."""
        page = context.pages[0] if context.pages else await context.new_page()
        session = await context.new_cdp_session(page)
        tab = cls(page, session, await RawSession.open(context, session), options, executor)
        context.on("page", lambda other: tab._spawn(other.close()))
        context.on("close", lambda _: tab._end())
        page.on("crash", lambda _: tab._end())
        session.on("Fetch.requestPaused", lambda event: tab._spawn(tab._answer(event)))
        session.on("Page.lifecycleEvent", lambda event: tab._lifecycle(**event))
        await session.send("Page.enable")
        tab.frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        await session.send("Page.setLifecycleEventsEnabled", {"enabled": True})
        await session.send("Network.enable")
        await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
        return tab

    async def shoot(self, url: str, document: Resource, resources: Resources) -> TabSnapshot:
        """Load a document at a URL and take its snapshot."""
        load = self.load = Load(url, document, resources, folded=any(word in document.body for word in _FOLDS))
        started = time.perf_counter()
        self.loaders.clear()
        answer = await self.session.send("Page.navigate", {"url": url})
        if answer.get("errorText") or "loaderId" not in answer:
            raise BrowserError(f"the browser does not load {url}: {answer.get('errorText', 'no document')}")
        await self._loaded(load, answer["loaderId"])
        if self.options.javascript:
            await self._settle(load)
        load_ms = 1000 * (time.perf_counter() - started)
        if load.folded:
            await self.page.evaluate(_UNFOLD)
        wanted = {"computedStyles": list(STYLES), "includePaintOrder": True}
        snapshot = await self.letters.ask("DOMSnapshot.captureSnapshot", wanted)
        light = await self._light_tree() if _has_shadow_roots(snapshot) else None
        screenshot = await self._screenshot() if self.options.screenshot else None
        picture = await self._picture() if self.options.picture_bytes else None
        await self.leave()
        return TabSnapshot(snapshot, light, screenshot, picture, load_ms)

    async def leave(self) -> None:
        """Go to an empty page, so that nothing of the last one can disturb the next."""
        self.load = None
        await self.session.send("Page.navigate", {"url": "about:blank"})

    async def _loaded(self, load: Load, loader: str) -> None:
        """Wait for the load event; a page that does not come to an end is stopped and taken as it is."""
        calm = 0
        try:
            async with asyncio.timeout(self.options.time_limit / 2):
                while loader not in self.loaders and calm < 3:
                    if self.gone:
                        raise BrowserError("the browser ended while it loaded the page")
                    self.fired.clear()
                    try:
                        await asyncio.wait_for(self.fired.wait(), TICK)
                    except TimeoutError:
                        calm = calm + 1 if load.refused and not load.requests else 0
        except TimeoutError:
            calm = -1
        if calm:
            await self.session.send("Page.stopLoading")

    async def _settle(self, load: Load) -> None:
        """Let scripts do what they do at load, and what they do when scrolled to."""
        await self._quiet(load)
        await self.page.evaluate(_SCROLL)
        await self._quiet(load)

    async def _quiet(self, load: Load) -> None:
        """Wait until nothing was asked for in half a second, three seconds at most."""
        calm = 0
        for _ in range(30):
            calm = 0 if load.requests else calm + 1
            if calm > 4:
                return
            await asyncio.sleep(0.1)

    async def _light_tree(self) -> str:
        await self.letters.ask("DOM.enable", {})
        answer = await self.letters.ask("DOM.getFlattenedDocument", {"depth": -1, "pierce": True})
        await self.letters.ask("DOM.disable", {})
        return answer

    async def _screenshot(self) -> bytes:
        width, height = await self._extent(self.options.screenshot_height)
        return await self._captured(width, height, {"format": "png"})

    async def _picture(self) -> SmallPicture | None:
        """A small picture, as good as fits; none rather than a page that fails for it."""
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(PICTURE_SECONDS):
                width, height = await self._extent(self.options.picture_height)
                for scale, quality in SQUEEZES:
                    webp = await self._captured(width, height, {"format": "webp", "quality": quality}, scale)
                    if len(webp) <= self.options.picture_bytes:
                        return SmallPicture(webp, round(width), round(height))
        except (TimeoutError, Error):
            if self.gone:
                raise
        return None

    async def _extent(self, highest: int) -> tuple[float, float]:
        size = (await self.session.send("Page.getLayoutMetrics"))["cssContentSize"]
        width = max(self.options.viewport[0], min(size["width"], 4 * self.options.viewport[0]))
        return width, max(self.options.viewport[1], min(size["height"], highest))

    async def _captured(self, width: float, height: float, form: Json, scale: float = 1) -> bytes:
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        answer = await self.session.send(
            "Page.captureScreenshot", {**form, "captureBeyondViewport": True, "clip": clip}
        )
        return base64.b64decode(answer["data"])

    # What the browser tells and asks

    def _spawn(self, work: Any) -> None:  # noqa: ANN401 - a coroutine of whatever kind
        task = asyncio.ensure_future(_forgiving(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _end(self) -> None:
        self.gone = True
        self.fired.set()
        self.letters.end()

    def _lifecycle(self, name: str, frameId: str, loaderId: str, **_: object) -> None:  # noqa: N803 - the protocol's
        if name == "load" and frameId == self.frame:
            self.loaders.add(loaderId)
            self.fired.set()

    async def _answer(self, event: Json) -> None:
        request, load = event["request"], self.load
        url = request["url"]
        if url.startswith(INERT):
            await self.session.send("Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        if load is None:
            found: Resource = NO_CONTENT
        elif event["resourceType"] == "Document" and event["frameId"] == self.frame:
            found = NO_CONTENT if load.served else load.document
            load.refused, load.served = load.served, True
        else:
            found = await self._resource(load, request["method"], url)
        await self._fulfil(event["requestId"], found)

    async def _resource(self, load: Load, method: str, url: str) -> Resource:
        if method not in ("GET", "HEAD") or not url.startswith(("http://", "https://")):
            return MISSING
        load.requests += 1
        try:
            get: Callable[[str], Resource | None] = load.resources.get
            found = await asyncio.get_running_loop().run_in_executor(self.executor, get, url)
        finally:
            load.requests -= 1
        if found is None:
            return MISSING
        load.folded = load.folded or any(word in found.body for word in _FOLDS)
        return found

    async def _fulfil(self, request: str, resource: Resource) -> None:
        headers = [("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-store")]
        if resource.content_type is not None:
            headers.append(("Content-Type", resource.content_type))
        await self.session.send(
            "Fetch.fulfillRequest",
            {
                "requestId": request,
                "responseCode": resource.status,
                "responseHeaders": [{"name": name, "value": value} for name, value in headers],
                "body": base64.b64encode(resource.body).decode(),
            },
        )


def _has_shadow_roots(snapshot: str) -> bool:
    return not snapshot.partition(SHADOW_ROOTS)[2].startswith("]")


async def _forgiving(work: Any) -> None:  # noqa: ANN401 - a coroutine of whatever kind
    """Do what was asked for by a page that may have gone meanwhile."""
    from playwright.async_api import Error

    try:
        await work
    except Error:
        return
