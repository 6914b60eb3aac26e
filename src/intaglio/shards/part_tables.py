"""What a shard writes: four tables of fixed schema as Parquet, the same to the byte every time."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from intaglio.collection.page_lines import nested_areas
from intaglio.collection.reading import Reading
from intaglio.errors import MissingExtra
from intaglio.shards.range_records import Found
from intaglio.shards.shard import PARTS

GROUP = 1000
"""Rows of a row group."""
TEXTS = (
    "type", "title", "author", "date", "published", "modified", "abstract", "language", "canonical", "site_name",
    "image", "licence", "text", "markdown",
)  # fmt: skip
"""Columns of articles that are texts; `site_name` is what the page calls its site."""
LISTS = ("authors", "categories", "tags", "comments")
PAGE = ("url", "source", "site", "template")
"""What every table but misses begins with."""


@cache
def schemas() -> Mapping[str, Any]:
    """The schema of each table."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("apply", "writing Parquet files") from error
    text, whole, page = pa.string(), pa.int64(), [(name, pa.string()) for name in PAGE]
    return {
        "pages": pa.schema([
            *page, ("version", whole), ("kind", text), ("wrapper", whole), ("confidence", pa.float64()),
            ("complete", pa.bool_()), ("title", text), ("time", text), ("filename", text), ("offset", whole),
            ("length", whole), ("areas", text),
        ]),
        "articles": pa.schema([
            *page, ("version", whole), ("confidence", pa.float64()), *((name, text) for name in TEXTS),
            *((name, pa.list_(text)) for name in LISTS), ("more", text),
        ]),
        "records": pa.schema([
            *page, ("version", whole), ("wrapper", whole), ("kind", text), ("title", text),
            ("fields", pa.map_(text, text)), ("lists", text), ("typed", text), ("row", text), ("misfits", text),
            ("furniture", text),
        ]),
        "misses": pa.schema([
            ("url", text), ("source", text), ("site", text), ("reason", text),
            ("filename", text), ("offset", whole), ("length", whole),
        ]),
    }  # fmt: skip


class PartTables:
    """The rows of one shard, on their way into files."""

    def __init__(self) -> None:
        """Begin without rows."""
        self.rows = dict.fromkeys(PARTS, 0)
        self._waiting: dict[str, list[dict[str, Any]]] = {name: [] for name in PARTS}
        self._files: dict[str, tuple[io.BytesIO, Any]] = {}

    def page(self, found: Found, reading: Reading, time: str | None) -> None:
        """The rows of a page that has a template, or whose site at least is known."""
        begin = {name: getattr(reading, name) for name in PAGE}
        areas = bool(reading.areas)
        record, article = reading.record, reading.article
        self._add("pages", {
            **begin, "version": reading.version, "kind": reading.kind, "wrapper": reading.wrapper,
            "confidence": reading.confidence if areas else None, "complete": reading.complete if areas else None,
            "title": reading.page.title, "time": time, "filename": found.file, "offset": found.offset,
            "length": found.length, "areas": _json(nested_areas(reading.areas)) if areas else None,
        })  # fmt: skip
        if article is not None:
            told = article.as_dict()
            told["site_name"] = told.pop("site")
            told.pop("url")
            main = {name: told.pop(name) for name in (*TEXTS, *LISTS)}
            confidence = told.pop("confidence")
            self._add("articles", {
                **begin, "version": reading.version, "confidence": confidence, **main, "more": _json(told)
            })  # fmt: skip
        if record is not None:
            flat = {name: value for name, value in record.fields.items() if not isinstance(value, list)}
            lists = {name: value for name, value in record.fields.items() if isinstance(value, list)}
            self._add("records", {
                **begin, "version": reading.version, "wrapper": reading.wrapper, "kind": reading.kind,
                "title": reading.page.title, "fields": list(flat.items()), "lists": _json(lists),
                "typed": _json(record.typed()), "row": _json(reading.row) if reading.row is not None else None,
                "misfits": _json([one.as_dict() for one in record.misfits]), "furniture": _json(record.furniture),
            })  # fmt: skip

    def miss(self, found: Found, site: str | None, reason: str) -> None:
        """The row of a page that gave nothing, and why."""
        self._add("misses", {
            "url": found.content.url, "source": found.content.source, "site": site, "reason": reason,
            "filename": found.file, "offset": found.offset,
            "length": found.length,
        })  # fmt: skip

    def files(self) -> dict[str, bytes]:
        """The tables that have rows, as files."""
        for name in PARTS:
            self._flush(name)
        for _, writer in self._files.values():
            writer.close()
        return {name: buffer.getvalue() for name, (buffer, _) in self._files.items()}

    def _add(self, name: str, row: dict[str, Any]) -> None:
        self.rows[name] += 1
        self._waiting[name].append({key: _clean(value) for key, value in row.items()})
        if len(self._waiting[name]) >= GROUP:
            self._flush(name)

    def _flush(self, name: str) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        if not self._waiting[name]:
            return
        schema = schemas()[name]
        if name not in self._files:
            buffer = io.BytesIO()
            writer = parquet.ParquetWriter(
                buffer, schema, compression="zstd", write_page_index=True, use_content_defined_chunking=True
            )
            self._files[name] = buffer, writer
        self._files[name][1].write_table(pa.Table.from_pylist(self._waiting[name], schema=schema))
        self._waiting[name] = []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _clean(value: Any) -> Any:  # noqa: ANN401 - what a cell holds
    """A value without lone surrogates, which have no UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list | tuple):
        return type(value)(_clean(one) for one in value)
    return value
