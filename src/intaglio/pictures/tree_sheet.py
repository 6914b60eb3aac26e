"""A tree of short lines as a drawing: one line a node, indented, coloured by its kind, with a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

Line = tuple[int, str, str]
"""Depth, kind and words of a node."""

ROW, STEP, LETTER, MARGIN = 18, 16, 7.2, 12
"""Pixels: height of a line, indentation of a level, width of a letter, space around."""
WORDS = 90
"""Letters of a line, at most."""


def tree_sheet(title: str, lines: Sequence[Line], inks: Mapping[str, str]) -> str:
    """The lines as an SVG; each kind has its ink, and the key says which."""
    shown = [(depth, kind, words if len(words) <= WORDS else words[:WORDS] + "…") for depth, kind, words in lines]
    widest = max((STEP * depth + LETTER * len(words) for depth, _, words in shown), default=0)
    width, height = 2 * MARGIN + max(widest, 500), 2 * MARGIN + ROW * (len(shown) + 2)
    parts = [
        (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img" '
        'font-family="monospace" font-size="12">'),
        f"<title>{escape(title)}</title>", '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{MARGIN}" y="{MARGIN + 10}" font-weight="bold">{escape(title)}</text>',
    ]  # fmt: skip
    at = MARGIN + LETTER * (len(title) + 3)
    for kind, ink in inks.items():
        parts.append(f'<text x="{at:.0f}" y="{MARGIN + 10}" fill="{ink}">{escape(kind)}</text>')
        at += LETTER * (len(kind) + 2)
    for number, (depth, kind, words) in enumerate(shown, start=2):
        y = MARGIN + ROW * number
        parts += [
            f'<path d="M{MARGIN + STEP * level + 3} {y - ROW + 5}v{ROW}" stroke="#ddd"/>' for level in range(depth)
        ]
        ink = inks.get(kind, "#000")
        parts.append(f'<text x="{MARGIN + STEP * depth}" y="{y}" fill="{ink}">{escape(words)}</text>')
    return "".join([*parts, "</svg>"]) + "\n"
