"""Prints and draws the comparison of Shen and Zou: Tables 1 to 4, the tuning curve and figure 8."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from intaglio.article.body.single_pass import body_blocks
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
from intaglio.resources import Nothing
from intaglio.segment import SEGMENTERS
from intaglio.segment.vips import VipsOptions

CURVE_EVERY, TRAIN_EVERY, BINS, RENDERED = 6, 3, 8, 30
TITLES = {"Naive Bayes": "Table 3 again: ", "single pass": "Table 4 again: "}
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
    if rendering is not None:
        console.print(_rendered_table(report[:: max(len(report) // RENDERED, 1)][:RENDERED], rendering))
    console.print(_blocks_table(report))
    methods: dict[str, Classify] = {**learned(tune[::TRAIN_EVERY]), "single pass": body_blocks}
    rows: list[dict[str, Any]] = []
    for name, classify in methods.items():
        table, counted = _body_table(name, report, [classify(one.described) for one in report])
        console.print(table)
        rows += counted
    tried = curve(tune[::CURVE_EVERY])
    best = max(tried, key=lambda row: row["f1"])
    console.print(
        f"best on the tuning hosts: θ {best['theta']:g}, threshold {best['threshold']:.4f}: word F1 {best['f1']:.3f}"
    )
    times = timed(report, methods)
    console.print(_times_table(times))
    if json is not None:
        mean = {row["method"]: row["f1"] for row in rows if row["type"] == "all"}
        content = {"name": "articles --paper", "options": {}, "rows": [*rows, *tried, *times], "mean": mean}
        json.write_text(json_format.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output is not None:
        write_charts(output, {"single-pass-threshold": _curve_chart(tried), "figure-8": _times_chart(times)})


def _rendered_table(cases: Sequence[Case], options: RenderOptions) -> Table:
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
    table = Table(title=f"Tables 1 and 2 again, {len(cases)} pages as rendered; Table 4 on the same pages")
    for column in ("blocks", "segments", "recalled", "correct", "precision", "recall", "F1"):
        table.add_column(column, justify="left" if column == "blocks" else "right")
    segments = sum(len(one.segments) for one in laid_out)
    for name, own in counts.items():
        inside, alone = (sum(part) for part in zip(*own, strict=True))
        table.add_row(name, *_cells(Count(segments, inside, alone, alone / segments, inside / segments)))
    bodies = [body_blocks(one.described) for one in laid_out]
    table.add_row("body by single pass", *_cells(body_count(laid_out, bodies)))
    return table


def _blocks_table(cases: Sequence[Case]) -> Table:
    table = Table(title="Table 2 again: text blocks by node; segments inside some block, and inside one with text only")
    for column in ("pages", "segments", "recalled", "correct", "precision", "recall", "F1"):
        table.add_column(column, justify="left" if column == "pages" else "right")
    for kind in (*TYPES, "all"):
        own = [one for one in cases if kind in ("all", one.page.type)]
        counts = [block_count(node_blocks(one), one.segments) for one in own]
        segments = sum(len(one.segments) for one in own)
        if segments:
            inside, alone = (sum(part) for part in zip(*counts, strict=True))
            row = Count(segments, inside, alone, alone / segments, inside / segments)
            table.add_row(kind, *_cells(row))
    return table


def _body_table(name: str, cases: Sequence[Case], chosen: Sequence[Any]) -> tuple[Table, list[dict[str, Any]]]:
    table = Table(title=f"{TITLES.get(name, '')}the body by {name}")
    for column in ("pages", "segments", "identified", "correct", "precision", "recall", "F1"):
        table.add_column(column, justify="left" if column == "pages" else "right")
    rows = []
    for kind in (*TYPES, "all"):
        own = [number for number, one in enumerate(cases) if kind in ("all", one.page.type)]
        if own:
            count = body_count([cases[number] for number in own], [chosen[number] for number in own])
            table.add_row(kind, *_cells(count))
            rows.append({"method": name, "type": kind, "precision": count.precision, "recall": count.recall,
                         "f1": count.f1})  # fmt: skip
    return table, rows


def _cells(count: Count) -> list[str]:
    whole = [f"{value:,}" for value in (count.segments, count.found, count.correct)]
    return [*whole, *(f"{value:.3f}" for value in (count.precision, count.recall, count.f1))]


def _bins(times: Sequence[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """Median blocks and median ms in bins of equal numbers of pages."""
    binned: dict[str, list[tuple[float, float]]] = {}
    for name in dict.fromkeys(row["method"] for row in times):
        own = sorted((row["blocks"], row["ms"]) for row in times if row["method"] == name)
        parts = [part for part in np.array_split(np.array(own), BINS) if len(part)]
        binned[name] = [(float(np.median(part[:, 0])), float(np.median(part[:, 1]))) for part in parts]
    return binned


def _times_table(times: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="Figure 8 again: median ms by number of text blocks")
    binned = _bins(times)
    table.add_column("method")
    for size, _ in next(iter(binned.values())):
        table.add_column(f"{size:.0f}", justify="right")
    for name, points in binned.items():
        table.add_row(name, *(f"{ms:.2f}" for _, ms in points))
    return table


def _times_chart(times: Sequence[dict[str, Any]]) -> str:
    series = [Series(name, points) for name, points in _bins(times).items()]
    return line_chart("Time by page size", series, x="text blocks", y="ms")


def _curve_chart(tried: Sequence[dict[str, float]]) -> str:
    series = [
        Series(f"θ = {theta:g}", [(row["cosine"], row["f1"]) for row in tried if row["theta"] == theta])
        for theta in THETAS
    ]
    return line_chart("Single pass: word F1 by threshold", series, x="cosine still joined", y="word F1")
