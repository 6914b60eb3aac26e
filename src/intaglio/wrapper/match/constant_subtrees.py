"""Numbers of subtrees, so that those without data are known at a glance and passed over, and those built alike too.

A subtree's number depends on the marks, sizes and texts of its nodes in document order; the one for how it is built,
not on texts. Numbers are polynomials over the nodes, modulo 2⁶⁴, so that those of all subtrees of a page are
differences of running sums.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from intaglio.wrapper.page_model.page_tree import Mark
from intaglio.wrapper.page_model.subtree_hash import BASE, mixed
from intaglio.wrapper.pattern import PatternTree

_ALL = (1 << 64) - 1


def constant_hashes(root: PatternTree, codes: Mapping[Mark, int]) -> dict[int, int]:
    """The numbers of all pattern nodes that allow for one subtree only, without data."""
    nodes = [node for node, _ in root.walk()]
    size: dict[int, int] = {}
    own: dict[int, int] = {}
    for node in reversed(nodes):
        size[node.number] = 1 + sum(size[child.number] for child in node.children)
        if _may_be_rigid(node):
            assert node.mark is not None
            own[node.number] = hash(node.text) if node.is_text else codes[node.mark] << 32 | size[node.number]
    spread = mixed(np.fromiter(own.values(), np.int64, len(own)).view(np.uint64)).tolist()
    starts = dict(zip(own, spread, strict=True))
    rigid: dict[int, int] = {}
    for node in reversed(nodes):
        if node.number not in starts or any(child.number not in rigid for child in node.children):
            continue
        total, offset = starts[node.number], 1
        for child in node.children:
            total += rigid[child.number] * pow(BASE, offset, 1 << 64)
            offset += size[child.number]
        rigid[node.number] = total & _ALL
    return rigid


def _may_be_rigid(node: PatternTree) -> bool:
    if node.type != "fixed" or node.evidence is None or node.whole or None in node.attributes.values():
        return False
    return node.is_text or set(node.evidence.marks) == {node.mark}
