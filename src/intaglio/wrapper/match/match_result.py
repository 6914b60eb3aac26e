"""What was found on a page: which of its nodes hold data, for which pattern nodes, and what fits nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree


class Iteration(NamedTuple):
    """One run through a set: which set, and the turn of another set that it is within (0 = the page itself)."""

    set: int
    within: int


HeldNode = tuple[int, int, int]
"""A page node that holds data: number of the pattern node it is, itself, and the turn it belongs to."""


@dataclass(slots=True)
class Matching:
    """What was found on a page, or below one of its nodes."""

    pending: list[tuple[PatternTree, int, int]]
    """Elements to go into, the next one last: pattern node, page node, and number of the turn; none in the end."""
    runs: list[Iteration] = field(default_factory=lambda: [Iteration(-1, -1)])
    """The turns; nodes of one run through a set share one."""
    held: list[HeldNode] = field(default_factory=list)
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
