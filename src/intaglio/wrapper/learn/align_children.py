"""Children of alike nodes, aligned: which child of one page stands where which child of another stands.

This is our way past the paper's matrix: a place gathers evidence (labels, ids, classes, shapes of texts, what lies
below), every page is aligned with the places found so far, and in a second pass with all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property

from intaglio.wrapper.align.evidence import Evidence, commonest
from intaglio.wrapper.align.place_scoring import PlaceScorer, estimates
from intaglio.wrapper.align.sequence_alignment import FitTable, Follow, best_places, follow
from intaglio.wrapper.draft import Instance, Place
from intaglio.wrapper.learn.label_order import without_shuffled
from intaglio.wrapper.learn.own_labels import (
    find_own_labels,
    leads_side_by_side,
    names_of_rows,
    note_labels,
    rival_names,
)
from intaglio.wrapper.learn.sibling_lists import find_folds, unfolded, with_bodies, with_folds, with_lines
from intaglio.wrapper.learn.texts.broken_lines import find_lines
from intaglio.wrapper.learn.texts.broken_texts import find_texts
from intaglio.wrapper.options import AlignOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures

Rows = Sequence[tuple[Sequence[NodeFeatures], int]]
"""Children of nodes, and how many nodes have the same."""
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


def align_children(
    instances: Sequence[Instance],
    pages: Sequence[PageFeatures],
    common: Collection[str],
    options: AlignOptions,
    *,
    listed: bool | None = None,
) -> list[Place]:
    """The places among the children of some instances, lists folded; those too far down share one for each mark."""
    all_nodes: list[Sequence[int]] = [pages[page].tree.children[node] for page, node in instances]
    if not any(all_nodes):
        return []
    vocabulary = pages[0].vocabulary
    rows = _rows_below(instances, pages)
    own = find_own_labels(instances, pages, options.labels)
    if listed is None and {len(row) for row in rows} == {1} and len({row[0].mark for row in rows}) == 1:
        places = _columns(_different(rows), all_nodes, options)  # one child each, as most nodes have: all in step
    else:
        named = names_of_rows(instances, pages)
        masked = without_shuffled(rows, vocabulary, options.order, named)
        folds = find_folds(masked, vocabulary, common, options.lists, own=own, listed=listed)
        if listed is None:
            bodies = find_texts(instances, pages, common, options.bodies)
            folds = with_lines(with_bodies(folds, bodies), find_lines(rows, options.lines), rows)
        folded = [with_folds(*one) for one in zip(masked, all_nodes, folds, strict=True)] if any(folds) else []
        nodes, children = (
            ([nodes for _, nodes in folded], [row for row, _ in folded]) if folded else (all_nodes, masked)
        )
        places = _aligned(nodes, children, vocabulary, named, options)
        places = unfolded(places, rows, all_nodes, folds, options.evidence) if folded else places
    if own.labelled or own.headers:
        note_labels(places, instances, pages, own)
    return places


def _rows_below(instances: Sequence[Instance], pages: Sequence[PageFeatures]) -> list[list[NodeFeatures]]:
    """The sketches of the children of each instance; those that are equal to the word, on any page, share them."""
    alike: dict[int, list[NodeFeatures]] = {}
    rows = []
    for page, node in instances:
        features = pages[page]
        number = features.number[node]
        row = alike.get(number)
        if row is None:
            row = alike[number] = features.row(features.tree.children[node])
        rows.append(row)
    return rows


def _aligned(
    all_nodes: Sequence[Sequence[int]],
    rows: Sequence[Sequence[NodeFeatures]],
    vocabulary: Vocabulary,
    named: Collection[str],
    options: AlignOptions,
) -> list[Place]:
    """The places in some rows; those too far down share one for each mark."""
    widest = options.widest
    nodes, children = all_nodes, rows
    if is_wide := max(map(len, all_nodes), default=0) > widest:
        nodes, children = [row[:widest] for row in all_nodes], [row[:widest] for row in rows]
    different = _different(children)
    if _in_step(different, vocabulary):
        places = _columns(different, nodes, options)
    else:
        rivals = _rivals(children, vocabulary, named, options.rivals)
        drawn, total = _drawn(children, vocabulary, rivals, options)
        places = _gathered(children, nodes, _Target(drawn, total, vocabulary, rivals, options))
    if is_wide:
        places += _overflow([row[widest:] for row in rows], [row[widest:] for row in all_nodes], options)
    return places


def _empty(tag: str, options: AlignOptions, *, loose: bool = False) -> Place:
    """A place that nothing has been put in yet."""
    return Place(Evidence(tag, options=options.evidence), loose=loose)


def _columns(different: Rows, nodes: Sequence[Sequence[int]], options: AlignOptions) -> list[Place]:
    """A place for each child, where all instances have the same children."""
    places = [_empty(sketch.mark.tag, options) for sketch in different[0][0]]
    for row, times in different:
        for place, sketch in zip(places, row, strict=True):
            place.evidence.add(sketch, times)
    for place, column in zip(places, zip(*nodes, strict=True), strict=True):
        place.members = list(enumerate(column))
    return places


def _different(rows: Sequence[Sequence[NodeFeatures]]) -> Rows:
    """Rows, and how often each is there; in order of their first appearance."""
    if all(row is rows[0] for row in rows):
        return [(rows[0], len(rows))]
    times = Counter(map(id, rows))
    by_number = {id(row): row for row in rows}
    return [(by_number[number], count) for number, count in times.items()]


def _overflow(
    children: Sequence[Sequence[NodeFeatures]], nodes: Sequence[Sequence[int]], options: AlignOptions
) -> list[Place]:
    """A place for each mark that some further children have."""
    places: dict[Hashable, Place] = {}
    for number, (row, sketches) in enumerate(zip(nodes, children, strict=True)):
        for node, sketch in zip(row, sketches, strict=True):
            if (place := places.get(sketch.mark[:2])) is None:
                place = places[sketch.mark[:2]] = _empty(sketch.mark.tag, options, loose=True)
            place.evidence.add(sketch)
            place.members.append((number, node))
    return list(places.values())


def _in_step(different: Rows, vocabulary: Vocabulary) -> bool:
    """Whether all have the same marks in the same order, and no label moves between places of equal mark."""
    marks = [sketch.mark for sketch in different[0][0]]
    if any([sketch.mark for sketch in row] != marks for row, _ in different[1:]):
        return False
    count = Counter(marks)
    if len(count) == len(marks):
        return True
    where: dict[tuple[Hashable, str], int] = {}
    return all(
        where.setdefault((sketch.mark, sketch.head), place) == place
        for row, _ in different
        for place, sketch in enumerate(row)
        if count[sketch.mark] > 1 and sketch.head in vocabulary.frequency and has_letter(sketch.head)
    )


def _rivals(
    children: Sequence[Sequence[NodeFeatures]], vocabulary: Vocabulary, named: Collection[str], most: int
) -> Rivals:
    """Common first texts that stand side by side under equal marks: no place has both. Nor has one two labels that
    all such texts start with, or the common name of a row and another name.
    """
    rivals: defaultdict[str, set[str]] = defaultdict(set, rival_names(named, vocabulary, most))
    for row in children:
        by_mark: defaultdict[Hashable, set[str]] = defaultdict(set)
        for sketch in row:
            if sketch.head in vocabulary.frequency and has_letter(sketch.head):
                by_mark[sketch.mark].add(sketch.head)
        for heads in by_mark.values():
            if 1 < len(heads) <= most:
                for head in heads:
                    rivals[head] |= heads
    for leads in leads_side_by_side(children, vocabulary):
        for lead in leads if len(leads) <= most else ():
            rivals[lead] |= leads
    return rivals


def _drawn(
    children: Sequence[Sequence[NodeFeatures]], vocabulary: Vocabulary, rivals: Rivals, options: AlignOptions
) -> tuple[list[Place], int]:
    """Places with evidence, from so many instances, those with the commonest children first."""
    by_marks: defaultdict[tuple[Hashable, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(children):
        by_marks[tuple(sketch.mark for sketch in row)].append(number)
    ranked = sorted(by_marks.items(), key=lambda entry: (-len(entry[1]), -len(entry[0])))
    chosen = [number for _, numbers in ranked for number in numbers[: options.like]][: options.drawn]
    places: list[Place] = []
    for done, number in enumerate(chosen):
        row = children[number]
        made = []
        taken = [-1] * len(row)
        if places:
            taken = _Target(places, done, vocabulary, rivals, options).assign(row)
        for sketch, place in _merged(row, taken, places, options):
            if sketch is not None:
                place.evidence.add(sketch)
                place.having |= 1 << done
            made.append(place)
        places = made
    return _without_slips(places, vocabulary), len(chosen)


def _without_slips(places: Sequence[Place], vocabulary: Vocabulary) -> list[Place]:
    """Leave out places that one instance alone made, for a label that has a place of its own by now."""
    most: Counter[tuple[str, str]] = Counter()
    for place in places:
        key = place.evidence.tag, place.evidence.usual[0]
        most[key] = max(most[key], place.evidence.members)
    return [
        place
        for place in places
        if place.evidence.members > 1
        or not place.evidence.is_label(vocabulary)
        or most[place.evidence.tag, place.evidence.usual[0]] == 1
    ]


def _gathered(
    children: Sequence[Sequence[NodeFeatures]], nodes: Sequence[Sequence[int]], target: _Target
) -> list[Place]:
    """Align every instance with what was drawn; children that fit nowhere get places of their own."""
    places = [_empty(place.evidence.tag, target.options) for place in target.places]
    known: dict[tuple[NodeFeatures, ...], list[int]] = {}
    extra: defaultdict[int, list[Place]] = defaultdict(list)
    for number, row in enumerate(children):
        key = tuple(row)
        taken = known.get(key)
        if taken is None:
            taken = known[key] = target.assign(row)
        after = -1
        strays = 0
        for sketch, node, at in zip(row, nodes[number], taken, strict=True):
            if at >= 0:
                place, after, strays = places[at], at, 0
            else:
                place, strays = _spare(extra[after], sketch.mark.tag, strays, target.options)
            place.evidence.add(sketch)
            place.members.append((number, node))
    ordered = [*extra[-1]]
    for at, place in enumerate(places):
        ordered += [place, *extra[at]]
    return [place for place in ordered if place.members]


def _spare(spares: list[Place], tag: str, start: int, options: AlignOptions) -> tuple[Place, int]:
    """The next of the spare places with that tag, made if need be; and where to look on from."""
    for at in range(start, len(spares)):
        if spares[at].evidence.tag == tag:
            return spares[at], at + 1
    spares.append(_empty(tag, options))
    return spares[-1], len(spares)


def _merged(
    row: Sequence[NodeFeatures], taken: Sequence[int], places: list[Place], options: AlignOptions
) -> Iterator[tuple[NodeFeatures | None, Place]]:
    """Old and new places in order, each with the sketch that falls to it."""
    next_place = 0
    for sketch, at in zip(row, taken, strict=True):
        if at < 0:
            yield sketch, _empty(sketch.mark.tag, options)
            continue
        for place in places[next_place:at]:
            yield None, place
        yield sketch, places[at]
        next_place = at + 1
    for place in places[next_place:]:
        yield None, place


class _Target:
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
