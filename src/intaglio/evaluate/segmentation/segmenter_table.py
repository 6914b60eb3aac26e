"""The segmentation scores as tables, JSON and charts: a line a method, for each truth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from intaglio.evaluate.chart_files import bar_chart
from intaglio.evaluate.score_report import bootstrap, narrow_table
from intaglio.evaluate.segmentation.bcubed import Agreement, star
from intaglio.evaluate.segmentation.segmenter_scores import ATOMS, TRUTHS, Row

Means = dict[str, dict[str, dict[str, float]]]
"""Truth → method → figure → mean."""


def methods_of(rows: Sequence[Row]) -> list[str]:
    """The methods in the order they appear."""
    return list(dict.fromkeys(row["method"] for row in rows))


def means(rows: Sequence[Row]) -> Means:
    """Mean figures over the pages, with F*; time relative to rendering is a median."""
    return {
        truth: {method: _mean(_of(rows, truth, method)) for method in methods_of(rows) if _of(rows, truth, method)}
        for truth in TRUTHS
    }


def _of(rows: Sequence[Row], truth: str, method: str) -> list[Row]:
    return [row for row in rows if row["truth"] == truth and row["method"] == method]


def _mean(rows: Sequence[Row]) -> dict[str, float]:
    figures = {name: float(np.mean([row[name] for row in rows])) for name in ("segments", "in_none")}
    for atoms in ATOMS:
        scored = [row for row in rows if f"{atoms}_f" in row]
        for letter in "prf":
            figures[f"{atoms}_{letter}"] = float(np.mean([row[f"{atoms}_{letter}"] for row in scored]))
        figures[f"{atoms}_f_star"] = star([Agreement(row[f"{atoms}_p"], row[f"{atoms}_r"]) for row in scored])
    times = [row["relative_time"] for row in rows if row["relative_time"] is not None]
    return figures | ({"relative_time": float(np.median(times))} if times else {})


def table(rows: Sequence[Row], truth: str) -> Table:
    """One line a method, against one truth: B³ by characters, nodes and pixels, text in no area, time / rendering."""
    pages = len({row["page"] for row in rows if row["truth"] == truth})
    found = narrow_table(f"extended B³ against {truth}, {pages} pages; F as mean [95 % interval]")
    found.add_column("method", no_wrap=True)
    for column in ("F by chars", "F*", "P", "R", "nodes", "pixels", "areas", "lost", "time"):
        found.add_column(column, justify="right", no_wrap=True)
    for method, mean in means(rows)[truth].items():
        interval = bootstrap([row["chars_f"] for row in _of(rows, truth, method) if "chars_f" in row])
        shown = ("chars_f_star", "chars_p", "chars_r", "nodes_f", "pixels_f")
        time = f"{mean['relative_time']:.1%}" if "relative_time" in mean else ""
        found.add_row(
            method, str(interval), *(f"{mean[name]:.3f}" for name in shown),
            f"{mean['segments']:.1f}", f"{mean['in_none']:.1%}", time,
        )  # fmt: skip
    return found


def write_json(file: Path, options: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """Write name, options, rows and means."""
    content = {"name": "segmentation", "options": dict(options), "rows": list(rows), "mean": means(rows)}
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8")


def charts(rows: Sequence[Row]) -> dict[str, str]:
    """Bars of F by method and truth, one chart for each kind of atoms."""
    found = means(rows)
    return {
        f"segmentation-{atoms}": bar_chart(
            f"Extended B³ F on {atoms}",
            {method: {truth: found[truth].get(method, {}).get(f"{atoms}_f", float("nan")) for truth in TRUTHS}
             for method in methods_of(rows)},
            y="mean F",
        )
        for atoms in ATOMS
    }  # fmt: skip
