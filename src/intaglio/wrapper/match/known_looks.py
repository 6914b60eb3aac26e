"""KnownLooks: what the places in a row know of the looks of nodes; all else may differ without a difference to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.page_model.node_features import BITS, NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_tree import Mark

UNKNOWN = "\0"
"""A class or id that no place knows; no page has it."""


class KnownLooks:
    """Makes sketches of nodes alike that fit the places of a row equally well, so that they are aligned but once."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        """Take what the members of the places had."""
        self._names = _keys(counts for one in evidence for counts in (one.heads, one.leads, one.shapes, one.afters))
        self._classes = _keys(one.classes for one in evidence)
        self._ids = _keys(one.ids for one in evidence)
        self._belows: dict[str, int] = {}
        for one in evidence:
            self._belows[one.tag] = reduce(or_, one.belows, self._belows.get(one.tag, 0))
        self._elsewhere: dict[bool, str] = {}
        """For texts that other places know, with a word or without: one of them."""

    def plain(self, sketch: NodeFeatures, vocabulary: Vocabulary) -> NodeFeatures:
        """A sketch without what no place knows of."""
        mark, head, lead, shape, lone, below, after = sketch
        names = self._names
        if head and head not in names:
            head = self._stand_in(head, vocabulary)
        if lead and lead not in names:
            lead = ":"
        if shape not in names:
            shape = "?"
        if after not in names:
            after = ""
        return NodeFeatures(self._plain_mark(mark), head, lead, shape, lone, self._plain_below(mark.tag, below), after)

    def _stand_in(self, head: str, vocabulary: Vocabulary) -> str:
        """A text that tells the places as much as one that they do not know."""
        worded = has_letter(head)
        if head in vocabulary.frequency:
            return self._elsewhere.setdefault(worded, head)
        return "a" if worded else "9"

    def _plain_mark(self, mark: Mark) -> Mark:
        tag, cls, own_id = mark
        is_known = not cls or cls in self._classes
        if is_known and (not own_id or own_id in self._ids):
            return mark
        return Mark(tag, cls if is_known else UNKNOWN, own_id if not own_id or own_id in self._ids else UNKNOWN)

    def _plain_below(self, tag: str, below: int) -> int:
        """The bits that places with this name know of; of the others, only how many there are."""
        shared = below & self._belows.get(tag, 0)
        return shared | (1 << (below.bit_count() - shared.bit_count())) - 1 << BITS


def _keys(counts: Iterable[Iterable[str]]) -> frozenset[str]:
    return frozenset(key for some in counts for key in some)
