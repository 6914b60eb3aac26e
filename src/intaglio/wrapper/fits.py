"""Fits: how well nodes fit places in a row, put together from parts that many nodes share and that are remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from intaglio.wrapper.evidence import Evidence
from intaglio.wrapper.sequence import NEVER
from intaglio.wrapper.sketch import Sketch, Vocabulary

_REMEMBERED = 512
"""Parts of each kind that are remembered, at most."""

Column = list[float]


class Fits:
    """Fits to some places, whose evidence does not change any more."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self._evidence = evidence
        self._marks: dict[Hashable, Column] = {}
        self._texts: dict[Hashable, Column] = {}
        self._belows: dict[Hashable, Column] = {}

    def table(self, row: Sequence[Sketch], vocabulary: Vocabulary, first: int, last: int) -> list[list[float]]:
        """The fits of nodes to a range of the places."""
        return [self._row(sketch, vocabulary, first, last) for sketch in row]

    def _row(self, sketch: Sketch, vocabulary: Vocabulary, first: int, last: int) -> list[float]:
        mark, head, lead, shape, _, below, after = sketch
        tag = mark.tag
        key: Hashable = (mark, after)
        marks = self._marks.get(key)
        if marks is None:
            marks = self._remember(self._marks, key, tag, NEVER, lambda one: one.mark_fit(mark, after))
        key = (tag, head, lead, shape)
        texts = self._texts.get(key)
        if texts is None:
            texts = self._remember(self._texts, key, tag, 0.0, lambda one: one.text_fit(head, lead, shape, vocabulary))
        key = (tag, below)
        belows = self._belows.get(key)
        if belows is None:
            belows = self._remember(self._belows, key, tag, 0.0, lambda one: one.below_fit(below))
        if last - first < len(marks):
            marks, texts, belows = marks[first:last], texts[first:last], belows[first:last]
        return [one + two + three for one, two, three in zip(marks, texts, belows, strict=True)]

    def _remember(
        self, known: dict[Hashable, Column], key: Hashable, tag: str, other: float, fit: Callable[[Evidence], float]
    ) -> Column:
        """Work a part out for all places of the node's name; the others have a fixed value."""
        if len(known) >= _REMEMBERED:
            known.clear()
        column = known[key] = [fit(one) if one.tag == tag else other for one in self._evidence]
        return column
