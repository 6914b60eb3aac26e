"""Text blocks: the smallest Blocks, Spans and Strongs that hold visible text.

After Shen and Zou's article extraction: every text climbs towards the root and adds what it meets; a Block ends the
climb. Works from the layout's computed display, or without one from what each tag is by default.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType

import numpy as np

from intaglio.layout import Display, Layout
from intaglio.page import BLOCK, TAGS, Bools, Ints, Page
from intaglio.page.tags import codes
from intaglio.segment.area_tree import Area, AreaTree, Rect, Value
from intaglio.segment.visible import seen_texts

_BLOCK_DISPLAYS = (
    Display.BLOCK, Display.LIST_ITEM, Display.FLOW_ROOT, Display.FLEX, Display.GRID, Display.TABLE,
    Display.TABLE_ROW_GROUP, Display.TABLE_ROW, Display.TABLE_CELL, Display.TABLE_CAPTION, Display.TABLE_COLUMN,
)  # fmt: skip
_NOT_DISPLAY_BLOCK = codes("li summary table caption colgroup col tbody thead tfoot tr td th")
MOST = 10_000
"""Areas of a page; with more blocks, several that follow each other become one area."""
_SPANS = (TAGS["span"], TAGS["strong"])


@dataclass(frozen=True, slots=True)
class TextBlockOptions:
    """How text blocks are found."""

    literal: bool = False
    """A Block is `display: block` and nothing else, to the letter: list items, table cells, flex and grid boxes are
    none. Otherwise every block-level or table-part display is one."""


@dataclass(frozen=True, slots=True, eq=False)
class TextBlock:
    """A smallest Block, Span or Strong, and the visible texts below it."""

    element: int
    texts: Ints
    """Text numbers, ascending; a view, so that blocks in blocks cost nothing."""
    block: bool
    """It is a Block, not a Span or Strong in one."""


def text_blocks(
    page: Page, layout: Layout | None = None, options: TextBlockOptions = TextBlockOptions()
) -> list[TextBlock]:
    """The text blocks of a page in the order their first texts find them, a Span before the Block around it."""
    blocks = block_elements(page, layout, options)
    seen = seen_texts(page, layout)
    # A climb that meets an element another climb went through would go on the same way: it ends there.
    climbed = np.zeros(page.size, np.bool_)
    smallest = _holds_none(blocks, page)
    spans = np.isin(page.tag, _SPANS)
    numbers = np.flatnonzero(seen).astype(np.int32)
    starts, stops = np.searchsorted(numbers, page.text_start), np.searchsorted(numbers, page.text_stop)
    found: list[TextBlock] = []
    for t in numbers.tolist():
        e = int(page.text_owner[t])
        while e >= 0 and not climbed[e]:
            climbed[e] = True
            if blocks[e] or spans[e]:
                if not smallest[e]:
                    break
                found.append(TextBlock(e, numbers[starts[e] : stops[e]], bool(blocks[e])))
                if blocks[e]:
                    break
            e = int(page.parent[e])
    return found


def block_elements(page: Page, layout: Layout | None, options: TextBlockOptions) -> Bools:
    """Which elements are Blocks: by computed display, or by their tag's default."""
    if layout is not None:
        kinds = (Display.BLOCK,) if options.literal else _BLOCK_DISPLAYS
        shown: Bools = np.isin(layout.display, kinds)
        return shown
    tags = BLOCK - _NOT_DISPLAY_BLOCK if options.literal else BLOCK
    usual: Bools = np.isin(page.tag, np.fromiter(sorted(tags), np.int32, len(tags)))
    return usual


def segment(page: Page, layout: Layout | None = None, options: TextBlockOptions = TextBlockOptions()) -> AreaTree:
    """The text blocks as areas side by side below the page; those of Spans lie within those of their Blocks."""
    blocks = _joined(text_blocks(page, layout, options))
    children = tuple(_area(page, layout, block) for block in blocks)
    rect: Rect | None = None if layout is None else (0.0, 0.0, *layout.size)
    return AreaTree(Area(rect=rect, children=children), "text-blocks", MappingProxyType(asdict(options)))


def _joined(blocks: Sequence[TextBlock], most: int = MOST) -> list[Sequence[TextBlock]]:
    """The blocks one by one; of a page that has too many, runs of neighbours, without the Spans within them."""
    if len(blocks) <= most:
        return [[block] for block in blocks]
    outer = [block for block in blocks if block.block]
    width = -(-len(outer) // most)
    return [outer[at : at + width] for at in range(0, len(outer), width)]


def _area(page: Page, layout: Layout | None, blocks: Sequence[TextBlock]) -> Area:
    block, elements = blocks[0], tuple(sorted(block.element for block in blocks))
    e = block.element
    attributes: dict[str, Value] = {"kind": "block" if block.block else page.tag_name(e)}
    if layout is None:
        return Area(elements=elements, attributes=MappingProxyType(attributes))
    attributes["font_size"] = round(float(layout.font_size[e]), 2)
    attributes["font_weight"] = int(layout.font_weight[e])
    return Area(_rect(layout, blocks), elements, attributes=MappingProxyType(attributes))


def _rect(layout: Layout, blocks: Sequence[TextBlock]) -> Rect:
    """What can be seen of the elements and their lines."""
    lines = np.concatenate([np.arange(*layout.line_start[t : t + 2]) for block in blocks for t in block.texts])
    boxes = np.vstack([layout.line_seen[lines], layout.seen[[block.element for block in blocks]]])
    boxes = boxes[(boxes[:, 2:] > 0).all(axis=1)]
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0).tolist()
    return (left, top, right - left, bottom - top)


def _holds_none(chosen: Bools, page: Page) -> Bools:
    """Which elements have no chosen one below them."""
    before = np.concatenate([[0], np.cumsum(chosen)])
    alone: Bools = before[page.end] == before[1:]
    return alone
