"""Indexes of WARC records → rows: CDXJ, and tables as CSV, JSON Lines or Parquet with url, filename, offset, length.

Columns may be called as in Common Crawl's columnar index. Rows of other media types and statuses are passed over.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from intaglio.errors import MissingExtra, SourceError
from intaglio.shards.remote_file import filesystem
from intaglio.sources.page_check import HTML_TYPES

_COMMON_CRAWL = re.compile(r"cdx-\d+")
"""How Common Crawl names the files of its CDXJ index."""
LONGEST = 1 << 20
"""Characters of a line."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "url": ("url",),
    "file": ("filename", "warc_filename", "file"),
    "offset": ("offset", "warc_record_offset"),
    "length": ("length", "warc_record_length"),
    "mime": ("mime", "content_mime_type"),
    "status": ("status", "fetch_status"),
}
USEFUL = ("no template", "unknown site")
"""Of the table of misses, only rows with these reasons name pages that are worth reading."""


class IndexRow(NamedTuple):
    """A record that an index names."""

    url: str | None
    file: str
    offset: int
    length: int


def index_kind(name: str) -> str | None:
    """The kind of index that a file is by its name, one of `INDEXES`; None if it is none.

    >>> index_kind("a/part-0.gz.parquet"), index_kind("crawl.cdxj.gz"), index_kind("indexes/cdx-00042.gz")
    ('parquet', 'cdxj', 'cdxj')
    """
    file = name.rpartition("/")[2].removesuffix(".gz")
    ending = file.rpartition(".")[2]
    return ending if ending in INDEXES else "cdxj" if _COMMON_CRAWL.fullmatch(file) else None


def index_rows(url: str) -> Iterator[IndexRow]:
    """The rows of an index that name pages; SourceError if it has not the columns."""
    ending = index_kind(url)
    if ending is None:
        raise SourceError(f"{url}: no index: its name ends in none of {', '.join(INDEXES)}")
    seen = False
    for found in INDEXES[ending](url):
        seen = True
        row = _row(found, url)
        if row is not None:
            yield row
    if not seen:
        raise SourceError(f"{url}: an index without rows")


def _row(found: Mapping[str, Any], url: str) -> IndexRow | None:
    told: dict[str, Any] = {
        name: next((found[one] for one in names if found.get(one) is not None), None) for name, names in NAMES.items()
    }
    if told["mime"] not in (None, "", *HTML_TYPES) or str(told["status"] or "200") != "200":
        return None
    if "reason" in found and found["reason"] not in USEFUL:
        return None
    try:
        row = IndexRow(told["url"], str(told["file"] or ""), int(told["offset"]), int(told["length"]))
    except (TypeError, ValueError):
        row = None
    if row is None or not row.file or row.offset < 0 or row.length <= 0:
        raise SourceError(f"{url}: a row without filename, offset and length: {str(dict(found))[:200]}")
    return row


def _lines(url: str) -> Iterator[str]:
    fs, path = filesystem(url)
    try:
        with fs.open(path, "rt", encoding="utf-8", errors="replace", compression="infer") as file:
            while line := file.readline(LONGEST):
                yield line
    except OSError as error:
        raise SourceError(f"{url}: {error.strerror or error}") from error


def _cdxj(url: str) -> Iterator[Mapping[str, Any]]:
    for line in _lines(url):
        _, brace, said = line.partition("{")
        if brace and not line.startswith("!"):
            yield _json(brace + said, url)


def _jsonl(url: str) -> Iterator[Mapping[str, Any]]:
    return (_json(line, url) for line in _lines(url) if line.strip())


def _json(text: str, url: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{url}: not JSON: {text[:80]}") from error
    if not isinstance(found, dict):
        raise SourceError(f"{url}: not an object: {text[:80]}")
    return found


def _csv(url: str) -> Iterable[Mapping[str, Any]]:
    return csv.DictReader(_lines(url))


def _parquet(url: str) -> Iterator[Mapping[str, Any]]:
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingExtra("parquet", "reading Parquet files") from error
    wanted = {*(name for names in NAMES.values() for name in names), "reason"}
    fs, path = filesystem(url)
    try:
        with fs.open(path, "rb") as file:
            table = parquet.ParquetFile(file)
            columns = [name for name in table.schema_arrow.names if name in wanted]
            for batch in table.iter_batches(columns=columns):
                yield from batch.to_pylist()
    except (OSError, ArrowException) as error:
        raise SourceError(f"{url}: {error}") from error


INDEXES: Mapping[str, Callable[[str], Iterable[Mapping[str, Any]]]] = {
    "cdxj": _cdxj, "csv": _csv, "jsonl": _jsonl, "parquet": _parquet,
}  # fmt: skip
"""Kinds of indexes by the endings of their names; text may be compressed with gzip."""
