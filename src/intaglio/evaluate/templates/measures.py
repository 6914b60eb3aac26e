"""How well each measure tells pages of one template from pages of two, on sites whose pages' templates are known.

Redoes Table 1 of Kang on labelled sites: mean similarity inside templates and between them for D = 1 … 15.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from intaglio.evaluate.chart_files import Series, line_chart
from intaglio.evaluate.corpora import SitePage
from intaglio.page import Page
from intaglio.similarity import MEASURES, LevelOptions, compare_levels

Row = dict[str, Any]
Pair = tuple[int, int]
LEVELS: Mapping[str, bool] = {"levels": False, "aligned-levels": True}
"""The measures that look at levels, and whether they align them."""


@dataclass(frozen=True, slots=True)
class SimilarityOptions:
    """What is compared."""

    pairs: int = 200
    """Pairs of one template, and as many of two templates, of each site."""
    deepest: int = 15
    """The largest D."""
    seed: int = 1


def score_site(name: str, pages: Sequence[SitePage], options: SimilarityOptions = SimilarityOptions()) -> list[Row]:
    """A row for each measure and, for those by levels, each D; none for a site with a single template."""
    labelled = [page for page in pages if page.template is not None]
    inside, between = pairs_of([page.template for page in labelled], options)
    if not inside or not between:
        return []
    parsed: dict[int, Page] = {}
    for number in {number for pair in (*inside, *between) for number in pair}:
        parsed[number] = Page.parse(labelled[number].html.read_bytes())
    return [row for measure in MEASURES for row in _measured(name, measure, parsed, inside, between, options)]


def _measured(
    site: str, measure: str, pages: Mapping[int, Page], inside: Sequence[Pair], between: Sequence[Pair],
    options: SimilarityOptions,
) -> Iterator[Row]:  # fmt: skip
    """The rows of one measure."""
    if measure in LEVELS:
        one, two = (_by_depth(pages, pairs, options, aligned=LEVELS[measure]) for pairs in (inside, between))
        for d in _depths(options):
            yield _row(site, measure, d, one[:, d - 1], two[:, d - 1])
    else:
        one, two = (np.array([MEASURES[measure](pages[a], pages[b]) for a, b in pairs]) for pairs in (inside, between))
        yield _row(site, measure, None, one, two)


def pairs_of(labels: Sequence[str | None], options: SimilarityOptions) -> tuple[list[Pair], list[Pair]]:
    """Pairs of places with one label and with two; every label, and every two of them, as often as the next."""
    by_label: dict[str | None, list[int]] = {}
    for number, label in enumerate(labels):
        by_label.setdefault(label, []).append(number)
    chance = random.Random(options.seed)  # noqa: S311 - a choice that can be had again, nothing secret
    several = [numbers for numbers in by_label.values() if len(numbers) > 1]
    twos = list(combinations(by_label.values(), 2))
    inside, between = [], []
    for n in range(options.pairs):
        if several:
            one, other = chance.sample(several[n % len(several)], 2)
            inside.append((one, other))
        if twos:
            left, right = twos[n % len(twos)]
            between.append((chance.choice(left), chance.choice(right)))
    return inside, between


def _depths(options: SimilarityOptions) -> range:
    return range(1, options.deepest + 1)


def _by_depth(
    pages: Mapping[int, Page], pairs: Sequence[Pair], options: SimilarityOptions, *, aligned: bool
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Similarity of each pair for each D: the levels are compared once, only their weights depend on D."""
    made = np.ones((len(pairs), options.deepest))
    for number, (a, b) in enumerate(pairs):
        for level in compare_levels(pages[a], pages[b], LevelOptions(depth=options.deepest), aligned=aligned):
            for d in range(level.number, options.deepest + 1):
                made[number, d - 1] -= level.changed / level.total / d * (d - level.number + 1) / d
    return made


def _row(
    site: str, measure: str, depth: int | None,
    inside: np.ndarray[Any, np.dtype[np.float64]], between: np.ndarray[Any, np.dtype[np.float64]],
) -> Row:  # fmt: skip
    return {
        "site": site, "measure": measure, "depth": depth, "inside": float(inside.mean()),
        "between": float(between.mean()), "auc": auc(inside, between),
        "inside_alike": float((inside > LevelOptions().alike).mean()),
        "between_alike": float((between > LevelOptions().alike).mean()),
    }  # fmt: skip


def auc(inside: np.ndarray[Any, np.dtype[np.float64]], between: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The chance that a pair of one template is more alike than a pair of two; equals count half."""
    below = np.searchsorted(np.sort(between), inside, side="left")
    up_to = np.searchsorted(np.sort(between), inside, side="right")
    return float((below + up_to).sum() / 2 / (inside.size * between.size))


def charts(rows: Sequence[Row]) -> dict[str, str]:
    """Mean similarity inside and between templates against D, and how well each D separates."""
    made = {}
    for measure in LEVELS:
        mine = [row for row in rows if row["measure"] == measure]
        series = [Series(f"{what} templates", _means(mine, what)) for what in ("inside", "between")]
        made[f"similarity-{measure}"] = line_chart(f"Similarity by {measure}", series, x="D", y="mean S")
    separation = [Series(name, _means([row for row in rows if row["measure"] == name], "auc")) for name in LEVELS]
    made["similarity-auc"] = line_chart("How well levels separate templates", separation, x="D", y="ROC AUC")
    return made


def _means(rows: Sequence[Row], figure: str) -> list[tuple[float, float]]:
    depths = sorted({row["depth"] for row in rows})
    return [(d, float(np.mean([row[figure] for row in rows if row["depth"] == d]))) for d in depths]
