"""Records of a collection, or the table of a kind, in one file: JSON Lines or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.export.record_files import contents, write_parquet
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.parquet_table import write_parquet_export
from intaglio.collection.export.table_formats.selected_tables import selected_tables
from intaglio.compact_json import compact_json
from intaglio.errors import NothingFound


def selected_records(collection: Collection, selection: Selection) -> Iterator[dict[str, Any]]:
    """The content of the selected records' lines, template by template, fields under the names people gave them."""
    with collection.store.reading() as tx:
        templates = sorted(tx.records.by_template())
        if selection.template is not None:
            templates = [name for name in templates if name.startswith(selection.template)]
            if selection.template in templates:
                templates = [selection.template]
            if len(templates) != 1:
                found = f"more than one template: {', '.join(templates)}" if templates else "no template with records"
                raise NothingFound(f"'{selection.template}' names {found}; `intaglio templates` lists them")
        for template in templates:
            for content in contents(tx, template, selection.site):
                yield _restricted(content, selection.columns)


def _restricted(content: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    if not columns:
        return content
    fields = {name: content["fields"].get(name) for name in columns}
    typed = {name: value for name, value in content["typed"].items() if name.split(".")[0] in columns}
    return {**content, "fields": fields, "typed": typed}


def _contents(collection: Collection, selection: Selection) -> Iterator[dict[str, Any]]:
    if selection.table is None:
        return selected_records(collection, selection)
    return (row for table in selected_tables(collection, selection) for row in table.rows())


def write_jsonl(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the selected table, or else records, as JSON Lines."""
    count = 0

    def lines() -> Iterator[str]:
        nonlocal count
        for content in _contents(collection, selection):
            count += 1
            yield compact_json(content).decode()

    rewrite(target, lines())
    return count


def write_parquet_file(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the selected table, or else records, as one Parquet table."""
    if selection.table is not None:
        return write_parquet_export(collection, target, selection)
    rows = list(selected_records(collection, selection))
    write_parquet(target, rows)
    return len(rows)
