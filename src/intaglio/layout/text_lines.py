"""Text boxes of a snapshot → lines by text number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.layout.layout import Floats, Ints
from intaglio.layout.snapshot_tree import Tree

_TEXT = 3
LARGEST_UNIT = 0xFFFF
"""Characters beyond it are two units of UTF-16."""


@dataclass(frozen=True, slots=True)
class Lines:
    """One row a line, ascending by text."""

    text: Ints
    box: Floats
    offset: Ints
    length: Ints


def lines_of(document: Mapping[str, Any], strings: Sequence[str], tree: Tree) -> Lines:
    """Put the pieces that stand side by side together; Chromium begins a new one at every collapsed white space."""
    boxes, layout = document["textBoxes"], document["layout"]
    nodes = document["nodes"]
    node_index = np.array(layout["nodeIndex"], np.int32)
    piece_of = np.full(len(nodes["nodeType"]), -1, np.int32)
    laid = tree.text_node >= 0
    piece_of[tree.text_node[laid]] = np.flatnonzero(laid)
    skipped = _first_letters(nodes, layout, strings, node_index, piece_of)
    entry = np.array(boxes["layoutIndex"], np.int32)
    piece = piece_of[node_index[entry]] if len(entry) else np.zeros(0, np.int32)
    kept = np.flatnonzero(piece >= 0)
    kept = kept[np.argsort(piece[kept], kind="stable")]
    piece, entry = piece[kept], entry[kept]
    text = tree.text[piece]
    bounds = np.array(boxes["bounds"], np.float32).reshape(-1, 4)[kept]
    offset = np.array(boxes["start"], np.int32)[kept] + tree.text_shift[piece]
    stop = offset + np.array(boxes["length"], np.int32)[kept]
    for index, letters in skipped.items():
        part = entry == index
        offset[part] += letters
        stop[part] += letters
    if not len(text):
        return Lines(text, bounds, offset, stop)
    return _merged(text, bounds, offset, stop)


def _merged(text: Ints, bounds: Floats, offset: Ints, stop: Ints) -> Lines:
    new = np.ones(len(text), np.bool_)
    same_row = (bounds[1:, 1] == bounds[:-1, 1]) & (bounds[1:, 3] == bounds[:-1, 3])
    new[1:] = (text[1:] != text[:-1]) | ~same_row
    first = np.flatnonzero(new)
    low = np.minimum.reduceat(bounds[:, :2], first)
    high = np.maximum.reduceat(bounds[:, :2] + bounds[:, 2:], first)
    start = np.minimum.reduceat(offset, first)
    return Lines(text[first], np.hstack([low, high - low]), start, np.maximum.reduceat(stop, first) - start)


def _first_letters(
    nodes: Mapping[str, Any], layout: Mapping[str, Any], strings: Sequence[str], node_index: Ints, piece_of: Ints
) -> dict[int, int]:
    """Count a `::first-letter` to the text it was taken from; by layout entry, how many characters went there."""
    pseudo = nodes["pseudoType"]
    letters = [
        node for node, kind in zip(pseudo["index"], pseudo["value"], strict=True) if strings[kind] == "first-letter"
    ]
    skipped: dict[int, int] = {}
    entries: dict[int, list[int]] = {}
    for index, node in enumerate(node_index.tolist() if letters else ()):
        entries.setdefault(node, []).append(index)
    for node in letters:
        following = next((i for i in range(node + 1, len(piece_of)) if piece_of[i] >= 0), None)
        if following is None:
            continue
        piece_of[node] = piece_of[following]
        for index in entries.get(following, ()):
            whole, rest = strings[nodes["nodeValue"][following]], strings[layout["text"][index]]
            skipped[index] = max(0, len(whole) - len(rest))
    return skipped


def in_characters(lines: Lines, texts: Sequence[str]) -> Lines:
    """Chromium counts UTF-16 units; count characters in the few texts where that differs."""
    wide = {t for t in np.unique(lines.text).tolist() if not texts[t].isascii() and max(texts[t]) > "\uffff"}
    if not wide:
        return lines
    offset, length = lines.offset.copy(), lines.length.copy()
    for text in sorted(wide):
        here = slice(*np.searchsorted(lines.text, [text, text + 1]).tolist())
        codes = np.frombuffer(texts[text].encode("utf-32-le", "surrogatepass"), np.uint32)
        units = np.cumsum(1 + (codes > LARGEST_UNIT)) - 1  # the last unit of each character
        first, last = np.searchsorted(units, [lines.offset[here], lines.offset[here] + lines.length[here] - 1])
        offset[here] = first
        length[here] = np.where(lines.length[here] > 0, np.minimum(last + 1, len(units)) - first, 0)
    return Lines(lines.text, lines.box, offset, length)
