"""The CDXJ index beside what a crawl fetched, by which tools for replay find it: `captures/index.cdxj`."""

from __future__ import annotations

from collections.abc import Iterator

from intaglio.collection.capture_reader import CRAWLED
from intaglio.collection.export.cdxj_writer import IndexedCapture, write_cdxj
from intaglio.collection.folder import CollectionFolder
from intaglio.store import Transaction

NAME = "index.cdxj"
PIECE = 1000


def index_captures(collection: CollectionFolder) -> None:
    """Write the index anew, if archives have grown since it was written."""
    index = collection.captures / NAME
    files = list(collection.captures.glob("*.warc.gz"))
    written = index.stat().st_mtime_ns if index.exists() else 0
    if any(file.stat().st_mtime_ns >= written for file in files):
        with collection.store.reading() as tx:
            write_cdxj(index, _captures(tx))


def _captures(tx: Transaction) -> Iterator[IndexedCapture]:
    crawls = {number for number, (kind, _) in tx.captures.origins().items() if kind == CRAWLED}
    after = 0
    while rows := tx.captures.archived(after, PIECE):
        for row in rows:
            if row.origin in crawls and row.url is not None and row.offset is not None and row.length is not None:
                yield IndexedCapture(
                    row.url, row.time, row.content_type, row.http_status, row.digest or b"", row.place, row.offset,
                    row.length,
                )  # fmt: skip
        after = rows[-1].id
