"""Error-correcting mapping: an optional part, a list of other length or a wrapper more or less costs only itself.

Where the strict rule holds, it decides, for a whole subtree at once where that is the template's. Where it does not,
the children of the two parents are aligned; a child that is not among them is looked for by its id, below a wrapper
that the page has in addition, or without one that it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from intaglio.align.built_alike import LOOK, WIDTH
from intaglio.align.mapping_plan import Plan, Step
from intaglio.align.nodemap import NodeMap
from intaglio.align.page_view import View
from intaglio.align.siblings import UNIQUE, Looks, Pairs, align_children, likenesses
from intaglio.page import Page

_COMPARED = 8
"""Elements of subtrees that are compared as a whole, for each element of the page: they lie in one another."""
_WORTH = 8
"""With fewer steps below an element, they are sooner found one by one."""


@dataclass(frozen=True, slots=True)
class CorrectOptions:
    """How far mapping goes to find a node."""

    floor: float = 0.5
    """Below this confidence a node counts as not found."""
    cells: int = 2500
    """At most so many pairs of siblings are compared at one place; wider ones are paired in order."""
    by_id: float = 0.9
    """Confidence of a node that its id alone tells."""
    moved: float = 0.8
    """Factor for a node found below a wrapper more or less; it must look at least this much alike."""
    moves: int = 50
    """Elements looked at for nodes that have moved, for each element of template and page."""

    @property
    def by_place(self) -> bool:
        """Whether what has confidence 1 stands at the template's place: all that was found otherwise has less."""
        return self.by_id <= UNIQUE and self.moved <= UNIQUE


def correcting_map(plan: Plan, page: Page, options: CorrectOptions = CorrectOptions()) -> NodeMap:
    """Find each wanted node of the template on the page, with a confidence."""
    work = _Mapping(plan, page, View.of(page), options, plan.numbers.built(page))
    work.take_all()
    places, trust, lent, floor = work.places, work.sure, work.lent, options.floor
    elements, confidence = [], []
    rounded = {1.0: 1.0}
    for number in plan.wanted_steps:
        e, sure = places[number], trust[number]
        if e < 0 or sure < floor or number in lent:
            elements.append(-1)
            confidence.append(0.0)
            continue
        if sure not in rounded:
            rounded[sure] = round(sure, 3)
        elements.append(e)
        confidence.append(rounded[sure])
    return NodeMap(tuple(elements), tuple(confidence))


@dataclass(slots=True)
class _Mapping:
    plan: Plan
    page: Page
    view: View
    options: CorrectOptions
    built: bytes
    """See `Numbers.built`."""
    places: list[int] = field(default_factory=list)
    sure: list[float] = field(default_factory=list)
    lent: set[int] = field(default_factory=set)
    """Steps whose element the page lacks; its parent's place stands in for it."""
    here: Looks = field(init=False)
    there: Looks = field(init=False)
    aligned: dict[int, Pairs] = field(default_factory=dict)
    unpaired: dict[int, list[int]] = field(default_factory=dict)
    """By step, the children of those children of its place that nothing was paired with."""
    tags_below: dict[int, set[str]] = field(default_factory=dict)
    left: int = field(init=False)
    """Elements that may yet be looked at for nodes that have moved, so that the work is linear in the page."""
    compared: int = field(init=False)
    """Elements that may yet be compared in subtrees, for the same reason."""
    by_id: dict[str, int] | None = None

    def __post_init__(self) -> None:
        self.there = self.plan.looks
        self.here = Looks(self.view, self.there.given, self.there.shapes)
        self.left = self.options.moves * (len(self.view.tags) + len(self.plan.steps)) + self.options.cells
        self.compared = _COMPARED * len(self.view.tags)

    def take_all(self) -> None:
        """Find all steps, those above others first: by place where the strict rule holds, as mostly."""
        steps, stops, children, built = self.plan.steps, self.plan.stops, self.view.children, self.built
        places, trust, lent = self.places, self.sure, self.lent
        number = 0
        while number < len(steps):
            step = steps[number]
            above, e = step.above, -1
            if above >= 0 and (place := places[above]) >= 0 and above not in lent:
                there = children(place)
                if len(there) == step.count:
                    e = there[step.position]
                    if built[(start := WIDTH * e) : start + LOOK] != step.look:
                        e = -1
            if e >= 0:
                places.append(e)
                trust.append(trust[above])
            else:
                self._take(number, step)
            number = number + 1 if stops[number] == number + 1 else self._take_alike(number)

    def _take(self, number: int, step: Step) -> None:
        """Find a step where the strict rule does not hold."""
        e, sure, lent = self._find(number, step)
        self.places.append(e)
        self.sure.append(sure)
        if lent:
            self.lent.add(number)

    def _take_alike(self, number: int) -> int:
        """Take all steps below one that was just found, if all that is below it is as on the template, or below one
        that was not, if nothing can be found there; give the step to go on with.
        """
        stop, e = self.plan.stops[number], self.places[number]
        below = stop - number - 1
        if e < 0 and not self.plan.named[number]:
            self.places += [-1] * below
        elif below >= _WORTH and e >= 0 and number not in self.lent and self._is_alike(self.plan.elements[number], e):
            moved = e - self.plan.elements[number]
            self.places += [at + moved for at in self.plan.elements[number + 1 : stop]]
        else:
            return number + 1
        self.sure += [self.sure[number]] * below
        return stop

    def _is_alike(self, there: int, here: int) -> bool:
        """Whether the same is below an element of the template as below one of the page."""
        size = self.view.ends[here] - here
        if self.there.view.ends[there] - there != size or self.compared < size:
            return False
        self.compared -= size
        mine = self.built[WIDTH * (here + 1) : WIDTH * (here + size)]
        return mine == self.plan.built[WIDTH * (there + 1) : WIDTH * (there + size)]

    def _find(self, number: int, step: Step) -> tuple[int, float, bool]:
        """Find a step where the strict rule does not hold; the last tells whether its element is its parent's."""
        if step.above < 0:
            return (0, 1.0, False) if self.view.tag(0) == step.tag else (-1, 0.0, False)
        above, trust = self.places[step.above], self.sure[step.above]
        e, sure = self._by_id(step)
        if e >= 0:
            return e, max(sure, trust * 0.98 if above >= 0 and self.view.parents[e] == above else 0.0), False
        if above < 0:
            return -1, 0.0, False
        e, sure = self._aligned(step.above).get(step.element, (-1, 0.0))
        if e >= 0 and (step.above not in self.lent or sure >= self.options.moved):
            return e, trust * sure, False
        e, sure = self._wrapped(step, above)
        if e >= 0:
            return e, trust * sure, False
        if step.wanted < 0 and self._unwrapped(number, above):
            return above, trust * self.options.moved, True
        return -1, 0.0, False

    def _aligned(self, number: int) -> Pairs:
        """The children of a step's element and of the place it was found at, aligned once."""
        made = self.aligned.get(number)
        if made is None:
            there, here = self.plan.steps[number].element, self.places[number]
            made = self.aligned[number] = align_children(self.there, there, self.here, here, self.options.cells)
        return made

    def _by_id(self, step: Step) -> tuple[int, float]:
        if step.id is None:
            return -1, 0.0
        if self.by_id is None:
            self.by_id = {}
            for e in np.flatnonzero(self.page.id >= 0).tolist():
                name = self.view.strings[self.view.ids[e]]
                self.by_id[name] = -1 if name in self.by_id else e
        e = self.by_id.get(step.id, -1)
        return (e, self.options.by_id) if e >= 0 and self.view.tag(e) == step.tag else (-1, 0.0)

    def _wrapped(self, step: Step, above: int) -> tuple[int, float]:
        """The likest grandchild, below a child that nothing of the template was paired with."""
        inside = self.unpaired.get(step.above)
        if inside is None:
            taken = {d for d, _ in self._aligned(step.above).values()}
            free = [d for d in self.view.children(above) if d not in taken]
            inside = [d for wrapper in free for d in self.view.children(wrapper)][: self.options.cells]
            self.unpaired[step.above] = inside
        if not inside or not self._may_look_at(len(inside)):
            return -1, 0.0
        likes = likenesses(self.there, step.element, self.here, inside)
        best = max(likes)
        if best < self.options.moved or likes.count(best) > 1:
            return -1, 0.0
        return inside[likes.index(best)], best * self.options.moved

    def _may_look_at(self, elements: int) -> bool:
        self.left -= elements
        return self.left >= 0

    def _unwrapped(self, number: int, above: int) -> bool:
        """Whether what is needed below a missing element stands, for the most part, where that element should."""
        wanted = [self.plan.steps[below].element for below in self.plan.below[number]]
        there = self.plan.steps[number].element
        if not self._may_look_at(len(self.there.view.children(there)) + len(self.view.children(above))):
            return False
        if 2 * sum(self.there.view.tag(e) in self._tags_below(above) for e in wanted) <= len(wanted):
            return False
        pairs = align_children(self.there, there, self.here, above, self.options.cells)
        found = sum(pairs.get(e, (-1, 0.0))[1] >= self.options.moved for e in wanted)
        return 2 * found > len(wanted)

    def _tags_below(self, above: int) -> set[str]:
        """What an element's children are called."""
        made = self.tags_below.get(above)
        if made is None:
            made = self.tags_below[above] = {*map(self.view.tag, self.view.children(above))}
        return made
