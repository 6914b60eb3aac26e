"""Matching: which nodes of a page are which nodes of a pattern tree; what fits nowhere is noted and passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import repeat

from intaglio.page.structure import children_of
from intaglio.wrapper.match.child_plan import Codes, Habits, Plan, plan_of
from intaglio.wrapper.match.constant_subtrees import constant_hashes
from intaglio.wrapper.match.match_result import Iteration, Matching
from intaglio.wrapper.match.subtree_cache import Caches, Key, Replay
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.mark_codes import Coding
from intaglio.wrapper.page_model.node_features import Vocabulary
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.page_model.subtree_hash import Hashes
from intaglio.wrapper.page_model.tag_sets import DRESS
from intaglio.wrapper.pattern import PatternTree

Choice = tuple[int, Codes, tuple[int, ...]]
"""A pattern node's number, its children's marks, and the places they took."""


class Matcher:
    """Finds the nodes of a pattern tree on pages; plans are made when first needed, and kept."""

    def __init__(
        self,
        root: PatternTree,
        vocabulary: Vocabulary,
        habits: Habits | None = None,
        options: WrapperOptions = WrapperOptions(),
    ) -> None:
        self.root, self.options = root, options
        self._habits = habits or {}
        marks = (mark for node, _ in root.walk() if node.evidence for mark in node.evidence.marks)
        self._coding = Coding(marks, vocabulary, options.features)
        self._rigid = constant_hashes(root, self._coding.codes)
        self._plans: dict[int, Plan] = {}
        self._met: set[Key] = set()
        self._caches: Caches = {}

    def take_habits(self, habits: Habits) -> bool:
        """Expect from now on what children always did, also where plans are made; say whether nothing else was expected
        of them before, so that pages that were matched before are matched the same now.
        """
        self._habits = habits
        agrees = True
        for number in habits.keys() & self._plans.keys():
            plan = self._plans[number]
            for marks, places in habits[number].items():
                agrees &= marks not in plan.met or plan.met[marks][0] == list(places)
                plan.meet(marks, places)
        return agrees

    def plan(self, pattern: PatternTree) -> Plan:
        """How to find the children of a node of the tree."""
        plan = self._plans.get(pattern.number)
        if plan is None:
            plan = self._plans[pattern.number] = plan_of(
                pattern, self._coding.codes, self._rigid, self._habits.get(pattern.number, {}), self.options
            )
        return plan

    def match(self, tree: Tree, seen: Counter[Choice] | None = None) -> Matching:
        """Match a page; `seen` counts which children took which places where there was a choice."""
        if len(self._met) > self.options.match.subtrees:
            self._met.clear()
            self._caches.clear()
        found = Matching([(self.root, 0, 0)])
        sketches = PageFeatures(tree, self._coding)
        replay = Replay(self._caches, self._met, found, sketches)
        codes, numbers = sketches.codes, sketches.numbers
        plans, end, pending = self._plans, tree.end, found.pending
        least, most = self.options.match.least, self.options.match.most
        while pending:
            pattern, node, turn = pending.pop()
            if len(pending) < replay.until:
                replay.end()
            if seen is None and least <= end[node] - node <= most and replay.play(pattern.number, node, turn):
                continue
            nodes = children_of(end, node)
            plan = plans.get(pattern.number) or self.plan(pattern)
            marks = tuple([codes[child] for child in nodes])
            met = plan.met.get(marks)
            if met is not None and not met[1]:
                places = met[0]
            elif met is not None and plan.borne_out(marks, nodes, sketches):
                places = met[0]
                replay.bear_out(plan, marks, nodes)
            else:
                places = plan.find(marks, nodes, sketches)
                replay.give_up(weighed=marks not in plan.met)
                if seen is not None and marks not in plan.met:
                    seen[pattern.number, marks, tuple(places)] += 1
            note(found, plan, nodes, places, turn, tree, numbers)
        if replay.until >= 0:
            replay.end()
        return found


def note(
    found: Matching, plan: Plan, nodes: Sequence[int], places: list[int], turn: int, tree: Tree, numbers: Hashes
) -> None:
    """Note the children of one node; those that hold no data, as the template has them, are done with."""
    steps, number_of, held, texts, end = plan.steps, numbers.item, found.held, found.fixed, tree.end
    turns = _turns(found, plan, places, turn) if plan.repeats else repeat(turn)
    deeper = []
    for node, place, now in zip(nodes, places, turns, strict=False):
        if place < 0:
            found.strays.append(node)
            continue
        pattern, number, is_text, fixed, holds, rigid, only, whole = steps[place]
        if is_text:
            if fixed is None:
                held.append((number, node, now))
            else:
                texts.append((node, fixed))
        elif rigid is not None and number_of(node) == rigid:
            found.passed.append(node)
        else:
            if holds:
                held.append((number, node, now))
            if end[node] == node + 1 or whole:
                continue
            if only is None or not _note_text(found, only, node, now, tree):
                deeper.append((pattern, node, now))
    if deeper:
        found.pending += deeper[::-1]


def _note_text(found: Matching, only: tuple[int, str | None], node: int, turn: int, tree: Tree) -> bool:
    """Note the text that is all an element should hold, as a value or with the string it should have; give whether it
    is all.
    """
    number, fixed = only
    if tree.end[node] == node + 2:
        if tree.element[node + 1] >= 0:
            return False
        if fixed is None:
            found.held.append((number, node + 1, turn))
        else:
            found.fixed.append((node + 1, fixed))
        return True
    if fixed is not None or not is_one_text(tree, node):
        return False
    found.held.append((number, node, turn))
    return True


def is_one_text(tree: Tree, node: int) -> bool:
    """Whether a node holds a text with line breaks or emphasis in it, and nothing else."""
    if tree.element[node + 1] >= 0:
        return False
    return all(
        tree.element[below] < 0 or (tree.mark(below).tag in DRESS and not any(tree.mark(below)[1:]))
        for below in range(node + 1, tree.end[node])
    )


def _turns(found: Matching, plan: Plan, places: list[int], turn: int) -> list[int]:
    """The turn of each child; a place that comes again starts a new one of the innermost set both are in."""
    running: dict[int, int] = {}
    turns = []
    sets, runs = plan.sets, found.runs
    last = -1
    for place in places:
        chain = sets[place] if place >= 0 else ()
        if chain and place <= last:
            if len(chain) == 1 and sets[last] == chain:
                del running[chain[0]]
            else:
                _end_turn(running, chain, sets[last])
        now = turn
        for number in chain:
            if number not in running:
                runs.append(Iteration(number, now))
                running[number] = len(runs) - 1
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
