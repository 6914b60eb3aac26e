"""What scrapy-poet injects into callbacks: `def parse(self, response, record: IntaglioRecord)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet import PageObjectInputProvider
from scrapy_poet.injection import Injector

from intaglio.integrations.scrapy_reading import IntaglioArticle, IntaglioRecord, ResponseReader, article_of, record_of


class IntaglioProvider(PageObjectInputProvider):
    """Provides records and articles of responses; one collection a crawler, one parse a response."""

    provided_classes = {IntaglioRecord, IntaglioArticle}  # noqa: RUF012 - as scrapy-poet declares it
    name = "intaglio"

    def __init__(self, injector: Injector) -> None:
        super().__init__(injector)
        self._reader: ResponseReader | None = None

    def __call__(self, to_provide: set[Callable[..., Any]], response: Response, crawler: Crawler) -> Sequence[Any]:
        """Give what a callback asks for."""
        self._reader = self._reader or ResponseReader.of(crawler)
        reading = self._reader.read(
            response, record=IntaglioRecord in to_provide, article=IntaglioArticle in to_provide
        )
        made = {IntaglioRecord: record_of, IntaglioArticle: article_of}
        return [make(reading) for kind, make in made.items() if kind in to_provide]
