"""A real spider on the sample site gets records and articles by annotation, or by an item pipeline."""

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="the extra `scrapy` is not installed")
pytest.importorskip("scrapy_poet", reason="the extra `scrapy` is not installed")

SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess
from intaglio.integrations.scrapy import IntaglioArticle, IntaglioRecord

class Stories(scrapy.Spider):
    name = "stories"
    start_urls = [sys.argv[2] + path for path in ("people/bram-pellow.html", "about.html", "robots.txt")]
    custom_settings = {
        "INTAGLIO_COLLECTION": sys.argv[1], "LOG_LEVEL": "ERROR", "ROBOTSTXT_OBEY": False,
        **json.loads(sys.argv[3]),
    }
    if len(sys.argv) > 4:
        def parse(self, response):
            yield {"response": response, "mine": 1}
    else:
        def parse(self, response, record: IntaglioRecord, article: IntaglioArticle):
            found = {"url": record.url, "template": record.template, "fields": dict(record.fields)}
            yield {**found, "title": article.title}

process = CrawlerProcess()
crawler = process.create_crawler(Stories)
from scrapy import signals
items = []
def keep(item):
    items.append(item)
crawler.signals.connect(keep, signals.item_scraped)
process.crawl(crawler)
process.start()
stats = {key: value for key, value in crawler.stats.get_stats().items() if key.startswith("intaglio")}
print(json.dumps({"items": items, "stats": stats}))
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def served(sample: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(sample)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def crawled(known: Path, served: str, settings: dict[str, Any], *more: str) -> dict[str, Any]:
    command = [sys.executable, "-c", SPIDER, str(known), served, json.dumps(settings), *more]
    out = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found: dict[str, Any] = json.loads(out.stdout.splitlines()[-1])
    return found


def test_callbacks_get_records_and_articles(known: Path, served: str) -> None:
    found = crawled(known, served, {"ADDONS": {"scrapy_poet.Addon": 300, "intaglio.integrations.scrapy.Addon": 400}})
    items = {item["url"].rpartition("/")[2]: item for item in found["items"]}
    assert items["about.html"]["title"] == "About the paper"
    assert "About the paper" in json.dumps(items["about.html"]["fields"])
    assert items["bram-pellow.html"]["template"]
    assert found["stats"][f"intaglio/template/{items['about.html']['template']}"] >= 1


@pytest.mark.extras
def test_a_pipeline_needs_no_scrapy_poet(known: Path, served: str) -> None:
    pipelines = {"ITEM_PIPELINES": {"intaglio.integrations.scrapy.IntaglioPipeline": 300}}
    found = crawled(known, served, pipelines, "pipeline")
    item = next(item for item in found["items"] if item["url"].endswith("about.html"))
    assert item["mine"] == 1
    assert "response" not in item
    assert item["article"]["title"] == "About the paper"
    assert item["template"]


@pytest.mark.extras
def test_without_a_collection_the_addon_says_so() -> None:
    from scrapy.exceptions import NotConfigured
    from scrapy.settings import Settings

    from intaglio.integrations.scrapy import Addon

    with pytest.raises(NotConfigured, match="INTAGLIO_COLLECTION is not set"):
        Addon().update_settings(Settings())
