"""The files `records/<template>.jsonl`, and `.parquet` beside them: written anew where the database has gone on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.folder import CollectionFolder
from intaglio.collection.page_lines import json_line
from intaglio.collection.records.field_names import Names, load_names, renamed_line
from intaglio.collection.trust import file_name
from intaglio.errors import MissingExtra
from intaglio.store import Transaction

_DAY, _MONTH = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"\d{4}-\d\d(-\d\d)?")
NOTE = "record files"
"""Note of what the files were written from: per template, records, highest sequence number, names."""


def write_records(collection: CollectionFolder, *, parquet: bool = False) -> int:
    """Bring the files in step with the database, tables where there are some already or they are asked for; give how
    many templates have files.
    """
    folder = collection.folder / "records"
    with collection.store.reading() as tx:
        before = tx.notes.get(NOTE)
        state = {one: [*figures, dict(load_names(tx, one))] for one, figures in tx.records.by_template().items()}
        for template, figures in state.items():
            path = folder / f"{file_name(template, 'template')}.jsonl"
            same = isinstance(before, dict) and before.get(template) == figures
            folder.mkdir(exist_ok=True)
            if not same or not path.exists():
                rewrite(path, lines(tx, template))
            table = path.with_suffix(".parquet")
            if (parquet and not table.exists()) or (table.exists() and not same):
                try:
                    write_parquet(table, list(contents(tx, template)))
                except MissingExtra:
                    if parquet:
                        raise
                    table.unlink()  # rather none than one that is out of step
    for path in folder.glob("*.*") if folder.exists() else ():
        if path.suffix in (".jsonl", ".parquet") and path.stem not in state:
            path.unlink()
    with collection.store.writing() as tx:
        tx.notes.put(NOTE, state)
    return len(state)


def lines(tx: Transaction, template: str) -> Iterator[str]:
    """The lines of a template's file; as the database has them where people gave no names."""
    if not load_names(tx, template):
        return (row.line for row in tx.records.records(template=template))
    return (json_line(content) for content in contents(tx, template))


def contents(tx: Transaction, template: str, site: str | None = None) -> Iterator[dict[str, Any]]:
    """The records of a template as their lines say them, fields under the names people gave them."""
    names: Names = load_names(tx, template)
    for row in tx.records.records(template=template):
        if site is None or row.site == site:
            yield renamed_line(json.loads(row.line), names)


def write_parquet(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write records as a table: a column a field, lists and sub-records nested. Beside texts that are numbers, sums of
    money or dates stand columns of that type, which have the same type in every file.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        raise MissingExtra("parquet", "writing Parquet files") from missing
    names = list(dict.fromkeys(name for row in rows for name in row["fields"]))
    fixed = ("source", "url", "template", "title")
    columns = {name: [row[name] for row in rows] for name in fixed}
    columns["misfits"] = [len(row["misfits"]) for row in rows]
    taken = set(columns)
    columns |= {f"field_{name}" if name in taken else name: [row["fields"].get(name) for row in rows] for name in names}
    columns |= {name: values for name, values in typed_columns(rows).items() if name not in columns}
    arrays = {}
    for name, values in columns.items():
        try:
            arrays[name] = pa.array(values)
        except (pa.ArrowException, UnicodeEncodeError):
            arrays[name] = pa.array([json.dumps(value) for value in values])
        if pa.types.is_null(arrays[name].type):
            arrays[name] = arrays[name].cast(pa.string())
    new = path.with_name(path.name + ".new")
    parquet.write_table(pa.table(arrays), new)
    new.replace(path)


def typed_columns(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    """Columns with the numbers, sums of money and dates that the texts of fields are."""
    columns: dict[str, list[Any]] = {}
    for name in dict.fromkeys(name for row in rows for name in row["typed"]):
        typed = _typed_values([row["typed"].get(name) for row in rows])
        columns |= {f"{name.replace('.', '_')}_{what}": values for what, values in typed.items()}
    return columns


def _typed_values(values: list[Any]) -> dict[str, list[Any]]:
    """Typed values as columns of one type each, by what they are; none for what has no type of its own."""
    some = next((value for value in values if value is not None), None)
    if isinstance(some, dict) and "amount" in some:
        amounts = [value and float(value["amount"]) for value in values]
        return {"amount": amounts, "currency": [value and str(value["currency"]) for value in values]}
    if isinstance(some, (int, float)):
        return {"number": [None if value is None else float(value) for value in values]}
    return _typed_texts(values) if isinstance(some, str) else {}


def _typed_texts(values: list[Any]) -> dict[str, list[Any]]:
    """Dates as dates, longer texts as Markdown; none for months, which a column of dates could not hold."""
    texts = [value for value in values if value]
    if texts and all(map(_DAY.fullmatch, texts)):
        return {"date": [value and date.fromisoformat(value) for value in values]}
    return {"markdown": values} if texts and not any(map(_MONTH.fullmatch, texts)) else {}
