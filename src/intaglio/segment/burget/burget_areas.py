"""Burget's areas: box tree → areas with lines, separators and groups inside → the level that is the segmentation."""

from __future__ import annotations

from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.segment.burget.box_tree import box_tree
from intaglio.segment.burget.burget_options import BurgetOptions
from intaglio.segment.burget.groups import group
from intaglio.segment.burget.line_groups import find_lines, find_paragraphs
from intaglio.segment.burget.style import EMPTY, styles_of
from intaglio.segment.burget.zone_tree import tree_of
from intaglio.segment.burget.zones import Zone, around
from intaglio.segment.visible_content import Content


def segment(page: Page, layout: Layout, options: BurgetOptions = BurgetOptions()) -> AreaTree:
    """Segment a page into Burget's visual areas, down to the cut that the options say."""
    content = Content.of(page, layout)
    return tree_of(_zones(content, options), content, options)


def _zones(content: Content, options: BurgetOptions) -> Zone:
    """The zone of the page, built from the innermost boxes outwards: a box follows the one it lies in."""
    tree = box_tree(content, options.inside)
    width, height = content.layout.size
    corners, styles = content.corners.tolist(), styles_of(content)
    # The last list is the page's own: box number -1.
    leaves: list[list[Zone]] = [[] for _ in range(len(tree.boxes) + 1)]
    inner: list[list[Zone]] = [[] for _ in leaves]
    for piece, around_it in enumerate(tree.box_of):
        leaves[around_it].append(Zone(corners[piece], styles[piece], [piece]))
    for number in reversed(range(len(tree.boxes))):
        box = tree.boxes[number]
        zones = [*reversed(inner[number]), *_paragraphs(leaves[number], options)]
        if zones:
            inner[box.parent].append(_filled(Zone(box.corners, EMPTY, framed=box.framed), zones, options))
    zones = [*reversed(inner[-1]), *_paragraphs(leaves[-1], options)]
    page = Zone([0.0, 0.0, width, height], EMPTY)
    return _filled(page, zones, options) if zones else page


def _paragraphs(leaves: list[Zone], options: BurgetOptions) -> list[Zone]:
    return find_paragraphs(find_lines(leaves, options.line_gap), options.line_gap)


def _filled(zone: Zone, inside: list[Zone], options: BurgetOptions) -> Zone:
    """Put zones into the zone of a box, grouped; a box around a single zone takes the place of that."""
    inner = group(inside, options)
    if len(inner.children) == 1:
        inner = inner.children[0]
    return Zone(
        around([zone.corners, inner.corners]), inner.style, inner.pieces, inner.children,
        framed=zone.framed or (len(inside) == 1 and inner.framed), weight=inner.weight,
    )  # fmt: skip
