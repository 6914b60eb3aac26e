"""Lines of pages in one file of their own: JSON Lines, or Parquet where its name ends so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from intaglio.collection.export.jsonl import rewrite
from intaglio.compact_json import compact_json
from intaglio.errors import MissingExtra, NothingFound

_BATCH = 500
Schema = Callable[[Any], dict[str, Any]]
"""Gives the columns of a file with their types, made with the module of Arrow."""


def write_lines(target: Path, lines: Iterator[dict[str, Any]], only: tuple[str, ...], schema: Schema, what: str) -> int:
    """Write lines, or only some of their values; give how many there were."""
    if target.suffix == ".parquet":
        return _write_parquet(target, lines, only, schema, what)
    count = 0

    def counted() -> Iterator[str]:
        nonlocal count
        for line in lines:
            count += 1
            yield compact_json({name: line.get(name) for name in only} if only else line).decode()

    rewrite(target, counted())
    return count


def _write_parquet(
    target: Path, lines: Iterator[dict[str, Any]], only: tuple[str, ...], schema: Schema, what: str
) -> int:
    """Write batch by batch, so that a large collection needs little memory."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        raise MissingExtra("parquet", "writing Parquet files") from missing
    known = schema(pa)
    if unknown := [name for name in only if name not in known]:
        raise NothingFound(f"{what} have no column '{unknown[0]}'; there are {', '.join(known)}")
    columns = pa.schema([(name, known[name]) for name in only or known])
    new = target.with_name(target.name + ".new")
    count = 0
    with parquet.ParquetWriter(new, columns) as writer:
        while batch := list(islice(lines, _BATCH)):
            rows = [{name: _clean(line.get(name)) for name in columns.names} for line in batch]
            writer.write_table(pa.Table.from_pylist(rows, schema=columns))
            count += len(batch)
    new.replace(target)
    return count


def _clean(value: object) -> object:
    """The value without lone surrogates, which have no UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {name: _clean(one) for name, one in value.items()}
    return [_clean(one) for one in value] if isinstance(value, list) else value
