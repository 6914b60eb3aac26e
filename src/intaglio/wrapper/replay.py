"""Replay: what was found below a node, for further nodes that are built the same.

Parts of a page that are built as others before are not worked out again: their data is where it was there. Texts still
have a say: labels that had to bear places out must do so again, and fixed texts are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.plan import Codes, Plan
from intaglio.wrapper.sketches import Sketches


class Turn(NamedTuple):
    """One run through a set: which set, and the turn of another set that it is within (0 = the page itself)."""

    set: int
    within: int


Held = tuple[int, int, int]
"""A page node that holds data: number of the pattern node it is, itself, and the turn it belongs to."""


@dataclass(slots=True)
class Matching:
    """What was found on a page."""

    runs: list[Turn] = field(default_factory=lambda: [Turn(-1, -1)])
    """The turns; nodes of one run through a set share one."""
    held: list[Held] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    """Page nodes that fit nowhere; what is below them was not looked at."""
    odd: list[int] = field(default_factory=list)
    """Texts that stand where the template has another, fixed one."""


class Labelled(NamedTuple):
    """Children whose places labels had to bear out."""

    plan: Plan
    codes: Codes
    nodes: list[int]


@dataclass(slots=True)
class Checks:
    """What was asked of texts on the way."""

    fixed: list[tuple[int, str]] = field(default_factory=list)
    """Texts, and what the template has there."""
    rigid: list[tuple[int, int]] = field(default_factory=list)
    """Subtrees that were passed over, and the numbers that they must have for it."""
    labelled: list[Labelled] = field(default_factory=list)


class Replay:
    """What was found below a node; nodes are told by how far they are behind it."""

    def __init__(self, found: Matching, checks: Checks, start: int, size: int) -> None:
        """Take what was found below the node `start`, with turns counted from the one it is in."""
        self._size = size
        self._held = [(number, node - start, turn) for number, node, turn in found.held]
        self._runs = found.runs[1:]
        self._strays = [node - start for node in found.strays]
        self._fixed = [(node - start, string) for node, string in checks.fixed]
        self._rigid = [(node - start, number) for node, number in checks.rigid]
        self._labelled = [
            Labelled(plan, codes, [node - start for node in nodes]) for plan, codes, nodes in checks.labelled
        ]

    def play(self, found: Matching, start: int, turn: int, sketches: Sketches, numbers: list[int]) -> bool:
        """Note the same below another node, unless texts speak against it; say whether it was done."""
        tree = sketches.tree
        if tree.end[start] - start != self._size:
            return False
        for offset, number in self._rigid:
            if numbers[start + offset] != number:
                return False
        for plan, codes, offsets in self._labelled:
            if not plan.borne_out(codes, [start + offset for offset in offsets], sketches):
                return False
        if self._runs:
            first = len(found.runs) - 1
            found.runs += [Turn(of, within + first if within else turn) for of, within in self._runs]
            found.held += [(number, start + at, within + first if within else turn) for number, at, within in self._held]
        else:
            found.held += [(number, start + offset, turn) for number, offset, _ in self._held]
        found.strays += [start + offset for offset in self._strays]
        strings, head = tree.strings, tree.head
        found.odd += [start + at for at, string in self._fixed if strings[head[start + at]] != string]
        return True
