"""Scrapy: records and articles of responses, by the templates of a collection.

An add-on for settings, page inputs for callbacks (with scrapy-poet), and an item pipeline (without). Nothing is
learned, nothing is fetched; each response is parsed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from intaglio.integrations.scrapy_reading import COLLECTION, IntaglioArticle, IntaglioRecord, ResponseReader

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["COLLECTION", "Addon", "IntaglioArticle", "IntaglioPipeline", "IntaglioRecord"]

ORDER = 500


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
