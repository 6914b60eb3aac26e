"""Sketches: the nodes of a page at a glance, as a template's marks and texts let one see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from intaglio.wrapper.page_model.icon_classes import ICONS, icon_of
from intaglio.wrapper.page_model.mark_codes import Coding
from intaglio.wrapper.page_model.node_features import NodeFeatures, has_letter
from intaglio.wrapper.page_model.page_tree import TEXT, Tree
from intaglio.wrapper.page_model.subtree_hash import Hashes, subtree_hashes


class PageFeatures:
    """The sketches of a tree's nodes, made when asked for."""

    def __init__(self, tree: Tree, coding: Coding) -> None:
        self.tree = tree
        self.vocabulary = coding.vocabulary
        self._coding = coding
        self._coded = coding.read(tree)
        self.codes: list[int] = self._coded.tolist()
        """The number of each node's mark."""

    @cached_property
    def _subtrees(self) -> tuple[Hashes, Hashes]:
        return subtree_hashes(self.tree, self._coded)

    @property
    def numbers(self) -> Hashes:
        """The number of each node's subtree."""
        return self._subtrees[0]

    @cached_property
    def number(self) -> list[int]:
        """The same as a list, for who asks of many nodes one by one."""
        found: list[int] = self.numbers.tolist()
        return found

    @property
    def built(self) -> Hashes:
        """A number for how each node's subtree is built, texts aside."""
        return self._subtrees[1]

    def tag(self, node: int) -> str:
        """The name of a node."""
        code = self.codes[node]
        return self._coding.marks[code].tag if code >= 0 else self.tree.page.tag_name(self.tree.element[node])

    def row(
        self, nodes: Sequence[int], start: int = 0, stop: int | None = None, before: int | None = None
    ) -> list[NodeFeatures]:
        """The sketches of neighbours, or of some; `before` is then the last one in front that may be their label."""
        after = "" if before is None else self._label(before)
        made = []
        known, codes, number_of = self._coding.sketches, self.codes, self.numbers.item
        for node in nodes[start:stop]:
            key = number_of(node), after
            sketch = known.get(key) if codes[node] >= 0 else self.sketch(node, after)
            if sketch is None:
                sketch = known[key] = self.sketch(node, after)
            made.append(sketch)
            if self.may_label(node):
                after = self._label(node)
        return made

    def may_label(self, node: int) -> bool:
        """Whether a node says something that has no label in it: what stands below `Male: 12` has the same heading."""
        at = self.tree.head[node]
        if at < 0:
            return False
        head = self.tree.strings[at]
        lead = self._coding.looks[head][0]
        return not lead or len(lead) == len(head) or not has_letter(lead)

    def _label(self, node: int) -> str:
        """What a node says if it is a label: a known text and no other."""
        head = self.tree.first_string(node) if self.tree.lone[node] else ""
        return head if head in self.vocabulary.frequency and has_letter(head) else ""

    def sketch(self, node: int, after: str = "") -> NodeFeatures:
        """The sketch of one node, with the label right before it."""
        tree, code = self.tree, self.codes[node]
        head = tree.first_string(node)
        lead, shape = self._coding.looks[head]
        if tree.element[node] < 0:
            return NodeFeatures(TEXT, head, lead, shape, lone=True, below=0, after=after)
        mark = self._coding.marks[code] if code >= 0 else tree.mark(node)
        if not lead and head and tree.head[node + 1] < 0:
            lead = self._icon(node + 1)
        return NodeFeatures(mark, head, lead, shape, tree.lone[node], self._below(node), after)

    def _icon(self, node: int) -> str:
        """What a node shows if it is an icon that several pages have: a label of what it stands before."""
        code = self.codes[node]
        mark = self._coding.marks[code] if code >= 0 else TEXT
        return icon_of(mark.cls) if mark.cls and mark.tag in ICONS else ""

    def _below(self, node: int) -> int:
        tree, codes, of_mark, bits = self.tree, self.codes, self._coding.bits, self.vocabulary.bits
        element, strings, head = tree.element, tree.strings, tree.head
        below = 0
        for inner in range(node + 1, min(tree.end[node], node + self._coding.options.below)):
            if element[inner] < 0:
                below |= bits.get(strings[head[inner]], 0)
            elif codes[inner] >= 0:
                below |= of_mark[codes[inner]]
        return below
