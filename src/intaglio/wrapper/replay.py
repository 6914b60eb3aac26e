"""Replay: what was found below a node, for further nodes that are built the same.

Parts of a page that are built as others before are not worked out again: their data is where it was there. Texts still
have a say: labels that had to bear places out must do so again, and fixed texts are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.plan import Codes, Plan
from intaglio.wrapper.sketches import Sketches
from intaglio.wrapper.tree import Tree


class Turn(NamedTuple):
    """One run through a set: which set, and the turn of another set that it is within (0 = the page itself)."""

    set: int
    within: int


Held = tuple[int, int, int]
"""A page node that holds data: number of the pattern node it is, itself, and the turn it belongs to."""


@dataclass(slots=True)
class Matching:
    """What was found on a page, or below one of its nodes."""

    pending: list[tuple[PatternTree, int, int]]
    """Elements to go into, the next one last: pattern node, page node, and number of the turn; none in the end."""
    runs: list[Turn] = field(default_factory=lambda: [Turn(-1, -1)])
    """The turns; nodes of one run through a set share one."""
    held: list[Held] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    """Page nodes that fit nowhere; what is below them was not looked at."""
    fixed: list[tuple[int, str]] = field(default_factory=list)
    """Texts where the template has a fixed one, and that."""
    passed: list[int] = field(default_factory=list)
    """Page nodes whose subtrees are as the template has them, and hold no data."""

    def odd(self, tree: Tree) -> list[int]:
        """Texts that stand where the template has another, fixed one."""
        strings, head = tree.strings, tree.head
        return [node for node, string in self.fixed if strings[head[node]] != string]


class Labelled(NamedTuple):
    """Children whose places labels had to bear out."""

    plan: Plan
    codes: Codes
    nodes: list[int]


class Replay:
    """What was found below a node; nodes are told by how far they are behind it."""

    def __init__(self, found: Matching, labelled: list[Labelled], start: int, sketches: Sketches) -> None:
        """Take what was found below the node `start`, with turns counted from the one it is in."""
        self._size = sketches.tree.end[start] - start
        self._held = [(number, node - start, turn) for number, node, turn in found.held]
        self._runs = found.runs[1:]
        self._strays = [node - start for node in found.strays]
        self._fixed = [(node - start, string) for node, string in found.fixed]
        self._passed = [(node - start, sketches.numbers.item(node)) for node in found.passed]
        self._labelled = [Labelled(plan, codes, [node - start for node in nodes]) for plan, codes, nodes in labelled]

    def play(self, found: Matching, start: int, turn: int, sketches: Sketches) -> bool:
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
            found.runs += [Turn(of, within + first if within else turn) for of, within in self._runs]
            found.held += [(number, start + at, of + first if of else turn) for number, at, of in self._held]
        else:
            found.held += [(number, start + offset, turn) for number, offset, _ in self._held]
        found.strays += [start + offset for offset in self._strays]
        found.fixed += [(start + offset, string) for offset, string in self._fixed]
        return True
