"""Tables as CSV: a file a table, one beside it for each list. Texts are safe against formulas, numbers are numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from intaglio.collection.export.table_formats.flat_columns import Cell, FlatColumn, as_text
from intaglio.collection.export.table_formats.flat_tables import write_flat
from intaglio.collection.export.table_formats.selected_tables import SelectedTable, selected_tables

if TYPE_CHECKING:  # workers make texts of tables without a database
    from intaglio.collection.collection import Collection
    from intaglio.collection.export.selection import Selection

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may take a text for a formula by."""
QUOTED = re.compile(r'[",;\t\r\n|]')
"""What makes quotes needed, in spreadsheets that part cells by something else, too."""


def csv_cell(value: Cell) -> str:
    """A cell as it is written.

    >>> [csv_cell(one) for one in ("=1+1", -3.5, "a;b", None, True)]
    ["'=1+1", '-3.5', '"a;b"', '', 'true']
    """
    if isinstance(value, str):
        return text_cell(value)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def text_cell(value: str) -> str:
    """A text as it is written."""
    if not (value.isascii() and value[:1].isalnum() and "\0" not in value):  # as few are
        value = as_text(value)
        if not value[:1].isalnum() and value.lstrip(" \u00a0\ufeff").startswith(FORMULA):
            value = f"'{value}"
        if not value or value[0].isspace():
            return '"' + value.replace('"', '""') + '"'
    if value[-1].isspace() or QUOTED.search(value) is not None:
        return '"' + value.replace('"', '""') + '"'
    return value


def csv_line(cells: Iterable[Cell]) -> str:
    """A line of a file."""
    return ",".join([csv_cell(cell) for cell in cells]) + "\n"


def write_csv(table: SelectedTable, path: Path) -> int:
    """Write a table, and the lists in it beside it as `<name>.<list>.csv`; give the number of rows."""
    with ExitStack() as files:

        def opened(child: str | None, columns: list[FlatColumn]) -> CsvFile:
            target = path if child is None else path.with_name(f"{path.stem}.{child.partition('.')[2]}.csv")
            return files.enter_context(csv_file(target, columns))

        return write_flat(table, opened)


_OF_PAGE = len(("source", "url"))
"""Columns that all rows of a page's list have alike; they come first."""


class CsvRows:
    """Rows as they are written, cell by cell; what a column takes is looked up once."""

    def __init__(self, columns: Sequence[FlatColumn]) -> None:
        """The rows of some columns."""
        self._cells = [(column.of, _written(column)) for column in columns]

    def line(self, row: Mapping[str, Any]) -> str:
        """One row; most cells of long lists are empty."""
        return ",".join(["" if (value := row[of]) is None else written(value) for of, written in self._cells]) + "\n"

    def lines(self, rows: Iterable[Mapping[str, Any]]) -> str:
        """Some rows of one page: what they have of that alike is written once."""
        shared, own = self._cells[:_OF_PAGE], self._cells[_OF_PAGE:]
        head = ""
        made = []
        for row in rows:
            head = head or ",".join(["" if (value := row[of]) is None else written(value) for of, written in shared])
            cells = ["" if (value := row[of]) is None else written(value) for of, written in own]
            made.append(f"{head},{','.join(cells)}\n")
        return "".join(made)


def _written(column: FlatColumn) -> Callable[[Any], str]:
    """Gives a column's cell for what a row has; most are plain texts and whole numbers."""
    if column.part is not None or column.type == "boolean":
        return lambda value: csv_cell(column.taken(value))
    if column.type == "number":
        return lambda value: repr(value) if type(value) is int else csv_cell(column.taken(value))
    return lambda value: text_cell(value) if isinstance(value, str) else csv_cell(column.taken(value))


class CsvFile:
    """Writes rows."""

    def __init__(self, file: TextIO, columns: list[FlatColumn]) -> None:
        """Write the names of the columns."""
        self._file, self._rows = file, CsvRows(columns)
        file.write(csv_line(column.name for column in columns))

    def add(self, row: Mapping[str, Any]) -> None:
        """Write one row."""
        self._file.write(self._rows.line(row))


@contextmanager
def csv_file(path: Path, columns: list[FlatColumn]) -> Iterator[CsvFile]:
    """Write a file anew, in one go."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        yield CsvFile(file, columns)
    new.replace(path)


def write_csv_export(collection: Collection, target: Path, selection: Selection) -> int:
    """Write the table of a selection to a file; all tables, if it names none, into a folder."""
    if selection.table is None:
        target.mkdir(parents=True, exist_ok=True)
    return sum(
        write_csv(table, target if selection.table is not None else target / f"{table.kind.slug}.csv")
        for table in selected_tables(collection, selection)
    )
