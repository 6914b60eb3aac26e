"""Labels of places that one page alone had: where they tell themselves, nothing with another label belongs there.

What several pages begin with is told by evidence. A table of facts that one learned page has is told by its header
cells: rows of other pages may come in any order, or be others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from intaglio.wrapper.page_model.node_features import COLONS, NAMES, has_letter
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree

STRAY = -1
"""The place of what fits nowhere."""


def find_lone_labels(places: Sequence[PatternTree]) -> dict[int, str]:
    """The labels that tell themselves, by the numbers of their places."""
    return {at: label for at, place in enumerate(places) if (label := _label(place))}


def without_mislabelled(taken: list[int], labels: Mapping[int, str], nodes: Sequence[int], tree: Tree) -> list[int]:
    """The places of nodes, STRAY for those with another label than their place."""
    if not labels:
        return taken
    return [
        STRAY if at in labels and labels[at] != tree.first_string(node) else at
        for at, node in zip(taken, nodes, strict=True)
    ]


def _label(place: PatternTree) -> str:
    """What a place begins with that is a header cell or a term, or has a colon behind it, with something after it."""
    evidence = place.evidence
    if evidence is None or evidence.members != 1 or evidence.lone:
        return ""
    head = evidence.usual[0]
    within: list[PatternTree] = []
    for node, depth in place.walk():
        del within[depth:]
        if node.is_text:
            break
        within.append(node)
    tells = head.endswith(COLONS) or any(one.mark is not None and one.mark.tag in NAMES for one in within)
    return head if tells and has_letter(head) else ""
