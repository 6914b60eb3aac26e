"""Fits boosted oblivious trees: each level of a tree asks one question of all rows, the one that helps most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.articles.body.boosted_trees import Trees, trees_of

Floats = npt.NDArray[np.floating[Any]]
Longs = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class BoostOptions:
    """How trees are grown."""

    trees: int = 100
    depth: int = 4
    rate: float = 0.15
    """How much of each tree is taken."""
    ridge: float = 3.0
    """Weight of evidence against any effect, in the unit of the rows' weights."""
    bins: int = 32
    rows: int = 40_000
    """Rows a tree is grown on, drawn anew for each, heavier ones more likely."""
    columns: float = 0.4
    """Share of the features a tree may ask about."""
    seed: int = 0


def boost(rows: Floats, target: Floats, weight: Floats, options: BoostOptions = BoostOptions()) -> Trees:
    """Fit trees to targets from 0 to 1; rows are [row, feature]."""
    random = np.random.default_rng(options.seed)
    edges, binned = _binned(rows, weight, options, random)
    base = float(np.log((target * weight).sum() / ((1 - target) * weight).sum()))
    score = np.full(len(rows), base)
    chance = _chances(weight, options.rows)
    grown: list[tuple[list[tuple[int, float]], list[float]]] = []
    for _ in range(options.trees):
        likely = 1 / (1 + np.exp(-score))
        slope, bend = weight * (likely - target), weight * likely * (1 - likely)
        drawn = np.flatnonzero(random.random(len(rows)) < chance)
        asked = np.flatnonzero(random.random(rows.shape[1]) < options.columns)
        questions = _questions(
            binned[np.ix_(asked, drawn)], slope[drawn] / chance[drawn], bend[drawn] / chance[drawn],
            [len(edges[f]) for f in asked], options,
        )  # fmt: skip
        leaf = np.zeros(len(rows), dtype=np.int64)
        for column, edge in questions:
            leaf = leaf * 2 + (binned[asked[column]] > edge)
        size = 1 << options.depth
        value = -options.rate * np.bincount(leaf, slope, size) / (np.bincount(leaf, bend, size) + options.ridge)
        score += value[leaf]
        named = [(int(asked[column]), float(edges[asked[column]][edge])) for column, edge in questions]
        grown.append((named, value.tolist()))
    return trees_of(base, grown)


def mean_of(models: Sequence[Trees]) -> Trees:
    """One model that says what some say on average."""
    grown: list[tuple[list[tuple[int, float]], list[float]]] = []
    for model in models:
        known = list(zip(model.feature.tolist(), model.threshold.tolist(), strict=True))
        for asked, values in zip(model.question.T.tolist(), model.value / len(models), strict=True):
            grown.append(([known[question] for question in asked], values.tolist()))
    return trees_of(sum(model.base for model in models) / len(models), grown)


def _binned(
    rows: Floats, weight: Floats, options: BoostOptions, random: np.random.Generator
) -> tuple[list[Floats], npt.NDArray[np.uint8]]:
    """Cut each feature at the quantiles of weighted rows; give the edges and, per feature, each row's bin."""
    capped = np.minimum(weight, np.quantile(weight, 0.99))
    drawn = random.choice(len(rows), min(len(rows), options.rows), replace=False, p=capped / capped.sum())
    edges = []
    binned = np.empty(rows.shape[::-1], dtype=np.uint8)
    for feature in range(rows.shape[1]):
        cuts = np.unique(np.quantile(rows[drawn, feature], np.linspace(0, 1, options.bins + 1)[1:-1]))
        edges.append(cuts)
        binned[feature] = np.searchsorted(cuts, rows[:, feature])
    return edges, binned


def _chances(weight: Floats, wanted: int) -> Floats:
    """The chance of each row to be drawn, in proportion to its weight, so that about so many are."""
    low, high = 0.0, 1e6
    for _ in range(60):
        middle = (low + high) / 2
        if np.minimum(1, weight * middle).sum() > wanted:
            high = middle
        else:
            low = middle
    chances: Floats = np.minimum(1, weight * low)
    return chances


def _questions(
    binned: npt.NDArray[np.uint8], slope: Floats, bend: Floats, edges: list[int], options: BoostOptions
) -> list[tuple[int, int]]:
    """The best (column, edge) for each level, given those of the levels before."""
    leaf = np.zeros(binned.shape[1], dtype=np.int64)
    chosen: list[tuple[int, int]] = []
    for level in range(options.depth):
        best, question = -1.0, (0, 0)
        for column, count in enumerate(edges):
            if count:
                gain, edge = _best_edge(leaf * options.bins + binned[column], slope, bend, 1 << level, count, options)
                if gain > best:
                    best, question = gain, (column, edge)
        chosen.append(question)
        leaf = leaf * 2 + (binned[question[0]] > question[1])
    return chosen


def _best_edge(
    place: Longs, slope: Floats, bend: Floats, leaves: int, count: int, options: BoostOptions
) -> tuple[float, int]:
    bins = options.bins
    slopes = np.bincount(place, slope, leaves * bins).reshape(leaves, bins)[:, : count + 1].cumsum(axis=1)
    bends = np.bincount(place, bend, leaves * bins).reshape(leaves, bins)[:, : count + 1].cumsum(axis=1)
    all_slope, all_bend = slopes[:, -1:], bends[:, -1:]
    left, left_bend = slopes[:, :-1], bends[:, :-1]
    gain = left**2 / (left_bend + options.ridge)
    gain += (all_slope - left) ** 2 / (all_bend - left_bend + options.ridge) - all_slope**2 / (all_bend + options.ridge)
    total = gain.sum(axis=0)
    edge = int(total.argmax())
    return float(total[edge]), edge
