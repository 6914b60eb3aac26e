"""Prints and draws the comparison of Shen and Zou: Tables 1 to 4, the tuning curve and figure 8."""

from __future__ import annotations

import json as json_format
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from intaglio.articles.body.single_pass import body_blocks
from intaglio.browser import Renderer, RenderOptions
from intaglio.capture import Capture
from intaglio.evaluate.articles.article_rows import TYPES
from intaglio.evaluate.articles.paper_comparison import (
    THETAS,
    Case,
    Classify,
    Count,
    area_blocks,
    block_count,
    body_count,
    case,
    curve,
    learned,
    node_blocks,
    timed,
)
from intaglio.evaluate.chart_files import Series, line_chart, write_charts
from intaglio.evaluate.corpora import ArticlePage
from intaglio.evaluate.score_report import narrow_table, show
from intaglio.resources import Nothing
from intaglio.segment import SEGMENTERS
from intaglio.segment.vips import VipsOptions

CURVE_EVERY, TRAIN_EVERY, BINS, RENDERED = 6, 3, 8, 30
TABLES = {"Naive Bayes": "3", "C4.5": "", "single pass": "4"}
"""Which table of the paper each method is in; C4.5 is only named there."""


def publish(
    pages: Sequence[ArticlePage],
    console: Console,
    json: Path | None,
    output: Path | None,
    rendering: RenderOptions | None,
) -> None:
    """Redo the comparison on these pages, print it and, if asked, write its rows and charts."""
    cases = [case(page) for page in pages]
    tune = [one for one in cases if one.part == "tune"]
    report = [one for one in cases if one.part == "report"]
    rows: list[dict[str, Any]] = []
    if rendering is not None:
        some = report[:: max(len(report) // RENDERED, 1)][:RENDERED]
        rows += _rendered_rows(some, rendering)
        show(console, _table(f"Tables 1, 2 and 4 again: {len(some)} pages as rendered", rows, "method"))
    blocks = _block_rows(report)
    show(console, _table("Table 2 again: segments in some block; in one with text only", blocks, "type"))
    rows += blocks
    trained = learned([(one.described, one.is_content()) for one in tune[::TRAIN_EVERY]])
    methods: dict[str, Classify] = {**trained, "single pass": body_blocks}
    for name, classify in methods.items():
        found = _body_rows(name, report, [classify(one.described) for one in report])
        again = f"Table {TABLES[name]} again: " if TABLES[name] else ""
        show(console, _table(f"{again}the body by {name}", found, "type"))
        rows += found
    tried = curve(tune[::CURVE_EVERY])
    best = max(tried, key=lambda row: row["f1"])
    console.print(
        f"best on the tuning hosts: θ {best['theta']:g}, threshold {best['threshold']:.4f}: word F1 {best['f1']:.3f}"
    )
    times = timed(report, methods)
    show(console, _times_table(times))
    if json is not None:
        mean = {row["method"]: row["f1"] for row in rows if row["type"] == "all" and not row["rendered"]}
        options = {"pages": len(pages), "report": len(report)}
        content = {"name": "articles --paper", "options": options, "rows": rows, "mean": mean, "curve": tried,
                   "times": _bins(times)}  # fmt: skip
        json.write_text(json_format.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output is not None:
        write_charts(output, {"single-pass-threshold": _curve_chart(tried), "figure-8": times_chart(_bins(times))})


def _rendered_rows(cases: Sequence[Case], options: RenderOptions) -> list[dict[str, Any]]:
    """Tables 1 and 2 on the same pages, as rendered: VIPS at its finest, text blocks, and the body of each page."""
    counts: dict[str, list[tuple[int, int]]] = {"VIPS (PDoC 10)": [], "text blocks": []}
    laid_out = []
    with Renderer(replace(options, workers=1)) as renderer:
        for one in cases:
            made = renderer.render(Capture(one.page.html.read_bytes(), one.page.id, url=one.page.url), Nothing())
            again = case(one.page, made.page, made.layout)
            areas = SEGMENTERS["vips"](made.page, made.layout, VipsOptions(pdoc=10))
            counts["VIPS (PDoC 10)"].append(block_count(area_blocks(made.page, areas), again.segments))
            counts["text blocks"].append(block_count(node_blocks(again), again.segments))
            laid_out.append(again)
    segments = sum(len(one.segments) for one in laid_out)
    rows = [
        _row(table, name, "all", _blocks(segments, own), rendered=True)
        for table, (name, own) in zip(("1", "2"), counts.items(), strict=True)
    ]
    bodies = [body_blocks(one.described) for one in laid_out]
    return [*rows, _row("4", "single pass", "all", body_count(laid_out, bodies), rendered=True)]


def _block_rows(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """Table 2 from tags, by type of page."""
    rows = []
    for kind in (*TYPES, "all"):
        own = [one for one in cases if kind in ("all", one.page.type)]
        counts = [block_count(node_blocks(one), one.segments) for one in own]
        segments = sum(len(one.segments) for one in own)
        if segments:
            rows.append(_row("2", "text blocks", kind, _blocks(segments, counts)))
    return rows


def _blocks(segments: int, counts: Sequence[tuple[int, int]]) -> Count:
    inside, alone = (sum(part) for part in zip(*counts, strict=True))
    return Count(segments, inside, alone, alone / max(segments, 1), inside / max(segments, 1))


def _body_rows(name: str, cases: Sequence[Case], chosen: Sequence[Any]) -> list[dict[str, Any]]:
    rows = []
    for kind in (*TYPES, "all"):
        own = [number for number, one in enumerate(cases) if kind in ("all", one.page.type)]
        if own:
            count = body_count([cases[number] for number in own], [chosen[number] for number in own])
            rows.append(_row(TABLES[name], name, kind, count))
    return rows


def _row(table: str, method: str, kind: str, count: Count, *, rendered: bool = False) -> dict[str, Any]:
    return {
        "table": table, "method": method, "type": kind, "rendered": rendered, "segments": count.segments,
        "found": count.found, "correct": count.correct, "precision": count.precision, "recall": count.recall,
        "f1": count.f1,
    }  # fmt: skip


def _table(title: str, rows: Sequence[dict[str, Any]], by: str) -> Table:
    table = narrow_table(title)
    for column in (by, "segments", "found", "correct", "precision", "recall", "F1"):
        table.add_column(column, justify="left" if column == by else "right", no_wrap=True)
    for row in rows:
        whole = (f"{row[name]:,}" for name in ("segments", "found", "correct"))
        table.add_row(row[by], *whole, *(f"{row[name]:.3f}" for name in ("precision", "recall", "f1")))
    return table


def _bins(times: Sequence[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """Median blocks and median ms in bins of equal numbers of pages."""
    binned: dict[str, list[tuple[float, float]]] = {}
    for name in dict.fromkeys(row["method"] for row in times):
        own = sorted((row["blocks"], row["ms"]) for row in times if row["method"] == name)
        parts = [part for part in np.array_split(np.array(own), BINS) if len(part)]
        binned[name] = [(float(np.median(part[:, 0])), float(np.median(part[:, 1]))) for part in parts]
    return binned


def _times_table(times: Sequence[dict[str, Any]]) -> Table:
    table = narrow_table("Figure 8 again: median ms by number of text blocks")
    binned = _bins(times)
    table.add_column("method")
    for size, _ in next(iter(binned.values())):
        table.add_column(f"{size:.0f}", justify="right")
    for name, points in binned.items():
        table.add_row(name, *(f"{ms:.2f}" for _, ms in points))
    return table


def times_chart(binned: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Figure 8: what each method takes, by the number of text blocks."""
    series = [Series(name, points) for name, points in binned.items()]
    return line_chart("Time by page size", series, x="text blocks", y="ms")


def _curve_chart(tried: Sequence[dict[str, float]]) -> str:
    series = [
        Series(f"θ = {theta:g}", [(row["cosine"], row["f1"]) for row in tried if row["theta"] == theta])
        for theta in THETAS
    ]
    return line_chart("Single pass: word F1 by threshold", series, x="cosine still joined", y="word F1")
