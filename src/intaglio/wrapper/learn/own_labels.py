"""Labels that tell themselves: with a colon behind them, or in a header cell. They need no second page to be known."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from intaglio.wrapper.draft import Instance, Place
from intaglio.wrapper.options import LabelOptions
from intaglio.wrapper.page_model.node_features import COLONS, NAMES, NodeFeatures, Vocabulary, has_letter
from intaglio.wrapper.page_model.page_features import PageFeatures
from intaglio.wrapper.page_model.page_tree import Mark, Tree

Spots = frozenset[tuple[int, int]]
"""Children, by the number of the row they are in and their place in it."""


_TABLES = frozenset({"table", "tbody", "thead", "tfoot"})
_PAIR = 2
"""Cells of a row that is a name and its value."""
_FEW = 3
"""How often each of the labels within texts comes, about."""


class OwnLabels(NamedTuple):
    """What rows of children say of themselves."""

    labelled: Spots = frozenset()
    """Children that start with a label."""
    headers: Spots = frozenset()
    """Rows of nothing but header cells."""
    columns: Spots = frozenset()
    """Such rows that name the columns of tables whose other rows are the items of a list."""


NOTHING = OwnLabels()


def find_own_labels(
    instances: Sequence[Instance], pages: Sequence[PageFeatures], options: LabelOptions = LabelOptions()
) -> OwnLabels:
    """The labels that tell themselves among the children of few nodes, where most of the children that have several
    texts have one, each another. Of more nodes, what is the same in several is a label; header rows of tables tell
    themselves there, too.
    """
    if len(instances) > options.nodes:
        return OwnLabels(columns=_header_rows(instances, pages, options))
    labelled: set[tuple[int, int]] = set()
    headers: set[tuple[int, int]] = set()
    for row, (page, node) in enumerate(instances):
        tree = pages[page].tree
        children = tree.children[node]
        worded = [at for at, child in enumerate(children) if tree.head[child] >= 0 and not tree.lone[child]]
        heads = {at for at in worded if _is_header(tree, children[at])}
        labels = {at: label for at in worded if at not in heads and (label := _label_of(tree, children[at], options))}
        headers |= {(row, at) for at in heads}
        if 2 * len(labels) > len(worded) and len(set(labels.values())) == len(labels):
            labelled |= {(row, at) for at in labels}
    return OwnLabels(frozenset(labelled), frozenset(headers))


def names_of_rows(instances: Sequence[Instance], pages: Sequence[PageFeatures]) -> set[str]:
    """What the children of some nodes begin with that have a header cell first, and one other cell behind it."""
    found: set[str] = set()
    first, top = instances[0]
    if pages[first].tree.tags[top] not in _TABLES:
        return found
    for page, node in instances:
        tree = pages[page].tree
        tags, end = tree.tags, tree.end
        named = (child for child in tree.children[node] if end[child] > child + 1 and tags[child + 1] in NAMES)
        found |= {tree.first_string(child) for child in named if len(_cells(tree, child)) == _PAIR}
    return found


def rival_names(named: Collection[str], vocabulary: Vocabulary, most: int) -> dict[str, set[str]]:
    """For the name of a row those that it never shares a place with: common ones, and all others if it is common."""
    common = {name for name in named if name in vocabulary.frequency and has_letter(name)}
    if not common or len(named) > most:
        return {}
    return {name: {*named} if name in common else {*common} for name in named}


def leads_side_by_side(rows: Sequence[Sequence[NodeFeatures]], vocabulary: Vocabulary) -> list[set[str]]:
    """The labels that plain texts under equal marks start with, a different one each of those that nothing parts, where
    they do in most rows with several and the labels are few.
    """
    having: Counter[Mark] = Counter()
    found: defaultdict[Mark, list[set[str]]] = defaultdict(list)
    for row in rows:
        by_mark: defaultdict[Mark, list[tuple[int, str]]] = defaultdict(list)
        part, before = 0, None
        for sketch in row:
            if sketch.shape:
                part += sketch.mark != before
                before = sketch.mark
                by_mark[before].append((part, "" if sketch.below & vocabulary.structure else sketch.lead))
        for mark, parted in by_mark.items():
            having[mark] += len(parted) > 1
            leads = {lead for _, lead in parted}
            if len(leads) > 1 and len(set(parted)) == len(parted) and all(map(has_letter, leads)):
                found[mark].append(leads)
    return [
        labels
        for mark, some in found.items()
        if 2 * len(some) > having[mark] and _FEW * len(labels := set().union(*some)) <= sum(map(len, some))
    ]


def note_labels(
    places: Sequence[Place], instances: Sequence[Instance], pages: Sequence[PageFeatures], own: OwnLabels
) -> None:
    """Say of places that one node alone has whether it tells itself to be a label, or to have one."""
    spots = own.labelled | own.headers
    nodes = {(row, pages[instances[row][0]].tree.children[instances[row][1]][at]) for row, at in spots}
    for place in places:
        place.labelled = len(place.members) == 1 and place.members[0] in nodes


def _header_rows(instances: Sequence[Instance], pages: Sequence[PageFeatures], options: LabelOptions) -> Spots:
    """The rows that name the columns of tables, where nearly all tables begin with one and have as many rows below it
    as there happen to be: these are the items of a list, whatever they begin with.
    """
    first, top = instances[0]
    if pages[first].tree.tags[top] not in _TABLES:
        return frozenset()
    found: set[tuple[int, int]] = set()
    sizes: set[int] = set()
    fitting = total = 0
    for row, (page, node) in enumerate(instances):
        tree = pages[page].tree
        worded = [(at, child) for at, child in enumerate(tree.children[node]) if tree.head[child] >= 0]
        if worded and _is_header(tree, worded[0][1]):
            found.add((row, worded[0][0]))
            columns = len(_cells(tree, worded[0][1]))
            fitting += sum(len(_cells(tree, child)) in (columns, columns + 1) for _, child in worded[1:])
        total += len(worded) - 1
        sizes.add(len(worded))
    headed = len(found) >= options.headed * len(instances) and fitting >= options.headed * total
    return frozenset(found) if headed and len(sizes) > 1 else frozenset()


def _label_of(tree: Tree, node: int, options: LabelOptions) -> str:
    """The label that a node starts with: its first text has a colon behind it, or is the header cell beside the only
    other cell; nothing if there is none.
    """
    head = tree.strings[tree.head[node]]
    if len(head) > options.longest or not has_letter(head):
        return ""
    if head.endswith(COLONS):
        return head
    cells = _cells(tree, node)
    is_pair = len(cells) == options.cells and tree.lone[cells[0]]
    return head if is_pair and _is_name(tree, cells[0]) and not _is_name(tree, cells[1]) else ""


def _is_header(tree: Tree, node: int) -> bool:
    """Whether a row has several cells, all of them header cells."""
    cells = _cells(tree, node)
    return len(cells) > 1 and all(_is_name(tree, cell) for cell in cells)


def _cells(tree: Tree, node: int) -> list[int]:
    return [child for child in tree.children[node] if tree.head[child] >= 0]


def _is_name(tree: Tree, node: int) -> bool:
    return tree.element[node] >= 0 and tree.page.tag_name(tree.element[node]) in NAMES
