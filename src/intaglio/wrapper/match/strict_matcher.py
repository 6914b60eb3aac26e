"""Strict matching: whether a page is in the language of a pattern tree, exactly, and if so which node is which.

Each question "does this page node fit that pattern node" is asked once; questions wait on a stack of their own, so
that deep pages do no harm. The number of steps is bounded by nodes of the page times nodes of the tree.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from intaglio.wrapper.automaton import Automaton, Expression, automaton_of, positions
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.match.matcher import Matcher, note
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree

Question = tuple[PatternTree, int]
LONGEST, LEVELS, MOST = 40, 6, 3
"""Characters of a text, levels of a path and possibilities that a reason names."""


class StrictMatcher:
    """Tells which pages are in the language of a tree."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._automata: dict[int, Automaton[PatternTree]] = {}

    def match(self, tree: Tree) -> Matching | None:
        """The page's nodes by pattern nodes, or None if it is not in the language."""
        root = self._matcher.root
        known: dict[tuple[int, int], bool] = {}
        if not self._holds((root, 0), tree, known):
            return None
        found = Matching([(root, 0, 0)])
        unknown = np.zeros(len(tree), dtype=np.uint64)
        while found.pending:
            pattern, node, turn = found.pending.pop()
            nodes = tree.children[node]
            if nodes:
                places = self._places(pattern, nodes, known)
                note(found, self._matcher.plan(pattern), nodes, places, turn, tree, unknown)
        return found

    def why_not(self, tree: Tree) -> str | None:
        """Where a page leaves the language first, in words; None if it is in it."""
        known: dict[tuple[int, int], bool] = {}
        if self._holds((self._matcher.root, 0), tree, known):
            return None
        pattern, node = self._matcher.root, 0
        while not pattern.is_text and pattern.mark is not None and pattern.mark.tag == tree.mark(node).tag:
            automaton = self._automaton(pattern)
            could = automaton.first
            for child in tree.children[node]:
                reached = sum(1 << at for at in positions(could) if known.get((automaton.leaves[at].number, child)))
                if not reached:
                    break
                could = _after(automaton, reached)
            else:
                return f"{_place(tree, node)} ends without {_expected(automaton, could)}"
            tag = tree.mark(child).tag
            alike = [leaf for at in positions(could) if (leaf := automaton.leaves[at]).mark and leaf.mark.tag == tag]
            if not alike:
                return f"{_place(tree, child)} stands where {_expected(automaton, could)} is due"
            pattern, node = alike[0], child
        return f"{_place(tree, node)} stands where {pattern.line()} is due"

    def _automaton(self, pattern: PatternTree) -> Automaton[PatternTree]:
        made = self._automata.get(pattern.number)
        if made is None:
            made = self._automata[pattern.number] = automaton_of([_expression(child) for child in pattern.children])
        return made

    def _holds(self, question: Question, tree: Tree, known: dict[tuple[int, int], bool]) -> bool:
        """Answer a question; those that come up on the way are answered first."""
        stack = [(question, self._ask(question, tree, known))]
        answer: bool | None = None
        steps, most = 0, self._matcher.options.match.steps
        while stack:
            steps += 1
            if steps > most:
                return False
            (pattern, node), asking = stack[-1]
            try:
                further = asking.send(answer)
                stack.append((further, self._ask(further, tree, known)))
                answer = None
            except StopIteration as done:
                answer = known[pattern.number, node] = bool(done.value)
                stack.pop()
        return bool(answer)

    def _ask(
        self, question: Question, tree: Tree, known: dict[tuple[int, int], bool]
    ) -> Generator[Question, bool | None, bool]:
        """Whether a page node fits a pattern node of the same name: its children must be in the children's language."""
        pattern, node = question
        if pattern.mark is None or pattern.mark.tag != tree.mark(node).tag:
            return False
        if pattern.is_text:
            return pattern.type == "variant" or tree.strings[tree.head[node]] == pattern.text
        if pattern.whole:
            return True
        automaton = self._automaton(pattern)
        could, last = automaton.first, 0
        for child in tree.children[node]:
            reached = 0
            for at in positions(could):
                leaf = automaton.leaves[at]
                fits = known.get((leaf.number, child))
                if fits is None:
                    fits = bool((yield leaf, child))
                if fits:
                    reached |= 1 << at
            if not reached:
                return False
            could, last = _after(automaton, reached), reached
        return bool(last & automaton.last) if tree.children[node] else automaton.empty

    def _places(self, pattern: PatternTree, nodes: Sequence[int], known: dict[tuple[int, int], bool]) -> list[int]:
        """The position each child takes: any that ends well, found from the end."""
        automaton = self._automaton(pattern)
        reached: list[int] = []
        could = automaton.first
        for node in nodes:
            here = sum(1 << at for at in positions(could) if known.get((automaton.leaves[at].number, node)))
            reached.append(here)
            could = _after(automaton, here)
        places = [positions(reached[-1] & automaton.last)[0]]
        for here in reversed(reached[:-1]):
            places.append(next(at for at in positions(here) if automaton.follow[at] >> places[-1] & 1))
        return places[::-1]


def _after(automaton: Automaton[PatternTree], reached: int) -> int:
    after = 0
    for at in positions(reached):
        after |= automaton.follow[at]
    return after


def _expression(pattern: PatternTree) -> Expression[PatternTree]:
    """A pattern node as part of its parent's children's expression."""
    if pattern.mark is not None:
        return Expression("leaf", pattern)
    inner = tuple(_expression(child) for child in pattern.children)
    return Expression("repeated" if pattern.type == "set" else "optional", inner=inner)


def _place(tree: Tree, node: int) -> str:
    """A node for people: its text, or its name and the names above it."""
    if tree.is_text(node):
        text = tree.strings[tree.head[node]]
        return repr(text if len(text) <= LONGEST else text[:LONGEST] + "…") + " in " + _place(tree, tree.parent[node])
    way = [node]
    while (above := tree.parent[way[-1]]) >= 0 and len(way) < LEVELS:
        way.append(above)
    marks = [tree.mark(one) for one in reversed(way)]
    return "/".join(mark.tag + (f"#{mark.id}" if mark.id else "") for mark in marks)


def _expected(automaton: Automaton[PatternTree], could: int) -> str:
    """What may come next, a few of it."""
    lines = list(dict.fromkeys(automaton.leaves[at].line() for at in positions(could)))
    return " or ".join(lines[:MOST]) + (" or …" if len(lines) > MOST else "") if lines else "nothing"
