"""Matching: which nodes of a page are which nodes of a pattern tree; what fits nowhere is noted and passed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.plan import Plan, plan_of
from intaglio.wrapper.sketch import Sketches, Vocabulary
from intaglio.wrapper.tree import TEXT, Mark, Tree


class Turn(NamedTuple):
    """One run through a set: which set, and the turn of another set that it is within (0 = the page itself)."""

    set: int
    within: int


_PAGE = Turn(-1, -1)


@dataclass(slots=True)
class Matching:
    """Pairs of pattern nodes and page nodes, parents before children; pairs of one turn of a set share its number."""

    patterns: list[PatternTree] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """Number in `runs` of the turn each pair belongs to."""
    runs: list[Turn] = field(default_factory=lambda: [_PAGE])
    strays: list[int] = field(default_factory=list)
    """Page nodes that fit nowhere; what is below them was not looked at."""

    def add(self, pattern: PatternTree, node: int, turn: int) -> None:
        """Note a pair."""
        self.patterns.append(pattern)
        self.nodes.append(node)
        self.turns.append(turn)


class Matcher:
    """Finds the nodes of a pattern tree on pages; plans are made when first needed, and kept."""

    def __init__(self, root: PatternTree, vocabulary: Vocabulary) -> None:
        self.root = root
        self._vocabulary = vocabulary
        self._codes: dict[Mark, int] = {TEXT: 0}
        for node, _ in root.walk():
            for mark in node.evidence.marks if node.evidence else ():
                self._codes.setdefault(mark, len(self._codes))
        self._plans: dict[int, Plan] = {}

    def match(self, tree: Tree) -> Matching:
        """Match a page."""
        found = Matching()
        found.add(self.root, 0, 0)
        sketches = Sketches(tree, self._vocabulary)
        codes = _codes(tree, self._codes)
        children = tree.children
        for at, pattern in enumerate(found.patterns):
            nodes = children[found.nodes[at]]
            if not nodes or codes[found.nodes[at]] == 0:
                continue
            plan = self.plan(pattern)
            if plan.places:
                places = plan.find(tuple([codes[node] for node in nodes]), nodes, sketches)
                note(found, plan, nodes, places, found.turns[at])
            else:
                found.strays += nodes
        return found

    def plan(self, pattern: PatternTree) -> Plan:
        """How to find the children of a node of the tree."""
        plan = self._plans.get(pattern.number)
        if plan is None:
            plan = self._plans[pattern.number] = plan_of(pattern, self._codes)
        return plan


def _codes(tree: Tree, known: Mapping[Mark, int]) -> list[int]:
    by_mark = [known.get(mark, -1) for mark in tree.marks]
    return [by_mark[mark] for mark in tree.mark]


def note(found: Matching, plan: Plan, nodes: list[int], places: list[int], turn: int) -> None:
    """Add the children of one node; a place that comes again starts a new turn of the innermost set it shares."""
    patterns, sets = plan.places, plan.sets
    running: dict[int, int] = {}
    last = -1
    for node, place in zip(nodes, places, strict=True):
        if place < 0:
            found.strays.append(node)
            continue
        chain = sets[place]
        now = turn
        if chain:
            if place <= last:
                _end_turn(running, chain, sets[last])
            for number in chain:
                if number not in running:
                    found.runs.append(Turn(number, now))
                    running[number] = len(found.runs) - 1
                now = running[number]
        last = place
        found.add(patterns[place], node, now)


def _end_turn(running: dict[int, int], chain: tuple[int, ...], before: tuple[int, ...]) -> None:
    """End the innermost set that both places are in, and those within it."""
    shared = [number for number, other in zip(chain, before, strict=False) if number == other]
    for number in [*before[len(shared) - 1 :], *chain[len(shared) :]] if shared else list(running):
        running.pop(number, None)
