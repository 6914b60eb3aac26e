"""The safe view of a page: a document of our own making, with the page's own looks or without."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from intaglio.article import ArticleOptions, article
from intaglio.page import Page
from intaglio.web.inspection import Inspection, NotThere, ShownPage
from intaglio.web.safe_markup import Shading, safe_body
from intaglio.web.screens.asked import Asked
from intaglio.web.site_styles import page_styles

VIEWS = ("plain", "light", "article", "areas")
OWN = """
html { color-scheme: light; background: #fff; color: #1d2129; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 12px; overflow-wrap: anywhere; position: relative; min-height: 0 }
table { border-collapse: collapse } img { max-width: 100% }
"""
MARKS = """
i-.i { display: inline-block !important; min-width: 3em; max-width: 100%; padding: 1px 6px !important;
  border: 1px dashed #9aa3b2 !important; border-radius: 3px; color: #5c6470 !important; background: #f3f2ee !important;
  font: 12px/1.5 system-ui, sans-serif !important; text-indent: 0 !important; overflow: hidden; vertical-align: middle }
t-:target, t-.s, i-:target { background: #ffd873 !important; color: #1d2129 !important; outline: 3px solid #c2410c !important;
  outline-offset: 2px; border-radius: 2px; scroll-margin: 30vh; opacity: 1 !important }
a-:target + * { outline: 3px solid #2f5d8a !important; outline-offset: 1px; scroll-margin: 20vh }
a- { display: inline; scroll-margin: 20vh }
"""
LIGHT = """
html, body { background: #fbfaf7 !important }
body * { background-color: transparent !important; background-image: none !important; border-color: #ece8df !important;
  box-shadow: none !important; text-shadow: none !important; visibility: visible !important }
t-.f { color: #a9a59b !important; opacity: .75 }
i-.f { opacity: .35 }
t-.v { color: #14181f !important; background: #fff1c9 !important; box-shadow: 0 0 0 2px #fff1c9 !important; border-radius: 2px }
t-.v:hover { background: #ffd873 !important }
t-.m { color: #14181f !important; background: #fbdcd2 !important; box-shadow: 0 0 0 2px #fbdcd2 !important; border-radius: 2px }
i-.v { border: 2px solid #b7791f !important; background: #fff1c9 !important; color: #14181f !important }
"""
ARTICLE = """
t-.b4 { background: #cfe3d3 !important; color: #14181f !important } t-.b3 { background: #e2eedd !important; color: #14181f !important }
t-.b2 { background: #f3efd6 !important; color: #14181f !important } t-.b1 { background: #f6e3dc !important; color: #5c2b18 !important }
"""
STYLES = {"plain": "", "light": LIGHT, "article": ARTICLE, "areas": ""}


def framed_page(inspection: Inspection, asked: Asked) -> str:
    """The safe view of a page as a document."""
    shown = inspection.page(asked.number("capture"))
    if shown.page is None:
        raise NotThere(f"this page cannot be shown: {shown.reason}")
    view = asked.choice("view", VIEWS)
    lit = frozenset(int(number) for number in asked.text("lit").split(",") if number.isdigit())
    looks = page_styles(shown.page, shown.resources) if asked.text("looks", "own") == "own" else ""
    body = safe_body(shown.page, _shading(inspection, shown, shown.page, view, lit))
    classes = " ".join(shown.page.class_of(e) or "" for e in shown.page.children(0).tolist())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(shown.title)}</title><style>{OWN}</style><style>{looks}</style>"
        f'<style>{MARKS}{STYLES[view]}</style></head><body class="{escape(classes)}">{body}</body></html>'
    )


def _shading(inspection: Inspection, shown: ShownPage, page: Page, view: str, lit: frozenset[int]) -> Shading:
    if view == "article":
        return Shading(tints=article_tints(page), shown=lit)
    return Shading(marks=inspection.marks(shown) if view == "light" else None, shown=lit)


def article_tints(page: Page) -> Mapping[int, int]:
    """The texts of a page by how likely they are content: 4 taken, 3 likely and left out, 2 maybe, 1 unlikely."""
    body = article(page, options=ArticleOptions()).body
    blocks = body.blocks
    tints: dict[int, int] = {}
    rows = zip(blocks.start.tolist(), blocks.stop.tolist(), body.keep.tolist(), body.likely.tolist(), strict=True)
    for start, stop, kept, likely in rows:
        tint = 4 if kept else 3 if likely >= 0.5 else 2 if likely >= 0.1 else 1
        tints.update(dict.fromkeys(range(start, stop), tint))
    return tints
