"""Where blocks lie and what they look like, as far as separators care."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.page import TAGS
from intaglio.segment.vips.block_extraction import Block
from intaglio.segment.visible_content import Content

Font = tuple[float, int]
"""Size in pixels and weight."""


@dataclass(frozen=True, slots=True)
class Side:
    """A block as a separator beside it sees it."""

    left: float
    top: float
    right: float
    bottom: float
    background: int
    """The colour behind it."""
    first_font: Font | None
    """Of its first text."""
    last_font: Font | None
    text: bool
    """It is text and nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Answers for blocks; columns are lists since blocks are asked for one by one."""

    elements: int
    """Number of elements; nodes from here on are texts."""
    start: list[int]
    """By element: its first piece of content."""
    stop: list[int]
    bounds: Sequence[Sequence[float]]
    """By element: left, top, right, bottom of what it shows."""
    background: list[int]
    fonts: list[Font]
    holder: list[int]
    """By piece: the element it is or stands in."""
    corners: Sequence[Sequence[float]]
    next_text: list[int]
    """By piece, and one past the last: the first text at or after it."""
    last_text: list[int]
    """By piece, and one past the last: the last text before it."""
    piece_of: Mapping[int, int]
    """By text number."""
    rulers: Sequence[tuple[float, float, float, float]]
    """Left, top, right, bottom of the HRs that can be seen, from the top down."""

    def side(self, block: Block) -> Side:
        """The block as separators see it."""
        pieces = self.pieces(block.node)
        is_text = block.node >= self.elements
        first, last = self.next_text[pieces.start], self.last_text[pieces.stop]
        has_text = first < pieces.stop
        left, top, right, bottom = self.corners_of(block.frame)
        return Side(
            left, top, right, bottom,
            background=self.background[self.holder[pieces.start] if is_text else block.node],
            first_font=self.fonts[self.holder[first]] if has_text else None,
            last_font=self.fonts[self.holder[last]] if has_text else None,
            text=is_text or block.rule == 4,
        )  # fmt: skip

    def pieces(self, node: int) -> range:
        """The pieces of content that a node has."""
        if node >= self.elements:
            piece = self.piece_of[node - self.elements]
            return range(piece, piece + 1)
        return range(self.start[node], self.stop[node])

    def corners_of(self, node: int) -> Sequence[float]:
        """Left, top, right, bottom of what a node shows."""
        return self.bounds[node] if node < self.elements else self.corners[self.piece_of[node - self.elements]]

    def around(self, blocks: Sequence[Block]) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of what some blocks show together."""
        corners = [self.corners_of(block.frame) for block in blocks]
        return (
            min(c[0] for c in corners), min(c[1] for c in corners),
            max(c[2] for c in corners), max(c[3] for c in corners),
        )  # fmt: skip

    def size(self, blocks: Sequence[Block]) -> float:
        """Square pixels of the rectangle around some blocks."""
        left, top, right, bottom = self.around(blocks)
        return (right - left) * (bottom - top)


def looks_of(content: Content) -> Looks:
    """Prepare the answers for a page."""
    page, layout = content.page, content.layout
    count = len(content)
    numbers, is_text = np.arange(count), content.text >= 0
    after = np.minimum.accumulate(np.where(is_text, numbers, count)[::-1])[::-1]
    before = np.maximum.accumulate(np.where(is_text, numbers, -1))
    colour = layout.background.astype(np.int64)
    rulers = layout.seen[(page.tag == TAGS["hr"]) & layout.visible].tolist()
    return Looks(
        elements=page.size,
        start=content.start.tolist(),
        stop=content.stop.tolist(),
        bounds=content.bounds,
        background=(colour[:, 0] << 16 | colour[:, 1] << 8 | colour[:, 2]).tolist(),
        fonts=list(zip(layout.font_size.tolist(), layout.font_weight.tolist(), strict=True)),
        holder=content.element.tolist(),
        corners=content.corners.tolist(),
        next_text=[*after.tolist(), count],
        last_text=[-1, *before.tolist()],
        piece_of={text: piece for piece, text in enumerate(content.text.tolist()) if text >= 0},
        rulers=sorted(((x, y, x + w, y + h) for x, y, w, h in rulers), key=lambda corners: corners[1]),
    )
