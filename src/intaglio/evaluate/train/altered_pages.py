"""Altered copies of pages, without some of their parts and with other names: what models learn from them leans less on
what hosts happen to have.
"""

from __future__ import annotations

import hashlib
import re

import numpy as np

from intaglio.page import Page
from intaglio.page.parser import parse

_PARTS, _LEAST, _MOST = 3, 0.01, 0.25
"""Parts that are left out, and what share of the page's text each may be."""
_ABOUT = 1.6
"""A part is as large as is wanted if it is no more than this many times as large or small."""
_RENAMED = 0.3
"""Share of the names of classes and ids that become others."""
_NAME = re.compile(r"\S+")


def altered(body: bytes, number: int) -> bytes:
    """One of the altered copies of a page; the same one each time."""
    random = np.random.default_rng(list(hashlib.sha256(b"%d" % number + body).digest()))
    source, _ = parse(body)
    elements = source.elements
    left_out = _parts(Page(source), random)
    renamed: dict[str, str] = {}

    def other(name: re.Match[str]) -> str:
        return renamed.setdefault(name.group(), f"k{len(renamed)}" if random.random() < _RENAMED else name.group())

    for element in elements:
        for name in ("class", "id"):
            value = element.attr(name)
            if value:
                element.attrs[name] = _NAME.sub(other, value)
    for part in left_out:
        elements[part].decompose()
    return ("\ufeff" + source.document.serialize()).encode("utf-8", "replace")


def _parts(page: Page, random: np.random.Generator) -> list[int]:
    """Elements to leave out, none inside another."""
    before = np.zeros(len(page.texts) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in page.texts], out=before[1:])
    size = before[page.text_stop] - before[page.text_start]
    drawn = set()
    for _ in range(_PARTS):
        wanted = before[-1] * np.exp(random.uniform(np.log(_LEAST), np.log(_MOST)))
        near = ((size > wanted / _ABOUT) & (size < wanted * _ABOUT)).nonzero()[0]
        if len(near):
            drawn.add(int(random.choice(near)))
    return [part for part in sorted(drawn) if not any(one < part < page.end[one] for one in drawn)]
