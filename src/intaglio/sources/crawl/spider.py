"""The Scrapy side of a crawl: a scheduler that is the ledger, and a spider that settles every visit."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request as UrlRequest

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, StopDownload
from scrapy.http import Response
from twisted.python.failure import Failure

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.fetch import PORTS, REDIRECTS
from intaglio.frontier import Link, Visit, VisitState
from intaglio.page import Page
from intaglio.sources.crawl.crawl_options import CrawlOptions
from intaglio.sources.crawl.guard import Guard
from intaglio.sources.crawl.ledger import Failed, Ledger, NoPage, Outcome
from intaglio.sources.crawl.link_rules import Rules
from intaglio.sources.crawl.page_links import canonical_link, links_of
from intaglio.sources.crawl.robots import RobotRules
from intaglio.sources.crawl.robots_middleware import RobotsUnread
from intaglio.sources.crawl.sitemaps import sitemap_links
from intaglio.sources.crawl.urls import canonical, differing_parameter, shape, site_of
from intaglio.sources.page_check import HTML_TYPES, media_type, why_no_answer

OK = range(200, 300)
UNCHANGED, GONE = 304, (404, 410)
SITEMAP = -1
"""Depth of visits that tell of pages instead of giving one."""
TWINS = 3
"""Equal pages whose URLs differ in one parameter only, after which that parameter is taken to name no page."""
REASONS = {
    "ResponseDataLossError": "ended before all of it was there",
    "DownloadConnectionRefusedError": "the connection was refused",
    "ConnectionLost": "the connection was reset",
    "ConnectionDone": "the connection was closed before there was an answer",
    "ParseError": "not answered in HTTP",
    "EndlessHeadError": "the head of the answer has no end",
}
"""What is said of failures, by the names of what Scrapy and Twisted raise."""
SLOWEST = 30.0
"""Seconds between requests that a robots.txt can ask for."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a crawl is to do, and with what."""

    ledger: Ledger
    options: CrawlOptions
    guard: Guard
    stop: Callable[[Exception], None]
    """Called when the books cannot be kept any more."""


class LedgerScheduler(BaseScheduler):
    """Scrapy's scheduler: visits come from the ledger, only retries are kept in memory."""

    def __init__(self, spider: SiteSpider) -> None:
        """Serve the visits of a spider's task."""
        self.spider = spider
        self.retries: deque[Request] = deque()
        self.visits: deque[Visit] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LedgerScheduler:
        """Make the scheduler of the crawler's spider."""
        assert isinstance(crawler.spider, SiteSpider)
        return cls(crawler.spider)

    def has_pending_requests(self) -> bool:
        """Whether something can be fetched now."""
        return bool(self.retries or self._filled())

    def enqueue_request(self, request: Request) -> bool:
        """Take back a request that is to be tried again."""
        self.retries.append(request)
        return True

    def next_request(self) -> Request | None:
        """The next request, or None for now."""
        if self.retries:
            return self.retries.popleft()
        return self.spider.request(self.visits.popleft()) if self._filled() else None

    def _filled(self) -> bool:
        if not self.visits:
            task = self.spider.task
            try:
                self.visits.extend(task.ledger.take(task.options.concurrency))
            except Exception as error:  # noqa: BLE001 - whatever it is, it ends the crawl and is reported there
                task.stop(error)
        return bool(self.visits)


class SiteSpider(Spider):
    """Settles every visit exactly once: as a capture, or with the reason why there is none."""

    name = "intaglio"

    def __init__(self, task: Task) -> None:
        """Work on a task."""
        super().__init__()
        self.task = task
        self.rules = Rules(task.options, set(task.ledger.noticed("parameters")))
        self.twins: Counter[str] = Counter()
        self.delays: dict[str, float] = {}
        self.named = {site_of(url) for url in task.options.trusted}
        self.cookies = read_cookies(task.options.cookie_file)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **options: Any) -> SiteSpider:  # noqa: ANN401 - Scrapy's
        """Make the spider and listen to what it needs to hear."""
        spider: SiteSpider = super().from_crawler(crawler, *args, **options)
        crawler.signals.connect(spider.on_headers, signals.headers_received)
        crawler.signals.connect(spider.on_request, signals.request_reached_downloader)
        crawler.signals.connect(spider.on_idle, signals.spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Give nothing: all requests come from the scheduler."""
        requests: tuple[Request, ...] = ()
        for request in requests:
            yield request

    def request(self, visit: Visit) -> Request:
        """The request of a visit; every answer comes back here, redirects unfollowed."""
        meta = {"visit": visit, "dont_redirect": True, "handle_httpstatus_all": True}
        headers = dict(self.task.ledger.conditions(visit))
        if visit.site in self.named:
            headers |= dict(self.task.options.headers)
        if cookie := cookie_header(self.cookies, visit.url):
            headers["Cookie"] = cookie
        return Request(visit.url, self.parse, dont_filter=True, headers=headers, meta=meta, errback=self.failed)

    # What Scrapy tells

    def on_headers(self, headers: Any, body_length: int | None, request: Request) -> None:  # noqa: ANN401, ARG002
        """Spare the body of what is not HTML."""
        visit = request.meta.get("visit")
        kind = (headers.get("Content-Type") or b"").decode("latin-1")
        if visit is not None and visit.depth != SITEMAP and kind and media_type(kind) not in HTML_TYPES:
            raise StopDownload(fail=False)

    def on_request(self, request: Request) -> None:  # noqa: ARG002 - the signal's
        """Count what is asked of a site."""
        self.task.ledger.spend()

    def on_robots(self, rules: RobotRules, request: Request) -> None:
        """Heed the pace that a robots.txt asks for, and note its sitemaps."""
        if rules.delay:
            self.delays[urlsplit(request.url).netloc] = min(rules.delay, SLOWEST)
        visit: Visit | None = request.meta.get("visit")
        if visit is not None and self.task.options.sitemaps:
            self.settle(visit, None, self._maps(visit, rules.sitemaps))

    def on_idle(self) -> None:
        """Go on to the next site, if there is one."""
        ledger = self.task.ledger
        try:
            visits = ledger.take(1) if ledger.next_site() else []
        except Exception as error:  # noqa: BLE001 - whatever it is, it ends the crawl and is reported there
            self.task.stop(error)
            return
        if visits:
            self.crawler.engine.crawl(self.request(visits[0]))  # else the next look would be seconds away
            raise DontCloseSpider

    # What becomes of a visit

    def parse(self, response: Response) -> None:
        """Settle a visit that was answered, whatever the answer is like."""
        visit: Visit = response.meta["visit"]
        self._pace(response)
        try:
            self._answered(visit, response)
        except Exception as error:  # noqa: BLE001 - a page that no code was prepared for must not be left in flight
            self.settle(visit, Failed(f"unexpected {type(error).__name__}: {error}"[:300]), [])

    def _answered(self, visit: Visit, response: Response) -> None:
        if visit.depth == SITEMAP:
            pages, maps = sitemap_links(response.body) if response.status in OK else ([], [])
            sorted_ = self.rules.sort(visit, pages)
            self.settle(visit, NoPage(), [*self._maps(visit, maps), *sorted_.links, *sorted_.kin])
        elif response.status in REDIRECTS and (location := response.headers.get("Location")):
            target = canonical(location.decode("utf-8", "replace"), visit.url)
            found = self.rules.sort(visit, [target] if target else [], deeper=0)
            where = "itself" if target == visit.url else target or "nowhere"
            links = [replace(link, barren=visit.barren + 1) for link in (*found.links, *found.kin)]
            if visit.depth == 0:  # a site that has moved is still the one that was asked for
                links = [replace(link, state=VisitState.TO_VISIT) for link in links]
            self.settle(visit, Failed(f"redirect to {where}"), links)
        elif response.status == UNCHANGED:
            self.settle(visit, NoPage(), [])
        elif response.status not in OK:
            self.settle(visit, Failed(f"HTTP status {response.status}", gone=response.status in GONE), [])
        elif reason := _no_html(response):
            self.settle(visit, Failed(reason), [])
        else:
            self._page(visit, response)

    def _page(self, visit: Visit, response: Response) -> None:
        capture = capture_of(visit, response)
        page = Page.of(capture)
        outcome: Outcome = capture if self.rules.keeps(visit.url) else NoPage()
        urls = links_of(page, nofollow=self.task.options.all_links) if self.rules.follows(visit) else ()
        other = _plainer(visit.url, canonical(canonical_link(page) or visit.url) or visit.url)
        found = self.rules.sort(visit, urls)
        links = list(found.links)
        if other:
            outcome = Failed(f"duplicate: says that its URL is {other}")
            links.append(Link(other, visit.site, visit.depth))
        self.settle(visit, outcome, links, found.kin, found.endless)

    def failed(self, failure: Failure) -> None:
        """Settle a visit that was not answered, or not to be made."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy puts it there
        visit: Visit = request.meta["visit"]
        if isinstance(failure.value, RobotsUnread) and not self._refused(visit.url):
            try:
                self.task.ledger.postpone(failure.value.url, failure.value.reason)
            except Exception as error:  # noqa: BLE001 - whatever it is, it ends the crawl and is reported there
                self.task.stop(error)
        elif visit.depth == SITEMAP:
            self.settle(visit, NoPage(), [])
        else:
            self.settle(visit, Failed(self.reason_of(visit.url, failure.value)), [])

    def reason_of(self, url: str, error: BaseException | None) -> str:
        """Why a request failed, in a few words."""
        return self._refused(url) or reason_of(error, self.task.options)

    def _refused(self, url: str) -> str | None:
        parts = urlsplit(url)
        return self.task.guard.refused.get((parts.hostname or "", parts.port or PORTS[parts.scheme]))

    def settle(
        self,
        visit: Visit,
        outcome: Outcome | None,
        links: Sequence[Link],
        kin: Sequence[Link] = (),
        endless: Sequence[str] = (),
    ) -> None:
        """Write into the books, and learn from what they say; without outcome, only links are added."""
        ledger = self.task.ledger
        try:
            if outcome is None:
                ledger.add(links)
                return
            for trap in {one[:200]: None for one in endless}:
                ledger.notice("traps", trap)
            settled = ledger.settle(visit, outcome, links, kin)
            if settled.trapped:
                ledger.notice("traps", shape(visit.url)[:200])
            name = differing_parameter(visit.url, settled.twin) if settled.twin else None
            if name is not None:
                self.twins[name] += 1
                if self.twins[name] == TWINS:
                    self.rules.ignored.add(name)
                    ledger.notice("parameters", name)
        except Exception as error:  # noqa: BLE001 - whatever it is, it ends the crawl and is reported there
            self.task.stop(error)

    def _maps(self, visit: Visit, urls: Sequence[str]) -> list[Link]:
        """Links to sitemaps: of this site, one level below the sitemap that names them."""
        level = visit.barren + 1 if visit.depth == SITEMAP else 0
        if level > self.task.options.sitemap_levels:
            return []
        found = (canonical(url, visit.url) for url in urls[: self.task.options.sitemap_files])
        return [Link(url, visit.site, SITEMAP, barren=level) for url in found if url is not None]

    def _pace(self, response: Response) -> None:
        slot = self.crawler.engine.downloader.slots.get(str(response.meta.get("download_slot")))
        if slot is not None:
            slot.delay = max(slot.delay, self.delays.get(urlsplit(response.url).netloc, 0.0))


def read_cookies(file: Path | None) -> MozillaCookieJar | None:
    """The cookies of a file; SourceError if it is none of cookies."""
    if file is None:
        return None
    jar = MozillaCookieJar()
    try:
        jar.load(str(file), ignore_discard=True, ignore_expires=True)
    except (LoadError, OSError, ValueError) as error:
        raise SourceError(f"{file} is no file of cookies in Netscape's format") from error
    for cookie in jar:
        cookie.expires = cookie.expires or None  # 0 is how a session's cookies are written
    return jar


def cookie_header(jar: MozillaCookieJar | None, url: str) -> str | None:
    """The cookies that belong to a URL, as a header's value."""
    if jar is None:
        return None
    asking = UrlRequest(url)  # noqa: S310 - never opened
    jar.add_cookie_header(asking)
    return asking.get_header("Cookie")


def capture_of(visit: Visit, response: Response) -> Capture:
    """The capture of a page: its bytes decoded, so the headers about their coding are left out."""
    headers = tuple(
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        for value in values
        if name.lower() not in (b"content-encoding", b"transfer-encoding", b"content-length")
    )
    kind = response.headers.get("Content-Type")
    return Capture(
        response.body, source=visit.url, url=visit.url, content_type=kind.decode("latin-1") if kind else None,
        headers=headers, time=datetime.now(UTC), http_status=response.status,
    )  # fmt: skip


def reason_of(error: BaseException | None, options: CrawlOptions) -> str:
    """Why a request failed, in a few words."""
    name = type(error).__name__
    for cause in _causes(error):
        if type(cause).__name__ in REASONS:
            return REASONS[type(cause).__name__]
    if "Timeout" in name:
        return f"took longer than {options.time_limit:g} s"
    if name == "DownloadCancelledError" or "DOWNLOAD_MAXSIZE" in str(error):  # as sent, or once unpacked
        return f"larger than {options.size_limit:,} bytes"
    *_, first = (error, *_causes(error))
    text = " ".join(str(first).split()) or name
    return sentence_part(text)[:300]


def sentence_part(text: str) -> str:
    """A sentence as a part of another one: it begins small, but for names and abbreviations.

    >>> sentence_part("No route to host."), sentence_part("DNS lookup failed")
    ('no route to host', 'DNS lookup failed')
    """
    begins_small = text[:1].isupper() and text[1:2].islower()
    return (text[0].lower() + text[1:] if begins_small else text).rstrip(".")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from: Scrapy and Twisted wrap what went wrong."""
    while error is not None:
        yield error
        wrapped = getattr(error, "reasons", None)
        error = wrapped[0].value if wrapped else error.__cause__


def _no_html(response: Response) -> str | None:
    """Why an answer is no HTML page; None if it is one."""
    return why_no_answer(response.body, (response.headers.get("Content-Type") or b"").decode("latin-1"))


def _plainer(url: str, said: str) -> str | None:
    """The URL a page gives itself, if that is this one with parameters left out: only that much is believed."""
    here, there = urlsplit(url), urlsplit(said)
    if here[:3] != there[:3] or here.query == there.query:
        return None
    return said if set(there.query.split("&")) - {""} < set(here.query.split("&")) else None
