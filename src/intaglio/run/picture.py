"""Areas → a drawing of a page as SVG: each area where it stands, its text as far as it fits, its role as its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

Rect = tuple[float, float, float, float]

INK = {"headline": "#b3541e", "body": "#2f6db5", None: "#6b7280"}
LINE, SMALLEST = 16.0, 9.0
TALLEST = 2.2
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
        *(_box(box) for box in placed if box.rect[1] < height),
        "</svg>",
    ]
    return "".join(parts)


def _box(box: Box) -> str:
    x, y, width, height = box.rect
    ink = INK.get(box.role, INK[None])
    hint = escape(f"area {box.number}" + (f", {box.role}" if box.role else ""))
    if not box.leaf:
        return (
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" fill="none" stroke="{ink}" '
            f'stroke-opacity=".35" stroke-dasharray="6 6" stroke-width="2"><title>{hint}</title></rect>'
        )
    rect = (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="3" fill="{ink}" '
        f'fill-opacity="{".16" if box.role else ".07"}" stroke="{ink}" stroke-opacity=".55" stroke-width="1.5"/>'
    )
    return f"<g><title>{hint}</title>{rect}{_words(box, ink)}</g>"


def _words(box: Box, ink: str) -> str:
    x, y, width, height = box.rect
    size = max(SMALLEST, min(LINE * (1.5 if box.role == "headline" else 1), height * 0.7))
    columns, rows = int((width - 8) / (size * 0.55)), int((height - 2) / (size * 1.25))
    if columns < 4 or rows < 1 or not box.text:
        return ""
    lines = wrap(box.text[: columns * rows], columns, max_lines=rows, placeholder="…")
    weight = ' font-weight="700"' if box.role == "headline" else ""
    spans = "".join(
        f'<tspan x="{x + 4:.0f}" y="{y + size * (1 + 1.25 * row):.0f}">{escape(line)}</tspan>'
        for row, line in enumerate(lines)
    )
    return f'<text font-size="{size:.0f}" fill="{ink}"{weight}>{spans}</text>'
