"""The pages of a collection with their areas, as one file of JSON Lines or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.article_lines import template_meant
from intaglio.collection.export.line_files import write_lines
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.selected_tables import pages_with_rows

TEXTS = ("source", "url", "site", "status", "template", "kind", "without_layout", "title")


def write_pages(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the selected pages to one file: Parquet, with areas in a row, if its name ends so; else JSON Lines."""
    with collection.store.reading() as tx:
        template = template_meant(tx, selection.template)
    wanted = pages_with_rows(collection, selection)
    found = collection.pages(selection.site, template)
    lines = (line for line in found if wanted is None or (line["template"], line["source"]) in wanted)
    if target.suffix == ".parquet":
        lines = ({**line, "areas": list(_flat(line["areas"]))} for line in lines)
    return write_lines(target, lines, selection.columns, _columns, "pages")


def _flat(areas: list[dict[str, Any]], parent: int | None = None) -> Iterator[dict[str, Any]]:
    """Areas in the order of the page, each with the number of the one it is in."""
    for area in areas:
        yield {**{name: area[name] for name in ("id", "role", "confidence", "text", "elements")}, "parent": parent}
        yield from _flat(area["children"], area["id"])


def _columns(pa: Any) -> dict[str, Any]:  # noqa: ANN401 - pyarrow has no types
    area = pa.struct([
        ("id", pa.int32()), ("parent", pa.int32()), ("role", pa.string()), ("confidence", pa.float64()),
        ("text", pa.string()), ("elements", pa.list_(pa.list_(pa.int32()))),
    ])  # fmt: skip
    others = {"http_status": pa.int32(), "hit": pa.bool_(), "confidence": pa.float64(), "areas": pa.list_(area)}
    return {name: pa.string() for name in TEXTS} | others
