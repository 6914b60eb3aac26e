"""Carrying the areas of a template over to a page: V and M of the template → this page's nodes.

Where the children of every element on the way to an area bear the template's names in the template's order, their
places decide. Only if somewhere they do not, the mapping that corrects errors is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add

import numpy as np

from intaglio.align import CorrectOptions, NodeMap, Plan, correcting_map, strict_map
from intaglio.align.nodemap import own_text
from intaglio.page import TAGS, Page
from intaglio.page.structure import children_of
from intaglio.segment.area_tree import AreaTree
from intaglio.templates.carrying.extra_nodes import AreaContext
from intaglio.templates.carrying.found_area import Carried, FoundArea, text_bounds
from intaglio.templates.carrying.loose_texts import with_loose_texts
from intaglio.templates.carrying.verify import paths_distance, subtree_paths
from intaglio.white_space import collapsed

DEEPEST = 64
"""Steps below which paths are not kept: pages can be a hundred thousand elements deep."""


@dataclass(frozen=True, slots=True)
class CarryOptions:
    """How areas are carried over."""

    strict: bool = False
    """Take the papers' rule: an area whose address differs anywhere is not found."""
    mapping: CorrectOptions = CorrectOptions()
    verify: float | None = None
    """Compare the subtrees of the elements found with the template's: the largest distance at which one is verified."""


@dataclass(frozen=True, slots=True)
class AreaContents:
    """What an area holds, as places in the plan's list of wanted elements."""

    elements: tuple[int, ...]
    texts: tuple[tuple[int, int, int], ...]
    """Element, number of the text among its own, and how many it has of its own."""


@dataclass(frozen=True, slots=True)
class PathStep:
    """An element of the template on the way to wanted ones: what its children are called, which are needed."""

    above: int
    """Number of the element among those on the way."""
    names: list[int]
    needed: tuple[int, ...]
    """Places of the children on the way; they are numbered on in this order."""


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """The areas of one template, prepared once to be carried over to any page."""

    tree: AreaTree
    plan: Plan
    holdings: tuple[AreaContents, ...]
    forks: tuple[PathStep, ...]
    """Parents first."""
    places: tuple[int, ...]
    """Number, among the elements on the way, of each wanted one."""
    around: AreaContext
    paths: tuple[tuple[int, ...] | None, ...]
    """Positions from the root element to each wanted one; None for what is very deep."""
    dom: Page
    without: tuple[FoundArea, ...]
    """The areas with nothing found."""
    single: tuple[tuple[int, int], ...]
    """Number and place of those that hold one element."""
    several: tuple[int, ...]
    """Numbers of those that hold more."""
    subtrees: dict[int, set[int]] = field(default_factory=dict)
    """Paths below wanted elements of the template, kept once they were asked for."""

    @classmethod
    def of(cls, dom: Page, names: list[int], tree: AreaTree) -> Carrier:
        """Prepare the areas of a template's page, whose elements bear these names."""
        owners = {int(dom.text_owner[t]) for area in tree.areas for t in area.texts}
        wanted = sorted({e for area in tree.areas for e in area.elements} | owners)
        place = {e: number for number, e in enumerate(wanted)}
        own = {owner: {t: at for at, t in enumerate(dom.own_texts(owner).tolist())} for owner in owners}
        holdings = []
        for area in tree.areas:
            texts = []
            for t in area.texts:
                owner = int(dom.text_owner[t])
                texts.append((place[owner], own[owner][t], len(own[owner])))
            holdings.append(AreaContents(tuple(place[e] for e in area.elements), tuple(texts)))
        forks, places = _forks(dom, names, wanted)
        around = AreaContext(tree.parents, _left_out(dom, names, tree), scripts=not _has_noscript(dom, tree))
        plan = Plan.of(dom, wanted)
        single = {at: one.elements[0] for at, one in enumerate(holdings) if len(one.elements) == 1 and not one.texts}
        several = tuple(at for at, one in enumerate(holdings) if at not in single and (one.elements or one.texts))
        holding = {*single, *several}
        without = tuple(FoundArea(at, (), (), float(at not in holding)) for at in range(len(holdings)))
        return cls(
            tree, plan, tuple(holdings), forks, places, around, _paths(plan), dom, without, (*single.items(),), several
        )

    def carry(self, page: Page, names: list[int], options: CarryOptions = CarryOptions()) -> Carried:
        """Every area of the template with the nodes of a page, whose elements bear these names."""
        nodes = None if options.strict else self._by_place(page, names)
        if nodes is None:
            nodes = strict_map(self.plan, page) if options.strict else correcting_map(self.plan, page, options.mapping)
        found = self._areas(nodes, page)
        if options.verify is not None:
            found = self._verified(found, nodes, page, options.verify)
        areas = with_loose_texts(page, names, found, self.around, strict=options.strict)
        return Carried(areas, self._known_paths(nodes) if options.mapping.by_place else {})

    def _known_paths(self, nodes: NodeMap) -> dict[int, tuple[int, ...]]:
        """The paths of elements that stand where the template's do."""
        found = zip(nodes.elements, nodes.confidence, self.paths, strict=True)
        return {e: path for e, sure, path in found if sure == 1.0 and path is not None}

    def _verified(self, found: tuple[FoundArea, ...], nodes: NodeMap, page: Page, most: float) -> tuple[FoundArea, ...]:
        """The areas with how many of their elements have the template's subtree."""
        made = []
        for area, holding in zip(found, self.holdings, strict=True):
            there = [place for place in holding.elements if nodes.elements[place] >= 0]
            good = 0
            for place in there:
                wanted = self.plan.wanted[place]
                if wanted not in self.subtrees:
                    self.subtrees[wanted] = subtree_paths(self.dom, wanted)
                good += paths_distance(self.subtrees[wanted], subtree_paths(page, nodes.elements[place])) <= most
            made.append(area._replace(verified=(good, len(there))))
        return tuple(made)

    def _areas(self, nodes: NodeMap, page: Page) -> tuple[FoundArea, ...]:
        elements, sure = nodes.elements, nodes.confidence
        made = list(self.without)
        for number, place in self.single:
            e = elements[place]
            if e >= 0:
                made[number] = FoundArea(number, (e,), (), sure[place])
        for number in self.several:
            made[number] = _found(number, self.holdings[number], nodes, page)
        return tuple(made)

    def _by_place(self, page: Page, names: list[int]) -> NodeMap | None:
        """All wanted elements by their places, or None if anything on the way is different."""
        end = page.end.tolist()
        way = [0]
        for fork in self.forks:
            children = children_of(end, way[fork.above])
            if [names[e] for e in children] != fork.names:
                return None
            way += [children[place] for place in fork.needed]
        return NodeMap(tuple(way[place] for place in self.places), (1.0,) * len(self.places))


def _paths(plan: Plan) -> tuple[tuple[int, ...] | None, ...]:
    """Positions from the root element to each wanted one of a plan, but those that are very deep."""
    paths: list[tuple[int, ...] | None] = []
    for step in plan.steps:
        above = paths[step.above] if step.above >= 0 else None
        deeper = None if above is None or len(above) >= DEEPEST else (*above, step.position)
        paths.append(deeper if step.above >= 0 else ())
    return tuple(paths[number] for number in plan.wanted_steps)


def _forks(dom: Page, names: list[int], wanted: list[int]) -> tuple[tuple[PathStep, ...], tuple[int, ...]]:
    """The elements that lead to the wanted ones, numbered from the root as a page's are found."""
    parent, end, position = dom.parent.tolist(), dom.end.tolist(), dom.position.tolist()
    needed = {0}
    for start in wanted:
        e = start
        while e not in needed:
            needed.add(e)
            e = parent[e]
    below: dict[int, list[int]] = {}
    for e in sorted(needed - {0}):
        below.setdefault(parent[e], []).append(e)
    number = {0: 0}
    forks = []
    for above in sorted(below):
        for e in below[above]:
            number[e] = len(number)
        called = [names[e] for e in children_of(end, above)]
        forks.append(PathStep(number[above], called, tuple(position[e] for e in below[above])))
    return tuple(forks), tuple(number[e] for e in wanted)


def _left_out(dom: Page, names: list[int], tree: AreaTree) -> frozenset[tuple[int, int]]:
    """Names of parent and child for elements with text beside the areas and in none, if an id or a class tells them.

    Where another child of that name is in an area, the name tells nothing.
    """
    parent = dom.parent.tolist()
    held = {e for area in tree.areas for e in area.elements}
    way = {0, *(int(dom.text_owner[t]) for area in tree.areas for t in area.texts)}
    for start in [*held, *way]:
        e = parent[start]
        while e > 0 and e not in way:
            way.add(e)
            e = parent[e]
    told = (dom.id >= 0) | (dom.cls >= 0)
    told[1:] |= told[dom.parent[1:]]
    written = np.flatnonzero((dom.text_start < dom.text_stop) & told).tolist()
    unseen = {(names[parent[e]], names[e]) for e in written if e not in way and e not in held and parent[e] in way}
    return frozenset(unseen - {(names[parent[e]], names[e]) for e in way | held if e > 0})


def _has_noscript(dom: Page, tree: AreaTree) -> bool:
    """Whether an area holds what a browser shows only without scripts."""
    marks = set(np.flatnonzero((dom.tag == TAGS["noscript"]) & (dom.text_start < dom.text_stop)).tolist())
    if not marks:
        return False
    elements = [e for area in tree.areas for e in area.elements]
    owners = [int(dom.text_owner[t]) for area in tree.areas for t in area.texts]
    inside = any(e <= mark < dom.end[e] for mark in marks for e in elements)
    return inside or any(marks.intersection((e, *dom.ancestors(e))) for e in {*elements, *owners})


def areas_as_founded(tree: AreaTree) -> tuple[FoundArea, ...]:
    """Every area of a template on the page that founded it: the numbers are this page's."""
    return tuple(
        FoundArea(number, tuple(sorted(set(area.elements))), tuple(sorted(set(area.texts))), 1.0)
        for number, area in enumerate(tree.areas)
    )


def texts_of_areas(page: Page, areas: Sequence[FoundArea]) -> list[str]:
    """What each area holds itself, as `Page.flow` gives it, prepared for all at once."""
    codes = page.text_breaks[:-1] * np.uint8(2) | page.space_before
    before, texts = list(map(_BEFORE.__getitem__, codes.tobytes())), page.texts
    starts, stops = page.derived(text_bounds)
    made = []
    for area in areas:
        if len(area.elements) == 1 and not area.texts:
            start, stop = starts[area.elements[0]], stops[area.elements[0]]
        else:
            held = area.held(page)
            start, stop = (held[0], held[-1] + 1) if held else (0, 0)
            if stop - start > len(held):
                apart = zip((-2, *held), held, strict=False)  # each with the one before it
                made.append(_lines("".join([(before[t] if t == last + 1 else _NEW) + texts[t] for last, t in apart])))
                continue
        if stop - start == 1:
            made.append(collapsed(texts[start]))
        else:
            made.append(_lines("".join(map(add, before[start:stop], texts[start:stop]))) if start < stop else "")
    return made


_NEW = " \0 "
_BEFORE = ("", " ", _NEW, _NEW)
"""What stands before a text: nothing, a space, or the mark of a new line, which is a word of its own."""


def _lines(joined: str) -> str:
    """Marks as new lines, white space collapsed; as no text is blank, no two marks meet."""
    return collapsed(joined).removeprefix("\0 ").replace(" \0 ", "\n")


def _found(number: int, holding: AreaContents, nodes: NodeMap, page: Page) -> FoundArea:
    elements, texts, sure = [], [], 1.0
    missing = 0
    for place in holding.elements:
        if nodes.elements[place] >= 0:
            elements.append(nodes.elements[place])
            sure = min(sure, nodes.confidence[place])
        else:
            missing += 1
    for place, which, count in holding.texts:
        t, trust = own_text(page, nodes.elements[place], which, count) if nodes.elements[place] >= 0 else (-1, 0.0)
        if t >= 0:
            texts.append(t)
            sure = min(sure, trust * nodes.confidence[place])
        else:
            missing += 1
    if missing and not elements and not texts:
        sure = 0.0
    return FoundArea(number, tuple(sorted(set(elements))), tuple(sorted(set(texts))), sure)
