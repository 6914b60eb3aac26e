"""The safe view of a page: a document of our own making, with the page's own looks or without."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

import numpy as np

from intaglio.articles import Article
from intaglio.errors import NothingFound
from intaglio.page import TAGS, Page
from intaglio.web.inspection import Inspection, ShownPage
from intaglio.web.safe_view.field_list import MOST, FieldList, ListedField
from intaglio.web.safe_view.page_marks import PageMarks
from intaglio.web.safe_view.safe_markup import Shading, safe_body
from intaglio.web.safe_view.site_styles import page_styles
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_views import images_of_column, texts_of_column

VIEWS = ("plain", "light", "article", "areas")
LOOKS = ("picture", "frame", "light", "article")
"""Ways in which the screen of a page shows it."""
STYLE = (Path(__file__).parents[2] / "static" / "frame.css").read_text("utf-8")
"""Of the marks; it stands in the frame's document, which loads nothing."""
OWN = "html{background:#fff;color:#1d2129;font:15px/1.5 system-ui,sans-serif}"
_NUMBER = re.compile("[0-9]{1,9}")
TAKEN = 4
"""Tint of what an article has."""
PLAIN = "body{margin:0 auto;padding:12px;max-width:60rem}"
"""What pages without looks of their own are shown with."""


def framed_page(inspection: Inspection, asked: Asked) -> str:
    """The safe view of a page as a document."""
    shown = inspection.page(asked.number("capture"))
    if shown.page is None:
        raise NothingFound(f"this page cannot be shown: {shown.reason}")
    view = asked.choice("view", VIEWS)
    lit = frozenset(int(number) for number in asked.text("lit").split(",") if _NUMBER.fullmatch(number))
    looks = page_styles(shown.page, shown.resources) if asked.text("looks", "own") == "own" else ""
    marks = inspection.marks(shown)
    look, pick = asked.choice("look", LOOKS), asked.text("pick")
    pointed = pointing_address(shown.row.capture, look, pick) if pick else None
    tints = _tints(inspection, shown) if view == "article" else {}
    first = min(lit, default=None) if lit else _content(shown.page, tints, marks)
    names = inspection.field_names(shown.row.site, shown.row.template) if shown.row.template else {}
    listed = _listed(inspection, shown) if asked.text("names") == "1" else FieldList()
    shading = Shading(marks if view == "light" else None, tints, lit, pointed, names, first, listed)
    body = safe_body(shown.page, shading)
    classes = " ".join(shown.page.class_of(e) or "" for e in shown.page.children(0).tolist())
    styles = "".join(f"<style>{style}</style>" for style in (OWN, looks or PLAIN, STYLE, listed.styles()))
    return (
        f'<!doctype html><html lang="en" data-view="{view}"><head><meta charset="utf-8">'
        f"<title>{escape(shown.title)}</title>{styles}</head>"
        f'<body class="{escape(" ".join(classes.split()))}">{body}{listed.markup()}</body></html>'
    )


def pointing_address(capture: int, look: str, pick: str) -> str:
    """The address of a page's screen while somebody points at the right value of a column."""
    return f"/pages/{capture}?view={look}&show=text&pick={quote(pick, safe='')}"


def _listed(inspection: Inspection, shown: ShownPage) -> FieldList:
    """The columns that stand on a page, main ones first, as the screen around lists them."""
    kind = inspection.kind_of_template().get((shown.row.site, shown.row.template or ""))
    if kind is None:
        return FieldList()
    texts, images = texts_of_column(inspection, shown), images_of_column(inspection, shown)
    kept = sorted(inspection.table(kind).kept, key=lambda column: not column.main)
    there = [one for one in kept if one.id in texts or one.id in images]
    return FieldList([ListedField(one.name, texts.get(one.id, ()), images.get(one.id, ())) for one in there[:MOST]])


def _tints(inspection: Inspection, shown: ShownPage) -> Mapping[int, int]:
    found = inspection.article(shown)
    return article_tints(found) if found is not None else {}


def _content(page: Page, tints: Mapping[int, int], marks: PageMarks | None) -> int | None:
    """The text with which a page's own content begins: of its article, else the first that varies."""
    kept = (text for text in sorted(tints) if tints[text] == TAKEN)
    varying = (number for number, state in enumerate(marks.texts if marks is not None else ()) if state == "varies")
    titles = frozenset(np.flatnonzero(page.tag == TAGS["title"]).tolist())
    return next((text for text in (*kept, *varying) if int(page.text_owner[text]) not in titles), None)


def article_tints(found: Article) -> Mapping[int, int]:
    """The texts of a page by how likely they are content: TAKEN, then 3 likely and left out, 2 maybe, 1 unlikely."""
    body = found.body
    blocks = body.blocks
    tints: dict[int, int] = {}
    rows = zip(blocks.start.tolist(), blocks.stop.tolist(), body.keep.tolist(), body.likely.tolist(), strict=True)
    for start, stop, kept, likely in rows:
        tint = TAKEN if kept else 3 if likely >= 0.5 else 2 if likely >= 0.1 else 1
        tints.update(dict.fromkeys(range(start, stop), tint))
    return tints
