"""Layouts made by hand for unit tests: boxes where a test wants them, everything else plain."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from intaglio.layout import Display, Layout
from intaglio.page import BLOCK, Page
from intaglio.segment import Rect


def layout_by_hand(
    page: Page, boxes: Mapping[int, Rect], *, size: tuple[float, float] = (1000.0, 1000.0), **columns: Any
) -> Layout:
    """A layout with these boxes by element number; every text takes its element's box as its one line.

    Elements without a box were not laid out. `columns` replaces whole columns of the Layout by name.
    """
    n, t = page.size, len(page.texts)
    box = np.zeros((n, 4), np.float32)
    for e, rect in boxes.items():
        box[e] = rect
    has_box = np.zeros(n, np.bool_)
    has_box[list(boxes)] = True
    visible = has_box & (box[:, 2] * box[:, 3] > 1)
    text_visible = visible[page.text_owner]
    lengths = np.array([len(text) for text in page.texts], np.int32)
    made: dict[str, Any] = {
        "viewport": (1000, 800), "size": size, "box": box, "seen": box.copy(), "has_box": has_box, "visible": visible,
        "display": np.where(
            has_box, np.where(np.isin(page.tag, list(BLOCK)), Display.BLOCK, Display.INLINE), Display.NONE
        ).astype(np.uint8),
        "position": np.zeros(n, np.uint8), "floating": np.zeros(n, np.uint8), "replaced": np.zeros(n, np.bool_),
        "paint_order": np.where(has_box, np.arange(n), -1).astype(np.int32),
        "font_size": np.full(n, 16, np.float32), "font_weight": np.full(n, 400, np.int32),
        "italic": np.zeros(n, np.bool_),
        "colour": np.tile(np.array([0, 0, 0, 255], np.uint8), (n, 1)),
        "background": np.full((n, 4), 255, np.uint8), "own_background": np.zeros(n, np.bool_),
        "background_image": np.zeros(n, np.bool_), "border": np.zeros((n, 4), np.float32),
        "text_visible": text_visible,
        "line_start": np.arange(t + 1, dtype=np.int32), "line_text": np.arange(t, dtype=np.int32),
        "line_box": box[page.text_owner], "line_seen": box[page.text_owner],
        "line_length": lengths,
    }  # fmt: skip
    return Layout(**(made | columns))
