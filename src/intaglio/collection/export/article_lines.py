"""The articles of a collection as their lines say them; as one file of JSON Lines or Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.export.selection import Selection
from intaglio.collection.page_lines import ARTICLES, json_line
from intaglio.errors import MissingExtra, NothingFound
from intaglio.store import Transaction

TEXTS = (
    "source", "url", "host", "template", "type", "title", "author", "date", "published", "modified", "abstract",
    "language", "canonical", "site", "image", "licence", "text", "markdown",
)  # fmt: skip
LISTS = ("authors", "categories", "tags", "comments")
_BATCH = 500


def article_lines(collection: Collection, selection: Selection) -> Iterator[dict[str, Any]]:
    """The content of each selected article's line, site by site, in the order of the run; `host` is the site's name."""
    with collection.store.reading() as tx:
        if ARTICLES not in tx.pages.stages():
            raise NothingFound("the collection has no articles: it was made with --no-articles")
        template = _template(tx, selection.template)
        for site in tx.templates.sites() if selection.site is None else [selection.site]:
            for _, line in tx.pages.extras(ARTICLES, site=site, template=template):
                yield {**json.loads(line), "host": site}


def _template(tx: Transaction, wanted: str | None) -> str | None:
    """The one template whose id begins like this."""
    if wanted is None:
        return None
    known = sorted({row.id for site in tx.templates.sites() for row in tx.templates.load(site).rows})
    found = [wanted] if wanted in known else [name for name in known if name.startswith(wanted)]
    if len(found) != 1:
        said = f"more than one template: {', '.join(found)}" if found else "no template"
        raise NothingFound(f"'{wanted}' names {said}; `intaglio templates` lists them")
    return found[0]


def write_articles(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the selected articles to one file: Parquet if its name ends so, else JSON Lines."""
    lines = (_restricted(line, selection.columns) for line in article_lines(collection, selection))
    if target.suffix == ".parquet":
        return _write_parquet(target, lines, selection.columns)
    count = 0

    def counted() -> Iterator[str]:
        nonlocal count
        for line in lines:
            count += 1
            yield json_line(line)

    rewrite(target, counted())
    return count


def _restricted(line: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    return {name: line.get(name) for name in columns} if columns else line


def _write_parquet(target: Path, lines: Iterator[dict[str, Any]], only: tuple[str, ...]) -> int:
    """Write batch by batch, so that a large collection needs little memory."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        raise MissingExtra("parquet", "writing Parquet files") from missing
    columns = [*((name, pa.string()) for name in TEXTS), *((name, pa.list_(pa.string())) for name in LISTS)]
    known = dict([*columns, ("confidence", pa.float64())])
    if unknown := [name for name in only if name not in known]:
        raise NothingFound(f"articles have no column '{unknown[0]}'; there are {', '.join(known)}")
    schema = pa.schema([(name, known[name]) for name in only or known])
    new = target.with_name(target.name + ".new")
    count = 0
    with parquet.ParquetWriter(new, schema) as writer:
        while batch := list(islice(lines, _BATCH)):
            rows = [{name: _clean(line.get(name)) for name in schema.names} for line in batch]
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))
            count += len(batch)
    new.replace(target)
    return count


def _clean(value: object) -> object:
    """The value without lone surrogates, which have no UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return [_clean(one) for one in value] if isinstance(value, list) else value
