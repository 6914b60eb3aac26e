"""D of a representative: a page's tree without its content.

Kept are the elements with id and class, and every text as a bare mark, so that texts can be addressed; nothing else.
"""

from __future__ import annotations

from intaglio.page import Page
from intaglio.page.stored import stored_source

MARK = "x"
"""Stands for a text."""


def pruned(page: Page) -> Page:
    """The page's tree as a template keeps it; elements and texts have the numbers they had."""
    attributes: list[dict[str, str]] = [{} for _ in range(page.size)]
    for name, column in (("id", page.id), ("class", page.cls)):
        for e, code in enumerate(column.tolist()):
            if code >= 0:
                attributes[e][name] = page.strings[code]
    names = [page.tag_name(e) for e in range(page.size)]
    places = zip(page.text_owner.tolist(), page.text_seen.tolist(), strict=True)
    texts = [(owner, seen, MARK, True) for owner, seen in places]
    return Page(stored_source(names, page.parent.tolist(), attributes, texts))
