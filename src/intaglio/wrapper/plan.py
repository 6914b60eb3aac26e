"""Plan: a pattern node made ready to find its children on a page, quickly and without being put off by what is new.

A child's place is told by its mark where only one place has it, else by its label; what is left between two children
so placed is aligned by evidence. Sequences of marks that were met before are not worked out again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np

from intaglio.wrapper.evidence import Evidence
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.sequence import Floats, Span, best_places
from intaglio.wrapper.sketch import Sketches
from intaglio.wrapper.tree import TEXT, Mark

STRAY, UNSURE = -1, -2
_MET, _CELLS = 64, 4_000
"""Sequences of marks remembered for a node, and fits worked out at once, at most."""


@dataclass(slots=True)
class Plan:
    """The places of one pattern node's children in a row, sets and optional parts unfolded."""

    places: list[PatternTree]
    evidence: list[Evidence]
    repeats: list[Span]
    span: list[int]
    """Number in `repeats` of the outermost set that each place is in, -1 if in none."""
    sets: list[tuple[int, ...]]
    """Numbers in the tree of all sets that each place is in, outermost first."""
    empty: Floats
    by_mark: dict[int, int]
    """Place of each mark, UNSURE if several have it."""
    by_label: dict[tuple[int, str], int]
    """Place of each mark with its first text, UNSURE if several have both."""
    met: dict[tuple[int, ...], tuple[list[int], list[int]]] = field(default_factory=dict)
    """Sequence of marks → places, and which children's labels have to bear them out."""

    def find(self, codes: tuple[int, ...], nodes: Sequence[int], sketches: Sketches) -> list[int]:
        """The place of each child, or STRAY; `codes` are the numbers of their marks."""
        known = self.met.get(codes)
        if known is not None:
            taken, unsure = known
            if not unsure or self._borne_out(codes, nodes, sketches, taken, unsure):
                return taken
        told = self._told(codes, nodes, sketches)
        if told is None:
            return self._aligned(nodes, sketches, 0, len(self.places))
        taken = told
        plain = self._fill(taken, nodes, sketches)
        if plain and known is None and len(self.met) < _MET:
            unsure = [at for at, code in enumerate(codes) if self.by_mark.get(code) == UNSURE] if self.by_label else []
            self.met[codes] = taken, unsure
        return taken

    def _borne_out(
        self, codes: tuple[int, ...], nodes: Sequence[int], sketches: Sketches, taken: list[int], unsure: list[int]
    ) -> bool:
        """Whether labels agree with places that were found for another page with the same marks."""
        by_label, first_string = self.by_label, sketches.tree.first_string
        for at in unsure:
            place = by_label.get((codes[at], first_string(nodes[at])))
            if place is None:
                if self.evidence[taken[at]].label() and taken[at] >= 0:
                    return False
            elif place != taken[at] and place != UNSURE:
                return False
        return True

    def _told(self, codes: tuple[int, ...], nodes: Sequence[int], sketches: Sketches) -> list[int] | None:
        """Places told by mark or label, UNSURE or STRAY elsewhere; None if they are out of order."""
        taken = []
        last = -1
        for at, code in enumerate(codes):
            place = self.by_mark.get(code, STRAY)
            if place == UNSURE and self.by_label:
                place = self.by_label.get((code, sketches.tree.first_string(nodes[at])), UNSURE)
            if place >= 0:
                if place <= last and (self.span[place] < 0 or self.span[place] != self.span[last]):
                    return None
                last = place
            taken.append(place)
        return taken

    def _fill(self, taken: list[int], nodes: Sequence[int], sketches: Sketches) -> bool:
        """Place what is UNSURE or STRAY between its neighbours; say whether it could be done without evidence."""
        plain = True
        at, low = 0, -1
        while at < len(taken):
            if taken[at] >= 0:
                low = taken[at]
                at += 1
                continue
            stop = at
            while stop < len(taken) and taken[stop] < 0:
                stop += 1
            high = taken[stop] if stop < len(taken) else len(self.places)
            first, last = self._between(low, high)
            tags = [one.tag for one in self.evidence[first:last]]
            mine = [sketches.tree.marks[sketches.tree.mark[node]].tag for node in nodes[at:stop]]
            if tags == mine and all(self.span[place] < 0 for place in range(first, last)):
                taken[at:stop] = range(first, last)
            elif not set(tags) & set(mine):
                taken[at:stop] = [STRAY] * (stop - at)
            else:
                plain = False
                taken[at:stop] = self._aligned(nodes[at:stop], sketches, first, last)
            at = stop
        return plain

    def _between(self, low: int, high: int) -> tuple[int, int]:
        """First and one past the last place that what stands between two placed children may take."""
        first, last = low + 1, high
        if low >= 0 and self.span[low] >= 0:
            first = self.repeats[self.span[low]][0]
        if high < len(self.places) and self.span[high] >= 0:
            last = self.repeats[self.span[high]][1] + 1
        return first, last

    def _aligned(self, nodes: Sequence[int], sketches: Sketches, first: int, last: int) -> list[int]:
        """Places among a range by evidence; a set at its edge may have begun before or go on after."""
        most = max(1, _CELLS // max(last - first, 1))
        row = [sketches[node] for node in nodes[:most]]
        fits = np.array([[e.fit(sketch, sketches.vocabulary) for e in self.evidence[first:last]] for sketch in row])
        repeats = [(start - first, stop - first) for start, stop in self.repeats if start >= first and stop < last]
        found = best_places(fits, self.empty[first:last], repeats)
        return [place + first if place >= 0 else STRAY for place in found] + [STRAY] * (len(nodes) - len(row))


def plan_of(node: PatternTree, codes: Mapping[Mark, int]) -> Plan:
    """Unfold a pattern node's children."""
    places: list[PatternTree] = []
    sets: list[tuple[int, ...]] = []
    empty: list[float] = []
    repeats: list[Span] = []
    stack: list[tuple[PatternTree, float, tuple[int, ...]] | int] = [
        (child, 1.0, ()) for child in reversed(node.children)
    ]
    while stack:
        entry = stack.pop()
        if isinstance(entry, int):
            repeats.append((entry, len(places) - 1))
            continue
        child, filled, within = entry
        filled *= child.filled
        if child.mark is not None:
            places.append(child)
            sets.append(within)
            empty.append(max(0.05, -log(1 - min(filled, 0.97))))
            continue
        if child.type == "set":
            stack.append(len(places))
            within = (*within, child.number)
        stack.extend((inner, filled, within) for inner in reversed(child.children))
    repeats.sort(key=lambda pair: (pair[0], -pair[1]))
    span = [-1] * len(places)
    for number, (first, last) in reversed(list(enumerate(repeats))):
        span[first : last + 1] = [number] * (last + 1 - first)
    evidence = [place.evidence for place in places if place.evidence is not None]
    return Plan(places, evidence, repeats, span, sets, np.array(empty), *_tables(evidence, codes))


def _tables(
    evidence: Sequence[Evidence], codes: Mapping[Mark, int]
) -> tuple[dict[int, int], dict[tuple[int, str], int]]:
    by_mark: dict[int, int] = {codes[TEXT]: UNSURE}
    by_label: dict[tuple[int, str], int] = {}
    for at, one in enumerate(evidence):
        label = one.label()
        for mark in one.marks:
            code = codes[mark]
            by_mark[code] = UNSURE if code in by_mark else at
            if label:
                by_label[code, label] = UNSURE if (code, label) in by_label else at
    return by_mark, by_label
