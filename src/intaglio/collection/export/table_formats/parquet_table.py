"""Tables as Parquet: real types, lists and money nested. Written in pieces; what a table holds decides fine types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from intaglio.collection.collection import Collection
from intaglio.collection.export.selection import Selection
from intaglio.collection.export.table_formats.flat_columns import as_text
from intaglio.collection.export.table_formats.selected_tables import selected_tables
from intaglio.collection.tables.table_rows import FIXED
from intaglio.errors import IntaglioError, MissingExtra
from intaglio.tables import Column

PIECE = 2000
"""Rows of a row group."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_WHOLE = 1 << 53
Rows = Callable[[], Iterable[Mapping[str, Any]]]


def write_parquet_table(path: Path, fixed: Sequence[str], columns: Mapping[str, Column], rows: Rows) -> int:
    """Write rows, which are read twice; give their number."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as missing:
        raise MissingExtra("parquet", "writing Parquet files") from missing
    seen = _Seen.of(columns, rows())
    types = {name: pa.int64() if name == "position" else pa.string() for name in fixed}
    types |= {name: _arrow_type(pa, column, seen, (name,)) for name, column in columns.items()}
    schema = pa.schema(list(types.items()))
    new = path.with_name(path.name + ".new")
    count = 0
    with parquet.ParquetWriter(new, schema) as file:
        for piece in _pieces(rows()):
            count += len(piece)
            cells = {name: [_plain(row[name]) for row in piece] for name in fixed}
            cells |= {name: [_fit(row[name], types[name], pa) for row in piece] for name in columns}
            file.write_table(pa.table({name: pa.array(cells[name], types[name]) for name in types}, schema=schema))
    new.replace(path)
    return count


def _pieces(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    piece: list[Mapping[str, Any]] = []
    for row in rows:
        piece.append(row)
        if len(piece) == PIECE:
            yield piece
            piece = []
    if piece:
        yield piece


class _Seen:
    """What the values of columns are in fact: whole numbers, whole days."""

    def __init__(self) -> None:
        self.broken: set[tuple[str, ...]] = set()

    @classmethod
    def of(cls, columns: Mapping[str, Column], rows: Iterable[Mapping[str, Any]]) -> _Seen:
        made = cls()
        for row in rows:
            for name, column in columns.items():
                made._look(column, row[name], (name,))
        return made

    def _look(self, column: Column, value: Any, path: tuple[str, ...]) -> None:  # noqa: ANN401 - what a cell holds
        if isinstance(value, list):
            for item in column.items:
                for one in value:
                    if isinstance(one, dict) and item.left_out is None:
                        self._look(item, one.get(item.name), (*path, item.name))
        elif value is not None and path not in self.broken and not _is_fine(column.type, value):
            self.broken.add(path)


def _is_fine(type_: str, value: object) -> bool:
    if type_ == "number":
        return isinstance(value, int) and abs(value) < _WHOLE
    return _day(value) is not None if type_ == "date" else True


def _day(value: object) -> date | None:
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _arrow_type(pa: Any, column: Column, seen: _Seen, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - no types
    fine = path not in seen.broken
    if column.type == "list":
        items = [item for item in column.items if item.left_out is None]
        parts = [(item.name, _arrow_type(pa, item, seen, (*path, item.name))) for item in items]
        return pa.list_(pa.struct(parts) if parts else pa.string())
    if column.type == "number":
        return pa.int64() if fine else pa.float64()
    if column.type == "date":
        return pa.date32() if fine else pa.string()
    if column.type == "money":
        return pa.struct([("amount", pa.float64()), ("currency", pa.string())])
    return pa.bool_() if column.type == "boolean" else pa.string()


def _fit(value: Any, type_: Any, pa: Any) -> Any:  # noqa: ANN401 - what a cell holds, and no types
    """A value as its Arrow type takes it."""
    if value is None:
        return None
    if pa.types.is_list(type_):
        return [_fit(one, type_.value_type, pa) for one in value] if isinstance(value, list) else None
    if pa.types.is_struct(type_):
        parts = [type_.field(at) for at in range(type_.num_fields)]
        return {part.name: _fit(value.get(part.name), part.type, pa) for part in parts}
    if pa.types.is_date(type_):
        return _day(value)
    if pa.types.is_floating(type_):
        return float(value)
    return _plain(value) if pa.types.is_string(type_) else value


def _plain(value: object) -> str | int | None:
    return as_text(value) if isinstance(value, str) else value if isinstance(value, int) else None


def write_parquet_export(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the table of a selection to a file."""
    for table in selected_tables(collection, selection):
        return write_parquet_table(target, FIXED, table.shown.columns, table.rows)
    raise IntaglioError("there is no table to write")
