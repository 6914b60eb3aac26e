"""Replay: what was found below a node, for further nodes that are built the same.

Parts of a page that are built as others before are not worked out again: their data is where it was there. Texts still
have a say: labels that had to bear places out must do so again, and fixed texts are compared.
"""

from __future__ import annotations

from typing import NamedTuple

from intaglio.wrapper.match.child_plan import Codes, Plan
from intaglio.wrapper.match.match_result import Iteration, Matching
from intaglio.wrapper.page_model.page_features import PageFeatures


class Labelled(NamedTuple):
    """Children whose places labels had to bear out."""

    plan: Plan
    codes: Codes
    nodes: list[int]


class SubtreeCache:
    """What was found below a node; nodes are told by how far they are behind it."""

    def __init__(self, found: Matching, labelled: list[Labelled], start: int, sketches: PageFeatures) -> None:
        """Take what was found below the node `start`, with turns counted from the one it is in."""
        self._size = sketches.tree.end[start] - start
        self._held = [(number, node - start, turn) for number, node, turn in found.held]
        self._runs = found.runs[1:]
        self._strays = [node - start for node in found.strays]
        self._fixed = [(node - start, string) for node, string in found.fixed]
        self._passed = [(node - start, sketches.numbers.item(node)) for node in found.passed]
        self._labelled = [Labelled(plan, codes, [node - start for node in nodes]) for plan, codes, nodes in labelled]

    def play(self, found: Matching, start: int, turn: int, sketches: PageFeatures) -> bool:
        """Note the same below another node, unless texts speak against it; say whether it was done."""
        number_of = sketches.numbers.item
        if sketches.tree.end[start] - start != self._size:
            return False
        for offset, number in self._passed:
            if number_of(start + offset) != number:
                return False
        for plan, codes, offsets in self._labelled:
            if not plan.borne_out(codes, [start + offset for offset in offsets], sketches):
                return False
        if self._runs:
            first = len(found.runs) - 1
            found.runs += [Iteration(of, within + first if within else turn) for of, within in self._runs]
            found.held += [(number, start + at, of + first if of else turn) for number, at, of in self._held]
        else:
            found.held += [(number, start + offset, turn) for number, offset, _ in self._held]
        found.strays += [start + offset for offset in self._strays]
        found.fixed += [(start + offset, string) for offset, string in self._fixed]
        return True
