"""Children of alike nodes, aligned: which child of one page stands where which child of another stands.

This is our way past the paper's matrix: a place gathers evidence (labels, ids, classes, shapes of texts, what lies
below), every page is aligned with the places found so far, and in a second pass with all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import TypeVar

import numpy as np

from intaglio.wrapper.evidence import Evidence
from intaglio.wrapper.sequence import NEVER, Table, best_places
from intaglio.wrapper.sketch import Sketch, Vocabulary, has_letter
from intaglio.wrapper.sketches import Sketches

Instance = tuple[int, int]
"""A page's number and a node of it."""

_Thing = TypeVar("_Thing")

_SMALL, _LARGE = 100, 6_000
"""Cells up to which alignment is done at once, and beyond which fits are only estimated."""
_LIKE, _DRAWN = 3, 40
"""Instances with the same children, and in all, from which places are first drawn."""


@dataclass(slots=True)
class Place:
    """One place among the children: its evidence, and its members by the instance they are children of."""

    evidence: Evidence
    members: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of an instance's number and the child's node, in document order."""

    def emptiness(self, instances: int) -> float:
        """What it costs to leave this place empty."""
        share = min((self.evidence.members + 0.5) / (instances + 1), 0.97)
        return max(0.05, -log(1 - share))


def align_children(instances: Sequence[Instance], pages: Sequence[Sketches], widest: int) -> list[Place]:
    """The places among the children of some instances; every child that is not too far down the list is in one."""
    children = [[pages[page][child] for child in pages[page].tree.children[node][:widest]] for page, node in instances]
    nodes = [pages[page].tree.children[node][:widest] for page, node in instances]
    vocabulary = pages[0].vocabulary
    if _in_step(children, vocabulary):
        places = [Place(Evidence(sketch.mark.tag)) for sketch in children[0]]
        for place, column in zip(places, zip(*children, strict=True), strict=True):
            for sketch in column:
                place.evidence.add(sketch)
        for number, row in enumerate(nodes):
            for place, node in zip(places, row, strict=True):
                place.members.append((number, node))
        return places
    return _gathered(children, nodes, _drawn(children, vocabulary), vocabulary)


def _in_step(children: Sequence[Sequence[Sketch]], vocabulary: Vocabulary) -> bool:
    """Whether all have the same marks in the same order, and no label moves between places of equal mark."""
    marks = [sketch.mark for sketch in children[0]]
    if any([sketch.mark for sketch in row] != marks for row in children[1:]):
        return False
    count = Counter(marks)
    if len(count) == len(marks):
        return True
    where: dict[tuple[Hashable, str], int] = {}
    return all(
        where.setdefault((sketch.mark, sketch.head), place) == place
        for row in children
        for place, sketch in enumerate(row)
        if count[sketch.mark] > 1 and sketch.head in vocabulary.frequency and has_letter(sketch.head)
    )


def _drawn(children: Sequence[Sequence[Sketch]], vocabulary: Vocabulary) -> list[Place]:
    """Places with evidence, from a bounded number of instances, those with the commonest children first."""
    by_marks: defaultdict[tuple[Hashable, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(children):
        by_marks[tuple(sketch.mark for sketch in row)].append(number)
    ranked = sorted(by_marks.items(), key=lambda entry: (-len(entry[1]), -len(entry[0])))
    chosen = [number for _, numbers in ranked for number in numbers[:_LIKE]][:_DRAWN]
    places: list[Place] = []
    for done, number in enumerate(chosen):
        row = children[number]
        made = []
        for sketch, place in _merged(row, assign(row, places, done, vocabulary), places):
            if sketch is not None:
                place.evidence.add(sketch)
            made.append(place)
        places = made
    return places


def _gathered(
    children: Sequence[Sequence[Sketch]], nodes: Sequence[Sequence[int]], drawn: list[Place], vocabulary: Vocabulary
) -> list[Place]:
    """Align every instance with what was drawn; children that fit nowhere get places of their own."""
    places = [(place, Place(Evidence(place.evidence.tag))) for place in drawn]
    fits = list(drawn)
    known: dict[tuple[Sketch, ...], list[int]] = {}
    extra: defaultdict[int, list[Place]] = defaultdict(list)
    for number, row in enumerate(children):
        key = tuple(row)
        taken = known.get(key)
        if taken is None:
            taken = known[key] = assign(row, fits, len(children), vocabulary)
        after = -1
        strays = 0
        for sketch, node, at in zip(row, nodes[number], taken, strict=True):
            if at >= 0:
                place, after, strays = places[at][1], at, 0
            else:
                place, strays = _spare(extra[after], sketch.mark.tag, strays)
            place.evidence.add(sketch)
            place.members.append((number, node))
    ordered = [*extra[-1]]
    for at, (_, place) in enumerate(places):
        ordered += [place, *extra[at]]
    return [place for place in ordered if place.members]


def _spare(spares: list[Place], tag: str, start: int) -> tuple[Place, int]:
    """The next of the spare places with that tag, made if need be; and where to look on from."""
    for at in range(start, len(spares)):
        if spares[at].evidence.tag == tag:
            return spares[at], at + 1
    spares.append(Place(Evidence(tag)))
    return spares[-1], len(spares)


def _merged(row: Sequence[Sketch], taken: Sequence[int], places: list[Place]) -> Iterator[tuple[Sketch | None, Place]]:
    """Old and new places in order, each with the sketch that falls to it."""
    next_place = 0
    for sketch, at in zip(row, taken, strict=True):
        if at < 0:
            yield sketch, Place(Evidence(sketch.mark.tag))
            continue
        for place in places[next_place:at]:
            yield None, place
        yield sketch, places[at]
        next_place = at + 1
    for place in places[next_place:]:
        yield None, place


def assign(row: Sequence[Sketch], places: Sequence[Place], instances: int, vocabulary: Vocabulary) -> list[int]:
    """For each child its place, or -1. Long rows are cut at children that can only be in one place."""
    taken = [-1] * len(row)
    empty = [place.emptiness(instances) for place in places]
    cuts = anchors(row, places, vocabulary) if len(row) * len(places) > _SMALL else []
    first_child = first_place = 0
    for child, at in [*cuts, (len(row), len(places))]:
        part, those = row[first_child:child], places[first_place:at]
        if part and those:
            table = (_estimates if len(part) * len(those) > _LARGE else _fits)(part, those, vocabulary)
            for offset, found in enumerate(best_places(table, empty[first_place:at])):
                if found >= 0:
                    taken[first_child + offset] = first_place + found
        if child < len(row):
            taken[child] = at
        first_child, first_place = child + 1, at + 1
    return taken


def _fits(row: Sequence[Sketch], places: Sequence[Place], vocabulary: Vocabulary) -> Table:
    return [[place.evidence.fit(sketch, vocabulary) for place in places] for sketch in row]


def _estimates(row: Sequence[Sketch], places: Sequence[Place], vocabulary: Vocabulary) -> Table:
    """Fits by equal names, marks and first texts alone, all at once."""
    del vocabulary
    table = np.zeros((len(row), len(places)))
    usual = [
        (p.evidence.tag, *(c.most_common(1)[0][0] for c in (p.evidence.classes, p.evidence.heads))) for p in places
    ]
    mine = [(sketch.mark.tag, sketch.mark.cls, sketch.head) for sketch in row]
    for part, gain in ((0, 1.0), (1, 1.5), (2, 4.0)):
        numbers: dict[str, int] = {}
        left = np.array([numbers.setdefault(key[part], len(numbers)) for key in mine])
        right = np.array([numbers.setdefault(key[part], len(numbers)) for key in usual])
        same = left[:, None] == right[None, :]
        table += np.where(same, gain, NEVER if part == 0 else -0.75)
    return table.tolist()


def anchors(row: Sequence[Sketch], places: Sequence[Place], vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """Children that alone have an id, a known first text or a class that one place alone has; in order in both."""

    def of_place(place: Place) -> Iterator[Hashable]:
        evidence = place.evidence
        head, count = evidence.heads.most_common(1)[0]
        if count < 0.6 * evidence.members or head not in vocabulary.frequency:
            head = ""
        yield from _keys(evidence.tag, evidence.own_id(), head, evidence.classes.most_common(1)[0][0])

    def of_child(sketch: Sketch) -> Iterator[Hashable]:
        yield from _keys(sketch.mark.tag, sketch.mark.id, sketch.head, sketch.mark.cls)

    left, right = _alone(row, of_child), _alone(places, of_place)
    pairs = {(at, right[key]) for key, at in left.items() if key in right}
    return _rising(sorted(pairs, key=lambda pair: (pair[0], -pair[1])))


def _keys(tag: str, own_id: str, head: str, cls: str) -> Iterator[Hashable]:
    if own_id:
        yield tag, "id", own_id
    if head:
        yield tag, "text", head, cls
    if cls:
        yield tag, "class", cls


def _alone(things: Sequence[_Thing], keys: Callable[[_Thing], Iterator[Hashable]]) -> dict[Hashable, int]:
    """Where each key stands that only one of the things has."""
    found: dict[Hashable, int] = {}
    for at, thing in enumerate(things):
        for key in keys(thing):
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
