"""What the rules ask of a node, for all nodes of a page at once: elements by number, then texts.

Node i is element i, or text i - n on a page of n elements. Columns are plain lists: the walk asks node by node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from intaglio.layout import Layout
from intaglio.page import TAGS, Bools, Ints, Page
from intaglio.page.tags import codes
from intaglio.segment.visible_content import Content

_MEANT_AS_TEXT = codes(
    "p h1 h2 h3 h4 h5 h6 li dt dd a span em strong b i u font small big sub sup code pre blockquote q cite label "
    "caption figcaption legend time abbr address summary button"
)


class Group(IntEnum):
    """Kinds of nodes that have rules of their own."""

    INLINE = 0
    TABLE = 1
    TR = 2
    TD = 3
    P = 4
    OTHER = 5


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """Columns by node."""

    content: Content
    elements: int
    """Number of elements; nodes from here on are texts."""
    group: list[int]
    is_text: list[bool]
    """A text, or a virtual text: inline, with nothing but texts and virtual texts below."""
    indivisible: list[bool]
    """A text, or content in itself: an image, a form control, an empty painted box."""
    ruler: list[bool]
    """An HR."""
    children: Sequence[Sequence[int]]
    """Valid children of each element in order; valid is what holds something that can be seen."""
    all_text: list[bool]
    """All valid children are texts or virtual texts."""
    one_font: list[bool]
    """All texts below have one font size and weight."""
    breaks: list[bool]
    """Some valid child is a line-break node: not inline."""
    has_rule: list[bool]
    """Some child is an HR that can be seen."""
    some_text: list[bool]
    """Some valid child is a text or virtual text."""
    other_ground: list[bool]
    """Its background is not its parent's."""
    size: list[float]
    """Square pixels: of boxes what can be seen of them; of text in a line its lines, not the box around all."""
    children_size: list[float]
    largest_child: list[float]
    meant_as_text: list[bool]
    """Its tag marks up text rather than layout."""


def nodes_of(content: Content) -> Nodes:
    """Compute all columns."""
    page, layout = content.page, content.layout
    n = page.size
    texts = np.flatnonzero(layout.text_visible).astype(np.int32)
    valid = content.stop > content.start
    pieces = np.zeros(n, np.bool_)
    pieces[content.element[content.text < 0]] = True
    inline = layout.inline & ~pieces
    plain = _below(page, valid & ~inline) == 0
    above = np.concatenate([np.where(valid, page.parent, -1), page.text_owner])
    above[n:][~layout.text_visible] = -1
    is_text = np.concatenate([plain & valid & ~pieces, np.ones(len(page.texts), np.bool_)])
    kids = np.flatnonzero(above >= 0).astype(np.int32)
    kids = kids[np.lexsort((kids, _places(page)[kids], above[kids]))]
    size = _sizes(content, inline)
    ground = np.zeros(len(above), np.bool_)
    ground[1:n] = (layout.background[1:] != layout.background[page.parent[1:]]).any(axis=1)
    ground[:n] |= layout.background_image
    line_break = np.zeros(len(above), np.bool_)
    line_break[:n] = valid & ~layout.inline
    rule = np.zeros(len(above), np.bool_)
    rule[:n] = (page.tag == TAGS["hr"]) & layout.visible
    largest = np.zeros(n)
    np.maximum.at(largest, above[kids], size[kids])
    return Nodes(
        content=content,
        elements=n,
        group=_groups(page, layout).tolist() + [Group.INLINE] * len(page.texts),
        is_text=is_text.tolist(),
        indivisible=pieces.tolist() + [True] * len(page.texts),
        ruler=(page.tag == TAGS["hr"]).tolist() + [False] * len(page.texts),
        children=_lists(kids, above[kids], n),
        all_text=(_any(~is_text, kids, above, n) == 0).tolist(),
        one_font=_one_font(content, texts).tolist(),
        breaks=(_any(line_break, kids, above, n) > 0).tolist(),
        has_rule=(_any(rule, kids, above, n) > 0).tolist(),
        some_text=(_any(is_text, kids, above, n) > 0).tolist(),
        other_ground=ground.tolist(),
        size=size.tolist(),
        children_size=np.bincount(above[kids], size[kids], minlength=n).tolist(),
        largest_child=largest.tolist(),
        meant_as_text=np.isin(page.tag, list(_MEANT_AS_TEXT)).tolist() + [True] * len(page.texts),
    )


def _groups(page: Page, layout: Layout) -> Ints:
    """Tables by their tags, inline text by its display: both can be styled, but CSS seldom makes a table an inline."""
    group = np.where(layout.inline, np.int32(Group.INLINE), np.int32(Group.OTHER))
    for names, kind in (("table", Group.TABLE), ("tr", Group.TR), ("td th", Group.TD), ("p", Group.P)):
        group[np.isin(page.tag, list(codes(names)))] = kind
    return group


def _places(page: Page) -> Ints:
    """Where a node stands among its siblings: texts right before the first element opened after them."""
    return np.concatenate([2 * np.arange(page.size), 2 * page.text_seen - 1]).astype(np.int32)


def _below(page: Page, chosen: Bools) -> Ints:
    """How many chosen elements each subtree has, its root included."""
    counts = np.concatenate([[0], np.cumsum(chosen)])
    below: Ints = (counts[page.end] - counts[:-1]).astype(np.int32)
    return below


def _any(marks: Bools, kids: Ints, above: Ints, n: int) -> Ints:
    return np.bincount(above[kids[marks[kids]]], minlength=n).astype(np.int32)


def _lists(kids: Ints, above: Ints, n: int) -> Sequence[Sequence[int]]:
    starts = np.searchsorted(above, np.arange(n + 1)).tolist()
    order = kids.tolist()
    return [order[starts[e] : starts[e + 1]] for e in range(n)]


def _sizes(content: Content, inline: Bools) -> npt.NDArray[np.float64]:
    """Of texts all lines, of inline elements all content, else the area that can be seen of the box."""
    layout = content.layout
    lines = layout.line_seen[:, 2].astype(np.float64) * layout.line_seen[:, 3]
    texts = np.bincount(layout.line_text, lines, minlength=len(content.page.texts))
    area = layout.seen[:, 2].astype(np.float64) * layout.seen[:, 3]
    pieces = np.where(content.text >= 0, np.append(texts, 0.0)[content.text], area[content.element])
    total = np.concatenate([[0.0], np.cumsum(pieces)])
    return np.concatenate([np.where(inline, total[content.stop] - total[content.start], area), texts])


def _one_font(content: Content, texts: Ints) -> Bools:
    """Whether the visible texts below each element have one font size and weight."""
    page, layout = content.page, content.layout
    owner = page.text_owner[texts]
    differs = (np.diff(layout.font_size[owner]) != 0) | (np.diff(layout.font_weight[owner]) != 0)
    changes = np.concatenate([[0], np.cumsum(differs), [0]])
    first, stop = np.searchsorted(texts, page.text_start), np.searchsorted(texts, page.text_stop)
    same: Bools = changes[np.maximum(stop - 1, first)] == changes[first]
    return same | (stop <= first)
