"""The papers' figures, drawn from saved scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from intaglio.evaluate.articles.paper_table import times_chart
from intaglio.evaluate.chart_files import Series, line_chart
from intaglio.evaluate.records.paper_procedure import sweep_chart
from intaglio.evaluate.templates.clusters import growth_chart

Scores = Mapping[str, Any]


def charts_of(scores: Mapping[str, Scores]) -> dict[str, str]:
    """Every figure for which there are scores, as SVG under its file's name."""
    return {
        name: svg
        for evaluation, draw in CHARTS
        if evaluation in scores
        for name, svg in draw(scores[evaluation]).items()
    }


def _clusters(scores: Scores) -> dict[str, str]:
    return {"001-figure-3": growth_chart(scores["growth"])}


def _articles(scores: Scores) -> dict[str, str]:
    return {
        "002-figure-8": times_chart({name: [(x, y) for x, y in points] for name, points in scores["times"].items()})
    }


def _records(scores: Scores) -> dict[str, str]:
    if not scores["sweep"]:
        return {}
    return {
        f"003-deltas-{figure.replace(' ', '-')}": sweep_chart(scores["sweep"], figure) for figure in ("f1", "strict")
    }


def _similarity(scores: Scores) -> dict[str, str]:
    rows = [row for row in scores["rows"] if row["measure"] == "levels"]
    lines = [
        Series(site, [(row["depth"], row["inside"]) for row in rows if row["site"] == site])
        for site in dict.fromkeys(row["site"] for row in rows)
    ]
    return {"004-figure-3": line_chart("Mean S of pages of one template", lines, x="D", y="mean S")}


CHARTS: tuple[tuple[str, Callable[[Scores], dict[str, str]]], ...] = (
    ("clusters", _clusters), ("articles", _articles), ("records", _records), ("similarity", _similarity),
)  # fmt: skip
"""Which evaluation each figure is drawn from."""
