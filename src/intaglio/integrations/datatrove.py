"""datatrove: pages of any source as documents, and a step that reads them by the templates of a collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep

import intaglio
from intaglio import ArticleOptions, Capture, ReadingOptions, SavedOptions
from intaglio.sources.source_kinds import open_saved, saved_kind

BODY = "body"
"""Key of a document's metadata: the bytes of its page, until a step has read them."""


class Pages(PipelineStep):
    """Reads folders and WARC files: a document a page, with its bytes as they came. Tasks share the sources."""

    name = "Intaglio pages"
    type = "reader"

    def __init__(self, sources: str | Sequence[str], base_url: str | None = None) -> None:
        super().__init__()
        self.sources = [sources] if isinstance(sources, str) else list(sources)
        self.base_url = base_url

    def run(self, data: Iterable[Document] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Give the documents of this task's sources, after those of earlier steps."""
        yield from data or ()
        for name in self.sources[rank::world_size]:
            kind = saved_kind(name)
            if kind is None:
                raise intaglio.IntaglioError(f"{name}: no folder of pages and no WARC file")
            for found in open_saved(kind, Path(name), SavedOptions(self.base_url)):
                if not isinstance(found, Capture):
                    self.stat_update("unread")
                    continue
                told = {"url": found.url, "content_type": found.content_type, BODY: found.body}
                yield Document(text="", id=found.source, metadata=told)


class ReadByTemplates(PipelineStep):
    """Puts the content of a page into a document's text, and record, template and title into its metadata.

    Documents of other readers are taken by their text, as HTML. A page without content is left out.
    """

    name = "Intaglio templates"
    type = "extractor"

    def __init__(self, collection: str, options: ReadingOptions | None = None) -> None:
        super().__init__()
        self.collection = collection
        self.options = options or ReadingOptions(areas=False, article=ArticleOptions(), why=False)

    def run(self, data: Iterable[Document] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002 - as datatrove calls it
        """Read each document's page, once."""
        with intaglio.open(self.collection) as known:
            for document in data or ():
                with self.track_time():
                    reading = known.read(_capture(document), options=self.options)
                self.stat_update("hit" if reading.template else "miss")
                article, record = reading.article, reading.record
                document.text = article.text if article is not None else ""
                document.metadata |= {
                    "site": reading.site,
                    "template": reading.template,
                    "title": article.title if article is not None else reading.page.title,
                    "record": record.fields if record is not None else None,
                }
                if document.text:
                    self.update_doc_stats(document)
                    yield document


def _capture(document: Document) -> Capture:
    metadata = document.metadata
    body, kind = metadata.pop(BODY, None), metadata.pop("content_type", None)
    if body is None:
        body, kind = document.text.encode("utf-8", "surrogatepass"), "text/html; charset=utf-8"
    return Capture(body, source=document.id, url=metadata.get("url"), content_type=kind)
