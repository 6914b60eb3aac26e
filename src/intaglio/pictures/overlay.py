"""The areas of a tree as an SVG to lay over the page's picture: framed and numbered, coloured by depth."""

from __future__ import annotations

from html import escape

from intaglio.segment import Area, AreaTree

COLOURS = ("#d6336c", "#1c7ed6", "#2b8a3e", "#e8590c", "#7048e8", "#0b7285", "#a61e4d", "#5c940d")
"""By depth, over and over."""
MANY = 15
"""Leaves beyond which labels are small and say the number only, so as not to hide what they name."""
LARGE, SMALL = 14, 9
"""Font sizes of labels."""
LABELLED = ("kind", "doc")
"""Attributes that a label shows."""


def colour_of(depth: int) -> str:
    """The colour of areas at a depth."""
    return COLOURS[depth % len(COLOURS)]


def depths(tree: AreaTree) -> list[int]:
    """How deep each area lies; the root is 0."""
    found: list[int] = []
    for parent in tree.parents:
        found.append(0 if parent < 0 else found[parent] + 1)
    return found


def overlay(tree: AreaTree, size: tuple[float, float]) -> str:
    """The SVG, as large as the picture; inner areas are drawn first and thinner, the page itself is not drawn."""
    width, height = size
    many = len(tree.leaves) > MANY
    shapes = [
        _shape(number, area, depth, str(number) if many else _label(number, area), SMALL if many else LARGE)
        for number, (area, depth) in enumerate(zip(tree.areas, depths(tree), strict=True))
        if area.rect is not None and (depth or not area.children)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="system-ui,sans-serif">{"".join(shapes)}</svg>'
    )


def _shape(number: int, area: Area, depth: int, label: str, font: int) -> str:
    assert area.rect is not None
    x, y, width, height = area.rect
    colour = colour_of(depth)
    line, fill, dashes = (2, 0.0, ' stroke-dasharray="8 5"') if area.children else (3, 0.07, "")
    inset = line / 2
    wide, high = 0.62 * font * len(label) + 6, 1.4 * font
    return (
        f'<g data-area="{number}"><rect x="{x + inset:.1f}" y="{y + inset:.1f}" width="{max(width - line, 1):.1f}" '
        f'height="{max(height - line, 1):.1f}" fill="{colour}" fill-opacity="{fill}" stroke="{colour}" '
        f'stroke-width="{line}"{dashes}/>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{colour}" fill-opacity=".85"/>'
        f'<text x="{x + 3:.1f}" y="{y + 1.05 * font:.1f}" font-size="{font}" fill="#fff">{escape(label)}</text></g>'
    )


def _label(number: int, area: Area) -> str:
    said = [str(area.attributes[name]) for name in LABELLED if name in area.attributes]
    return " ".join([str(number), *said])
