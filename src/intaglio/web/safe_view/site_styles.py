"""The style sheets of a page made harmless: for looks only, nothing in them asks for anything.

The frame they stand in may load nothing anyway; that they name no address is a second lock on the same door.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import numpy as np

from intaglio.page import TAGS, Page
from intaglio.resources import Resources

LARGEST = 400_000
"""Characters of style sheets that a page is shown with."""
_IMPORTS = re.compile(r"@(?:import|charset|namespace)[^;{]*;?", re.IGNORECASE)
_ASKS = re.compile(r"(?:url|image|image-set|src|element|attr|expression)\s*\(", re.IGNORECASE)
_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)


def page_styles(page: Page, resources: Resources) -> str:
    """What the page's own style sheets say, as far as they are at hand, cleaned."""
    found: list[str] = []
    room = LARGEST
    for css in _sheets(page, resources):
        clean = harmless(css)[:room]
        room -= len(clean)
        found.append(clean)
        if room <= 0:
            break
    return "\n".join(found)


def harmless(css: str) -> str:
    """A style sheet without anything that could name an address, and without what could end a `<style>`.

    >>> harmless("a { background: url(http://x.example/); color: red }")
    'a { background: none-(http://x.example/); color: red }'
    """
    css = _IMPORTS.sub("", _COMMENTS.sub(" ", css))
    return _ASKS.sub("none-(", css).replace("<", "").replace("\\", "")


def _sheets(page: Page, resources: Resources) -> Iterator[str]:
    wanted = np.flatnonzero((page.tag == TAGS["style"]) | (page.tag == TAGS["link"]))
    for e in wanted.tolist():
        if page.tag[e] == TAGS["style"]:
            yield page.raw_text(e)
            continue
        attributes = page.attributes(e)
        if "stylesheet" in attributes.get("rel", "").lower().split() and _for_screens(attributes.get("media", "")):
            sheet = _fetched(page, attributes.get("href", ""), resources)
            if sheet is not None:
                yield sheet


def _for_screens(media: str) -> bool:
    return not media or "screen" in media.lower() or "all" in media.lower()


def _fetched(page: Page, href: str, resources: Resources) -> str | None:
    try:
        found = resources.get(urljoin(page.base_url or "", href))
    except ValueError:
        return None
    return found.body[:LARGEST].decode("utf-8", "replace") if found is not None else None
