"""Roles of areas, after Zeleny and Burget: headlines by their font, bodies by their size, against the page's means.

Past the paper: paragraphs too short to be bodies by themselves are bodies beside longer ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from intaglio.layout import Layout
from intaglio.page import TAGS, Page
from intaglio.page.tags import codes
from intaglio.segment.area_tree import Area, AreaTree, Value, texts_of

Floats64 = npt.NDArray[np.float64]

HEADINGS = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67}
"""Font sizes by a browser's own style sheet, in ems: what is known without layout."""

_PROSE = codes("p blockquote pre")


@dataclass(frozen=True, slots=True)
class RoleOptions:
    """What is well above the mean."""

    headline: float = 1.3
    """Font size of a headline against the mean of all visible characters."""
    body: float = 2.0
    """Size of a body against the mean size of areas that hold something themselves: pixels, or characters without
    layout."""


def with_roles(tree: AreaTree, page: Page, layout: Layout | None, options: RoleOptions = RoleOptions()) -> AreaTree:
    """The tree with an attribute `role` for its headlines and bodies."""
    roles = roles_of(tree, page, layout, options)
    return AreaTree(_marked(tree, roles), tree.method, tree.options)


def roles_of(tree: AreaTree, page: Page, layout: Layout | None, options: RoleOptions = RoleOptions()) -> dict[int, str]:
    """Numbers of the areas that have a role, and which."""
    letters = np.array([len("".join(text.split())) for text in page.texts], dtype=np.float64)
    if layout is not None:
        letters = letters * layout.text_visible
    fonts = _fonts(page, layout)
    mean = float((fonts * letters).sum() / max(letters.sum(), 1.0))
    held = {number: texts for number, area in enumerate(tree.areas) if (texts := texts_of(page, area))}
    if tree.root.children:  # what it holds itself is what no area has
        held.pop(0, None)
    sizes = {number: _size(tree.areas[number], letters, texts, layout) for number, texts in held.items()}
    usual = sum(sizes.values()) / max(len(sizes), 1)
    roles: dict[int, str] = {}
    for number, texts in held.items():
        weight = float(letters[texts].sum())
        font = float((fonts[texts] * letters[texts]).sum() / weight) if weight else 0.0
        if font >= options.headline * mean > 0:
            roles[number] = "headline"
        elif sizes[number] >= options.body * usual > 0:
            roles[number] = "body"
    return roles | dict.fromkeys(_short_paragraphs(tree, page, held, letters, roles), "body")


def _short_paragraphs(
    tree: AreaTree, page: Page, held: Mapping[int, list[int]], letters: Floats64, roles: Mapping[int, str]
) -> Iterator[int]:
    """Paragraphs without a role beside bodies that have most of what all paragraphs of their element say."""
    prose: dict[int, list[int]] = {}
    for number in held:
        area = tree.areas[number]
        around = {int(page.parent[e]) for e in area.elements}
        if len(around) == 1 and not area.texts and all(int(page.tag[e]) in _PROSE for e in area.elements):
            prose.setdefault(around.pop(), []).append(number)
    for numbers in prose.values():
        said = {number: float(letters[held[number]].sum()) for number in numbers}
        in_bodies = sum(said[number] for number in numbers if roles.get(number) == "body")
        if 2 * in_bodies > sum(said.values()):
            yield from (number for number in numbers if number not in roles)


def _fonts(page: Page, layout: Layout | None) -> Floats64:
    """Font size of each text."""
    if layout is not None:
        return layout.font_size[page.text_owner].astype(np.float64)
    fonts = np.ones(len(page.texts))
    for name, size in HEADINGS.items():
        for e in np.flatnonzero(page.tag == TAGS[name]).tolist():
            fonts[int(page.text_start[e]) : int(page.text_stop[e])] = size
    return fonts


def _size(area: Area, letters: Floats64, texts: list[int], layout: Layout | None) -> float:
    if layout is None or area.rect is None:
        return float(letters[texts].sum())
    return area.rect[2] * area.rect[3]


def _marked(tree: AreaTree, roles: Mapping[int, str]) -> Area:
    """The areas again, children before parents, with their roles."""
    made: dict[int, Area] = {}
    below: dict[int, list[int]] = {}
    for number, parent in enumerate(tree.parents):
        below.setdefault(parent, []).append(number)
    for number in range(len(tree.areas) - 1, -1, -1):
        area = tree.areas[number]
        attributes: dict[str, Value] = {**area.attributes, **({"role": roles[number]} if number in roles else {})}
        children = tuple(made.pop(child) for child in below.get(number, ()))
        made[number] = Area(area.rect, area.elements, area.texts, children, MappingProxyType(attributes))
    return made[0]
