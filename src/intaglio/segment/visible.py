"""Which texts of a page a reader sees: by the layout, or without one by the markup alone."""

from __future__ import annotations

import numpy as np

from intaglio.layout import Layout
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

_UNSEEN = codes("head template noframes noembed iframe object audio video canvas datalist select textarea")
"""Elements whose text is fallback, metadata or a form's own, never flowing text of the page."""
_IS_UNSEEN = np.array([code in _UNSEEN for code in range(len(KNOWN))] + [False])
"""The same by the number of a name; the last stands for all names that are not known."""


def body_of(page: Page) -> int:
    """The body element, or the root where there is none."""
    return page.derived(_body)


def _body(page: Page) -> int:
    bodies = np.flatnonzero((page.tag == TAGS["body"]) | (page.tag == TAGS["frameset"]))
    return int(bodies[0]) if len(bodies) else 0


def seen_texts(page: Page, layout: Layout | None, *, scripts: bool = True) -> Bools:
    """Which texts can be seen; without layout those outside hidden, fallback and metadata elements."""
    if layout is not None:
        return layout.text_visible
    hidden = hidden_elements(page, scripts=scripts)
    return ~hidden[page.text_owner] if len(page.texts) else np.zeros(0, np.bool_)


def hidden_elements(page: Page, *, scripts: bool = True) -> Bools:
    """Which elements the markup alone says are not shown, themselves or by an ancestor."""
    roots = _IS_UNSEEN.take(page.tag, mode="clip")
    if scripts:
        roots |= page.tag == TAGS["noscript"]
    roots[list(page.having("hidden"))] = True
    roots[[e for e, style in page.having("style").items() if _hides(style)]] = True
    closed = page.tag == TAGS["dialog"]
    if closed.any():
        closed[list(page.having("open"))] = False
        roots |= closed
    marks = np.zeros(page.size + 1, np.int32)
    chosen = np.flatnonzero(roots)
    np.add.at(marks, chosen, 1)
    np.add.at(marks, page.end[chosen], -1)
    hidden: Bools = np.cumsum(marks[:-1]) > 0
    return hidden


def _hides(style: str) -> bool:
    squeezed = "".join(style.lower().split())
    return "display:none" in squeezed or "visibility:hidden" in squeezed
