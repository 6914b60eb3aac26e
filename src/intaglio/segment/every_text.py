"""Every visible text in exactly one area: what a run demands of the areas of a page, whatever segmenter made them.

Definition 9 of Zeleny and Burget gives a node to the innermost area that contains it. Segmenters also give areas that
lie in one another side by side, part what stands in one line of text, or leave something out. Here the larger of two
such areas takes both, a line of text goes as a whole to the area that has most of it, and what is in no area belongs to
the root.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from intaglio.layout import Display, Layout
from intaglio.page import Bools, Ints, Page
from intaglio.page.tags import codes
from intaglio.segment.area_tree import Area, AreaTree
from intaglio.segment.visible import hidden_elements, seen_texts
from intaglio.segment.visible_content import Pieces, holdings, pieces_of

_IMAGES = codes("img svg canvas video object embed iframe picture")


def with_every_text(tree: AreaTree, page: Page, layout: Layout | None) -> AreaTree:
    """The areas so that each visible text and image is held by exactly one of them, in whole lines of text."""
    pieces = _visible_pieces(page, layout)
    owner = _in_whole_lines(pieces, _claimed(pieces, tree), layout)
    owner[owner < 0] = 0
    return _dealt_out(tree, pieces, owner)


def parted_areas(tree: AreaTree, page: Page) -> AreaTree:
    """The areas so that none holds what another one holds, whether it can be seen or not."""
    every = pieces_of(page, np.ones(len(page.texts), np.bool_), np.isin(page.tag, list(_IMAGES)))
    return _dealt_out(tree, every, _claimed(every, tree))


def _dealt_out(tree: AreaTree, pieces: Pieces, owner: Ints) -> AreaTree:
    """The tree with the areas that hold other pieces than they should made anew, and without those left empty."""
    held = holdings(pieces, owner, len(tree.areas))
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(tree.areas) + 1)).tolist()
    kept = [
        area
        if order[bounds[number] : bounds[number + 1]].tolist() == claims
        else replace(area, elements=held[number][0], texts=held[number][1])
        for number, (area, claims) in enumerate(zip(tree.areas, _claims(pieces, tree), strict=True))
    ]
    if all(new is old for new, old in zip(kept, tree.areas, strict=True)):
        return tree
    return AreaTree(without_empty(kept, tree.parents), tree.method, tree.options)


def without_empty(areas: Sequence[Area], parents: Sequence[int]) -> Area:
    """The root of a tree of areas given parents before children, less those that hold nothing in all."""
    below: dict[int, list[Area]] = {}
    for number in range(len(areas) - 1, 0, -1):
        children = tuple(reversed(below.pop(number, [])))
        if children or areas[number].elements or areas[number].texts:
            below.setdefault(parents[number], []).append(replace(areas[number], children=children))
    return replace(areas[0], children=tuple(reversed(below.get(0, []))))


def _visible_pieces(page: Page, layout: Layout | None) -> Pieces:
    """The texts and images that can be seen; without layout those that the markup does not hide."""
    shown = ~hidden_elements(page) if layout is None else layout.visible
    images = shown & np.isin(page.tag, list(_IMAGES))
    if layout is not None:
        images &= layout.replaced
    return pieces_of(page, seen_texts(page, layout), images)


def _within_others(page: Page, tree: AreaTree) -> Iterator[int]:
    """Areas whose elements all lie in those of areas that are not around them: inline parts of blocks, doubles."""
    above = _areas_above(tree)
    claims = sorted((e, number) for number, area in enumerate(tree.areas) for e in area.elements)
    waiting = {number: len(area.elements) for number, area in enumerate(tree.areas) if area.elements and not area.texts}
    around: list[tuple[int, int]] = []
    lost: set[int] = set()
    for e, number in claims:
        while around and page.end[around[-1][0]] <= e:
            around.pop()
        others = [area for _, area in around if area not in lost and area not in above[number]]
        if number in waiting and any(area != number and number not in above[area] for area in others):
            waiting[number] -= 1
            if not waiting[number]:
                lost.add(number)
                yield number
                continue
        around.append((e, number))


def _areas_above(tree: AreaTree) -> list[frozenset[int]]:
    """For each area the areas around it."""
    above: list[frozenset[int]] = []
    for parent in tree.parents:
        above.append(frozenset() if parent < 0 else above[parent] | {parent})
    return above


def _claimed(pieces: Pieces, tree: AreaTree) -> Ints:
    """The area of each piece, -1 for none: of several the innermost, and of those the one with the inner element."""
    depth = [0] * len(tree.areas)
    for number, parent in enumerate(tree.parents[1:], 1):
        depth[number] = depth[parent] + 1
    there = [(depth[number], e, number) for number, area in enumerate(tree.areas) for e in area.elements]
    lost = set(_within_others(pieces.page, tree))
    owner = np.full(len(pieces), -1, np.int32)
    for _, e, number in sorted(there):
        if number not in lost:
            owner[pieces.start[e] : pieces.stop[e]] = number
    place = {t: piece for piece, t in enumerate(pieces.text.tolist()) if t >= 0}
    for number, area in enumerate(tree.areas):
        owner[[place[t] for t in area.texts if t in place]] = number
    return owner


def _claims(pieces: Pieces, tree: AreaTree) -> Iterator[list[int]]:
    """The pieces that each area claims, ascending, as often as it claims them."""
    place = {t: piece for piece, t in enumerate(pieces.text.tolist()) if t >= 0}
    for area in tree.areas:
        found = [place[t] for t in set(area.texts) if t in place]
        for e in area.elements:
            found += range(int(pieces.start[e]), int(pieces.stop[e]))
        yield sorted(found)


def _in_whole_lines(pieces: Pieces, owner: Ints, layout: Layout | None) -> Ints:
    """The area of each piece with every line of text in one area: the one that has most of its characters."""
    texts = np.flatnonzero(pieces.text >= 0)
    if not len(texts):
        return owner
    page = pieces.page
    line = np.cumsum(line_breaks(page, layout)[:-1])[pieces.text[texts]]
    starts = np.flatnonzero(np.concatenate([[True], line[1:] != line[:-1]]))
    torn = np.minimum.reduceat(owner[texts], starts) != np.maximum.reduceat(owner[texts], starts)
    whole = owner.copy()
    for start, stop in zip(starts[torn].tolist(), np.append(starts[1:], len(texts))[torn].tolist(), strict=True):
        members = texts[start:stop]
        votes: dict[int, int] = {}
        for piece, area in zip(members.tolist(), owner[members].tolist(), strict=True):
            if area >= 0:
                votes[area] = votes.get(area, 0) + len("".join(page.texts[pieces.text[piece]].split()))
        whole[members] = max(votes, key=lambda area: (votes[area], -area))
    return whole


def line_breaks(page: Page, layout: Layout | None) -> Bools:
    """For each text, and one past the last: whether a line of text ends before it, by markup or as laid out.

    An inline element that a style sheet makes a block of its own ends a line, too.
    """
    breaks = page.text_breaks.copy()
    if layout is not None:
        blocks = np.flatnonzero(~layout.inline & ~np.isin(layout.display, (Display.NONE, Display.CONTENTS)))
        breaks[page.text_start[blocks]] = True
        breaks[page.text_stop[blocks]] = True
    return breaks
