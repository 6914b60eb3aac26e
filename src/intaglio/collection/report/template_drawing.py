"""Areas → a drawing of a page as SVG: each area where it stands, its text as far as it fits, its role as its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

Rect = tuple[float, float, float, float]

ROLES = {"headline": "#b3541e", "body": "#2f6db5", "column": "#0f766e"}
BOLD = ("headline", "column")
INKS = ("#5b7a6a", "#7a6a8f", "#8a7a3f", "#5f7f96", "#8f6a6a", "#6b7280")
LINES = 46
"""Lines of text that a drawing as high as wide has room for: it is looked at as a small picture."""
TALLEST = 1.35
"""Height of a drawing, in widths, at which it is cut off."""


@dataclass(frozen=True, slots=True)
class Box:
    """One area as it is drawn."""

    number: int
    rect: Rect
    role: str | None = None
    text: str = ""
    leaf: bool = True


def draw(boxes: Sequence[Box], title: str) -> str:
    """Draw areas, parents before children; empty if none has a place."""
    placed = [box for box in boxes if box.rect[2] >= 1 and box.rect[3] >= 1]
    if not placed:
        return ""
    width = max(box.rect[0] + box.rect[2] for box in placed)
    height = min(max(box.rect[1] + box.rect[3] for box in placed), TALLEST * width)
    parts = [
        f'<svg class="page" viewBox="0 0 {width:.0f} {height:.0f}" role="img" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(title)}</title>",
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>',
        *(_box(box, width / LINES) for box in placed if box.rect[1] < height),
        "</svg>",
    ]
    return "".join(parts)


def _box(box: Box, line: float) -> str:
    x, y, width, height = box.rect
    ink = ROLES.get(box.role or "", INKS[box.number % len(INKS)])
    said = box.text if box.role == "column" else box.role
    hint = escape(f"area {box.number}" + (f", {said}" if said else ""))
    place = f'x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" stroke="{ink}"'
    if not box.leaf:
        return (
            f'<rect {place} fill="none" stroke-opacity=".4" stroke-dasharray="{line / 2:.0f}" '
            f'stroke-width="{line / 9:.1f}"><title>{hint}</title></rect>'
        )
    rect = (
        f'<rect {place} rx="{line / 6:.0f}" fill="{ink}" fill-opacity="{".22" if box.role else ".14"}" '
        f'stroke-opacity=".6" stroke-width="{line / 12:.1f}"/>'
    )
    return f"<g><title>{hint}</title>{rect}{_words(box, ink, line)}</g>"


def _words(box: Box, ink: str, line: float) -> str:
    x, y, width, height = box.rect
    size = min(line * (1.3 if box.role in BOLD else 0.8), height * 0.75)
    columns, rows = int((width - size) / (size * 0.52)), int((height - size / 4) / (size * 1.25))
    if columns < 3 or rows < 1 or size < line / 3 or not box.text:
        return ""
    lines = wrap(box.text[: columns * rows], columns, max_lines=rows, placeholder="…")
    weight = 700 if box.role in BOLD else 400
    spans = "".join(
        f'<tspan x="{x + size / 2:.0f}" y="{y + size * (1 + 1.25 * row):.0f}">{escape(text)}</tspan>'
        for row, text in enumerate(lines)
    )
    # As a style, which rules for the texts of other drawings on the page do not override.
    return f'<text style="font:{weight} {size:.0f}px system-ui,sans-serif;fill:{ink}">{spans}</text>'
