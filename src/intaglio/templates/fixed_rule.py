"""The papers' fixed rule: a page belongs to a representative if their path sets are near enough (Zeleny, Burget).

Nothing is learned: a cluster is the page that founded it. Distances are taken from a table over all pages, so that many
thresholds can be tried at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from intaglio.similarity.hashing import Hashes

Distances = npt.NDArray[np.float32]
Rule = Literal["first", "nearest"]
"""Which representative that is near enough: the first founded, as printed, or the nearest."""


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
