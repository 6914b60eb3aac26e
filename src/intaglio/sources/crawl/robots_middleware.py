"""Asks a host's robots.txt before anything of it is fetched; what cannot be read forbids everything, until it can."""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from intaglio.sources.crawl.robots import LARGEST, RobotRules, product_name, read_robots

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

ROBOTS = "robots.txt of"
"""Under this name a request says that it is for a robots.txt."""
REDIRECTS = 5
TOO_MANY_REQUESTS = 429


class RobotsUnread(IgnoreRequest):
    """A robots.txt that its host did not hand out: nothing of the host may be fetched for now."""

    def __init__(self, url: str, reason: str) -> None:
        """Name the robots.txt, and why it could not be read."""
        super().__init__(f"robots.txt could not be read: {reason}")
        self.url = url
        self.reason = reason


class RobotsMiddleware:
    """Lets pass what a robots.txt allows; the first request to a host waits for it."""

    def __init__(self, crawler: Crawler) -> None:
        """Read for the crawler's user agent."""
        self.crawler = crawler
        self.agent = product_name(crawler.settings["USER_AGENT"])
        self.hosts: dict[str, asyncio.Future[RobotRules | RobotsUnread]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        """Make it for a crawler."""
        made = cls(crawler)
        crawler.signals.connect(made.on_bytes, signals.bytes_received)
        return made

    async def process_request(self, request: Request) -> None:
        """Raise IgnoreRequest for what may not be fetched."""
        if ROBOTS in request.meta:
            return
        parts = urlsplit(request.url)
        host = f"{parts.scheme}://{parts.netloc}"
        first = host not in self.hosts
        if first:
            self.hosts[host] = asyncio.ensure_future(self._read(f"{host}/robots.txt"))
        found = await self.hosts[host]
        if isinstance(found, RobotsUnread):
            raise found
        spider: Any = self.crawler.spider
        if first:
            spider.on_robots(found, request)
        if not found.allows(request.url):
            raise IgnoreRequest("forbidden by robots.txt")

    async def _read(self, url: str) -> RobotRules | RobotsUnread:
        meta = {ROBOTS: url, "redirect_times": 20 - REDIRECTS, "download_maxsize": 0}
        engine: Any = self.crawler.engine
        try:
            response = await engine.download_async(Request(url, priority=1000, meta=meta, callback=NO_CALLBACK))
        except IgnoreRequest:
            return RobotRules()  # redirected on and on: as if there were none
        except Exception as error:  # noqa: BLE001 - whatever it is, the host has not said what may be fetched
            spider: Any = self.crawler.spider
            return RobotsUnread(url, spider.reason_of(url, error))
        if response.status >= 500 or response.status == TOO_MANY_REQUESTS:
            return RobotsUnread(url, f"HTTP status {response.status}")
        return read_robots(response.body, self.agent) if response.status < 300 else RobotRules()

    def on_bytes(self, data: bytes, request: Request) -> None:
        """End the download of a robots.txt behind what is obeyed of it."""
        if ROBOTS in request.meta:
            request.meta["received"] = request.meta.get("received", 0) + len(data)
            if request.meta["received"] > LARGEST:
                raise StopDownload(fail=False)


class RobotsBody:
    """Unpacks a robots.txt, nearer to the network than what unpacks pages: as far as it is obeyed, and no further."""

    def process_response(self, request: Request, response: Response) -> Response:
        """Give the beginning of a robots.txt, uncoded."""
        if ROBOTS not in request.meta:
            return response
        body = response.body
        if (response.headers.get("Content-Encoding") or b"").strip().lower() in (b"gzip", b"x-gzip", b"deflate"):
            try:
                body = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, LARGEST)
            except zlib.error:
                body = b""
        headers = response.headers.copy()
        headers.pop("Content-Encoding", None)
        return response.replace(body=body[:LARGEST], headers=headers)
