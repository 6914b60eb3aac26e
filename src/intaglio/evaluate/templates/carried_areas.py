"""Areas carried over from the template against areas found directly on the same page.

found: of the template's areas that the page has, how many got a node; present is told by the names from the root to an
element, and by how many elements bear them. wrong: of the areas that got text, how many are less than half alike to any
directly found area (character F1); an area has what the areas in it have, too. The segmenter itself differs between
nearly equal pages, as one area here is two there: `wrong_alike` is what is wrong on pages near to the founding one
under the strict rule, which maps right or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.evaluate.segmentation.bcubed import Weights, bcubed
from intaglio.evaluate.segmentation.units import Segment, char_weights, chars
from intaglio.evaluate.templates.node_mapping import Case
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree, texts_of
from intaglio.similarity import leaf_paths, path_distance
from intaglio.templates import Carrier, CarryOptions, FoundArea, PathTable

Row = dict[str, Any]
RULES = {"strict": CarryOptions(strict=True), "correcting": CarryOptions()}
FIGURES = ("found", "wrong", "wrong_alike", "b3_f", "b3_precision", "b3_recall")
HALF = 0.5
NEAR = 0.1
"""Common-path distance up to which two pages are nearly equal."""


def carried_rows(site: str, case: Case, direct_page: Page, direct: AreaTree) -> list[Row]:
    """A row for each rule: a page's areas from its template against its areas segmented directly.

    The page segmented directly is the browser's where it was rendered; both must have the same texts to be compared.
    """
    page = case.page
    if page.texts != direct_page.texts:
        page = direct_page
    table = PathTable()
    names, theirs = table.names(page), table.names(case.template.dom)
    carrier = Carrier.of(case.template.dom, theirs, case.template.areas)
    present = areas_present(table, case, page)
    weights = char_weights(page)
    alike = path_distance(leaf_paths(case.template.dom), leaf_paths(page)) <= NEAR
    truth = Held([texts_of(direct_page, area) for area in direct.areas], direct.parents)
    rows = []
    for rule, options in RULES.items():
        areas = carrier.carry(page, names, options).areas
        held = Held([list(area.held(page)) for area in areas], case.template.areas.parents)
        expected = [area for area, there in zip(areas, present, strict=True) if there]
        rows.append({"site": site, "rule": rule, "alike": alike, **scores(page, expected, held, truth, weights)})
    return rows


@dataclass(frozen=True, slots=True)
class Held:
    """The texts of the areas of a tree, parents before what is in them."""

    own: Sequence[Sequence[int]]
    parents: Sequence[int]

    @property
    def whole(self) -> list[list[int]]:
        """The texts of each area with those of all areas in it."""
        held = [set(texts) for texts in self.own]
        for number in range(len(held) - 1, 0, -1):
            held[self.parents[number]] |= held[number]
        return [sorted(texts) for texts in held]


def areas_present(table: PathTable, case: Case, page: Page) -> list[bool]:
    """For each area of the template, whether the page has what it holds.

    An area that holds the third element of the template on a path is there if the page has three on that path.
    """
    there = Counter(node.hash for node in table.read(page).nodes)
    dom = case.template.dom
    rank: dict[int, int] = {}
    counts: Counter[int] = Counter()
    paths = [node.hash for node in table.read(dom).nodes]
    for e, path in enumerate(paths):
        counts[path] += 1
        rank[e] = counts[path]
    made = []
    for area in case.template.areas.areas:
        held = [*area.elements, *(int(dom.text_owner[t]) for t in area.texts)]
        made.append(any(paths[e] and rank[e] <= there[paths[e]] for e in held))
    return made


def scores(page: Page, expected: Sequence[FoundArea], mapped: Held, direct: Held, weights: Weights) -> dict[str, Any]:
    """Shares of areas found and wrong, and B³ of all areas' texts."""
    got = [area for area in expected if area.elements or area.texts]
    held = [texts for texts in mapped.whole if weights[texts].sum()]
    truth = [texts for texts in direct.whole if texts]
    wrong = sum(best_f1(texts, truth, weights) < HALF for texts in held)
    mine, theirs = (chars(page, [Segment(texts=tuple(own)) for own in one.own if own]) for one in (mapped, direct))
    agreement = bcubed(mine, theirs, weights)
    return {
        "expected": len(expected), "got": len(got), "held": len(held), "wrong_areas": wrong,
        "found": len(got) / len(expected) if expected else None, "wrong": wrong / len(held) if held else None,
        "b3_f": agreement.f, "b3_precision": agreement.precision, "b3_recall": agreement.recall,
    }  # fmt: skip


def best_f1(texts: Sequence[int], truth: Sequence[Sequence[int]], weights: Weights) -> float:
    """The best character F1 of some texts with any of the true ones."""
    mine = np.zeros(weights.size)
    mine[list(texts)] = weights[list(texts)]
    size, best = mine.sum(), 0.0
    for other in truth:
        chosen = list(other)
        both = size + weights[chosen].sum()
        best = max(best, 2 * mine[chosen].sum() / both if both else 0.0)
    return best


def pooled(rows: Sequence[Row]) -> list[Row]:
    """One row for each site and rule: shares over all its areas, B³ over its pages."""
    made = []
    for site, rule in dict.fromkeys((row["site"], row["rule"]) for row in rows):
        mine = [row for row in rows if (row["site"], row["rule"]) == (site, rule)]
        alike = [row for row in rows if row["site"] == site and row["rule"] == "strict" and row["alike"]]
        made.append(
            {
                "site": site,
                "rule": rule,
                "pages": len(mine),
                "found": _share(mine, "got", "expected"),
                "wrong": _share(mine, "wrong_areas", "held"),
                "wrong_alike": _share(alike, "wrong_areas", "held"),
                **{name: float(np.mean([row[name] for row in mine])) for name in ("b3_f", "b3_precision", "b3_recall")},
            }
        )
    return made


def _share(rows: Sequence[Row], part: str, whole: str) -> float | None:
    total = sum(row[whole] for row in rows)
    return sum(row[part] for row in rows) / total if total else None
