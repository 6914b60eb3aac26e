"""Replay: what was found below a node, for further nodes that are built the same.

Parts of a page that are built as others before are not worked out again: their data is where it was there. Texts still
have a say: labels that had to bear places out must do so again, and fixed texts are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from intaglio.wrapper.match.child_plan import Codes, Plan
from intaglio.wrapper.match.match_result import HeldNode, Iteration, Matching
from intaglio.wrapper.page_model.page_features import PageFeatures


class Labelled(NamedTuple):
    """Children whose places labels had to bear out."""

    plan: Plan
    codes: Codes
    nodes: list[int]


@dataclass(frozen=True, slots=True)
class SubtreeCache:
    """What was found below a node; nodes are told by how far they are behind it, turns by how far behind its own."""

    size: int
    held: list[HeldNode]
    runs: list[Iteration]
    strays: list[int]
    fixed: list[tuple[int, str]]
    passed: list[tuple[int, int]]
    """Nodes that were passed over, with the numbers of their subtrees."""
    labelled: list[Labelled]

    def play(self, found: Matching, start: int, turn: int, sketches: PageFeatures) -> bool:
        """Note the same below another node, unless texts speak against it; say whether it was done."""
        number_of = sketches.numbers.item
        if sketches.tree.end[start] - start != self.size:
            return False
        for offset, number in self.passed:
            if number_of(start + offset) != number:
                return False
        for plan, codes, offsets in self.labelled:
            if not plan.borne_out(codes, [start + offset for offset in offsets], sketches):
                return False
        if self.runs:
            first = len(found.runs) - 1
            found.runs += [Iteration(of, within + first if within else turn) for of, within in self.runs]
            found.held += [(number, start + at, of + first if of else turn) for number, at, of in self.held]
        else:
            found.held += [(number, start + offset, turn) for number, offset, _ in self.held]
        found.strays += [start + offset for offset in self.strays]
        found.fixed += [(start + offset, string) for offset, string in self.fixed]
        return True


Key = tuple[int, int]
"""The number of a pattern node, and one for how a page node is built."""
Caches = dict[Key, SubtreeCache | None]
"""What is found below nodes; None if evidence has to be weighed for it."""


class Replay:
    """Plays what is known while one page is matched, and takes down what is found below a node met before."""

    def __init__(self, caches: Caches, met: set[Key], found: Matching, sketches: PageFeatures) -> None:
        self.until = -1
        """Elements left to go into when all was found below the node that is taken down; -1 if there is none."""
        self._caches, self._met, self._found, self._sketches = caches, met, found, sketches
        self._built_of = sketches.built.item
        self._key, self._start = (-1, -1), -1
        self._before = (0, 0, 0, 0, 0)
        self._labelled: list[Labelled] = []

    def play(self, pattern: int, node: int, turn: int) -> bool:
        """Note what is below a node, if it is known; say whether it was done. Else take it down, if it is time."""
        key = pattern, self._built_of(node)
        known, is_idle = self._caches.get(key), self.until < 0
        if known is not None and known.play(self._found, node, turn, self._sketches):
            if not is_idle:
                self._found.passed += [node + offset for offset, _ in known.passed]
                for plan, codes, offsets in known.labelled:
                    self._labelled.append(Labelled(plan, codes, [node + offset for offset in offsets]))
            return True
        if key not in self._met:
            self._met.add(key)
        elif is_idle and key not in self._caches:
            self._begin(key, node)
        return False

    def _begin(self, key: Key, node: int) -> None:
        """Take down what is found below a node, if all marks there are known: others share their numbers."""
        found, sketches = self._found, self._sketches
        if min(sketches.codes[node : sketches.tree.end[node]]) < 0:
            self._caches[key] = None
            return
        self.until, self._key, self._start, self._labelled = len(found.pending), key, node, []
        self._before = len(found.held), len(found.runs), len(found.strays), len(found.fixed), len(found.passed)

    def bear_out(self, plan: Plan, codes: Codes, nodes: list[int]) -> None:
        """Take down that labels bore out where children belong."""
        if self.until >= 0:
            self._labelled.append(Labelled(plan, codes, nodes))

    def give_up(self, *, weighed: bool) -> None:
        """Stop taking down; for good if evidence was weighed."""
        if weighed and self.until >= 0:
            self._caches[self._key] = None
        self.until = -1

    def end(self) -> None:
        """Keep what was taken down, nodes and turns counted from where it began."""
        found, start, number_of = self._found, self._start, self._sketches.numbers.item
        held, runs, strays, fixed, passed = self._before
        first = runs - 1
        self._caches[self._key] = SubtreeCache(
            self._sketches.tree.end[start] - start,
            [(number, node - start, max(turn - first, 0)) for number, node, turn in found.held[held:]],
            [Iteration(of, max(within - first, 0)) for of, within in found.runs[runs:]],
            [node - start for node in found.strays[strays:]],
            [(node - start, string) for node, string in found.fixed[fixed:]],
            [(node - start, number_of(node)) for node in found.passed[passed:]],
            [Labelled(plan, codes, [node - start for node in nodes]) for plan, codes, nodes in self._labelled],
        )
        self.until = -1
