"""Learns the weights of the signs that columns are ranked by: logistic regression, every site of equal weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.evaluate.records.wrapper_scores import score
from intaglio.evaluate.tables.column_scores import HOLDS, TablePages, bare
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.candidates import candidates
from intaglio.tables.columns.collected_values import collect
from intaglio.tables.columns.left_out import own_reasons, reasons
from intaglio.tables.columns.main_thing import TitleWords, main_thing
from intaglio.tables.columns.ranking import Signs, Surroundings, signs_of
from intaglio.tables.table_options import TableOptions

_STEPS, _RATE, _RIDGE = 400, 0.5, 0.003


@dataclass(frozen=True, slots=True)
class SiteExamples:
    """The columns of a site that are not left out, as signs, and which of them hold an attribute."""

    site: str
    signs: Sequence[Signs]
    wanted: Sequence[bool]


def examples_of(site: str, pages: TablePages, options: TableOptions = TableOptions()) -> SiteExamples:
    """The columns of a site's table with their signs."""
    lines = list(pages.lines.values())
    numbers = list(pages.lines)
    values = collect(lines, len(lines))
    found = candidates(values, pages.facts)
    titles = TitleWords.of(values)
    main = main_thing(found, titles, values.sampled)
    around = Surroundings.of(values.sampled, titles, main, found, vocabulary=options.vocabulary)
    own = own_reasons(found, main, values, options)
    why = reasons(found, main, own, values.sampled, options)
    kept = [one for one in found if id(one) not in why]
    truths = [{page: [bare(value) for value in held] for page, held in one.items()} for one in pages.truth.values()]

    def holds(one: Candidate) -> bool:
        held = {numbers[row]: [bare(value) for value in some] for row, some in one.rows.items()}
        return any(score(held, truth, range(pages.pages)).f1 >= HOLDS for truth in truths)

    return SiteExamples(site, [signs_of(one, around) for one in kept], [holds(one) for one in kept])


def learn_weights(sites: Sequence[SiteExamples]) -> Mapping[str, float]:
    """The weight of each sign."""
    names = list(sites[0].signs[0])
    rows = [[signs[name] for name in names] + [1.0] for site in sites for signs in site.signs]
    x = np.array(rows)
    y = np.array([wanted for site in sites for wanted in site.wanted], dtype=np.float64)
    share = [_balanced(site.wanted) for site in sites]
    weight = np.concatenate(share) / len(sites)
    w = np.zeros(x.shape[1])
    moment = np.zeros_like(w)
    for _ in range(_STEPS):
        p = 1.0 / (1.0 + np.exp(-x @ w))
        moment = 0.9 * moment + x.T @ (weight * (p - y)) + _RIDGE * w
        w -= _RATE * moment
    return {name: round(float(value), 2) for name, value in zip(names, w, strict=False)}


def _balanced(wanted: Sequence[bool]) -> np.ndarray:
    """Half of a site's weight for the columns that are wanted, half for the others."""
    y = np.array(wanted, dtype=bool)
    weights = np.zeros(len(y))
    for part in (y, ~y):
        if part.any():
            weights[part] = 0.5 / part.sum()
    return weights
