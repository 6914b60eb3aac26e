"""What a reader wants in or out of a body beyond what it is: readers' comments, tables."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.blocks.class_hints import any_name_has, names_with
from intaglio.articles.body.body_finder import Body
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.page.tags import codes

_COMMENTS = re.compile(r"(?:^|[\s_-])(?:comments?|commentlist|respond|disqus|replies)(?=[\s_-]|$)", re.IGNORECASE)
_CALLED = ("comment", "respond", "disqus", "replies")
"""What all of these names have in them."""
_IS_CONTROL = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_IS_CONTROL[sorted(codes("form button nav select textarea label"))] = True
_IS_CONTROL.flags.writeable = False


def filtered(page: Page, body: Body, options: ArticleOptions) -> Body:
    """The body with what is wanted and without what is not."""
    keep = body.keep
    if options.comments:
        keep = keep | comment_blocks(page, body)
    if not options.tables:
        from intaglio.articles.blocks.whole_parts import is_layout

        keep = keep & ~_inside(page, body, [table for table in _tables(page) if not is_layout(page, table)])
    return body if keep is body.keep else replace(body, keep=keep)


def comment_blocks(page: Page, body: Body) -> Bools:
    """Blocks in places that are called comments, but for forms and what is nothing but links."""
    places = comment_places(page)
    if not places:
        return np.zeros(len(body.blocks), dtype=np.bool_)
    controls = _IS_CONTROL.take(page.tag, mode="clip").nonzero()[0].tolist()
    said = (body.blocks.words > body.blocks.linked) & (body.blocks.words >= 1)
    return said & _inside(page, body, places) & ~_inside(page, body, controls)


def comment_places(page: Page) -> list[int]:
    """Elements that are called comments."""
    if not any_name_has(page, _CALLED):
        return []
    called = np.zeros(len(page.strings) + 1, dtype=np.bool_)  # the last is that of elements without a name
    for number, name in names_with(page, _CALLED):
        called[number] = _COMMENTS.search(name) is not None
    places = (called.take(page.cls, mode="wrap") | called.take(page.id, mode="wrap")) & (page.tag != TAGS["body"])
    found: list[int] = places.nonzero()[0].tolist()
    return found


def _tables(page: Page) -> list[int]:
    found: list[int] = np.flatnonzero(page.tag == TAGS["table"]).tolist()
    return found


def _inside(page: Page, body: Body, elements: list[int]) -> Bools:
    """Which blocks stand inside some of the elements."""
    if not elements:
        return np.zeros(len(body.blocks), dtype=np.bool_)
    size = page.size + 1
    begun = np.bincount(elements, minlength=size) - np.bincount(page.end[elements], minlength=size)
    inside: Bools = begun.cumsum().take(body.blocks.owner) > 0
    return inside
