"""Layout: boxes, fonts, colours and text lines of a page, one row an element number or text number of its Page."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


class Display(IntEnum):
    """How an element takes part in the layout."""

    NONE = 0
    CONTENTS = 1
    INLINE = 2
    BLOCK = 3
    INLINE_BLOCK = 4
    LIST_ITEM = 5
    FLOW_ROOT = 6
    FLEX = 7
    INLINE_FLEX = 8
    GRID = 9
    INLINE_GRID = 10
    TABLE = 11
    INLINE_TABLE = 12
    TABLE_ROW_GROUP = 13
    TABLE_ROW = 14
    TABLE_CELL = 15
    TABLE_CAPTION = 16
    TABLE_COLUMN = 17
    OTHER = 18


class Position(IntEnum):
    """How an element is placed."""

    STATIC = 0
    RELATIVE = 1
    ABSOLUTE = 2
    FIXED = 3
    STICKY = 4


INLINE_LEVEL = (
    Display.INLINE, Display.INLINE_BLOCK, Display.INLINE_FLEX, Display.INLINE_GRID, Display.INLINE_TABLE,
)  # fmt: skip
"""Displays that stand in a line of text."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Columns by element number (n rows), text number (t rows) and text line (m rows); CSS pixels, read only.

    Boxes are x, y, width, height from the top left corner of the document. An element without a box keeps the font
    and colour of its nearest ancestor that has one.
    """

    viewport: tuple[int, int]
    """Width and height of the window."""
    size: tuple[float, float]
    """Width and height of the document."""

    box: Floats
    """(n, 4) the whole border box, not clipped; of an inline element the union of its lines."""
    seen: Floats
    """(n, 4) the part that ancestors' overflow and the document's edges leave; zeros if nothing is left."""
    has_box: Bools
    """It was laid out: not `display: none` or `contents`, not in the head."""
    visible: Bools
    """Its own box can be seen: some area is left, visibility and opacity show it. An element around floats only may
    have no area of its own."""
    display: Bytes
    """`Display`; without a box CONTENTS if something below was laid out, else NONE."""
    position: Bytes
    """`Position`."""
    floating: Bytes
    """0 not, 1 left, 2 right."""
    replaced: Bools
    """Its content comes from outside the document: image, video, frame, form control."""
    paint_order: Ints
    """Rank in which its stacking layer is painted, -1 without a box."""
    font_size: Floats
    font_weight: Ints
    italic: Bools
    colour: Bytes
    """(n, 4) red, green, blue, alpha of its text."""
    background: Bytes
    """(n, 4) the colour behind its text: its own over what lies below it, opaque."""
    own_background: Bools
    """It paints a background of its own: colour, image or both."""
    background_image: Bools
    border: Floats
    """(n, 4) width of the border at top, right, bottom, left where it can be seen, else 0."""

    text_visible: Bools
    """(t) some of the text can be seen."""
    line_start: Ints
    """(t + 1) lines of text i are line_start[i] .. line_start[i + 1] - 1."""
    line_text: Ints
    """(m) text of each line, ascending."""
    line_box: Floats
    """(m, 4) not clipped."""
    line_seen: Floats
    """(m, 4) clipped as `seen` is."""
    line_length: Ints
    """(m) characters of the text in this line, white space between included."""

    def __post_init__(self) -> None:
        """Make all columns read only."""
        for name in column_names():
            getattr(self, name).flags.writeable = False

    def __len__(self) -> int:
        """Return the number of elements."""
        return len(self.box)

    def __repr__(self) -> str:
        """Say how large it is."""
        return f"<Layout: {len(self)} elements on {self.size[0]:g} × {self.size[1]:g}>"

    @property
    def inline(self) -> Bools:
        """Which elements stand in a line of text."""
        found: Bools = np.isin(self.display, INLINE_LEVEL)
        return found

    def lines_of(self, text: int) -> range:
        """Numbers of the lines of a text."""
        return range(int(self.line_start[text]), int(self.line_start[text + 1]))


@lru_cache
def column_names() -> tuple[str, ...]:
    """Names of the array columns of a Layout, in order."""
    return tuple(field.name for field in fields(Layout) if field.name not in ("viewport", "size"))
