"""Landmarks: headers, footers, menus, sidebars and main parts, by tag, ARIA role or the words in id and class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import numpy as np

from intaglio.page import TAGS, Page

Kind = Literal["header", "footer", "navigation", "sidebar", "main"]

_TAGS: Mapping[str, Kind] = {
    "header": "header", "footer": "footer", "nav": "navigation", "aside": "sidebar", "main": "main", "article": "main",
}  # fmt: skip
_ROLES: Mapping[str, Kind] = {
    "banner": "header", "contentinfo": "footer", "navigation": "navigation", "complementary": "sidebar", "main": "main",
    "article": "main",
}  # fmt: skip
_NAMES: Mapping[Kind, str] = {
    "header": "header head masthead banner branding hdr topbar top logo",
    "footer": "footer foot ftr bottom copyright colophon siteinfo legal credits",
    "navigation": "nav navigation menu navbar menubar breadcrumb breadcrumbs topnav mainnav subnav",
    "sidebar": "sidebar side aside leftcol rightcol left right secondary rail",
    "main": "content contents main article post story body maincontent primary text entry",
}
_WORDS: Mapping[str, Kind] = {word: kind for kind, words in _NAMES.items() for word in words.split()}
_PARTS: Mapping[str, Kind] = {
    "header": "header", "footer": "footer", "sidebar": "sidebar", "navig": "navigation", "menu": "navigation",
    "content": "main", "copyright": "footer",
}  # fmt: skip
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z]+")


def landmarks(page: Page) -> dict[int, Kind]:
    """The kind of every element that says by itself which part of the page it is."""
    found: dict[int, Kind] = {}
    names: dict[int, Kind | None] = {}
    for column in (page.cls, page.id):
        for e in np.flatnonzero(column >= 0).tolist():
            code = int(column[e])
            if code not in names:
                names[code] = kind_of_name(page.strings[code])
            kind = names[code]
            if kind is not None:
                found[e] = kind
    for e, role in page.having("role").items():
        if role in _ROLES:
            found[e] = _ROLES[role]
    for name, kind in _TAGS.items():
        found |= dict.fromkeys(np.flatnonzero(page.tag == TAGS[name]).tolist(), kind)
    return found


def kind_of_name(name: str) -> Kind | None:
    """What an id or class attribute says, by its whole words first, then by what they begin or end with.

    >>> kind_of_name("siteHeader wide")
    'header'
    """
    words = [word.lower() for word in _HUMP.split(name) if word]
    for word in words:
        if word in _WORDS:
            return _WORDS[word]
    for word in words:
        for part, kind in _PARTS.items():
            if word.startswith(part) or word.endswith(part):
                return kind
    return None
