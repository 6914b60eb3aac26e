"""Zones as an AreaTree: cut at the level of the segmentation, with places on grids and the look of leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from types import MappingProxyType

import numpy as np

from intaglio.page import Ints
from intaglio.segment.area_tree import Area, AreaTree, Rect, Value
from intaglio.segment.burget.area_grid import Cell, grid
from intaglio.segment.burget.burget_options import BurgetOptions
from intaglio.segment.burget.style import Style
from intaglio.segment.burget.zones import Zone
from intaglio.segment.visible_content import Content, holdings

_ALONE = Cell(0, 0, 1, 1)


def tree_of(root: Zone, content: Content, options: BurgetOptions) -> AreaTree:
    """The tree of areas of a page's zone."""
    children = _cut(root, options.cut)
    order = [root]
    for zone in order:
        order += children[zone]
    leaves = [zone for zone in order if not children[zone]]
    held = dict(zip(leaves, holdings(content, _owners(leaves, len(content)), len(leaves)), strict=True))
    cells = {root: _ALONE}
    for zone in order:
        cells.update(zip(children[zone], grid([child.corners for child in children[zone]]), strict=True))
    made: dict[Zone, Area] = {}
    for zone in reversed(order):
        elements, texts = held.get(zone, ((), ()))
        attributes = {**cells[zone]._asdict(), **(_separators(zone) if children[zone] else _look(zone.style))}
        below = tuple(made[child] for child in children[zone])
        made[zone] = Area(_rect(zone.corners), elements, texts, below, MappingProxyType(attributes))
    return AreaTree(made[root], "burget", MappingProxyType(asdict(options)))


def _cut(root: Zone, share: float) -> dict[Zone, list[Zone]]:
    """The children of every zone that is reached, none for zones with less than a share of the characters."""
    enough = share * root.style.characters
    children: dict[Zone, list[Zone]] = {}
    stack = [root]
    while stack:
        zone = stack.pop()
        children[zone] = zone.children if zone is root or zone.style.characters >= enough else []
        stack += children[zone]
    return children


def _owners(leaves: Sequence[Zone], pieces: int) -> Ints:
    """The leaf that each piece of content belongs to."""
    owner = np.full(pieces, -1, np.int32)
    for number, leaf in enumerate(leaves):
        stack = [leaf]
        while stack:
            zone = stack.pop()
            owner[zone.pieces] = number
            stack += zone.children
    return owner


def _separators(zone: Zone) -> dict[str, Value]:
    """What parts the children of an area."""
    return {"separator_weight": zone.weight}


def _look(style: Style) -> dict[str, Value]:
    """How the text of a leaf looks, the mean of its characters."""
    look: dict[str, Value] = {"characters": style.characters}
    if style.characters:
        size, weight, italic, luminosity = style.mean()
        look.update(
            font_size=round(size, 2), bold=round(weight, 2), italic=round(italic, 2), luminosity=round(luminosity, 3)
        )
    if style.background >= 0:
        look["background"] = f"#{style.background:06x}"
    return look


def _rect(corners: Sequence[float]) -> Rect:
    left, top, right, bottom = corners
    return (left, top, right - left, bottom - top)
