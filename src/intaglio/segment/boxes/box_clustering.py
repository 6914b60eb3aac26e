"""Box Clustering Segmentation (Zeleny, Burget, Zendulka): lines and images in, clusters of them out, no hierarchy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

import numpy as np

from intaglio.errors import LayoutMissing
from intaglio.layout import Layout
from intaglio.page import Ints, Page
from intaglio.segment.area_tree import Area, AreaTree, Value
from intaglio.segment.boxes.box_similarity import SIMILARITIES
from intaglio.segment.boxes.cluster import Step, clustered, clusters_at
from intaglio.segment.boxes.neighbours import neighbours
from intaglio.segment.boxes.page_boxes import Boxes, boxes_of
from intaglio.segment.visible_content import Content, holdings


@dataclass(frozen=True, slots=True)
class BoxOptions:
    """How boxes are clustered."""

    threshold: float | None = None
    """From 0 to 1: pairs more unlike are not put together. None finds it for the page; the root area says what it
    was, so that it can be kept for all pages of a template."""
    search: Literal["step", "left-over"] = "step"
    """How the threshold is found: before the largest step in how unlike pairs are, once few areas are left; or as
    the paper says, by how many boxes are left over."""
    most: int = 4
    """Areas and left-over boxes that `step` leaves at most."""
    left_over: float = 0.1
    """Share of the boxes that `left-over` leaves in no cluster."""
    similarity: Literal["graded", "paper", "reference"] = "graded"
    """How unlike two boxes are: as published, without or with its last clause, or as the authors' program has it."""
    keep_left_over: bool = False
    """Give boxes in no cluster as areas of their own, too; the paper drops them."""


def segment(page: Page, layout: Layout | None, options: BoxOptions = BoxOptions()) -> AreaTree:
    """The clusters of a page's boxes, side by side below the page."""
    if layout is None:
        raise LayoutMissing("boxes are clustered by where they lie: a layout is needed")
    boxes = boxes_of(page, layout)
    pairs = neighbours(boxes)
    unlike = SIMILARITIES[options.similarity](boxes, pairs)
    steps = clustered(boxes, pairs, unlike, 1.0 if options.threshold is None else options.threshold)
    threshold = _found(steps, len(boxes), options) if options.threshold is None else options.threshold
    groups = clusters_at(steps, len(boxes), threshold)
    areas = _areas(page, layout, boxes, groups, options)
    root: dict[str, Value] = {"threshold": threshold, "boxes": len(boxes)}
    whole = Area((0.0, 0.0, *layout.size), children=areas, attributes=MappingProxyType(root))
    kept = {name: value for name, value in asdict(options).items() if value is not None}
    return AreaTree(whole, "boxes", MappingProxyType(kept))


def _found(steps: Sequence[Step], boxes: int, options: BoxOptions) -> float:
    """The threshold that the search asks for, read off the steps of a run to the end."""
    if options.search == "left-over":
        enough = (step.reached for step in steps if step.alone <= options.left_over * boxes)
        return next(enough, 1.0)
    end = Step(1.0, 1, 0)
    jumps = [
        (later.reached - step.reached, -step.parts, step)
        for step, later in pairwise([*steps, end])
        if step.parts >= 2 and later.reached > step.reached
    ]
    few = [jump for jump in jumps if jump[2].parts <= options.most]
    if few:
        return max(few, key=lambda jump: jump[:2])[2].reached
    return jumps[-1][2].reached if jumps else 1.0


def _areas(page: Page, layout: Layout, boxes: Boxes, groups: list[list[int]], options: BoxOptions) -> tuple[Area, ...]:
    if options.keep_left_over:
        clustered_boxes = {box for group in groups for box in group}
        groups = sorted([*groups, *([box] for box in range(len(boxes)) if box not in clustered_boxes)])
    content = Content.of(page, layout)
    held = holdings(content, _owners(content, layout, boxes, groups), len(groups))
    areas = []
    for group, (elements, texts) in zip(groups, held, strict=True):
        left, top = boxes.corners[group, :2].min(axis=0).tolist()
        right, bottom = boxes.corners[group, 2:].max(axis=0).tolist()
        rect = (left, top, right - left, bottom - top)
        areas.append(Area(rect, elements, texts, attributes=MappingProxyType({"boxes": len(group)})))
    return tuple(areas)


def _owners(content: Content, layout: Layout, boxes: Boxes, groups: list[list[int]]) -> Ints:
    """The group of each visible piece of the page: of a text the one that has most of its characters."""
    group_of = np.full(len(boxes), -1, np.int32)
    for number, members in enumerate(groups):
        group_of[members] = number
    votes: dict[int, dict[int, int]] = {}
    images: dict[int, int] = {}
    for line, element, group in zip(boxes.line.tolist(), boxes.element.tolist(), group_of.tolist(), strict=True):
        if line < 0:
            images[element] = group
        else:
            counted = votes.setdefault(int(layout.line_text[line]), {})
            counted[group] = counted.get(group, 0) + int(layout.line_length[line])
    owner = np.full(len(content), -1, np.int32)
    for piece, (text, element) in enumerate(zip(content.text.tolist(), content.element.tolist(), strict=True)):
        if text < 0:
            owner[piece] = images.get(element, -1)
        elif text in votes:
            owner[piece] = max(votes[text], key=lambda group: (votes[text][group], -group))
    return owner
