"""Notices pages that are empty until their scripts have run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.page import KNOWN, TAGS, Page

_HIDDEN = np.array([name in ("title", "noscript", "head") for name in KNOWN] + [False])


@dataclass(frozen=True, slots=True)
class ScriptOptions:
    """When a page counts as empty without its scripts."""

    characters: int = 200
    """Static text below this is almost none."""
    links: int = 3
    """As are that many links."""
    inline: int = 2000
    """Characters of script in the page that are much; so is a script from elsewhere that an empty element waits for."""


def needs_javascript(page: Page, options: ScriptOptions = ScriptOptions()) -> bool:
    """Whether a page has almost no static text and much script."""
    total = sum(map(len, page.texts))
    if not options.characters or total > 20 * options.characters:
        return False
    hidden: set[int] = set()
    for e in np.flatnonzero(_HIDDEN.take(page.tag, mode="clip")).tolist():
        hidden.update(range(int(page.text_start[e]), int(page.text_stop[e])))
    seen = 0
    for number, text in enumerate(page.texts):
        if number not in hidden:
            seen += len(text.strip())
            if seen >= options.characters:
                return False
    scripts = np.flatnonzero(page.tag == TAGS["script"]).tolist()
    if not scripts or int((page.tag == TAGS["a"]).sum()) > options.links:
        return False
    inline = sum(len(page.raw_text(e)) for e in scripts)
    return inline >= options.inline or (_waits(page) and any("src" in page.attributes(e) for e in scripts))


def _waits(page: Page) -> bool:
    """Whether an element with an id stands empty in the body, as scripts want it."""
    empty = (page.tag == TAGS["div"]) | (page.tag == TAGS["main"]) | (page.tag >= len(TAGS))
    return bool((empty & page.leaves & (page.id >= 0) & (page.text_start == page.text_stop)).any())
