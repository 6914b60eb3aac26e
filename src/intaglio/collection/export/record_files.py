"""The files `records/<template>.jsonl`, and `.parquet` beside them: written anew where the database has gone on."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from intaglio.collection.export.jsonl import rewrite
from intaglio.collection.folder import CollectionFolder
from intaglio.collection.page_lines import record_of
from intaglio.collection.records.field_names import Names, load_names, renamed_line
from intaglio.collection.trust import file_name
from intaglio.compact_json import compact_json
from intaglio.errors import MissingExtra
from intaglio.store import Transaction

_DAY, _MONTH = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"\d{4}-\d\d(-\d\d)?")
FIXED = ("source", "url", "template", "title")
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
        return tx.records.lines(None, template)
    return (compact_json(content).decode() for content in contents(tx, template))


def contents(tx: Transaction, template: str, site: str | None = None) -> Iterator[dict[str, Any]]:
    """The records of a template as their lines say them, fields under the names people gave them."""
    names: Names = load_names(tx, template)
    for row in tx.records.records(template=template):
        if site is None or row.site == site:
            yield renamed_line(record_of(row.line), names)


def write_parquet(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write records as a table: a column a field, lists and sub-records nested. Beside texts that are numbers, sums of
    money or dates stand columns of that type, which have the same type in every file. A field that no record has has no
    column, for it has no type.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        raise MissingExtra("parquet", "writing Parquet files") from missing
    columns = {name: [row[name] for row in rows] for name in FIXED}
    columns["misfits"] = [len(row["misfits"]) for row in rows]
    names = dict.fromkeys(name for row in rows for name in row["fields"])
    called = column_names(names, set(columns))
    columns |= {called[name]: [row["fields"].get(name) for row in rows] for name in names}
    for name, values in typed_columns(rows, called).items():
        columns[free_name(name, columns)] = values
    filled = {name: values for name, values in columns.items() if name in FIXED or any(v is not None for v in values)}
    arrays = {name: _array(values) for name, values in filled.items()}
    new = path.with_name(path.name + ".new")
    parquet.write_table(pa.table(arrays), new)
    new.replace(path)


def column_names(fields: Iterable[str], taken: AbstractSet[str]) -> dict[str, str]:
    """The column of each field: its own name, with `field_` before it where a record has that for something else.

    >>> column_names(["price", "url", "field_url"], {"url"})
    {'price': 'price', 'url': 'field_url_2', 'field_url': 'field_url'}
    """
    called = {name: name for name in fields if name not in taken}
    used = {*taken, *called.values()}
    found = {}
    for name in fields:
        found[name] = called.get(name) or free_name(f"field_{name}", used)
        used.add(found[name])
    return found


def free_name(name: str, taken: Container[str]) -> str:
    """A name, with a number behind it if it is taken: no two fields are to meet in one column."""
    if name not in taken:
        return name
    return next(made for number in range(2, 1_000_000) if (made := f"{name}_{number}") not in taken)


def _array(values: list[Any]) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Values as a column: what differs in type, or has no UTF-8 form, as JSON."""
    import pyarrow as pa

    try:
        array = pa.array(values)
    except (pa.ArrowException, UnicodeEncodeError):
        array = pa.array([None if value is None else json.dumps(value) for value in values])
    return array.cast(pa.string()) if pa.types.is_null(array.type) else array


def typed_columns(rows: Sequence[dict[str, Any]], called: Mapping[str, str]) -> dict[str, list[Any]]:
    """Columns with the numbers, sums of money and dates that the texts of fields are; lists of them for lists."""
    columns: dict[str, list[Any]] = {}
    for path in dict.fromkeys(name for row in rows for name in row["typed"]):
        first, *inner = path.split(".")
        name = "_".join([called.get(first, first), *inner])
        for what, values in _typed_values([row["typed"].get(path) for row in rows]).items():
            columns[free_name(f"{name}_{what}", columns)] = values
    return columns


def _typed_values(values: list[Any]) -> dict[str, list[Any]]:
    """Typed values as columns of one type each, by what they are; none for what has no type of its own."""
    if any(isinstance(value, list) for value in values):
        return _typed_lists(values)
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


def _typed_lists(values: list[Any]) -> dict[str, list[Any]]:
    """The same for lists: a list of typed values beside each list of texts, item by item."""
    lists = [value if isinstance(value, list) else [] for value in values]
    if any(isinstance(item, list) for items in lists for item in items):
        return {}
    flat = _typed_values([item for items in lists for item in items])
    found: dict[str, list[Any]] = {}
    for what, items in flat.items():
        rest = iter(items)
        found[what] = [list(islice(rest, len(one))) or None for one in lists]
    return found
