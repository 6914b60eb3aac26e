"""Responses of Scrapy, read by the templates of a collection: one parse a response, nothing learned."""

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
    from scrapy.statscollectors import StatsCollector

COLLECTION = "INTAGLIO_COLLECTION"
"""Setting: the folder of the collection that knows the site."""


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
