"""Equal subtrees: what is the same to the word wherever it stands is learned from one of its copies.

Most of a template is such: menus, headings, forms. Nothing needs to be aligned there, unless it repeats within itself;
only attributes, which are no part of what is compared, are looked up in every copy.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Follow, follow
from intaglio.wrapper.draft import Draft, Instance, Place
from intaglio.wrapper.learn.align_children import is_in_step
from intaglio.wrapper.learn.build_nodes import type_of_place
from intaglio.wrapper.learn.own_labels import find_own_labels, note_labels
from intaglio.wrapper.learn.repeats import runs_of
from intaglio.wrapper.learn.sibling_lists import may_have_lists
from intaglio.wrapper.learn.texts.broken_texts import may_have_texts
from intaglio.wrapper.options import WrapperOptions
from intaglio.wrapper.page_model.page_features import PageFeatures

Found = Mapping[str, set[tuple[int, str]]]
"""Attributes, and which values they have on which pages."""
_TWO = 2
"""Copies that tell as much as any more."""


class Values(dict[int, Mapping[str, str]]):
    """The attributes that carry data, by the nodes of a page that have any, in document order."""

    def __init__(self, values: Mapping[int, Mapping[str, str]]) -> None:
        super().__init__(values)
        self.nodes = list(self)


@dataclass(slots=True)
class Copies:
    """Nodes that are equal to the word, with all that is below them."""

    tops: Sequence[Instance]
    size: int
    """Nodes of each subtree."""
    _found: Mapping[int, Found] | None = field(default=None)

    def attributes(self, pages: Sequence[Values]) -> Mapping[int, Found]:
        """Attributes below the tops, by how far behind them the nodes stand."""
        if self._found is None:
            found: defaultdict[int, defaultdict[str, set[tuple[int, str]]]] = defaultdict(lambda: defaultdict(set))
            for page, top in self.tops:
                values = pages[page]
                nodes = values.nodes
                for at in range(bisect_left(nodes, top), bisect_left(nodes, top + self.size)):
                    for name, value in values[nodes[at]].items():
                        found[nodes[at] - top][name].add((page, value))
            self._found = found
        return self._found


@dataclass(frozen=True, slots=True)
class EqualNodes(Sequence[Instance]):
    """The same node of each copy."""

    copies: Copies
    offset: int
    """How far behind the tops."""

    def __len__(self) -> int:
        return len(self.copies.tops)

    def __iter__(self) -> Iterator[Instance]:
        offset = self.offset
        return ((page, top + offset) for page, top in self.copies.tops)

    @overload
    def __getitem__(self, at: int) -> Instance: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Instance]: ...
    def __getitem__(self, at: int | slice) -> Instance | Sequence[Instance]:
        if isinstance(at, slice):
            return [(page, top + self.offset) for page, top in self.copies.tops[at]]
        page, top = self.copies.tops[at]
        return page, top + self.offset

    def attributes(self, pages: Sequence[Values]) -> Found:
        """The attributes of the nodes."""
        return self.copies.attributes(pages).get(self.offset, {})


class EqualSubtrees:
    """Learns what is below nodes that are equal to the word."""

    def __init__(self, pages: Sequence[PageFeatures], common: Collection[str], options: WrapperOptions) -> None:
        self._pages, self._common, self._options = pages, common, options
        self._follows: dict[tuple[int, float], Follow] = {}

    def are_equal(self, instances: Sequence[Instance]) -> bool:
        """Whether some nodes are equal to the word."""
        if isinstance(instances, EqualNodes):
            return True
        pages = self._pages
        first = pages[instances[0][0]].number[instances[0][1]]
        return all(pages[page].number[node] == first for page, node in instances)

    def children(self, instances: Sequence[Instance]) -> list[Draft] | None:
        """The drafts of the children of equal nodes; None if lists or texts may have to be found among them, or they
        have to be aligned.
        """
        options, count = self._options, len(instances)
        page, node = instances[0]
        features = self._pages[page]
        nodes, vocabulary = features.tree.children[node], features.vocabulary
        if not nodes:
            return []
        row = features.row(nodes)
        few = min(count, _TWO)
        if len(row) > 1 and (
            len(row) > options.align.widest
            or may_have_lists([row] * few, options.align.lists)
            or may_have_texts(features.tree, node, options.align.bodies)
            or not is_in_step([(row, count)], vocabulary)
        ):
            return None
        places = []
        for sketch, child in zip(row, nodes, strict=True):
            evidence = Evidence(sketch.mark.tag, options=options.align.evidence)
            evidence.add(sketch, count)
            places.append(Place(evidence, members=[(number, child) for number in range(few)]))
        if count == 1:
            own = find_own_labels(instances, self._pages, options.align.labels)
            if own.labelled or own.headers:
                note_labels(places, instances, self._pages, own)
        if any(repeats for _, repeats in runs_of(places, few, vocabulary, self._common, options.repeats)):
            return None
        return self._drafts(places, nodes, instances)

    def _drafts(self, places: Sequence[Place], nodes: Sequence[int], instances: Sequence[Instance]) -> list[Draft]:
        """Children that are always there, one behind the other."""
        page, node = instances[0]
        features = self._pages[page]
        if isinstance(instances, EqualNodes):
            copies, offset = instances.copies, instances.offset - node
        else:
            copies, offset = Copies(instances, features.tree.end[node] - node), -node
        align, drafts = self._options.align, []
        together = align.neighbours
        for place, child in zip(places, nodes, strict=True):
            place.members = []
            draft = Draft(type_of_place(place.evidence, self._common), place)
            draft.instances = EqualNodes(copies, child + offset)
            draft.follow = self._follow(len(instances), together)
            drafts.append(draft)
            together = align.labelled if place.evidence.is_label(features.vocabulary) else align.neighbours
        return drafts

    def _follow(self, count: int, together: float) -> Follow:
        """How what is always there follows what is always there."""
        key = count, together
        if key not in self._follows:
            every = (1 << count) - 1
            self._follows[key] = follow(every, every, count, together, self._options.align.sequence)
        return self._follows[key]
