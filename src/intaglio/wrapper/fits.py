"""Fits: how well nodes fit places in a row, put together from parts that many nodes share and that are remembered."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from intaglio.wrapper.evidence import Evidence
from intaglio.wrapper.sequence import NEVER
from intaglio.wrapper.sketch import Sketch, Vocabulary

_REMEMBERED = 512
"""Parts of each kind that are remembered, at most."""

Column = list[float | None]
"""A part by place, None where it was not asked for yet."""


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
        places = [at for at in range(first, last) if self._evidence[at].tag == tag]
        fits = [NEVER] * (last - first)
        marks = self._column(self._marks, (mark, after))
        texts = self._column(self._texts, (tag, head, lead, shape))
        belows = self._column(self._belows, (tag, below))
        for at in places:
            by_mark, by_text, by_below = marks[at], texts[at], belows[at]
            if by_mark is None:
                by_mark = marks[at] = self._evidence[at].mark_fit(mark, after)
            if by_text is None:
                by_text = texts[at] = self._evidence[at].text_fit(head, lead, shape, vocabulary)
            if by_below is None:
                by_below = belows[at] = self._evidence[at].below_fit(below)
            fits[at - first] = by_mark + by_text + by_below
        return fits

    def _column(self, known: dict[Hashable, Column], key: Hashable) -> Column:
        column = known.get(key)
        if column is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            column = known[key] = [None] * len(self._evidence)
        return column
