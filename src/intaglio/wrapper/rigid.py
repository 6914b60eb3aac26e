"""Numbers of subtrees, so that those without data are known at a glance and passed over, and those built alike too.

A subtree's number depends on the marks, sizes and texts of its nodes in document order; the one for how it is built,
not on texts. Numbers are polynomials over the nodes, modulo 2⁶⁴, so that those of all subtrees of a page are
differences of running sums.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.tree import Mark, Tree

_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_ALL = (1 << 64) - 1

Numbers = npt.NDArray[np.uint64]


def subtree_numbers(tree: Tree, codes: npt.NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """The number of each node's subtree, and one for how it is built, texts aside; `codes` are those of the marks."""
    size, is_text = len(tree), tree.elements < 0
    own = np.empty((2, size), dtype=np.int64)
    own[:] = codes << 32 | (tree.ends - np.arange(size))
    own[0, is_text] = np.fromiter(map(hash, tree.strings), dtype=np.int64, count=len(tree.strings))[tree.heads[is_text]]
    sums = np.zeros((2, size + 1), dtype=np.uint64)
    np.cumsum(_spread(own.view(np.uint64)) * _powers(_BASE, size), axis=1, out=sums[:, 1:])
    whole, built = (np.take(sums, tree.ends, axis=1) - sums[:, :-1]) * _powers(_INVERSE, size)
    return whole, built


def rigid_numbers(root: PatternTree, codes: Mapping[Mark, int]) -> dict[int, int]:
    """The numbers of all pattern nodes that allow for one subtree only, without data."""
    nodes = [node for node, _ in root.walk()]
    size: dict[int, int] = {}
    rigid: dict[int, int] = {}
    for node in reversed(nodes):
        size[node.number] = 1 + sum(size[child.number] for child in node.children)
        if not _may_be_rigid(node) or any(child.number not in rigid for child in node.children):
            continue
        assert node.mark is not None
        own = hash(node.text) if node.is_text else codes[node.mark] << 32 | size[node.number]
        total, offset = int(_spread(np.array([own], dtype=np.int64).view(np.uint64))[0]), 1
        for child in node.children:
            total += rigid[child.number] * pow(_BASE, offset, 1 << 64)
            offset += size[child.number]
        rigid[node.number] = total & _ALL
    return rigid


def _may_be_rigid(node: PatternTree) -> bool:
    if node.type != "fixed" or node.evidence is None or node.whole or None in node.attributes.values():
        return False
    return node.is_text or set(node.evidence.marks) == {node.mark}


def _spread(values: Numbers) -> Numbers:
    values = (values ^ values >> np.uint64(32)) * _SPREAD
    return values ^ values >> np.uint64(29)


def _powers(base: int, size: int) -> Numbers:
    powers = np.full(size, base, dtype=np.uint64)
    powers[:1] = 1
    return np.multiply.accumulate(powers)
