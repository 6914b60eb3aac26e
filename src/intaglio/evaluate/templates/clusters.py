"""Scores stream clustering on whole sites whose pages' templates are known: ours and the papers' fixed rule.

All pages of a site are streamed in several random orders; the labelled ones are scored. A hit ratio is 1 - templates
that hold a labelled page / labelled pages. Ours merges templates; `rendered` counts every one that was ever founded,
and the papers' hit ratio is 1 - rendered / pages. `doubled` is by how much the second half of the pages adds to the
templates founded by the first: the papers say at most a third.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.evaluate.chart_files import Series, line_chart
from intaglio.evaluate.corpora import SitePage
from intaglio.evaluate.templates.partition import score_partition
from intaglio.page import Page
from intaglio.similarity import PathOptions, leaf_paths
from intaglio.similarity.hashing import Hashes
from intaglio.templates import Clustering, PageStructure, PathTable, StreamOptions
from intaglio.templates.fixed_rule import Rule, fixed_clusters, path_distances

Row = dict[str, Any]
FIGURES = ("purity", "hit_ratio", "best_hit_ratio", "v_measure", "ari", "clusters", "rendered", "paper_hit_ratio",
           "doubled")  # fmt: skip
RULES: tuple[Rule, ...] = ("first", "nearest")
OURS = "ours"


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """What is tried."""

    thresholds: tuple[float, ...] = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
    shuffles: int = 5
    paths: PathOptions = field(default_factory=PathOptions)
    matching: StreamOptions = field(default_factory=StreamOptions)


@dataclass(frozen=True, slots=True, eq=False)
class ReadSite:
    """The pages of a site as both rules see them."""

    name: str
    labels: list[str | None]
    readings: list[PageStructure]
    paths: list[Hashes]


def read_site(name: str, pages: Iterable[SitePage], options: ClusterOptions = ClusterOptions()) -> ReadSite:
    """Parse the pages of a site."""
    table = PathTable()
    site = ReadSite(name, [], [], [])
    for one in pages:
        page = Page.parse(one.html.read_bytes())
        site.labels.append(one.template)
        site.readings.append(table.read(page))
        site.paths.append(leaf_paths(page, options.paths))
    return site


def score_site(site: ReadSite, options: ClusterOptions = ClusterOptions()) -> list[Row]:
    """A row for each rule, threshold and order."""
    rows: list[Row] = []
    distances = path_distances(site.paths)
    for shuffle in range(options.shuffles):
        order = shuffled(len(site.labels), shuffle)
        chosen, founded, _ = stream(site.readings, order, options.matching)
        rows.append(_row(site, order, chosen, OURS, None, shuffle, founded))
        for rule in RULES:
            for threshold in options.thresholds:
                founders = fixed_clusters(distances, order, rule, threshold)
                rows.append(_row(site, order, founders, rule, threshold, shuffle, _founders(founders)))
    return rows


def shuffled(size: int, seed: int) -> list[int]:
    """One order of so many pages."""
    order = list(range(size))
    random.Random(seed).shuffle(order)  # noqa: S311 - an order that can be had again, nothing secret
    return order


def stream(
    readings: Sequence[PageStructure], order: Sequence[int], options: StreamOptions = StreamOptions()
) -> tuple[list[int], list[int], list[int]]:
    """Our template of each page after all were seen; after each page how many were founded, and how many there are."""
    templates = Clustering(options)
    chosen: list[int] = []
    growth: list[int] = []
    merged: dict[int, int] = {}
    founded = 0
    founding: list[int] = []
    for place in order:
        page = readings[place]
        match = templates.nearest(page)
        if match is None:
            number, founded = founded, founded + 1
            templates.found(number, page)
        else:
            number = match[0]
            templates.learn(number, page)
        chosen.append(number)
        merged.update(templates.merge(number, page))
        growth.append(len(templates.traits))
        founding.append(founded)
    return [_resolved(merged, number) for number in chosen], founding, growth


def _founders(chosen: Sequence[int]) -> list[int]:
    """How many clusters were founded after each page, given the founding page of each page's cluster."""
    seen: set[int] = set()
    counts = []
    for founder in chosen:
        seen.add(founder)
        counts.append(len(seen))
    return counts


def _resolved(merged: dict[int, int], number: int) -> int:
    while number in merged:
        number = merged[number]
    return number


def _row(
    site: ReadSite, order: Sequence[int], chosen: Sequence[int], rule: str, threshold: float | None, shuffle: int,
    founded: Sequence[int],
) -> Row:  # fmt: skip
    known = [(cluster, label) for cluster, place in zip(chosen, order, strict=True) if (label := site.labels[place])]
    score = score_partition([cluster for cluster, _ in known], [label for _, label in known])
    name = rule if threshold is None else f"{rule} {threshold:g}"
    return {
        "site": site.name, "rule": name, "threshold": threshold, "shuffle": shuffle, "pages": len(order),
        "labelled": score.size, "labels": score.labels, "clusters": score.clusters, "rendered": founded[-1],
        "paper_hit_ratio": 1 - founded[-1] / len(order), "doubled": founded[-1] / founded[(len(order) - 1) // 2] - 1,
        "hit_ratio": score.hit_ratio, "best_hit_ratio": score.best_hit_ratio, "purity": score.purity,
        "v_measure": score.v_measure, "ari": score.ari,
    }  # fmt: skip


def by_site(rows: Iterable[Row], rule: str) -> list[Row]:
    """The rows of one rule, averaged over the orders of each site; with the spread of purity and hit ratio."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row["rule"] == rule:
            groups.setdefault(row["site"], []).append(row)
    made = []
    for site, several in groups.items():
        mean = {name: sum(row[name] for row in several) / len(several) for name in FIGURES}
        spread = {
            f"{name}_spread": max(row[name] for row in several) - min(row[name] for row in several)
            for name in ("purity", "hit_ratio")
        }
        made.append({"site": site, "rule": rule, "pages": several[0]["pages"], **mean, **spread})
    return made


def charts(rows: Sequence[Row], growth: dict[str, list[int]]) -> dict[str, str]:
    """Purity and hit ratio against the threshold, mean over sites; templates against pages seen."""
    made = {}
    for figure, title in (("purity", "Purity"), ("hit_ratio", "Hit ratio"), ("clusters", "Clusters")):
        series = []
        for rule in RULES:
            thresholds = sorted({row["threshold"] for row in rows if row["threshold"] is not None})
            points = [(t, _mean(by_site(rows, f"{rule} {t:g}"), figure)) for t in thresholds]
            series.append(Series(f"fixed, {rule}", points))
        ours = _mean(by_site(rows, OURS), figure)
        ends = [series[0].points[0][0], series[0].points[-1][0]] if series[0].points else [0.0, 1.0]
        series.append(Series("ours, at its default", [(end, ours) for end in ends]))
        made[f"clusters-{figure.replace('_', '-')}"] = line_chart(
            f"{title} against the threshold", series, x="threshold", y=title.lower()
        )
    made["clusters-growth"] = growth_chart(growth)
    return made


def growth_chart(growth: Mapping[str, Sequence[int]]) -> str:
    """Figure 3 of the paper: templates that were founded against pages seen, a line a site."""
    lines = [Series(site, _steps(counts)) for site, counts in growth.items()]
    return line_chart("Templates founded against pages seen", lines, x="pages", y="templates")


def _steps(counts: Sequence[int]) -> list[tuple[float, float]]:
    """The points of a line by pages seen, without those that change nothing."""
    turns = [
        n for n, count in enumerate(counts)
        if n in (0, len(counts) - 1) or count != counts[n - 1] or count != counts[n + 1]
    ]  # fmt: skip
    return [(n + 1, float(counts[n])) for n in turns]


def _mean(rows: Sequence[Row], figure: str) -> float:
    return sum(row[figure] for row in rows) / len(rows) if rows else float("nan")
