"""Prints what templates do for articles, a line a site."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from intaglio.evaluate.articles.template_gain import PAGES, Row, score_site
from intaglio.evaluate.chart_files import bar_chart, write_charts
from intaglio.evaluate.corpora import SitePage
from intaglio.evaluate.score_report import bootstrap, show

COLUMNS = (
    "site", "pages", "templates", "word F1", "gone", "by places", "repeated texts left, alone → through",
    "single texts kept", "ms alone", "ms through", "cost",
)  # fmt: skip


def publish(pages: Sequence[SitePage], console: Console, json: Path | None, output: Path | None) -> None:
    """Compare on all sites, print it and, if asked, write rows and a chart."""
    rows: list[Row] = []
    for name in dict.fromkeys(page.site for page in pages):
        rows += score_site(name, [page for page in pages if page.site == name])
    table = Table(
        title=f"Articles through templates against alone, up to {PAGES} pages a site; word F1 mean [95 % interval]"
    )
    for column in COLUMNS:
        table.add_column(column, justify="left" if column == "site" else "right")
    for name in (*dict.fromkeys(row["site"] for row in rows), "all"):
        table.add_row(*_cells(name, [row for row in rows if name in ("all", row["site"])]))
    show(console, table)
    mean = {figure: sum(row[figure] for row in rows) / max(len(rows), 1) for figure in ("f1", "gone", "recalled")}
    mean["cost"] = _cost(rows)
    if json is not None:
        content = {"name": "articles --templates", "options": {"pages": PAGES}, "rows": rows, "mean": mean}
        json.write_text(json_format.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if output is not None:
        sites = dict.fromkeys(row["site"] for row in rows)
        bars = {site: _bar([row for row in rows if row["site"] == site]) for site in sites}
        write_charts(output, {"articles-templates": bar_chart("Articles through templates", bars, y="share")})


def _bar(rows: Sequence[Row]) -> dict[str, float]:
    count = max(len(rows), 1)
    return {"word F1": sum(row["f1"] for row in rows) / count, "cost of alone": _cost(rows)}


def _cost(rows: Sequence[Row]) -> float:
    return float(sum(row["through_ms"] for row in rows) / max(sum(row["alone_ms"] for row in rows), 1e-9))


def _share(rows: Sequence[Row], part: str, whole: str) -> str:
    count = sum(row[whole] for row in rows)
    return f"{sum(row[part] for row in rows) / count:.4f}" if count else "-"


def _cells(name: str, rows: Sequence[Row]) -> list[Any]:
    count = max(len(rows), 1)

    def mean(figure: str) -> float:
        return float(sum(row[figure] for row in rows) / count)

    return [
        name, f"{len(rows):,}", str(len({(row["site"], row["template"]) for row in rows})),
        str(bootstrap([row["f1"] for row in rows])), f"{mean('gone'):.3f}", f"{mean('recalled'):.2f}",
        f"{_share(rows, 'often_alone', 'often')} → {_share(rows, 'often_through', 'often')}",
        _share(rows, "single_kept", "single"),
        f"{mean('alone_ms'):.2f}", f"{mean('through_ms'):.2f}", f"{_cost(rows):.2f} x",
    ]  # fmt: skip
