"""Lists among siblings: children that are built alike, found before pages are aligned.

Items of a list have no places of their own: which is the third says nothing. They are folded into one child that stands
for the list, so that alignment sees lists where pages have them, however many items each has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.draft import Place
from intaglio.wrapper.learn.list_kinds import (
    ItemKind,
    Key,
    Labels,
    Rows,
    find_kinds,
    find_labels,
    is_plain_paragraph,
    told_by,
)
from intaglio.wrapper.learn.own_labels import NOTHING, OwnLabels
from intaglio.wrapper.learn.said_lists import said_items
from intaglio.wrapper.learn.texts.body_texts import Stretch
from intaglio.wrapper.options import EvidenceOptions, ListOptions
from intaglio.wrapper.page_model.node_features import SIGNS, NodeFeatures, Vocabulary
from intaglio.wrapper.page_model.page_tree import TEXT, Mark

LIST = "#list"
"""The name of a child that stands for the items of a list."""
_BETWEEN = frozenset({"br", "hr", "wbr", TEXT.tag})


_BODY, _LINES = -1, -2
"""The kinds of a text, and of lines that breaks part, beside those of other lists."""


class Fold(NamedTuple):
    """A list in a row of children."""

    start: int
    stop: int
    """One past its last child."""
    kind: int
    """Which of the lists of such rows it is."""
    items: frozenset[int]
    """Where its items start."""
    often: Mapping[Key, int]
    """How often each kind of element comes in an item; once where it is not said."""
    same: Mapping[Key, Key]
    """Kinds of elements that are one."""


def find_folds(
    rows: Rows,
    vocabulary: Vocabulary,
    common: Collection[str],
    options: ListOptions,
    *,
    own: OwnLabels = NOTHING,
    listed: bool | None = None,
) -> list[list[Fold]]:
    """The lists in each row; rows are the children of nodes that stand for the same thing. `own` is what
    tells itself. People may have said that these are the items of a list, or of none.
    """
    if listed is not None or own.columns:
        kind = None if listed is False else said_items(rows, own.columns)
        items = [kind.members.get(row, []) if kind is not None else [] for row in range(len(rows))]
        return [
            [_fold(some, 0, kind, sketches, ())] if kind is not None and some else []
            for some, sketches in zip(items, rows, strict=True)
        ]
    if not may_have_lists(rows, options):
        return [[] for _ in rows]
    labels = find_labels(rows, options)
    kinds = find_kinds(rows, labels, vocabulary, common, options, own)
    return [_folds(row, sketches, kinds, labels, options) for row, sketches in enumerate(rows)]


def may_have_lists(rows: Rows, options: ListOptions) -> bool:
    """Whether there may be lists in some rows: some have enough children, and these are neither told apart by what is
    the same on all pages nor the paragraphs of a text.
    """
    if max(map(len, rows), default=0) < options.fewest:
        return False
    return not _is_fixed(rows, options) and not _is_text(rows, options)


def with_bodies(folds: Sequence[Sequence[Fold]], bodies: Sequence[Stretch | None]) -> list[list[Fold]]:
    """The lists of each row and its text, which is one of them; lists within it are a part of it."""
    made = []
    for some, body in zip(folds, bodies, strict=True):
        if body is None:
            made.append(list(some))
            continue
        start, stop = body
        apart = [fold for fold in some if fold.stop <= start or fold.start >= stop]
        text = Fold(start, stop, _BODY, frozenset({start}), {}, {})
        made.append(sorted([*apart, text], key=lambda fold: fold.start))
    return made


def with_lines(folds: Sequence[Sequence[Fold]], lines: Sequence[Stretch | None], rows: Rows) -> list[list[Fold]]:
    """The lists of each row and its lines, unless another list has some of them."""
    made = []
    for some, stretch, row in zip(folds, lines, rows, strict=True):
        if stretch is None or any(fold.start < stretch.stop and fold.stop > stretch.start for fold in some):
            made.append(list(some))
            continue
        items = frozenset(at for at in range(*stretch) if row[at].mark == TEXT)
        made.append(sorted([*some, Fold(*stretch, _LINES, items, {}, {})], key=lambda fold: fold.start))
    return made


def with_folds(
    row: Sequence[NodeFeatures], nodes: Sequence[int], folds: Sequence[Fold]
) -> tuple[list[NodeFeatures], list[int]]:
    """A row with one child for each of its lists, in the place of the first item."""
    made: list[NodeFeatures] = []
    kept: list[int] = []
    at = 0
    for fold in folds:
        start, stop, kind = fold[:3]
        made += [
            *row[at:start],
            NodeFeatures(Mark(LIST, str(kind)), "", "", "", lone=False, below=0, after=row[start].after),
        ]
        kept += nodes[at : start + 1]
        at = stop
    return made + list(row[at:]), kept + list(nodes[at:])


def unfolded(
    places: Sequence[Place],
    rows: Sequence[Sequence[NodeFeatures]],
    nodes: Sequence[Sequence[int]],
    folds: Sequence[Sequence[Fold]],
    options: EvidenceOptions,
) -> list[Place]:
    """Places; those of lists with their items, by mark."""
    within = [{row[fold.start]: fold for fold in some} for row, some in zip(nodes, folds, strict=True)]
    made: list[Place] = []
    for number, place in enumerate(places):
        if place.evidence.tag != LIST:
            made.append(place)
            continue
        items: dict[tuple[Key, int], Place] = {}
        for row, first in place.members:
            fold = within[row][first]
            turns = Counter[Key]()
            for at in range(fold.start, fold.stop):
                if at in fold.items:
                    turns.clear()
                sketch = rows[row][at]
                key = fold.same.get(sketch.mark[:2], sketch.mark[:2])
                nth = min(turns[key], fold.often.get(key, 1) - 1)
                turns[key] += 1
                item = items.setdefault((key, nth), _part(sketch, number, fold, options))
                item.evidence.add(sketch)
                item.members.append((row, nodes[row][at]))
        made += items.values()
    return made


def _part(sketch: NodeFeatures, number: int, fold: Fold, options: EvidenceOptions) -> Place:
    """A place for a part of the items of a list, or of a text."""
    return Place(Evidence(sketch.mark.tag, options=options), folded=number, body=fold.kind == _BODY)


def _is_fixed(rows: Rows, options: ListOptions) -> bool:
    """Whether children are the same on several pages, and something tells nearly all apart: none of them are items."""
    first = rows[0]
    if len(rows) < options.pages or any(row is not first for row in rows):
        return False
    told = [list(told_by(sketch)) if sketch.shape else None for sketch in first]
    times = Counter(what for some in told for what in some or ())
    return sum(some is not None and all(times[what] > 1 for what in some) for some in told) < options.fewest


def _is_text(rows: Rows, options: ListOptions) -> bool:
    """Whether children are mostly the paragraphs of a text."""
    elements = [sketch for row in rows for sketch in row if sketch.mark.tag not in _BETWEEN]
    return sum(map(is_plain_paragraph, elements)) > options.paragraphs * len(elements)


def _folds(
    row: int,
    sketches: Sequence[NodeFeatures],
    kinds: Sequence[ItemKind],
    labels: Labels,
    options: ListOptions,
) -> list[Fold]:
    """The lists of one row, labels between items ending them."""
    spans: list[Fold] = []
    for number, kind in enumerate(kinds):
        some: list[int] = []
        for at in kind.data(row):
            if some and _has_label(sketches[some[-1] + 1 : at], kind, labels):
                spans.append(_fold(some, number, kind, sketches, labels))
                some = []
            some.append(at)
        if some:
            spans.append(_fold(some, number, kind, sketches, labels))
    return [span for span in _merged(spans) if _is_dense(span, sketches, kinds, options)]


def _has_label(some: Sequence[NodeFeatures], kind: ItemKind, labels: Labels) -> bool:
    between = (one for one in some if one.mark[:2] not in kind.keys and one.mark[:2] not in kind.between)
    return any((one.mark[:2], one.head) in labels for one in between)


def _fold(
    items: Sequence[int],
    number: int,
    kind: ItemKind,
    sketches: Sequence[NodeFeatures],
    labels: Labels,
) -> Fold:
    """A list from its first item to what belongs to its last: as much as usually stands between two items."""
    stop = items[-1] + 1
    for key in kind.between:
        if stop == len(sketches) or sketches[stop].mark[:2] != key or (key, sketches[stop].head) in labels:
            break
        if kind.signs and sketches[stop].mark == TEXT and not SIGNS.issuperset(sketches[stop].head):
            break  # what follows the list
        stop += 1
    first = min(kind.keys)
    often = Counter([first, *(first if key in kind.keys else key for key in kind.between)])
    return Fold(items[0], stop, number, frozenset(items), often, dict.fromkeys(kind.keys, first))


def _merged(spans: Sequence[Fold]) -> list[Fold]:
    """Lists that overlap as one, which goes by what comes first."""
    made: list[Fold] = []
    for span in sorted(spans, key=lambda one: one[:3]):
        if made and span.start < made[-1].stop:
            made[-1] = made[-1]._replace(stop=max(span.stop, made[-1].stop))
        else:
            made.append(span)
    return made


def _is_dense(span: Fold, sketches: Sequence[NodeFeatures], kinds: Sequence[ItemKind], options: ListOptions) -> bool:
    """Whether most of what is in a list is an item, or what stands between items."""
    keys = {key for kind in kinds for key in kind.keys} | set(kinds[span.kind].between)
    tags = [one.mark[:2] in keys for one in sketches[span.start : span.stop] if one.mark.tag not in _BETWEEN]
    return sum(tags) >= options.dense * len(tags)
