"""Area trees drawn over a page's picture: a sheet to take a picture of, and a page to explore.

Both are HTML that needs nothing from outside. Whatever comes from a web page is escaped, and the page forbids itself
everything but its own script.
"""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from intaglio.page import Page
from intaglio.pictures.excerpts import excerpts
from intaglio.pictures.overlay import colour_of, depths, overlay
from intaglio.segment import Area, AreaTree

SHEET = 5000.0
"""Pixels that all pictures side by side take at most."""
DEEPEST = 200
"""Levels of the tree that are nested; further ones stand beside each other, as browsers would have it."""

_STYLE = """
:root{color-scheme:light dark}body{margin:0;font:14px/1.4 system-ui,sans-serif}
header{padding:12px 16px}h1{font-size:16px;margin:0}h2{font-size:14px;margin:8px 0}
main{display:flex;gap:16px;padding:0 16px 16px;align-items:flex-start}
section{flex:1 1 0;min-width:320px}
.page{position:relative;background-size:100% auto;background-repeat:no-repeat;outline:1px solid #8888}
.page svg{display:block;width:100%;height:auto}
.page g.on rect:first-child{fill-opacity:.35;stroke-width:6}
details{margin-left:14px}summary,.leaf{padding:1px 4px;cursor:pointer;border-radius:3px}
.leaf{margin-left:26px}.on>summary,.leaf.on{background:#fc3}
.on>summary,.leaf.on{color:#000}small{opacity:.7}b{font-weight:600}
.tree{max-height:80vh;overflow:auto;margin-top:8px}
"""
_SHEET_STYLE = """
body{margin:0;background:#fff;font:600 22px system-ui,sans-serif;color:#222}
main{display:flex;gap:24px;align-items:flex-start;width:max-content}h2{font-size:26px;margin:10px 8px}
.page{background-size:100% auto;background-repeat:no-repeat}.page svg{display:block}
"""
_SCRIPT = """
for (const section of document.querySelectorAll('section')) {
  const light = (number, on) => {
    for (const e of section.querySelectorAll(`[data-area="${number}"]`)) e.classList.toggle('on', on)
  }
  section.addEventListener('mouseover', event => {
    for (const e of section.querySelectorAll('.on')) e.classList.remove('on')
    const area = event.target.closest('[data-area]')
    if (area) light(area.dataset.area, true)
  })
  section.querySelector('svg')?.addEventListener('click', event => {
    const area = event.target.closest('[data-area]')
    if (!area) return
    const entry = section.querySelector(`.tree [data-area="${area.dataset.area}"]`)
    for (let e = entry; e; e = e.parentElement) if (e.tagName == 'DETAILS') e.open = true
    entry?.scrollIntoView({block: 'nearest'})
  })
}
"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is shown of one page: its picture, and the areas that one or more methods found."""

    page: Page
    trees: Sequence[AreaTree]
    picture: bytes | None = None
    """PNG of the page, a pixel of it one of the areas' rectangles; None without a browser."""

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the picture, as its header has them."""
        return None if self.picture is None else struct.unpack(">II", self.picture[16:24])


def areas_sheet(drawn: Drawn) -> str:
    """HTML that shows the picture with the areas of each method over it, side by side, at full size."""
    width, height = size = drawn.size or (1, 1)
    shown = min(float(width), SHEET / len(drawn.trees))
    parts = []
    for tree in drawn.trees:
        title = f"<h2>{escape(tree.method)}</h2>" if len(drawn.trees) > 1 else ""
        style = f"width:{shown:g}px;height:{shown * height / width:g}px"
        parts.append(f'<section>{title}<div class="page" style="{style}">{overlay(tree, size)}</div></section>')
    return _document("Areas", _SHEET_STYLE + _picture_rule(drawn), f"<main>{''.join(parts)}</main>")


def areas_page(drawn: Drawn) -> str:
    """A page with the picture and the tree of each method: fold the tree, point at an area to light it up."""
    title = drawn.page.title or drawn.page.url or "Areas"
    parts = []
    for tree in drawn.trees:
        picture = f'<div class="page">{overlay(tree, drawn.size)}</div>' if drawn.size else ""
        count = f"{len(tree.areas)} areas, {len(tree.leaves)} of them leaves"
        heading = f"<h2>{escape(tree.method)} <small>{count}</small></h2>"
        parts.append(f'<section>{heading}{picture}<div class="tree">{_outline(drawn.page, tree)}</div></section>')
    body = f"<header><h1>{escape(title)}</h1></header><main>{''.join(parts)}</main>"
    return _document(title, _STYLE + _picture_rule(drawn), body, _SCRIPT)


def _document(title: str, style: str, body: str, script: str = "") -> str:
    allowed = f"'sha256-{_digest(script)}'" if script else "'none'"
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {allowed}"
    run = f"<script>{script}</script>" if script else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<style>{style}</style></head><body>{body}{run}</body></html>\n"
    )


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _picture_rule(drawn: Drawn) -> str:
    """The picture once, for all methods."""
    if drawn.picture is None:
        return ""
    return f".page{{background-image:url(data:image/png;base64,{base64.b64encode(drawn.picture).decode()})}}"


def _outline(page: Page, tree: AreaTree) -> str:
    """The tree as nested lists to fold, written without recursion."""
    levels, texts = depths(tree), excerpts(page, tree)
    parts: list[str] = []
    open_levels: list[int] = []
    for number, area in enumerate(tree.areas):
        while open_levels and open_levels[-1] >= levels[number]:
            open_levels.pop()
            parts.append("</details>")
        label = _label(page, number, area, levels[number], texts[number])
        if area.children and levels[number] < DEEPEST:
            unfolded = " open" if levels[number] < 2 else ""
            parts.append(f'<details data-area="{number}"{unfolded}><summary>{label}</summary>')
            open_levels.append(levels[number])
        else:
            parts.append(f'<div class="leaf" data-area="{number}">{label}</div>')
    return "".join(parts) + "</details>" * len(open_levels)


def _label(page: Page, number: int, area: Area, depth: int, text: str) -> str:
    attributes = ", ".join(f"{name} {value}" for name, value in area.attributes.items())
    names = ", ".join(_name(page, e) for e in area.elements[:3]) + (" …" if len(area.elements) > 3 else "")
    size = "" if area.rect is None else "{2:.0f} × {3:.0f}".format(*area.rect)
    shown = " · ".join(part for part in (names, attributes, size, text) if part)
    return f'<b style="color:{colour_of(depth)}">{number}</b> <small>{escape(shown)}</small>'


def _name(page: Page, e: int) -> str:
    name, cls = page.id_of(e), page.class_of(e)
    return page.tag_name(e) + (f"#{name}" if name else f".{cls.split()[0]}" if cls and cls.split() else "")
