"""The articles of a collection as their lines say them; as one file of JSON Lines or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.line_files import write_lines
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.selected_tables import pages_with_rows
from intaglio.collection.page_lines import ARTICLES
from intaglio.compact_json import read_json
from intaglio.errors import NothingFound
from intaglio.store import Transaction

TEXTS = (
    "source", "url", "host", "template", "type", "title", "author", "date", "published", "modified", "abstract",
    "language", "canonical", "site", "image", "licence", "text", "markdown",
)  # fmt: skip
LISTS = ("authors", "categories", "tags", "comments")


def article_lines(collection: Collection, selection: Selection) -> Iterator[dict[str, Any]]:
    """The content of each selected article's line, site by site, in the order of the run; `host` is the site's name."""
    wanted = pages_with_rows(collection, selection)
    with collection.store.reading() as tx:
        if ARTICLES not in tx.pages.stages():
            raise NothingFound("the collection has no articles: it has no pages, or was made with --no-articles")
        template = template_meant(tx, selection.template)
        for site in tx.templates.sites() if selection.site is None else [selection.site]:
            for _, line in tx.pages.extras(ARTICLES, site=site, template=template):
                made = read_json(line)
                if wanted is None or (made["template"], made["source"]) in wanted:
                    yield {**made, "host": site}


def template_meant(tx: Transaction, wanted: str | None) -> str | None:
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
    return write_lines(target, article_lines(collection, selection), selection.columns, _columns, "articles")


def _columns(pa: Any) -> dict[str, Any]:  # noqa: ANN401 - pyarrow has no types
    texts = {name: pa.string() for name in TEXTS}
    return texts | {name: pa.list_(pa.string()) for name in LISTS} | {"confidence": pa.float64()}
