"""What lies above the elements of a page, gathered by pointer doubling: any depth in a few array operations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.articles.blocks.counts import Floats
from intaglio.page import Page

Longs = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Ancestors:
    """Ancestors of each element; one element is put above the root that has nothing and is its own parent."""

    parent: Longs
    """Parent of each element, the root's is the root itself."""
    jumps: tuple[Longs, ...]
    """Ancestor 1, 2, 4, 8, … steps up, as far as the page is deep."""

    def any_bits(self, own: Longs) -> Longs:
        """Bits of each element or any above it."""
        bits = np.zeros(len(own) + 1, dtype=np.int64)
        bits[:-1] = own
        for jump in self.jumps:
            bits |= bits.take(jump)
        return bits[:-1]

    def highest(self, own: Longs) -> Longs:
        """The highest value of each element and all above it; none is below 0."""
        values = np.zeros(len(own) + 1, dtype=np.int64)
        values[:-1] = own
        for jump in self.jumps:
            np.maximum(values, values.take(jump), out=values)
        return values[:-1]

    def total(self, own: Floats) -> Floats:
        """Sum over each element and all above it."""
        sums = np.append(own, np.float32(0))
        for jump in self.jumps:
            sums = sums + sums[jump]
        return sums[:-1]

    def top_of_equals(self, values: Longs) -> Longs:
        """The highest ancestor with the same value, where values never shrink on the way up."""
        top = np.where(values.take(self.parent) == values, self.parent, np.arange(len(values)))
        for _ in self.jumps:
            top = top.take(top)
        return top


def chains_of(page: Page) -> Ancestors:
    """The ancestor chains of a page, made once."""
    return page.derived(_chains)


def _chains(page: Page) -> Ancestors:
    size = page.size
    up = np.empty(size + 1, dtype=np.int64)
    up[:size] = page.parent
    up[0] = up[size] = size
    jumps = [up]
    while np.minimum.reduce(further := jumps[-1].take(jumps[-1])) < size:
        jumps.append(further)
    parent = up[:size].copy()
    parent[0] = 0
    return Ancestors(parent, tuple(jumps))
