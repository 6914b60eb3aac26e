"""Extended B-cubed: how well one segmentation agrees with another, segments overlapping or not.

After Kiesel et al., "Web Page Segmentation Revisited": every atom (a text, a node, a piece of the picture) is asked for
the share of its segment mates that are its mates in the other segmentation, too. Atoms that belong to the same
segments count as one region of summed weight, so that the cost depends on the segments, not on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Member = npt.NDArray[np.bool_]
"""(segments, atoms): which atoms belong to which segment."""
Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Precision and recall of a segmentation against the truth."""

    precision: float
    recall: float

    @property
    def f(self) -> float:
        """Their harmonic mean."""
        return harmonic(self.precision, self.recall)


def harmonic(one: float, other: float) -> float:
    """Harmonic mean of two shares, 0 if both are."""
    return 2 * one * other / (one + other) if one + other else 0.0


def star(scores: Sequence[Agreement]) -> float:
    """F*: harmonic mean of the mean precision and the mean recall over pages; NaN without any."""
    if not scores:
        return float("nan")
    mean = np.mean([(score.precision, score.recall) for score in scores], axis=0)
    return harmonic(float(mean[0]), float(mean[1]))


def bcubed(found: Member, truth: Member, weights: Weights) -> Agreement:
    """Extended B-cubed of a segmentation against the truth; a segmentation without atoms is the whole page."""
    found, truth, weights = _regions(found, truth, weights)
    together = _mates(found)
    if not together.any():
        together = np.ones_like(together)
    wanted = _mates(truth)
    return Agreement(_precision(together, wanted, weights), _precision(wanted, together, weights))


def _regions(found: Member, truth: Member, weights: Weights) -> tuple[Member, Member, Weights]:
    """Make one atom of those that belong to the same segments; atoms without weight are left out."""
    counted = weights > 0
    both = np.vstack([found, truth])[:, counted]
    packed = np.packbits(both, axis=0).T
    _, first, inverse = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    summed = np.bincount(inverse.ravel(), weights[counted], minlength=len(first)).astype(np.float64)
    return both[: len(found), first], both[len(found) :, first], summed


def _mates(member: Member) -> Weights:
    """How many segments each pair of regions shares."""
    columns = member.astype(np.float32)
    return (columns.T @ columns).astype(np.float64)


def _precision(shared: Weights, wanted: Weights, weights: Weights) -> float:
    mates = shared > 0
    right = np.divide(np.minimum(shared, wanted), shared, out=np.zeros_like(shared), where=mates)
    around = mates @ weights
    covered = around > 0
    total = weights[covered].sum()
    return float((weights[covered] * (right @ weights)[covered] / around[covered]).sum() / total) if total else 0.0
