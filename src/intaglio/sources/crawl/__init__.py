"""A crawl → Captures: Scrapy downloads, a ledger that survives anything keeps the books.

Importing this loads no Scrapy; `crawl` does.
"""

from intaglio.sources.crawl.crawl_options import CrawlOptions
from intaglio.sources.crawl.crawler import crawl
from intaglio.sources.crawl.ledger import Failed, Ledger, NoPage, Outcome, Recorded
from intaglio.sources.crawl.link_rules import Rules, patterns
from intaglio.sources.crawl.urls import canonical, shape, site_of

__all__ = [
    "CrawlOptions",
    "Failed",
    "Ledger",
    "NoPage",
    "Outcome",
    "Recorded",
    "Rules",
    "canonical",
    "crawl",
    "patterns",
    "shape",
    "site_of",
]
