"""Clustering: the two most alike neighbours, boxes or clusters, are put together again and again.

A cluster is the rectangle around its boxes. It may overlap no other cluster; boxes in its way are taken in if that
hits nothing new. How unlike a cluster and a neighbour are is the mean over the neighbouring pairs between them.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from intaglio.segment.boxes.cell_grid import Grid
from intaglio.segment.boxes.forest import Forest
from intaglio.segment.boxes.neighbours import Neighbours
from intaglio.segment.boxes.page_boxes import Boxes, Numbers

Corners = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Candidate = tuple[float, float, float, float, float, float, int, int]
"""How unlike; then, between equals, their summed area and their places; then the two."""


@dataclass(frozen=True, slots=True)
class Step:
    """A merger, and the state after it."""

    reached: float
    """How unlike the most unlike pair was that had been taken by then."""
    parts: int
    """Clusters and single boxes left."""
    alone: int
    """Boxes in no cluster."""
    members: tuple[int, ...] = ()
    """What was put together, each named by one of its boxes."""


def clustered(boxes: Boxes, pairs: Neighbours, unlike: Numbers, threshold: float) -> list[Step]:
    """Put boxes together up to the first pair more unlike than the threshold.

    Pairs are taken in the order of how unlike they are, so that a run to a lower threshold is the beginning of a run
    to a higher one: the steps of a run to 1 tell what every threshold would give.
    """
    work = _Clustering(boxes)
    for one, other, much in zip(pairs.one.tolist(), pairs.other.tolist(), unlike.tolist(), strict=True):
        work.links[one][other] = work.links[other][one] = (much, 1)
        work.push(one, other)
    work.run(threshold)
    return work.steps


def clusters_at(steps: Sequence[Step], boxes: int, threshold: float) -> list[list[int]]:
    """The boxes of each cluster that there is at a threshold, ascending; clusters in the order of their first boxes."""
    sets = Forest(boxes)
    for step in takewhile(lambda step: step.reached <= threshold, steps):
        for member in step.members[1:]:
            sets.join(step.members[0], member)
    members: dict[int, list[int]] = {}
    for box in range(boxes):
        members.setdefault(sets.root(box), []).append(box)
    return [held for held in members.values() if len(held) > 1]


@dataclass(slots=True)
class _Clustering:
    boxes: Boxes
    sets: Forest = field(init=False)
    rects: list[Corners] = field(init=False)
    """By root: the rectangle around a cluster, or a box itself."""
    links: list[dict[int, tuple[float, int]]] = field(init=False)
    """By root: its neighbours, with the sum of how unlike the pairs between are, and their number."""
    refused: list[set[int]] = field(init=False)
    """By root: neighbours it could not be put together with as it is now."""
    state: Step = field(init=False)
    steps: list[Step] = field(default_factory=list)
    heap: list[Candidate] = field(default_factory=list)
    grid: Grid = field(default_factory=Grid)

    def __post_init__(self) -> None:
        count = len(self.boxes)
        self.sets = Forest(count)
        self.rects = [(left, top, right, bottom) for left, top, right, bottom in self.boxes.core.tolist()]
        self.links = [{} for _ in self.rects]
        self.refused = [set() for _ in self.rects]
        self.state = Step(0.0, count, count)
        for box, rect in enumerate(self.rects):
            self.grid.add(box, rect)

    def push(self, one: int, other: int) -> None:
        """Remember a pair; equals are taken smaller first, then from the top left."""
        total, count = self.links[one][other]
        a, b = sorted((self.rects[one], self.rects[other]), key=lambda rect: (rect[1], rect[0]))
        entry = (total / count, _area(a) + _area(b), a[1], b[1], a[0], b[0], min(one, other), max(one, other))
        heapq.heappush(self.heap, entry)

    def run(self, threshold: float) -> None:
        """Put together until the threshold is reached or nothing is left to put together."""
        while self.heap and self.heap[0][0] <= threshold:
            unlike, *_, one, other = heapq.heappop(self.heap)
            link = self.links[one].get(other)
            if link is None or link[0] / link[1] != unlike or other in self.refused[one]:
                continue  # one of them is part of something larger by now
            members = self._members(one, other)
            if members is None:
                self.refused[one].add(other)
                self.refused[other].add(one)
            else:
                self._commit(members, unlike)

    def _members(self, one: int, other: int) -> list[int] | None:
        """Who would form the new cluster: the two and the boxes in its way; None if it may not be."""
        members = [one, other]
        hit = self._boxes_in(_around([self.rects[one], self.rects[other]]), members)
        if not hit:
            return None if hit is None else members
        members += sorted(hit)
        return None if self._boxes_in(_around([self.rects[root] for root in members]), members) != set() else members

    def _boxes_in(self, rect: Corners, members: list[int]) -> set[int] | None:
        """Which single boxes besides the members a rectangle overlaps; None as soon as it is found to hit a cluster.

        What a cluster covers holds no others and is not searched.
        """
        found: set[int] = set()
        known = set(members)
        clusters = [self.rects[root] for root in members if self.sets.size[root] > 1]
        for part in _without(rect, clusters):
            for cell in self.grid.cells(part):
                if len(cell) > 1:  # by now several may be parts of one
                    cell[:] = {self.sets.root(number) for number in cell}
                for number in cell:
                    root = self.sets.root(number)
                    if root in known or not _overlap(rect, self.rects[root]):
                        continue
                    if self.sets.size[root] > 1:
                        return None
                    known.add(root)
                    found.add(root)
        return found

    def _commit(self, members: list[int], unlike: float) -> None:
        covered = [self.rects[root] for root in members]
        alone = sum(self.sets.size[root] == 1 for root in members)
        reached, parts = max(self.state.reached, unlike), self.state.parts - len(members) + 1
        self.state = Step(reached, parts, self.state.alone - alone, tuple(members))
        self.steps.append(self.state)
        root = max(members, key=lambda member: (len(self.links[member]), -member))
        self.rects[root] = _around(covered)
        for member in members:
            if member != root:
                self._take(member, root)
        for part in _without(self.rects[root], covered):
            self.grid.add(root, part)
        # The new cluster stands to its neighbours as something new: those it was refused are tried again.
        for neighbour in sorted(self.refused[root]):
            self.refused[neighbour].discard(root)
            if neighbour in self.links[root]:
                self.push(root, neighbour)
        self.refused[root] = set()

    def _take(self, member: int, root: int) -> None:
        """Let a member become part of the root; its neighbours become the root's."""
        self.sets.give(member, root)
        ours = self.links[root]
        ours.pop(member, None)
        for neighbour, (total, count) in self.links[member].items():
            if neighbour == root:
                continue
            before = ours.get(neighbour, (0.0, 0))
            link = (before[0] + total, before[1] + count)
            del self.links[neighbour][member]
            self.refused[neighbour].discard(member)
            ours[neighbour] = self.links[neighbour][root] = link
            self.push(root, neighbour)
        self.links[member] = {}
        self.refused[member] = set()


def _around(rects: Sequence[Corners]) -> Corners:
    left, top, right, bottom = zip(*rects, strict=True)
    return (min(left), min(top), max(right), max(bottom))


def _area(rect: Corners) -> float:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _overlap(a: Corners, b: Corners) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _without(rect: Corners, holes: Sequence[Corners]) -> list[Corners]:
    """What is left of a rectangle without others, as rectangles."""
    parts = [rect]
    for hole in holes:
        parts = [left for part in parts for left in (_cut(part, hole) if _overlap(part, hole) else [part])]
    return parts


def _cut(rect: Corners, hole: Corners) -> Iterator[Corners]:
    left, top, right, bottom = rect
    if top < hole[1]:
        yield (left, top, right, hole[1])
    if hole[3] < bottom:
        yield (left, hole[3], right, bottom)
    top, bottom = max(top, hole[1]), min(bottom, hole[3])
    if left < hole[0]:
        yield (left, top, hole[0], bottom)
    if hole[2] < right:
        yield (hole[2], top, right, bottom)
