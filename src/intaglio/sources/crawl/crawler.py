"""Runs a crawl in this process, which must have no other use for Twisted's reactor: it can run only once."""

from __future__ import annotations

import logging
from typing import Any

from intaglio.errors import MissingExtra
from intaglio.sources.crawl.crawl_options import CrawlOptions
from intaglio.sources.crawl.ledger import Ledger

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"


def crawl(ledger: Ledger, options: CrawlOptions) -> None:
    """Visit what the ledger has, and what is found on the way, until there is nothing left."""
    try:
        from scrapy.crawler import AsyncCrawlerRunner
        from scrapy.utils.reactor import install_reactor
    except ImportError as error:
        raise MissingExtra("crawl", "crawling") from error
    install_reactor(REACTOR)
    from twisted.internet import reactor as installed

    from intaglio.sources.crawl.guard import Guard
    from intaglio.sources.crawl.spider import SiteSpider, Task

    reactor: Any = installed  # a module whose type says less than it can do
    failures: list[Exception] = []

    def stop(error: Exception) -> None:
        failures.append(error)
        if len(failures) == 1:
            reactor.callLater(0, reactor.stop)

    guard = Guard(options.trusted)
    reactor.installNameResolver(guard)
    for name in ("scrapy", "twisted", "filelock"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    crawling = AsyncCrawlerRunner(settings(options)).crawl(SiteSpider, Task(ledger, options, guard, stop))
    crawling.add_done_callback(lambda _: reactor.callLater(0, reactor.stop) if not failures else None)
    reactor.run(installSignalHandlers=False)
    if failures:
        raise failures[0]
    crawling.result()


def settings(options: CrawlOptions) -> dict[str, Any]:
    """What Scrapy is to do: download politely, and nothing else."""
    from intaglio.sources.crawl.bounded_heads import BoundedHeads
    from intaglio.sources.crawl.robots_middleware import RobotsBody, RobotsMiddleware
    from intaglio.sources.crawl.spider import LedgerScheduler

    return {
        "SCHEDULER": LedgerScheduler,
        "TWISTED_REACTOR": REACTOR,
        "USER_AGENT": options.user_agent,
        "ROBOTSTXT_OBEY": False,  # RobotsMiddleware does it
        "DOWNLOADER_MIDDLEWARES": {RobotsMiddleware: 100, RobotsBody: 595},
        "DOWNLOAD_DELAY": options.delay,
        "AUTOTHROTTLE_ENABLED": options.delay > 0,
        "AUTOTHROTTLE_START_DELAY": options.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(options.concurrency),
        "CONCURRENT_REQUESTS": options.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "DOWNLOAD_MAXSIZE": options.size_limit,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_TIMEOUT": options.time_limit,
        "RETRY_TIMES": options.retries,
        "DOWNLOAD_HANDLERS": {
            "http": BoundedHeads,
            "https": BoundedHeads,
            "data": None,
            "file": None,
            "ftp": None,
            "s3": None,
        },
        "COOKIES_ENABLED": False,
        "HTTPPROXY_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "REFERER_ENABLED": False,
        "MEMUSAGE_ENABLED": False,
        "EXTENSIONS": {"scrapy.extensions.logstats.LogStats": None, "scrapy.extensions.corestats.CoreStats": None},
    }
