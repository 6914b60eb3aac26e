"""Matching: which nodes of a page are which nodes of a pattern tree; what fits nowhere is noted and passed over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.coding import Coding
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.plan import Codes, Habits, Plan, plan_of
from intaglio.wrapper.rigid import rigid_numbers, subtree_numbers
from intaglio.wrapper.sketch import Vocabulary
from intaglio.wrapper.sketches import Sketches
from intaglio.wrapper.tree import Tree


class Turn(NamedTuple):
    """One run through a set: which set, and the turn of another set that it is within (0 = the page itself)."""

    set: int
    within: int


Held = tuple[int, int, int]
"""A page node that holds data: number of the pattern node it is, itself, and the turn it belongs to."""

_PAGE = Turn(-1, -1)


@dataclass(slots=True)
class Matching:
    """What was found on a page."""

    patterns: list[PatternTree]
    nodes: list[int]
    turns: list[int]
    """Elements that were gone into: pattern node, page node, and number of the turn; parents before children."""
    runs: list[Turn] = field(default_factory=lambda: [_PAGE])
    """The turns; nodes of one run through a set share one."""
    held: list[Held] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)
    """Page nodes that fit nowhere; what is below them was not looked at."""
    odd: list[int] = field(default_factory=list)
    """Texts that stand where the template has another, fixed one."""


Choice = tuple[int, Codes, tuple[int, ...]]
"""A pattern node's number, its children's marks, and the places they took."""


class Matcher:
    """Finds the nodes of a pattern tree on pages; plans are made when first needed, and kept."""

    def __init__(self, root: PatternTree, vocabulary: Vocabulary, habits: Habits | None = None) -> None:
        self.root = root
        self._habits = habits or {}
        marks = (mark for node, _ in root.walk() if node.evidence for mark in node.evidence.marks)
        self._coding = Coding(marks, vocabulary)
        self._rigid = rigid_numbers(root, self._coding.codes)
        self._plans: dict[int, Plan] = {}

    def plan(self, pattern: PatternTree) -> Plan:
        """How to find the children of a node of the tree."""
        plan = self._plans.get(pattern.number)
        if plan is None:
            plan = self._plans[pattern.number] = plan_of(
                pattern, self._coding.codes, self._rigid, self._habits.get(pattern.number, {})
            )
        return plan

    def match(self, tree: Tree, seen: Counter[Choice] | None = None) -> Matching:
        """Match a page; `seen` counts which children took which places where there was a choice."""
        found = Matching([self.root], [0], [0])
        sketches = Sketches(tree, self._coding)
        codes = sketches.codes
        numbers = subtree_numbers(tree, sketches.coded)
        plans, children_of = self._plans, tree.children_of
        for at, pattern in enumerate(found.patterns):
            nodes = children_of(found.nodes[at])
            plan = plans.get(pattern.number) or self.plan(pattern)
            marks = tuple([codes[node] for node in nodes])
            met = plan.met.get(marks)
            if met is not None and not met[1]:
                places = met[0]
            else:
                places = plan.find(marks, nodes, sketches)
                if seen is not None and marks not in plan.met:
                    seen[pattern.number, marks, tuple(places)] += 1
            note(found, plan, nodes, places, found.turns[at], tree, numbers)
        return found


def note(
    found: Matching, plan: Plan, nodes: list[int], places: list[int], turn: int, tree: Tree, numbers: list[int]
) -> None:
    """Note the children of one node; those that hold no data, as the template has them, are done with."""
    steps, end, element, strings, head = plan.steps, tree.end, tree.element, tree.strings, tree.head
    turns = _turns(found, plan, places, turn) if plan.repeats else None
    for at, (node, place) in enumerate(zip(nodes, places, strict=True)):
        if place < 0:
            found.strays.append(node)
            continue
        pattern, number, is_text, fixed, holds, rigid, only = steps[place]
        if turns is not None:
            turn = turns[at]
        if not is_text:
            if rigid is not None and numbers[node] == rigid:
                continue
            if holds:
                found.held.append((number, node, turn))
            below = end[node] - node - 1
            if not below:
                continue
            if below > 1 or only is None or element[node + 1] >= 0:
                found.patterns.append(pattern)
                found.nodes.append(node)
                found.turns.append(turn)
                continue
            number, fixed = only
        # The first text of a text is itself; of an element that gets here, the only node below it.
        text = node if is_text else node + 1
        if fixed is None:
            found.held.append((number, text, turn))
        elif strings[head[node]] != fixed:
            found.odd.append(text)


def _turns(found: Matching, plan: Plan, places: list[int], turn: int) -> list[int]:
    """The turn of each child; a place that comes again starts a new one of the innermost set both are in."""
    running: dict[int, int] = {}
    turns = []
    last = -1
    for place in places:
        chain = plan.sets[place] if place >= 0 else ()
        if chain and place <= last:
            _end_turn(running, chain, plan.sets[last])
        now = turn
        for number in chain:
            if number not in running:
                found.runs.append(Turn(number, now))
                running[number] = len(found.runs) - 1
            now = running[number]
        turns.append(now)
        last = place if place >= 0 else last
    return turns


def _end_turn(running: dict[int, int], chain: tuple[int, ...], before: tuple[int, ...]) -> None:
    """End the innermost set that both places are in, and those within it."""
    shared = [number for number, other in zip(chain, before, strict=False) if number == other]
    for number in [*before[len(shared) - 1 :], *chain[len(shared) :]] if shared else list(running):
        running.pop(number, None)


def habits_of(seen: Counter[Choice], least: int) -> dict[int, dict[Codes, tuple[int, ...]]]:
    """The choices that were made often enough, and never otherwise."""
    by_marks: dict[tuple[int, Codes], list[tuple[tuple[int, ...], int]]] = {}
    for (number, marks, places), count in seen.items():
        by_marks.setdefault((number, marks), []).append((places, count))
    habits: dict[int, dict[Codes, tuple[int, ...]]] = {}
    for (number, marks), made in by_marks.items():
        if len(made) == 1 and made[0][1] >= least:
            habits.setdefault(number, {})[marks] = made[0][0]
    return habits
