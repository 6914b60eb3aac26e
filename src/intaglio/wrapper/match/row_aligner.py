"""RowAligner: nodes among the places of one pattern node by evidence; rows that fit equally well are aligned once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.place_scoring import Column, PlaceScorer
from intaglio.wrapper.align.sequence_alignment import Follow, Span, best_places
from intaglio.wrapper.match.known_looks import KnownLooks
from intaglio.wrapper.match.lone_labels import STRAY
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary

Look = tuple[int, int, NodeFeatures]
"""A range of places, and how a node looks to them."""


class RowAligner:
    """Aligns nodes with ranges of places. What looks different may fit the places equally well: such looks have one
    number, and what was aligned is known by these.
    """

    def __init__(
        self,
        evidence: Sequence[Evidence],
        labels: Sequence[str],
        follows: Sequence[Follow],
        repeats: Sequence[Span],
        options: WrapperOptions,
    ) -> None:
        """Take the places; what is asked of them is made ready when first needed."""
        self._evidence, self._labels, self._follows, self._repeats = evidence, labels, follows, repeats
        self._options = options
        self._numbers: dict[Look, int] = {}
        self._by_fits: dict[tuple[int, int, bytes], int] = {}
        self._fits: list[Column] = []
        """By number."""
        self._aligned: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}

    @cached_property
    def _looks(self) -> KnownLooks:
        return KnownLooks(self._evidence)

    @cached_property
    def _scorer(self) -> PlaceScorer:
        return PlaceScorer(self._evidence, self._options.align.scoring)

    def align(self, row: Sequence[NodeFeatures], vocabulary: Vocabulary, first: int, last: int) -> list[int]:
        """The place of each node among a range, or STRAY."""
        if len(self._numbers) > self._options.match.looks:
            for known in (self._numbers, self._by_fits, self._fits, self._aligned):
                known.clear()
        plain = self._looks.plain
        numbers = tuple([self._number((first, last, plain(sketch, vocabulary)), vocabulary) for sketch in row])
        key = first, last, numbers
        found = self._aligned.get(key)
        if found is None:
            if len(self._aligned) >= self._options.match.aligned:
                self._aligned.clear()
            found = self._aligned[key] = self._found(numbers, first, last)
        return found

    def _number(self, look: Look, vocabulary: Vocabulary) -> int:
        number = self._numbers.get(look)
        if number is None:
            first, last, sketch = look
            fits = self._scorer.table([sketch], vocabulary, first, last)[0]
            labels = self._labels[first:last]
            if sketch.head and sketch.head in labels:
                cost = self._options.match.mislabelled
                fits -= [cost * (label not in ("", sketch.head)) for label in labels]
            number = self._by_fits.setdefault((first, last, fits.tobytes()), len(self._fits))
            if number == len(self._fits):
                self._fits.append(fits)
            self._numbers[look] = number
        return number

    def _found(self, numbers: Sequence[int], first: int, last: int) -> list[int]:
        fits = np.array([self._fits[number] for number in numbers])
        repeats = [(start - first, stop - first) for start, stop in self._repeats if first <= start and stop < last]
        after = self._follows[last] if last < len(self._follows) else None
        found = best_places(fits, self._follows[first:last], repeats, after, self._options.align.sequence)
        return [place + first if place >= 0 else STRAY for place in found]
