"""The papers' fixed rule: a page belongs to a representative if their path sets are near enough (Zeleny, Burget).

Nothing is learned: a cluster is the page that founded it. `FixedClustering` is the rule for a run; `fixed_clusters`
takes distances from a table over all pages, so that many thresholds can be tried at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from intaglio.similarity import PathOptions, path_distance
from intaglio.similarity.hashing import Hashes
from intaglio.templates.page_structure import PageStructure
from intaglio.templates.statistics import TraitOptions, Traits

Distances = npt.NDArray[np.float32]
Rule = Literal["first", "nearest"]
"""Which representative that is near enough: the first founded, as printed, or the nearest."""


@dataclass(frozen=True, slots=True)
class FixedOptions:
    """When a page belongs to a representative by the papers' rule."""

    threshold: float = 0.3
    """The largest common-path distance at which it does; the papers do not say theirs."""
    rule: Rule = "first"
    """Of several that are near enough the first founded, as printed, or the nearest."""
    paths: PathOptions = PathOptions()
    traits: TraitOptions = TraitOptions()
    """What a template still learns, so that other pages can be matched to it by what pages have in common."""


class FixedClustering:
    """The representatives of a site as the papers match pages to them; called as `Clustering` is."""

    def __init__(self, options: FixedOptions = FixedOptions()) -> None:
        """Begin without representatives."""
        self.options = options
        self.traits: dict[int, Traits] = {}
        self._paths: dict[int, Hashes] = {}

    @property
    def threshold(self) -> float:
        """The distance beyond which a page belongs to no representative."""
        return self.options.threshold

    def nearest(self, page: PageStructure) -> tuple[int, float] | None:
        """The representative a page belongs to and how far it is from it, or None."""
        best: tuple[int, float] | None = None
        for number, value in self._distances(page):
            if value <= (best[1] if best else self.threshold):
                best = number, value
                if self.options.rule == "first":
                    break
        return best

    def ranked(self, page: PageStructure) -> list[tuple[int, float]]:
        """All representatives and their distances, the nearest first."""
        return sorted(self._distances(page), key=lambda entry: (entry[1], entry[0]))

    def _distances(self, page: PageStructure) -> Iterator[tuple[int, float]]:
        assert page.leaf_paths is not None
        for number, paths in self._paths.items():
            yield number, path_distance(paths, page.leaf_paths)

    def put(self, number: int, traits: Traits, founder: PageStructure | None) -> None:
        """Take a template in under a number, with the page that founded it."""
        assert founder is not None
        assert founder.leaf_paths is not None
        self.traits[number], self._paths[number] = traits, founder.leaf_paths

    def found(self, number: int, page: PageStructure) -> None:
        """Make a page a representative."""
        self.put(number, Traits(), page)
        self.learn(number, page)

    def learn(self, number: int, page: PageStructure) -> None:
        """Note a page that belongs to a representative; matching does not depend on it."""
        traits = self.traits[number]
        if traits.pages < self.options.traits.pages:
            traits.learn(page, self.options.traits)
        if traits.too_many(self.options.traits):
            traits.prune(self.options.traits)

    def drop(self, number: int) -> None:
        """Forget a representative."""
        del self.traits[number], self._paths[number]

    def merge(self, number: int, page: PageStructure) -> Mapping[int, int]:
        """Nothing: representatives stay apart."""
        del number, page
        return {}


def path_distances(pages: Sequence[Hashes]) -> Distances:
    """Common-path distance of every page to every other."""
    every, place = np.unique(np.concatenate(pages), return_inverse=True)
    having = np.zeros((len(pages), every.size), dtype=np.float32)
    sizes = np.array([paths.size for paths in pages])
    having[np.repeat(np.arange(len(pages)), sizes), place] = 1.0
    larger = np.maximum(np.maximum.outer(sizes, sizes), 1).astype(np.float32)
    found: Distances = 1.0 - having @ having.T / larger
    return found


def fixed_clusters(distances: Distances, order: Sequence[int], rule: Rule, threshold: float) -> list[int]:
    """The founding page of each page's cluster, in the order in which they come."""
    founders: list[int] = []
    chosen: list[int] = []
    for page in order:
        near = distances[page, founders]
        fits = np.flatnonzero(near <= threshold + 1e-6)
        if fits.size:
            best = int(fits[0]) if rule == "first" else int(np.argmin(near))
            chosen.append(founders[best])
        else:
            founders.append(page)
            chosen.append(page)
    return chosen
