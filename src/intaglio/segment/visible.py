"""Which texts of a page a reader sees: by the layout, or without one by the markup alone."""

from __future__ import annotations

import numpy as np

from intaglio.layout import Layout
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

_UNSEEN = codes("head template noframes noembed iframe object audio video canvas datalist select textarea")
"""Elements whose text is fallback, metadata or a form's own, never flowing text of the page."""
_MARKED = np.array([code in _UNSEEN | codes("noscript dialog") for code in range(len(KNOWN))] + [False])
"""Those, and elements that are not seen for the most part, by the number of a name; the last stands for all names that
are not known.
"""


def body_of(page: Page) -> int:
    """The body element, or the root where there is none."""
    return page.derived(_body)


def _body(page: Page) -> int:
    behind_head = int(page.end[1]) if page.size > 1 and page.tag[1] == TAGS["head"] else page.size
    if behind_head < page.size and page.tag[behind_head] == TAGS["body"]:
        return behind_head
    bodies = np.flatnonzero((page.tag == TAGS["body"]) | (page.tag == TAGS["frameset"]))
    return int(bodies[0]) if len(bodies) else 0


def seen_texts(page: Page, layout: Layout | None, *, scripts: bool = True) -> Bools:
    """Which texts can be seen; without layout those outside hidden, fallback and metadata elements."""
    if layout is not None:
        return layout.text_visible
    seen = np.ones(len(page.texts), np.bool_)
    for e in hidden_roots(page, scripts=scripts):
        seen[page.text_start[e] : page.text_stop[e]] = False
    return seen


def hidden_elements(page: Page, *, scripts: bool = True) -> Bools:
    """Which elements the markup alone says are not shown, themselves or by an ancestor."""
    hidden = np.zeros(page.size, np.bool_)
    for e in hidden_roots(page, scripts=scripts):
        hidden[e : page.end[e]] = True
    return hidden


def hidden_roots(page: Page, *, scripts: bool = True) -> list[int]:
    """The elements that the markup alone says are not shown, of those in one another the outermost, in order."""
    open_dialogs = None
    tag, end = page.tag, page.end
    found = [*page.having("hidden"), *(e for e, style in page.having("style").items() if _hides(style))]
    for e in np.flatnonzero(_MARKED.take(tag, mode="clip")).tolist():
        if tag[e] == TAGS["dialog"]:
            open_dialogs = page.having("open") if open_dialogs is None else open_dialogs
            if e in open_dialogs:
                continue
        elif tag[e] == TAGS["noscript"] and not scripts:
            continue
        found.append(e)
    roots: list[int] = []
    stop = 0
    for e in sorted(found):
        if e >= stop:
            roots.append(e)
            stop = int(end[e])
    return roots


def _hides(style: str) -> bool:
    squeezed = "".join(style.lower().split())
    return "display:none" in squeezed or "visibility:hidden" in squeezed
