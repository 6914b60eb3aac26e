"""Plan: a pattern node made ready to find its children on a page, quickly and without being put off by what is new.

A child's place is told by its mark where only one place has it, else by its label; what is left between two children
so placed is aligned by evidence. Sequences of marks that were met before are not worked out again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Span
from intaglio.wrapper.match.lone_labels import STRAY, find_lone_labels, without_mislabelled
from intaglio.wrapper.match.row_aligner import RowAligner
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.mark_codes import TEXT_CODE, UNNAMED
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Mark
from intaglio.wrapper.page_model.tag_sets import TEXT_PARTS
from intaglio.wrapper.pattern import PatternTree

UNSURE = -2


class Step(NamedTuple):
    """What is to be done with a node at a place."""

    pattern: PatternTree
    number: int
    """The pattern's."""
    is_text: bool
    fixed: str | None
    """The string of a fixed text; None for what may vary."""
    holds: bool
    """Whether the element's own attributes are data, or all that is in it."""
    rigid: int | None
    """The number of the only subtree that the place allows for, if so."""
    only: tuple[int, str | None] | None
    """Number and fixed string of the text that is all there is below; None if there is more."""
    whole: bool
    """Whether all that is in it is one text."""


Codes = tuple[int, ...]
"""The numbers of the marks of a node's children."""
Habits = Mapping[int, Mapping[Codes, Sequence[int]]]
"""For pattern nodes, by number: children that always took the same places on the pages learned from."""


@dataclass(slots=True)
class Plan:
    """The places of one pattern node's children in a row, sets and optional parts unfolded."""

    places: list[PatternTree]
    steps: list[Step]
    evidence: list[Evidence]
    codes: list[frozenset[int]]
    """The marks that each place's members had, as numbers."""
    labels: list[str]
    repeats: list[Span]
    span: list[int]
    """Number in `repeats` of the outermost set that each place is in, -1 if in none."""
    sets: list[tuple[int, ...]]
    """Numbers in the tree of all sets that each place is in, outermost first."""
    texts: list[int]
    """For each place of a text of several parts the one that takes further parts of it; -1 for others."""
    by_mark: dict[int, int]
    """Place of each mark, UNSURE if several have it."""
    by_label: dict[tuple[int, str], int]
    """Place of each mark with its first text, UNSURE if several have both."""
    lone_labels: dict[int, str]
    """Labels that tell themselves, by their places, which one page alone had."""
    options: WrapperOptions
    rows: RowAligner
    met: dict[Codes, tuple[list[int], list[int]]] = field(default_factory=dict)
    """Marks of children → their places, and which children's labels have to bear them out."""

    def find(self, codes: Codes, nodes: list[int], sketches: PageFeatures) -> list[int]:
        """The place of each child, or STRAY; `codes` are the numbers of their marks, new or not borne out by labels."""
        if not self.places:
            return [STRAY] * len(nodes)
        told, in_order = self._told(codes, nodes, sketches)
        if not in_order and len(nodes) * len(self.places) <= self.options.match.whole:
            aligned = self._aligned(nodes, 0, len(nodes), sketches, 0, len(self.places))
            return self._taken_in(without_mislabelled(aligned, self.lone_labels, nodes, sketches.tree), nodes, sketches)
        told = told if in_order else self._rising(told)
        plain = self._fill(told, codes, nodes, sketches)
        fitting = without_mislabelled(told, self.lone_labels, nodes, sketches.tree)
        plain &= fitting == told
        told = self._taken_in(fitting, nodes, sketches)
        if plain and codes not in self.met and len(self.met) < self.options.match.met and UNNAMED not in codes:
            self.meet(codes, told)
        return told

    def _taken_in(self, taken: list[int], nodes: Sequence[int], sketches: PageFeatures) -> list[int]:
        """Places; what fits nowhere beside a part of a text, or where one may be, is a further part of it."""
        if max(self.texts, default=-1) < 0 or STRAY not in taken:
            return taken
        made = list(taken)
        placed, texts = _next([place >= 0 for place in taken]), _next([text >= 0 for text in self.texts])
        before = -1
        for at, place in enumerate(taken):
            if place == STRAY and sketches.tag(nodes[at]) in TEXT_PARTS:
                after = taken[placed[at]] if placed[at] < len(taken) else len(self.places) - 1
                near = texts[max(before, 0)]
                made[at] = self.texts[near] if near <= max(before, after) else STRAY
            before = max(made[at], before) if made[at] < 0 else made[at]
        return made

    def meet(self, codes: Codes, places: Sequence[int]) -> None:
        """Remember where children with these marks belong."""
        unsure = [at for at, code in enumerate(codes) if self.by_mark.get(code) == UNSURE] if self.by_label else []
        self.met[codes] = list(places), unsure

    def borne_out(self, codes: Codes, nodes: Sequence[int], sketches: PageFeatures) -> bool:
        """Whether labels agree with the places that were found for other children with the same marks."""
        taken, unsure = self.met[codes]
        by_label, labels, first_string = self.by_label, self.labels, sketches.tree.first_string
        for at in unsure:
            head, here = first_string(nodes[at]), taken[at]
            place = by_label.get((codes[at], head))
            if place is None or place == UNSURE:
                if here >= 0 and labels[here] not in ("", head):
                    return False
            elif place != here:
                return False
        return True

    def _told(self, codes: Codes, nodes: Sequence[int], sketches: PageFeatures) -> tuple[list[int], bool]:
        """Places told by mark or label, UNSURE or STRAY elsewhere; and whether they are in order."""
        taken = []
        last, in_order = -1, True
        for at, code in enumerate(codes):
            place = self.by_mark.get(code, STRAY)
            if place == UNSURE and self.by_label:
                place = self.by_label.get((code, sketches.tree.first_string(nodes[at])), UNSURE)
            if place >= 0:
                if place <= last and (self.span[place] < 0 or self.span[place] != self.span[last]):
                    in_order = False
                last = place
            taken.append(place)
        return taken, in_order

    def _rising(self, taken: list[int]) -> list[int]:
        """Keep the most places that are in order; those of one set may come in any order. The others are UNSURE."""
        tails: list[int] = []
        ends: list[int] = []
        before = [-1] * len(taken)
        for at, place in enumerate(taken):
            if place < 0:
                continue
            span = self.span[place]
            key = place if span < 0 else self.repeats[span][0]
            spot = bisect_left(tails, key) if span < 0 else bisect_right(tails, key)
            before[at] = ends[spot - 1] if spot else -1
            tails[spot : spot + 1] = [key]
            ends[spot : spot + 1] = [at]
        kept = [place if place < 0 else UNSURE for place in taken]
        at = ends[-1] if ends else -1
        while at >= 0:
            kept[at] = taken[at]
            at = before[at]
        return kept

    def _fill(self, taken: list[int], codes: Codes, nodes: Sequence[int], sketches: PageFeatures) -> bool:
        """Place what is UNSURE or STRAY between its neighbours; say whether it could be done without evidence."""
        plain = True
        at, low = 0, -1
        seen, before = 0, None  # neighbours looked at, and the last of them that may be a label
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
            found = self._only(codes[at:stop], nodes[at:stop], sketches, first, last)
            if found is None:
                plain = False
                saying = filter(sketches.may_label, reversed(nodes[seen:at]))
                seen, before = at, next(saying, before)
                found = self._aligned(nodes, at, stop, sketches, first, last, before)
            taken[at:stop] = found
            at = stop
        return plain

    def _only(
        self, codes: Codes, nodes: Sequence[int], sketches: PageFeatures, first: int, last: int
    ) -> list[int] | None:
        """Places where there is no choice: none has the children's marks, or as many as there are children."""
        free = last - first == len(codes) and not any(span >= 0 for span in self.span[first:last])
        if free and [one.tag for one in self.evidence[first:last]] == [sketches.tag(node) for node in nodes]:
            return None if self._are_others(range(first, last), nodes, sketches) else list(range(first, last))
        wanted = set(codes)
        having = [at for at in range(first, last) if not wanted.isdisjoint(self.codes[at])]
        if not having:
            return None if min(codes) < 0 else [STRAY] * len(codes)
        if len(having) != len(codes) or any(code not in self.codes[at] for at, code in zip(having, codes, strict=True)):
            return None
        if self._are_others(having, nodes, sketches):
            return None
        return having if len(having) == 1 or all(self.span[at] < 0 for at in having) else None

    def _are_others(self, places: Sequence[int], nodes: Sequence[int], sketches: PageFeatures) -> bool:
        """Whether some children begin with the labels of other places."""
        if not self.by_label:
            return False
        said = [(self.labels[at], sketches.tree.first_string(node)) for at, node in zip(places, nodes, strict=True)]
        return any(label not in ("", head) and head in self.labels for label, head in said)

    def _between(self, low: int, high: int) -> tuple[int, int]:
        """First and one past the last place that the children between two placed ones may take."""
        first, last = low + 1, high
        if low >= 0 and self.span[low] >= 0:
            first = self.repeats[self.span[low]][0]
        if high < len(self.places) and self.span[high] >= 0:
            last = self.repeats[self.span[high]][1] + 1
        return first, last

    def _aligned(
        self,
        nodes: Sequence[int],
        start: int,
        stop: int,
        sketches: PageFeatures,
        first: int,
        last: int,
        before: int | None = None,
    ) -> list[int]:
        """Places among a range by evidence; what is unknown anyway may differ from what was aligned before.

        `before` is the last node in front of them that may be their label.
        """
        if first >= last:
            return [STRAY] * (stop - start)
        end = min(stop, start + max(1, self.options.match.cells // max(last - first, 1)))
        found = self.rows.align(sketches.row(nodes, start, end, before), sketches.vocabulary, first, last)
        return found if end == stop else found + self._further(nodes[end:stop], sketches, first, last)

    def _further(self, nodes: Sequence[int], sketches: PageFeatures, first: int, last: int) -> list[int]:
        """Places for what is too much to be aligned: in sets, by mark alone."""
        places = {code: at for at in range(first, last) if self.span[at] >= 0 for code in self.codes[at]}
        return [places.get(sketches.codes[node], STRAY) for node in nodes]


def plan_of(
    node: PatternTree,
    codes: Mapping[Mark, int],
    rigid: Mapping[int, int],
    habits: Mapping[Codes, Sequence[int]],
    options: WrapperOptions,
) -> Plan:
    """Unfold a pattern node's children."""
    places: list[PatternTree] = []
    sets: list[tuple[int, ...]] = []
    repeats: list[Span] = []
    stack: list[tuple[PatternTree, tuple[int, ...]] | int] = [(child, ()) for child in reversed(node.children)]
    while stack:
        entry = stack.pop()
        if isinstance(entry, int):
            repeats.append((entry, len(places) - 1))
            continue
        child, within = entry
        if child.mark is not None:
            places.append(child)
            sets.append(within)
            continue
        if child.type == "set":
            stack.append(len(places))
            within = (*within, child.number)
        stack.extend((inner, within) for inner in reversed(child.children))
    repeats.sort(key=lambda pair: (pair[0], -pair[1]))
    span = [-1] * len(places)
    for number, (first, last) in reversed(list(enumerate(repeats))):
        span[first : last + 1] = [number] * (last + 1 - first)
    evidence = [place.evidence for place in places if place.evidence is not None]
    steps = [_step(place, rigid.get(place.number)) for place in places]
    lone_labels = find_lone_labels(places)
    labels = [lone_labels.get(at) or one.label() for at, one in enumerate(evidence)]
    marks = [frozenset(codes[mark] for mark in one.marks) for one in evidence]
    tables = _tables(marks, labels, lone_labels)
    takes = _further_parts(node, places, sets)
    plan = Plan(
        places,
        steps,
        evidence,
        marks,
        labels,
        repeats,
        span,
        sets,
        takes,
        *tables,
        lone_labels,
        options,
        RowAligner(evidence, labels, [place.follow for place in places], repeats, options),
    )
    for met, taken in habits.items():
        plan.meet(met, taken)
    return plan


def _further_parts(node: PatternTree, places: Sequence[PatternTree], sets: Sequence[tuple[int, ...]]) -> list[int]:
    """For each place of a text of several parts the first of these that is an element; -1 for others."""
    holders = [child for child in node.children if child.mark is None]
    for one in holders:
        holders += [child for child in one.children if child.mark is None]
    texts = {one.number for one in holders if one.whole}
    within = [some[-1] if some and some[-1] in texts else -1 for some in sets]
    first: dict[int, int] = {}
    for at, (place, number) in enumerate(zip(places, within, strict=True)):
        if place.whole and number >= 0:
            first.setdefault(number, at)
    return [first.get(number, -1) for number in within]


def _next(wanted: Sequence[bool]) -> list[int]:
    """For each of a row the number of the first from there on that is wanted; one past the last if there is none."""
    found = [len(wanted)] * (len(wanted) + 1)
    for at in range(len(wanted) - 1, -1, -1):
        found[at] = at if wanted[at] else found[at + 1]
    return found


def _step(place: PatternTree, rigid: int | None) -> Step:
    only = None
    if len(place.children) == 1:
        inner = place.children[0]
        if inner.type == "optional" and len(inner.children) == 1:
            inner = inner.children[0]
        if inner.is_text:
            only = inner.number, _fixed(inner)
    holds = place.whole or None in place.attributes.values()
    return Step(place, place.number, place.is_text, _fixed(place), holds, rigid, only, place.whole)


def _fixed(place: PatternTree) -> str | None:
    return place.text if place.is_text and place.type == "fixed" else None


def _tables(
    marks: Sequence[frozenset[int]], labels: Sequence[str], lone: Container[int]
) -> tuple[dict[int, int], dict[tuple[int, str], int]]:
    by_mark: dict[int, int] = {TEXT_CODE: UNSURE}
    by_label: dict[tuple[int, str], int] = {}
    for at, (codes, label) in enumerate(zip(marks, labels, strict=True)):
        for code in codes:
            by_mark[code] = UNSURE if code in by_mark or at in lone else at
            if label:
                by_label[code, label] = UNSURE if (code, label) in by_label else at
    return by_mark, by_label
