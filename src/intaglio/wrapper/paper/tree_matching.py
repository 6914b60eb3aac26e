"""Peer nodes, as in the paper: symbols S_k T_l for nodes, by simple tree matching without and with their texts.

Equal subtrees have one number over all pages, so that matching two of them is remembered once for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from intaglio.wrapper.options import PaperOptions
from intaglio.wrapper.page_model.page_tree import TEXT, Tree

IMAGE = "img"


class Symbol(NamedTuple):
    """S_k T_l: same k, alike in structure; same k and l, alike in text too. A data node is a text or an image."""

    k: int
    l: int  # noqa: E741 - the paper's letter
    data: bool


class Subtrees:
    """Subtrees of all pages, equal ones under one number; and how well two of them match."""

    def __init__(self, options: PaperOptions = PaperOptions()) -> None:
        self._deepest, self._cells = options.deepest, options.cells
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        self._parts: list[tuple[str, tuple[int, ...]]] = []
        self.size: list[int] = []
        self._matched: dict[tuple[int, int], int] = {}
        self._names: dict[int, Counter[str]] = {}

    def number(self, tree: Tree, *, texts: bool) -> list[int]:
        """The number of each node's subtree; with texts, equal means equal texts as well."""
        numbers = [0] * len(tree.parent)
        for node in range(len(numbers) - 1, -1, -1):
            name = tree.mark(node).tag
            if texts and name == TEXT.tag:
                name = "=" + tree.strings[tree.head[node]]
            numbers[node] = self.named(name, tuple([numbers[child] for child in tree.children[node]]))
        return numbers

    def named(self, name: str, children: tuple[int, ...] = ()) -> int:
        """The number of a subtree with this name and these children."""
        key = (name, children)
        number = self._numbers.get(key)
        if number is None:
            self._numbers[key] = number = len(self._parts)
            self._parts.append(key)
            self.size.append(1 + sum(self.size[child] for child in children))
        return number

    def alike(self, one: int, other: int, least: float) -> bool:
        """Whether matching, as a share of both sizes, reaches a threshold."""
        if one == other:
            return True
        total = self.size[one] + self.size[other]
        if 2 * min(self.size[one], self.size[other]) < least * total:
            return False
        if 2 * (self._names_in(one) & self._names_in(other)).total() < least * total:
            return False
        return 2 * self.match(one, other) >= least * total

    def _names_in(self, number: int) -> Counter[str]:
        """How often each name stands in a subtree: two subtrees never match in more nodes than they share so."""
        found = self._names.get(number)
        if found is None:
            found = self._names[number] = Counter()
            pending = [number]
            while pending:
                name, children = self._parts[pending.pop()]
                found[name] += 1
                pending += children
        return found

    def match(self, one: int, other: int, depth: int = 0) -> int:
        """Simple tree matching: the most pairs of nodes with equal names, parents and order kept."""
        if one == other:
            return self.size[one]
        (name, mine), (other_name, theirs) = self._parts[one], self._parts[other]
        if name != other_name:
            return 0
        if depth == self._deepest or not mine or not theirs:
            return 1
        key = (one, other) if one < other else (other, one)
        found = self._matched.get(key)
        if found is None:
            found = self._matched[key] = 1 + self._match_rows(mine, theirs, depth + 1)
        return found

    def _match_rows(self, mine: Sequence[int], theirs: Sequence[int], depth: int) -> int:
        """Equal beginnings and ends match each other in some best matching; only what is between is worked out."""
        start = 0
        while start < min(len(mine), len(theirs)) and mine[start] == theirs[start]:
            start += 1
        stop = 0
        while stop < min(len(mine), len(theirs)) - start and mine[-1 - stop] == theirs[-1 - stop]:
            stop += 1
        total = sum(self.size[number] for number in (*mine[:start], *mine[len(mine) - stop :]))
        rows, columns = mine[start : len(mine) - stop], theirs[start : len(theirs) - stop]
        if len(rows) * len(columns) > self._cells:
            return total
        best = [0] * (len(columns) + 1)
        for row in rows:
            before = 0
            for at, column in enumerate(columns):
                above = best[at + 1]
                best[at + 1] = max(above, best[at], before + self.match(row, column, depth))
                before = above
        return total + best[-1]


class Peers:
    """Gives nodes of several pages their symbols."""

    def __init__(
        self, trees: Sequence[Tree], structure_delta: float, text_delta: float, options: PaperOptions = PaperOptions()
    ) -> None:
        self._trees = trees
        self._sources = [tree.page.having("src") if options.images else {} for tree in trees]
        self._images = options.images
        self._subtrees = Subtrees(options)
        self._deltas = structure_delta, text_delta
        self._structure = [self._subtrees.number(tree, texts=False) for tree in trees]
        self._text = [self._subtrees.number(tree, texts=True) for tree in trees]

    def symbols(self, columns: Sequence[tuple[int, Sequence[int]]]) -> list[list[Symbol]]:
        """The symbols of some pages' nodes, a column a page; a node belongs with the first one it is alike to."""
        kinds: list[int] = []
        wordings: list[list[int]] = []
        known: dict[tuple[int, int], Symbol] = {}
        found = []
        for page, nodes in columns:
            column = []
            for node in nodes:
                key = self._structure[page][node], self._wording(page, node)
                symbol = known.get(key)
                if symbol is None:
                    k = self._place(kinds, key[0], self._deltas[0])
                    if k == len(wordings):
                        wordings.append([])
                    data = self._is_data(page, node)
                    least = 1.0 if data else self._deltas[1]
                    symbol = known[key] = Symbol(k, self._place(wordings[k], key[1], least), data)
                column.append(symbol)
            found.append(column)
        return found

    def _is_data(self, page: int, node: int) -> bool:
        tree = self._trees[page]
        return tree.is_text(node) or (self._images and tree.mark(node).tag == IMAGE)

    def _wording(self, page: int, node: int) -> int:
        """The number of a subtree with its texts; of an image, which is data itself, that of its source."""
        tree = self._trees[page]
        source = self._sources[page].get(tree.element[node])
        if source is None or tree.mark(node).tag != IMAGE:
            return self._text[page][node]
        return self._subtrees.named(f"{IMAGE}={source}")

    def _place(self, first_ones: list[int], subtree: int, least: float) -> int:
        """Number of the first class that a subtree belongs to; a new one if need be."""
        for number, first in enumerate(first_ones):
            if self._subtrees.alike(first, subtree, least):
                return number
        first_ones.append(subtree)
        return len(first_ones) - 1
