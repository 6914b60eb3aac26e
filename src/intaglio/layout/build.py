"""Snapshot → Layout: number the nodes as the Page does, read the styles, clip, find backgrounds and lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from intaglio.layout.background import backgrounds
from intaglio.layout.clip import Flow, clips, cut, nearest
from intaglio.layout.layout import Bools, Display, Ints, Layout
from intaglio.layout.snapshot_tree import Json, Tree, join, page_of, tree_of
from intaglio.layout.styles import STYLES, Styles
from intaglio.layout.text_lines import in_characters, lines_of
from intaglio.page import Page
from intaglio.page.tags import codes

__all__ = ["STYLES", "layout_of", "page_and_layout"]

_REPLACED = codes(
    "img video audio canvas svg math iframe frame embed object applet input button select textarea progress meter "
    "image keygen"
)
VIEWPORT = (1366, 768)
"""The window that pages are laid out in, unless told otherwise."""


def layout_of(
    page: Page, snapshot: Json, *, light: Sequence[Json] | None = None, viewport: tuple[int, int] = VIEWPORT
) -> Layout:
    """The layout of a parsed page; LayoutMismatch unless the browser had the very same elements and texts.

    `snapshot` is the answer of DOMSnapshot.captureSnapshot with `STYLES` and paint order; `light` the nodes of
    DOM.getFlattenedDocument, which pages with shadow roots need.
    """
    return _layout(page, join(page, tree_of(snapshot, light)), snapshot, viewport)


def page_and_layout(
    snapshot: Json, *, url: str | None = None, light: Sequence[Json] | None = None,
    viewport: tuple[int, int] = VIEWPORT,
) -> tuple[Page, Layout]:  # fmt: skip
    """Take the DOM from the snapshot as well, for pages whose tree scripts have changed."""
    page, tree = page_of(snapshot, light, url)
    return page, _layout(page, tree, snapshot, viewport)


def _layout(page: Page, tree: Tree, snapshot: Json, viewport: tuple[int, int]) -> Layout:
    document, strings = snapshot["documents"][0], snapshot["strings"]
    layout = document["layout"]
    styles = Styles(layout["styles"], strings)
    entry_of = _entries(layout["nodeIndex"], len(document["nodes"]["nodeType"]))
    entry = entry_of[tree.element_node]
    has_box = entry >= 0
    bounds = np.vstack([np.array(layout["bounds"], np.float32).reshape(-1, 4), np.zeros((1, 4), np.float32)])
    box = bounds[entry]
    display = styles.display()[entry]
    laid_out = has_box.copy()
    laid_out[tree.text_owner[entry_of[tree.text_node] >= 0]] = True
    display[~has_box & _holds(laid_out, page.end)] = Display.CONTENTS
    position = styles.position()[entry]
    border = styles.border()[entry]
    flow = Flow(
        tree.parent, box, border, has_box, display, position,
        np.stack([styles.overflow("x")[entry], styles.overflow("y")[entry]], axis=1),
        styles.differs("transform", "none")[entry], _own_clips(styles, entry), viewport,
    )  # fmt: skip
    outer, inner = clips(flow)
    seen = cut(box, outer)
    seen[~has_box] = 0
    shown = has_box & styles.equal("visibility", "visible")[entry] & ~_faded(styles, entry, page.end)
    visible = shown & (seen[:, 2] * seen[:, 3] > 1)
    paint_order = np.append(np.array(layout["paintOrders"], np.int32), np.int32(-1))[entry]
    own_colour = styles.colour("background-color")[entry]
    background_image = styles.differs("background-image", "none")[entry]
    font = _font_entries(tree, entry, entry_of)
    colour = styles.colour("color")[font]
    lines = in_characters(lines_of(document, strings, tree), page.texts)
    line_owner = page.text_owner[lines.text]
    line_seen = cut(lines.box, inner[line_owner])
    readable = (_readable(styles, font, page.end) & (colour[:, 3] > 0))[line_owner] & (line_seen[:, 2:] > 0).all(axis=1)
    text_visible = np.zeros(len(page.texts), np.bool_)
    text_visible[lines.text[readable]] = True
    line_start = np.searchsorted(lines.text, np.arange(len(page.texts) + 1)).astype(np.int32)
    return Layout(
        viewport=viewport,
        size=(float(document["contentWidth"]), float(document["contentHeight"])),
        box=box,
        seen=seen,
        has_box=has_box,
        visible=visible,
        display=display,
        position=position,
        floating=styles.floating()[entry],
        replaced=np.isin(page.tag, list(_REPLACED)) & has_box,
        paint_order=paint_order,
        font_size=styles.number("font-size", 0.0)[font],
        font_weight=styles.number("font-weight", 400.0)[font].astype(np.int32),
        italic=styles.differs("font-style", "normal")[font],
        colour=colour,
        background=backgrounds(tree.parent, seen, position, paint_order, own_colour, visible),
        own_background=((own_colour[:, 3] > 0) | background_image) & has_box,
        background_image=background_image,
        border=border,
        text_visible=text_visible,
        line_start=line_start,
        line_text=lines.text,
        line_box=lines.box,
        line_seen=line_seen,
        line_length=lines.length,
    )


def _entries(node_index: Sequence[int], nodes: int) -> Ints:
    """The first layout entry of each node, -1 if it has none; one row more, so that node -1 has none either."""
    entries = np.full(nodes + 1, -1, np.int32)
    entries[np.array(node_index, np.int32)[::-1]] = np.arange(len(node_index), dtype=np.int32)[::-1]
    return entries


def _holds(chosen: Bools, end: Ints) -> Bools:
    """Whether a chosen element is in each element's subtree."""
    counts = np.concatenate([[0], np.cumsum(chosen)])
    held: Bools = counts[end] > counts[:-1]
    return held


def _own_clips(styles: Styles, entry: Ints) -> dict[int, str]:
    values = {**styles.texts("clip", "auto"), **styles.texts("clip-path", "none")}
    return {e: values[int(entry[e])] for e in np.flatnonzero(np.isin(entry, list(values))).tolist()} if values else {}


def _faded(styles: Styles, entry: Ints, end: Ints) -> Bools:
    """Elements that, or whose ancestors, are wholly transparent."""
    return _below(styles.number("opacity", 1.0)[entry] <= 0, end)


def _below(chosen: Bools, end: Ints) -> Bools:
    """Which elements are in the subtree of a chosen one."""
    roots = np.flatnonzero(chosen)
    marks = np.zeros(len(end) + 1, np.int32)
    np.add.at(marks, roots, 1)
    np.add.at(marks, end[roots], -1)
    inside: Bools = np.cumsum(marks[:-1]) > 0
    return inside


def _readable(styles: Styles, font: Ints, end: Ints) -> Bools:
    """Elements whose own texts are shown as far as visibility and opacity go."""
    shown: Bools = styles.equal("visibility", "visible")[font] & ~_faded(styles, font, end)
    return shown


def _font_entries(tree: Tree, entry: Ints, entry_of: Ints) -> Ints:
    """Where each element's inherited styles stand: its own entry, else its text's, else its nearest ancestor's."""
    font = entry.copy()
    text_entry = entry_of[tree.text_node]
    boxless = (text_entry >= 0) & (entry[tree.text_owner] < 0)
    font[tree.text_owner[boxless]] = text_entry[boxless]
    return font[nearest(font >= 0, tree.parent)]
