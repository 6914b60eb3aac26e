"""Computed styles of a snapshot, row by layout entry → columns of numbers; every distinct string is read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.layout.colours import RGBA, TRANSPARENT, parse_colour
from intaglio.layout.layout import Bools, Bytes, Display, Floats, Ints, Position

SIDES = ("top", "right", "bottom", "left")

STYLES: tuple[str, ...] = (
    "display", "visibility", "opacity", "position", "float", "overflow-x", "overflow-y", "clip", "clip-path",
    "transform", "font-size", "font-weight", "font-style", "color", "background-color",
    "background-image",
    *(f"border-{side}-{what}" for what in ("width", "style", "color") for side in SIDES),
)  # fmt: skip
"""The computed styles to ask the browser for, in this order."""

_DISPLAYS: dict[str, Display] = {
    "none": Display.NONE, "contents": Display.CONTENTS, "inline": Display.INLINE, "block": Display.BLOCK,
    "inline-block": Display.INLINE_BLOCK, "list-item": Display.LIST_ITEM, "flow-root": Display.FLOW_ROOT,
    "flex": Display.FLEX, "inline-flex": Display.INLINE_FLEX, "-webkit-box": Display.FLEX,
    "-webkit-inline-box": Display.INLINE_FLEX, "grid": Display.GRID, "inline-grid": Display.INLINE_GRID,
    "table": Display.TABLE, "inline-table": Display.INLINE_TABLE, "table-row-group": Display.TABLE_ROW_GROUP,
    "table-header-group": Display.TABLE_ROW_GROUP, "table-footer-group": Display.TABLE_ROW_GROUP,
    "table-row": Display.TABLE_ROW, "table-cell": Display.TABLE_CELL, "table-caption": Display.TABLE_CAPTION,
    "table-column": Display.TABLE_COLUMN, "table-column-group": Display.TABLE_COLUMN,
}  # fmt: skip
_POSITIONS = {
    "static": Position.STATIC, "relative": Position.RELATIVE, "absolute": Position.ABSOLUTE,
    "fixed": Position.FIXED, "sticky": Position.STICKY,
}  # fmt: skip
_FLOATS = {"none": 0, "left": 1, "inline-start": 1, "right": 2, "inline-end": 2}
_OVERFLOWS = {"visible": 0, "hidden": 1, "clip": 1, "auto": 2, "scroll": 2, "overlay": 2}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


class Styles:
    """The styles of all layout entries, with a last row for "no entry"."""

    def __init__(self, rows: Sequence[Sequence[int]], strings: Sequence[str]) -> None:
        """Take the rows as they are in the snapshot; short ones, as the document's own, count as unset."""
        width = len(STYLES)
        if any(len(row) != width for row in rows):
            rows = [row if len(row) == width else [-1] * width for row in rows]
        flat = np.fromiter(chain.from_iterable(rows), np.int32, width * len(rows)).reshape(-1, width)
        self._codes: Ints = np.vstack([flat, np.full((1, width), -1, np.int32)])
        self._strings = strings
        self._colours: dict[str, RGBA] = {}

    def read(self, name: str, convert: Callable[[str], Any], unset: object, kind: npt.DTypeLike) -> npt.NDArray[Any]:
        """One style as a column, `convert` called once for each distinct value."""
        codes = self._codes[:, STYLES.index(name)]
        # A table over all strings, the last entry for "unset"; marking is cheaper than sorting for distinct ones.
        used = np.zeros(len(self._strings) + 1, np.bool_)
        used[codes] = True
        used[-1] = False
        found = np.flatnonzero(used)
        values = np.array([*(convert(self._strings[code]) for code in found.tolist()), unset], kind)
        place = np.full(len(used), len(found), np.int32)
        place[found] = np.arange(len(found), dtype=np.int32)
        column: npt.NDArray[Any] = values[place[codes]]
        return column

    def display(self) -> Bytes:
        """`Display` of each entry."""
        return self.read("display", lambda text: _DISPLAYS.get(text, Display.OTHER), Display.NONE, np.uint8)

    def position(self) -> Bytes:
        """`Position` of each entry."""
        return self.read("position", lambda text: _POSITIONS.get(text, Position.STATIC), Position.STATIC, np.uint8)

    def floating(self) -> Bytes:
        """0 not, 1 left, 2 right."""
        return self.read("float", lambda text: _FLOATS.get(text, 0), 0, np.uint8)

    def overflow(self, axis: str) -> Bytes:
        """0 visible, 1 cut off, 2 scrolled."""
        return self.read(f"overflow-{axis}", lambda text: _OVERFLOWS.get(text, 0), 0, np.uint8)

    def equal(self, name: str, value: str) -> Bools:
        """Whether a style has a value."""
        return self.read(name, value.__eq__, False, np.bool_)  # noqa: FBT003 - the value of unset entries

    def differs(self, name: str, value: str) -> Bools:
        """Whether a style is set to anything but a value."""
        return self.read(name, value.__ne__, False, np.bool_)  # noqa: FBT003 - the value of unset entries

    def number(self, name: str, unset: float) -> Floats:
        """A style's first number, as in `16px`."""
        return self.read(name, lambda text: _first_number(text, unset), unset, np.float32)

    def colour(self, name: str) -> Bytes:
        """A colour as red, green, blue, alpha."""
        return self.read(name, self._colour, TRANSPARENT, np.uint8)

    def _colour(self, text: str) -> RGBA:
        known = self._colours.get(text)
        if known is None:
            known = self._colours[text] = parse_colour(text)
        return known

    def border(self) -> Floats:
        """Widths of the borders that can be seen."""
        sides = []
        for side in SIDES:
            drawn = self.read(f"border-{side}-style", lambda text: text not in ("none", "hidden"), False, np.bool_)  # noqa: FBT003
            drawn &= self.colour(f"border-{side}-color")[:, 3] > 0
            sides.append(np.where(drawn, self.number(f"border-{side}-width", 0.0), np.float32(0)))
        return np.stack(sides, axis=1)

    def texts(self, name: str, plain: str) -> dict[int, str]:
        """Values of a style that is seldom anything but `plain`, by entry."""
        rows = np.flatnonzero(self.differs(name, plain))
        codes = self._codes[rows, STYLES.index(name)]
        return {row: self._strings[code] for row, code in zip(rows.tolist(), codes.tolist(), strict=True)}


def _first_number(text: str, unset: float) -> float:
    found = _NUMBER.search(text)
    return float(found.group()) if found else unset
