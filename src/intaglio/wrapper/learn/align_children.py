"""Children of alike nodes, aligned: which child of one page stands where which child of another stands.

This is our way past the paper's matrix: a place gathers evidence (labels, ids, classes, shapes of texts, what lies
below), every page is aligned with the places found so far, and in a second pass with all of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Instance, Place
from intaglio.wrapper.learn.label_order import without_shuffled
from intaglio.wrapper.learn.own_labels import (
    find_own_labels,
    leads_side_by_side,
    names_of_rows,
    note_labels,
    rival_names,
)
from intaglio.wrapper.learn.row_assignment import Rivals, Target
from intaglio.wrapper.learn.sibling_lists import find_folds, unfolded, with_bodies, with_folds, with_lines
from intaglio.wrapper.learn.texts.broken_lines import find_lines
from intaglio.wrapper.learn.texts.broken_texts import find_texts
from intaglio.wrapper.options import AlignOptions
from intaglio.wrapper.page_model.node_features import NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures

Rows = Sequence[tuple[Sequence[NodeFeatures], int]]
"""Children of nodes, and how many nodes have the same."""


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
    if is_in_step(different, vocabulary):
        places = _columns(different, nodes, options)
    else:
        rivals = _rivals(children, vocabulary, named, options.rivals)
        drawn, total = _drawn(children, vocabulary, rivals, options)
        places = _gathered(children, nodes, Target(drawn, total, vocabulary, rivals, options))
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


def is_in_step(different: Rows, vocabulary: Vocabulary) -> bool:
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
            taken = Target(places, done, vocabulary, rivals, options).assign(row)
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
    children: Sequence[Sequence[NodeFeatures]], nodes: Sequence[Sequence[int]], target: Target
) -> list[Place]:
    """Align every instance with what was drawn; children that fit nowhere get places of their own."""
    places = [_empty(place.evidence.tag, target.options) for place in target.places]
    known: dict[Hashable, list[int]] = {}
    extra: defaultdict[int, list[Place]] = defaultdict(list)
    key_of = target.key if len(children) > target.options.drawn else tuple
    for number, row in enumerate(children):
        key = key_of(row)
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
