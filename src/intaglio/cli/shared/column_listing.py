"""The columns and rows of a table as people read them, at 80 columns, too."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from intaglio.tables import Column
from intaglio.tables import Table as KindTable

WIDEST = 26
"""Letters of a column that is not the last."""
BETWEEN = 3
"""Letters that part two columns."""
LEFT_OUT = 6
"""Columns that are named with a reason to be left out."""


def fitted(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, dim: int = 0) -> Table:
    """A table that is no wider than it may be: the last column has what the others leave. The last rows stand apart."""
    sizes = [min(WIDEST, max(cell_len(row[at]) for row in [heads, *rows])) for at in range(len(heads) - 1)]
    sizes.append(max(8, width - sum(sizes) - BETWEEN * len(sizes) - 1))
    made = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for head, size in zip(heads, sizes, strict=True):
        numbers = head in ("filled", "values", "pages")
        made.add_column(head, no_wrap=True, overflow="ellipsis", width=size, justify="right" if numbers else "left")
    for at, row in enumerate(rows):
        last = at == len(rows) - dim - 1
        made.add_row(*map(escape, row), style="dim" if at >= len(rows) - dim else "", end_section=bool(dim) and last)
    return made


def columns_table(table: KindTable, width: int, *, everything: bool = True) -> Table:
    """The columns of a table: name, type, fill, examples; with those that are not main behind them."""
    rest = [column for column in table.kept if not column.main] if everything else []
    rows = [_described(column) for column in [*table.main, *rest]]
    return fitted(("column", "type", "filled", "examples"), rows, width, len(rest))


def _described(column: Column) -> tuple[str, str, str, str]:
    inner = [item.name for item in column.items if item.left_out is None]
    shown = "{" + ", ".join(inner) + "}" if inner else " · ".join(plain(one) for one in column.examples)
    return column.name, column.type, f"{100 * column.fill:.0f} %", shown


def left_out_lines(table: KindTable) -> list[str]:
    """Which columns are left out, by reason."""
    reasons: dict[str, list[str]] = {}
    for column in table.columns:
        if column.left_out is not None:
            reasons.setdefault(column.left_out.partition(" of ")[0], []).append(column.name)
    return [f"left out, {reason}: {_some(names)}" for reason, names in reasons.items()]


def _some(names: Sequence[str]) -> str:
    more = len(names) - LEFT_OUT
    return ", ".join(names[:LEFT_OUT]) + (f" and {more} more" if more > 0 else "")


def rows_table(rows: Sequence[Mapping[str, Any]], names: Sequence[str], width: int) -> Group | Table:
    """Some rows: as many columns as fit the width side by side."""
    cells = [[cell_text(row[name]) for name in names] for row in rows]
    sizes = [min(WIDEST, max(cell_len(row[at]) for row in [names, *cells])) + BETWEEN for at in range(len(names))]
    fitting = next((at for at in range(1, len(names)) if sum(sizes[: at + 1]) > width), len(names))
    made = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for name, size in zip(names[:fitting], sizes, strict=False):
        made.add_column(escape(name), overflow="ellipsis", no_wrap=True, width=min(size - BETWEEN, width - BETWEEN))
    for row in cells:
        made.add_row(*map(escape, row[:fitting]))
    if len(names) <= fitting:
        return made
    return Group(made, Text(f"… and {', '.join(names[fitting:])}", style="dim"))


def cell_text(value: object) -> str:
    """A cell as a short text."""
    if isinstance(value, dict) and value.keys() == {"amount", "currency"}:
        return f"{value['currency']} {value['amount']:,.2f}"
    if isinstance(value, list):
        texts = [one for one in value if isinstance(one, str)]
        count = f"{len(value)} item{'s' * (len(value) != 1)}"
        return f"{len(value)}: {plain(', '.join(texts))}" if texts else count
    return plain("" if value is None else str(value))


def plain(text: str) -> str:
    """A text on one line, without what terminals obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
