"""What every evaluation gives back: rows, means with bootstrap intervals; as a table and as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the range in which it lies with 95 % confidence."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """Show it as `0.912 [0.894, 0.931]`; as `-` where there is nothing to average."""
        if isnan(self.mean):
            return "-"
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def bootstrap(values: Sequence[float], *, samples: int = 2000, seed: int = 0) -> Interval:
    """Give the mean of the values and its 95 % interval from resampling them; NaN where there are none."""
    array = np.asarray(values, dtype=np.float64)
    if array.size == 0:
        return Interval(float("nan"), float("nan"), float("nan"))
    generator = np.random.default_rng(seed)
    means = array[generator.integers(0, array.size, (samples, array.size), dtype=np.int32)].mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(array.mean()), float(low), float(high))


HEAD = 9
"""Characters of a heading, at most, beyond which it is folded."""


def narrow_table(title: str) -> Table:
    """A table without frames, so that many figures fit 80 columns."""
    return Table(title=title, box=None, padding=(0, 1, 0, 0), pad_edge=False, title_justify="left")


def show(console: Console, table: Table) -> None:
    """Print a table whole; one that is wider than the console in parts, each with the first column."""
    console.print(Text(str(table.title or ""), style="italic"))
    for part in parts_that_fit(table, console.width):
        console.print(part)


def parts_that_fit(table: Table, width: int) -> list[Table]:
    """The table without frames and title, its columns dealt to as few tables as fit; nothing is cut off."""
    cells = [[str(cell) for cell in column.cells] for column in table.columns]
    heads = [str(column.header) for column in table.columns]
    wide = [max(min(cell_len(head), HEAD), *map(cell_len, own), 1) for head, own in zip(heads, cells, strict=True)]
    groups: list[list[int]] = [[]]
    for number in range(1, len(wide)):
        if groups[-1] and wide[0] + sum(1 + wide[one] for one in (*groups[-1], number)) > width:
            groups.append([])
        groups[-1].append(number)
    made = []
    for group in groups:
        part = narrow_table("")
        for number in (0, *group):
            fixed = wide[number] if wide[0] + 1 + wide[number] <= width else None
            part.add_column(heads[number], justify=table.columns[number].justify, overflow="fold", width=fixed)
        for place, row in enumerate(table.rows):
            part.add_row(*(Text(cells[number][place]) for number in (0, *group)), end_section=row.end_section)
        made.append(part)
    return made


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was scored, how, and what came of it: one row a page, site or method."""

    name: str
    options: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    figures: Sequence[str]
    """Which keys of a row are figures to be averaged; a row where one is missing or None does not count for it."""
    by: str | None = None
    """The key by which rows are grouped in the table; None shows the mean over all rows alone."""
    shown: Sequence[str] = field(default=())
    """Figures for the table, if not all."""

    def interval(self, figure: str, group: object = None) -> Interval:
        """Average a figure over all rows, or over those of one group."""
        rows = [row for row in self.rows if self.by is None or group is None or row[self.by] == group]
        return bootstrap([float(row[figure]) for row in rows if row.get(figure) is not None])

    @property
    def mean(self) -> dict[str, float]:
        """The mean of each figure over all rows."""
        return {figure: self.interval(figure).mean for figure in self.figures}

    def table(self) -> Table:
        """Make the table that the command prints: a line a group, then one for all."""
        shown = self.shown or self.figures
        table = narrow_table(f"{self.name}: {len(self.rows)} rows, mean [95 % interval]")
        table.add_column(self.by or "")
        table.add_column("rows", justify="right")
        for figure in shown:
            table.add_column(figure.replace("_", " "), justify="right")
        if self.by is not None:
            for group in dict.fromkeys(row[self.by] for row in self.rows):
                size = sum(row[self.by] == group for row in self.rows)
                table.add_row(str(group), str(size), *(str(self.interval(figure, group)) for figure in shown))
            table.add_section()
        table.add_row("all", str(len(self.rows)), *(str(self.interval(figure)) for figure in shown))
        return table

    def publish(self, console: Console, json_file: Path | None = None) -> None:
        """Print the table and, if asked, write the JSON file."""
        show(console, self.table())
        if json_file is not None:
            content = {"name": self.name, "options": dict(self.options), "rows": list(self.rows), "mean": self.mean}
            json_file.write_text(
                json.dumps(content, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8"
            )
