"""Regions as an AreaTree: rectangles, degrees, separators, and what each leaf holds of the DOM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from types import MappingProxyType

import numpy as np

from intaglio.page import Ints
from intaglio.segment.area_tree import Area, AreaTree, Rect, Value
from intaglio.segment.vips.content_structure import Region
from intaglio.segment.vips.looks import Looks
from intaglio.segment.vips.separators import Axis
from intaglio.segment.vips.vips_options import VipsOptions
from intaglio.segment.visible_content import Content, holdings


def tree_of(root: Region, content: Content, looks: Looks, options: VipsOptions) -> AreaTree:
    """The tree of areas below a region that is the whole page."""
    regions = [root]
    for region in regions:
        regions += region.parts
    leaves = [region for region in regions if not region.parts]
    held = dict(zip(leaves, holdings(content, _owners(leaves, looks, len(content)), len(leaves)), strict=True))
    made: dict[Region, Area] = {}
    for region in reversed(regions):
        elements, texts = held.get(region, ((), ()))
        children = tuple(made[part] for part in region.parts)
        rect = _page_rect(content) if region is root else _rect(region, looks)
        made[region] = Area(rect, elements, texts, children, MappingProxyType(_attributes(region)))
    return AreaTree(made[root], "vips", MappingProxyType(asdict(options)))


def _owners(leaves: Sequence[Region], looks: Looks, pieces: int) -> Ints:
    """The leaf that each piece of content belongs to; HRs go with what stands before them."""
    owner = np.full(pieces, -1, np.int32)
    for number, leaf in enumerate(leaves):
        for block in leaf.blocks:
            owned_here = looks.pieces(block.node)
            owner[owned_here.start : owned_here.stop] = number
    owned = np.flatnonzero(owner >= 0)
    if not len(owned):
        return owner
    before = np.searchsorted(owned, np.arange(len(owner)), side="right") - 1
    return owner[owned[np.maximum(before, 0)]]


def _attributes(region: Region) -> dict[str, Value]:
    """Degree of coherence; separators as `start-stop:weight`; adjacency as `child-child:weight`, children from 0."""
    attributes: dict[str, Value] = {"doc": region.degree}
    if region.separators:
        down = region.separators[0].axis is Axis.DOWN
        attributes["separators"] = ("horizontal " if down else "vertical ") + " ".join(
            f"{strap.start:g}-{strap.stop:g}:{strap.weight}" for strap in region.separators
        )
        attributes["adjacency"] = " ".join(
            f"{number}-{number + 1}:{strap.weight}" for number, strap in enumerate(region.separators)
        )
    return attributes


def _rect(region: Region, looks: Looks) -> Rect:
    left, top, right, bottom = looks.around(region.blocks)
    return (left, top, right - left, bottom - top)


def _page_rect(content: Content) -> Rect:
    """The document, and what hangs out of it."""
    width, height = content.layout.size
    corners = content.bounds[0]
    return (0.0, 0.0, max(width, corners[2]), max(height, corners[3]))
