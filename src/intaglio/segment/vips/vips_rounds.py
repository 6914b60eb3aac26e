"""VIPS: rounds of block extraction, separators and content structure until every leaf is coherent enough."""

from __future__ import annotations

from collections.abc import Iterator

from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.segment.vips import coherence
from intaglio.segment.vips.block_extraction import Block, extract
from intaglio.segment.vips.content_structure import Region, construct
from intaglio.segment.vips.looks import Looks, looks_of
from intaglio.segment.vips.nodes import Nodes, nodes_of
from intaglio.segment.vips.region_tree import tree_of
from intaglio.segment.vips.vips_options import VipsOptions
from intaglio.segment.visible_content import Content

_PAGE = Block(node=0, degree=1, rule=3, frame=0)


def segment(page: Page, layout: Layout, options: VipsOptions = VipsOptions()) -> AreaTree:
    """Segment a page by VIPS; the leaves of the tree are the blocks at the permitted degree of coherence."""
    content = Content.of(page, layout)
    looks = looks_of(content)
    root = Region([_PAGE])
    if len(content):
        _divide(root, nodes_of(content), looks, options)
    return tree_of(root, content, looks, options)


def _divide(root: Region, nodes: Nodes, looks: Looks, options: VipsOptions) -> None:
    """One round after the other in every leaf below the permitted degree of coherence."""
    page_size = looks.size([_PAGE])
    waiting = [root]
    while waiting:
        region = waiting.pop()
        if options.pdoc > coherence.WHOLE and _indivisible(region):
            region.degree = coherence.WHOLE
        else:
            waiting += _round(region, nodes, looks, options, page_size)


def _round(region: Region, nodes: Nodes, looks: Looks, options: VipsOptions, page_size: float) -> list[Region]:
    """Divide a region once; give the regions to be divided further."""
    before = [block.node for block in region.blocks]
    blocks = extract(nodes, before, options.small * looks.size(region.blocks), page_size)
    whole = Region(blocks, region.degree)
    construct(whole, looks, options.slack, page_size)
    if whole.parts:
        region.degree, region.parts, region.separators = whole.degree, whole.parts, whole.separators
        return list(_incoherent(region, options.pdoc))
    if blocks and [block.node for block in blocks] != before:
        region.blocks = blocks
        region.degree = max(region.degree, min(block.degree for block in blocks))
        return [region] if region.degree < options.pdoc else []
    region.degree = coherence.WHOLE
    if options.pdoc > coherence.WHOLE and len(blocks) > 1:  # no separator parts them
        region.parts = [Region([block]) for block in blocks]
    return list(region.parts)


def _indivisible(region: Region) -> bool:
    """Whether a region is one text, image or the like, or one node of nothing but text."""
    return len(region.blocks) == 1 and region.blocks[0].rule in (0, 4)


def _incoherent(region: Region, pdoc: int) -> Iterator[Region]:
    """The leaves below a degree; what reaches it is made a leaf."""
    stack = [region]
    while stack:
        current = stack.pop()
        if current.degree >= pdoc:
            current.parts, current.separators = [], []
        elif current.parts:
            stack += current.parts
        else:
            yield current
