"""Assigning rows of children to places in a row whose evidence does not change any more."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import chain
from operator import or_

from intaglio.wrapper.align.evidence import Counts, Evidence, commonest
from intaglio.wrapper.align.place_scoring import PlaceScorer, estimates
from intaglio.wrapper.align.sequence_alignment import FitTable, Follow, best_places, follow
from intaglio.wrapper.draft import Place
from intaglio.wrapper.options import AlignOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter

Rivals = Mapping[str, set[str]]
"""For a text those that never stand in the same place."""


def follows_of(places: Sequence[Place], total: int, vocabulary: Vocabulary, options: AlignOptions) -> list[Follow]:
    """How places in a row follow each other; what is before the first is always there."""
    before, together = (1 << total) - 1, options.neighbours
    follows = []
    for place in places:
        follows.append(follow(before, place.having, total, together, options.sequence))
        before = place.having
        together = options.labelled if place.evidence.is_label(vocabulary) else options.neighbours
    return follows


class Target:
    """Places in a row, from so many instances, made ready for children to be assigned to them."""

    def __init__(
        self, places: Sequence[Place], total: int, vocabulary: Vocabulary, rivals: Rivals, options: AlignOptions
    ) -> None:
        self.places, self.options = places, options
        self._vocabulary = vocabulary
        self._rivals = rivals
        self._fits = PlaceScorer([place.evidence for place in places], options.scoring)
        self._follows = follows_of(places, total, vocabulary, options)

    def assign(self, row: Sequence[NodeFeatures]) -> list[int]:
        """For each child its place, or -1. Long rows are cut at children that can only be in one place."""
        places, options = self.places, self.options
        taken = [-1] * len(row)
        cuts = self._anchors(row) if len(row) * len(places) > options.small else []
        first_child = first_place = 0
        for child, at in [*cuts, (len(row), len(places))]:
            part = row[first_child:child]
            if part and first_place < at:
                table = self._table(part, first_place, at)
                after = self._follows[at] if at < len(places) else None
                best = best_places(table, self._follows[first_place:at], after=after, options=options.sequence)
                for offset, found in enumerate(best):
                    if found >= 0:
                        taken[first_child + offset] = first_place + found
            if child < len(row):
                taken[child] = at
            first_child, first_place = child + 1, at + 1
        return taken

    def key(self, row: Sequence[NodeFeatures]) -> Hashable:
        """What is equal for rows that are assigned the same: what no place and no other text knows of is left out."""
        frequency, rivals = self._vocabulary.frequency, self._rivals
        heads, leads, shapes, afters, belows = self._known
        made = []
        for mark, head, lead, shape, lone, below, after in row:
            told = not head or head in heads or head in rivals
            made.append(
                (
                    mark,
                    head if told else (head in frequency, has_letter(head)),
                    lead if lead in leads or lead in rivals else bool(lead),
                    shape if shape in shapes else None,
                    lone,
                    below & belows,
                    below.bit_count(),
                    after if after in afters else bool(after),
                )
            )
        return tuple(made)

    @cached_property
    def _known(self) -> tuple[set[str], set[str], set[str], set[str], int]:
        """First texts, labels, shapes and labels before that places know of, and all bits of what lies below them."""
        evidence = [place.evidence for place in self.places]
        texts = (set(chain.from_iterable(some)) for some in zip(*map(_texts_of, evidence), strict=True))
        heads, leads, shapes, afters = texts
        return heads, leads, shapes, afters, reduce(or_, chain.from_iterable(one.belows for one in evidence), 0)

    def _table(self, row: Sequence[NodeFeatures], first: int, last: int) -> FitTable:
        """How well children fit a range of places; texts that never stand in the same place keep off each other's."""
        places = self.places[first:last]
        if len(row) * len(places) > self.options.large:
            return estimates(row, [place.evidence for place in places])
        table = self._fits.table(row, self._vocabulary, first, last)
        for fits, sketch in zip(table, row, strict=True):
            for kind, said in enumerate((sketch.head, sketch.lead)):
                against = self._rivals.get(said)
                if against:
                    for at, usual in enumerate(self._usual[kind][first:last]):
                        if usual != said and usual in against:
                            fits[at] -= self.options.rivalry
        return table

    @cached_property
    def _usual(self) -> tuple[list[str], list[str]]:
        """The first texts that the places' members usually have, and the labels that these start with."""
        evidence = [place.evidence for place in self.places]
        return [one.usual[0] for one in evidence], [commonest(one.leads)[0] for one in evidence]

    def _anchors(self, row: Sequence[NodeFeatures]) -> list[tuple[int, int]]:
        """Children that alone have an id, a known first text or a class that one place alone has; in order in both."""
        mine = _alone([_keys(one.mark.tag, one.mark.id, one.head, one.mark.cls) for one in row])
        pairs = {(at, self._alone[key]) for key, at in mine.items() if key in self._alone}
        return _rising(sorted(pairs, key=lambda pair: (pair[0], -pair[1])))

    @cached_property
    def _alone(self) -> dict[Hashable, int]:
        """Where what only one place has stands."""
        keys = []
        for place in self.places:
            evidence = place.evidence
            head, count = evidence.usual
            if count < evidence.options.usual * evidence.members or head not in self._vocabulary.frequency:
                head = ""
            keys.append(_keys(evidence.tag, evidence.own_id(), head, commonest(evidence.classes)[0]))
        return _alone(keys)


def _texts_of(evidence: Evidence) -> tuple[Counts, Counts, Counts, Counts]:
    return evidence.heads, evidence.leads, evidence.shapes, evidence.afters


def _keys(tag: str, own_id: str, head: str, cls: str) -> Iterator[Hashable]:
    if own_id:
        yield tag, "id", own_id
    if head:
        yield tag, "text", head, cls
    if cls:
        yield tag, "class", cls


def _alone(keys: Sequence[Iterator[Hashable]]) -> dict[Hashable, int]:
    """Where each key stands that comes but once."""
    found: dict[Hashable, int] = {}
    for at, some in enumerate(keys):
        for key in some:
            found[key] = -1 if key in found else at
    return {key: at for key, at in found.items() if at >= 0}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that rises on both sides; pairs come ordered, the later of equal ones first."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        spot = bisect_left(tails, place)
        before.append(ends[spot - 1] if spot else -1)
        tails[spot : spot + 1] = [place]
        ends[spot : spot + 1] = [at]
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]
