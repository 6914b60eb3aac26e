"""Scrapy: records and articles of responses, by the templates of a collection.

An add-on for settings, page inputs for callbacks (with scrapy-poet), and an item pipeline (without). Nothing is
learned, nothing is fetched; each response is parsed once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import NotConfigured
from scrapy.http import Response

import intaglio
from intaglio import ArticleOptions, Capture, Collection, Reading, ReadingOptions

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

COLLECTION = "INTAGLIO_COLLECTION"
"""Setting: the folder of the collection that knows the site."""
ORDER = 500


@dataclass(frozen=True, slots=True)
class IntaglioRecord:
    """The variant data of a response, as a callback may ask for it."""

    url: str | None
    template: str | None
    """None if the collection has no template for the page; the record is empty then."""
    fields: Mapping[str, Any]
    typed: Mapping[str, Any]
    misfits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntaglioArticle:
    """The content of a response, as a callback may ask for it."""

    url: str | None
    title: str | None
    author: str | None
    date: str | None
    text: str
    markdown: str
    confidence: float


@dataclass(slots=True)
class ResponseReader:
    """Reads responses by a collection, and counts what it meets in the crawler's stats."""

    collection: Collection
    stats: StatsCollector

    @classmethod
    def of(cls, crawler: Crawler) -> Self:
        """Open the collection that the settings name; NotConfigured if they name none."""
        folder = crawler.settings.get(COLLECTION)
        if not folder:
            raise NotConfigured(f"{COLLECTION} is not set: name the folder of a collection that `intaglio run` made")
        return cls(intaglio.open(Path(folder)), crawler.stats)

    def read(self, response: Response, *, record: bool = True, article: bool = True) -> Reading:
        """What the collection knows of a response, from one parse."""
        kind = (response.headers.get(b"Content-Type") or b"").decode("latin-1")
        capture = Capture(response.body, source=response.url, url=response.url, content_type=kind or None)
        wanted = ReadingOptions(areas=False, record=record, article=ArticleOptions() if article else None, why=False)
        reading = self.collection.read(capture, options=wanted)
        self.stats.inc_value(f"intaglio/template/{reading.template}" if reading.template else "intaglio/unknown")
        return reading


def record_of(reading: Reading) -> IntaglioRecord:
    """The part of a reading that is data."""
    found = reading.record
    return IntaglioRecord(
        reading.url,
        reading.template,
        found.fields if found else {},
        found.typed() if found else {},
        tuple(misfit.text for misfit in reading.misfits),
    )


def article_of(reading: Reading) -> IntaglioArticle:
    """The part of a reading that is text."""
    found = reading.article
    assert found is not None
    return IntaglioArticle(
        reading.url, found.title, found.author, found.date, found.text, found.markdown, found.confidence
    )


class Addon:
    """Add to `ADDONS`, behind `scrapy_poet.Addon`: callbacks may then ask for `IntaglioRecord`, `IntaglioArticle`."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Let scrapy-poet know the provider."""
        if not settings.get(COLLECTION):
            raise NotConfigured(f"{COLLECTION} is not set: name the folder of a collection that `intaglio run` made")
        try:
            from intaglio.integrations.scrapy_inputs import IntaglioProvider
        except ModuleNotFoundError as missing:
            raise NotConfigured("scrapy-poet is not installed: pip install 'intaglio[scrapy]'") from missing
        known = settings.getdict("SCRAPY_POET_PROVIDERS")
        settings.set("SCRAPY_POET_PROVIDERS", {**known, IntaglioProvider: ORDER}, "addon")


class IntaglioPipeline:
    """An item pipeline: an item with a `response` gets what is known of it in the response's place."""

    def __init__(self, reader: ResponseReader) -> None:
        self._reader = reader

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Made by Scrapy."""
        return cls(ResponseReader.of(crawler))

    def process_item(self, item: Any) -> Any:  # noqa: ANN401 - an item is what a spider makes it
        """Read the response of an item; other items pass as they are."""
        response = item.get("response") if isinstance(item, dict) else None
        if not isinstance(response, Response):
            return item
        reading = self._reader.read(response)
        found = reading.as_dict()
        keys = ("url", "site", "template", "title", "fields", "typed", "misfits", "article")
        return {**{key: value for key, value in item.items() if key != "response"}, **{key: found[key] for key in keys}}

    def close_spider(self) -> None:
        """Let go of the collection."""
        self._reader.collection.close()
