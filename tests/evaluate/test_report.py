import io
import json
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from intaglio.evaluate.chart_files import write_charts
from intaglio.evaluate.score_report import Evaluation, bootstrap, narrow_table, parts_that_fit, show
from intaglio.pictures.charts import bar_chart
from tests.conftest import assert_fits

ROWS: list[dict[str, Any]] = [
    {"page": "a", "method": "vips", "f1": 0.5, "ms": 3},
    {"page": "b", "method": "vips", "f1": 1.0, "ms": 5},
    {"page": "a", "method": "boxes", "f1": None, "ms": 1},
]


def test_interval_holds_the_mean_in_95_of_100_draws() -> None:
    generator = np.random.default_rng(7)
    held = 0
    for _ in range(600):
        interval = bootstrap(list(generator.normal(10, 3, 60)), samples=200)
        held += interval.low <= 10 <= interval.high
    assert 0.91 <= held / 600 <= 0.98


def test_interval_is_the_same_each_time_and_knows_empty() -> None:
    values = [0.1, 0.7, 0.4]
    assert bootstrap(values) == bootstrap(values)
    assert isnan(bootstrap([]).mean)


def test_means_leave_out_rows_without_the_figure() -> None:
    evaluation = Evaluation("x", {}, ROWS, ("f1", "ms"), by="method")
    assert evaluation.mean == {"f1": 0.75, "ms": 3.0}
    assert evaluation.interval("ms", "vips").mean == 4.0


def test_publish_prints_a_line_a_group_and_writes_json(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=120)
    evaluation = Evaluation("x", {"threshold": 0.2, "file": Path("a")}, ROWS, ("f1", "ms"), by="method")
    evaluation.publish(console, tmp_path / "x.json")
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "vips" in printed
    assert "0.750 [0.500, 1.000]" in printed
    assert json.loads((tmp_path / "x.json").read_text()) == {
        "name": "x", "options": {"threshold": 0.2, "file": "a"}, "rows": ROWS, "mean": {"f1": 0.75, "ms": 3.0},
    }  # fmt: skip


def test_a_wide_table_is_printed_in_parts_that_fit() -> None:
    """Nothing is cut off, every part has the first column, and one that fits stays whole."""
    table = narrow_table("many figures")
    for name in ("site", *(f"figure {number}" for number in range(9))):
        table.add_column(name)
    table.add_row("stackoverflow", *(f"0.{number}18 [0.786, 0.999]" for number in range(9)))
    table.add_row("flink [all]", *["1"] * 9)
    console = Console(file=io.StringIO(), width=80)
    show(console, table)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert_fits(printed)
    assert printed.count("stackoverflow") == printed.count("flink [all]") == 3
    assert all(f"0.{number}18 [0.786, 0.999]" in printed for number in range(9))
    assert len(parts_that_fit(table, 400)) == 1


def test_charts_become_files(tmp_path: Path) -> None:
    chart = bar_chart("t", {"a": {"b": 1}}, y="y")
    (file,) = write_charts(tmp_path / "new" / "folder", {"scores": chart})
    assert file.name == "scores.svg"
    assert file.read_text() == chart
