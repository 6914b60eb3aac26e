"""What can be told of a node at a glance: its mark, its first text, and which known marks and texts lie below it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from intaglio.wrapper.tree import Mark, Tree

_RUNS = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_LONGEST_LABEL, _SHAPED, _SHAPE = 40, 40, 8


class Sketch(NamedTuple):
    """A node at a glance."""

    mark: Mark
    head: str
    """Its first text; nothing if it has none."""
    lone: bool
    """It has no other text."""
    below: int
    """A bit for each known mark and text below it."""


def lead(string: str) -> str:
    """The label that a text starts with, as in `Price: $4`; nothing if it has none."""
    colon = string.find(":")
    return string[: colon + 1] if 0 < colon <= _LONGEST_LABEL else ""


def shape(string: str) -> str:
    """The kinds of characters of a text in order: `6 ft 3 in (1.91 m)` is `9a9a(9.9`."""
    made = ""
    for run in _RUNS.findall(string[:_SHAPED]):
        first = run[0]
        if first.isspace():
            continue
        kind = "9" if first.isdigit() else "A" if first.isupper() else "a" if first.isalpha() else first
        if not made.endswith(kind):
            made += kind
            if len(made) == _SHAPE:
                break
    return made


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The marks and texts that several of the learned pages have; each has a bit, and texts a frequency."""

    bits: Mapping[Mark | str, int]
    structure: int
    """The bits of marks."""
    frequency: Mapping[str, float]
    """Share of all texts that a known text makes up."""
    unknown: float
    """Share that is assumed of a text that is not known."""

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> Vocabulary:
        """Take what stands on at least a sixth of the pages, and on two."""
        pages: Counter[Mark | str] = Counter()
        occurrences: Counter[str] = Counter()
        for tree in trees:
            pages.update(set(tree.strings))
            pages.update(set(tree.marks))
            occurrences.update(tree.strings)
        least = max(2, len(trees) // 6)
        common = [key for key, count in pages.items() if count >= least]
        total = max(sum(occurrences.values()), 1)
        texts = {key: occurrences[key] / total for key in common if isinstance(key, str)}
        return cls.having(common, texts, 1 / total)

    @classmethod
    def having(cls, keys: Iterable[Mark | str], frequency: Mapping[str, float], unknown: float) -> Vocabulary:
        """Give the keys their bits."""
        bits = {key: 1 << place for place, key in enumerate(keys)}
        structure = sum(bit for key, bit in bits.items() if not isinstance(key, str))
        return cls(bits, structure, frequency, unknown)


class Sketches:
    """The sketches of a tree's nodes; what lies below them is worked out when first asked for."""

    __slots__ = ("_below", "tree", "vocabulary")

    def __init__(self, tree: Tree, vocabulary: Vocabulary) -> None:
        self.tree = tree
        self.vocabulary = vocabulary
        self._below: list[int] | None = None

    def __getitem__(self, node: int) -> Sketch:
        """The sketch of one node."""
        if self._below is None:
            self._below = self._bits()
        tree = self.tree
        return Sketch(tree.marks[tree.mark[node]], tree.first_string(node), tree.lone[node], self._below[node])

    def _bits(self) -> list[int]:
        tree, bits = self.tree, self.vocabulary.bits
        of_mark = [bits.get(mark, 0) for mark in tree.marks]
        below = [0] * len(tree.parent)
        for node in range(len(below) - 1, 0, -1):
            own = bits.get(tree.strings[tree.head[node]], 0) if tree.element[node] < 0 else of_mark[tree.mark[node]]
            below[tree.parent[node]] |= below[node] | own
        return below
