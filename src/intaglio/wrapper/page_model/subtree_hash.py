"""Structural hashes of all subtrees of a page: with texts, and by structure alone."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from intaglio.wrapper.page_model.page_tree import Tree

BASE = 0x9E3779B97F4A7C15


_INVERSE = pow(BASE, -1, 1 << 64)


_SPREAD = np.uint64(0xD6E8FEB86659FD93)


Hashes = npt.NDArray[np.uint64]


def subtree_hashes(tree: Tree, codes: npt.NDArray[np.int64]) -> tuple[Hashes, Hashes]:
    """The number of each node's subtree, and one for how it is built, texts aside; `codes` are those of the marks."""
    size = len(tree)
    own = np.empty((2, size), dtype=np.int64)
    own[:] = codes << 32 | (tree.ends - np.arange(size))
    own[0, tree.elements < 0] = np.fromiter(map(hash, tree.strings), dtype=np.int64, count=len(tree.strings))
    sums = np.zeros((2, size + 1), dtype=np.uint64)
    np.cumsum(mixed(own.view(np.uint64)) * _powers(BASE, size), axis=1, out=sums[:, 1:])
    whole, built = (np.take(sums, tree.ends, axis=1) - sums[:, :-1]) * _powers(_INVERSE, size)
    return whole, built


def mixed(values: Hashes) -> Hashes:
    """Spread the bits of numbers over the whole word."""
    values = (values ^ values >> np.uint64(32)) * _SPREAD
    return values ^ values >> np.uint64(29)


def _powers(base: int, size: int) -> Hashes:
    return _first_powers(base, 1 << size.bit_length())[:size]


@lru_cache(maxsize=32)
def _first_powers(base: int, size: int) -> Hashes:
    powers = np.full(size, base, dtype=np.uint64)
    powers[:1] = 1
    np.multiply.accumulate(powers, out=powers)
    powers.setflags(write=False)
    return powers
