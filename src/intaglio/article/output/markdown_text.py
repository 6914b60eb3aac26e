"""A body as Markdown that a person would keep: images with captions, tables, code; the headline is not repeated."""

from __future__ import annotations

import re

import numpy as np

from intaglio.article.article_options import ArticleOptions
from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.output.clean_html import html_of
from intaglio.page import TAGS, Bools, Page

_BREAKS = re.compile(r"  \n(?:\\\n)+")
"""Two line breaks or more in a row, with which old pages part paragraphs."""
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_MARKED = re.compile(r"(?<!\\)<(strong|em)>(\s*)((?:(?!</?\1>)[^`\n])*?)(\s*)</\1>")
"""Emphasis that stays HTML where its signs would touch a space or a letter; people write the signs all the same."""
_SIGNS = {"strong": "**", "em": "*"}
_WORD = re.compile(r"\w+")
_TOP = 3
"""Blocks at the top of a body among which the headline may stand again."""


def markdown_of(page: Page, blocks: Blocks, kept: Bools, title: str | None, options: ArticleOptions) -> str:
    """The kept blocks as GitHub-flavoured Markdown."""
    from intaglio.page.parser import markdown

    keep = np.flatnonzero(kept)
    keep = np.delete(keep, _headline(page, blocks, keep, title))
    texts = np.zeros(len(page.texts), dtype=np.bool_)
    for start, stop in zip(blocks.start[keep].tolist(), blocks.stop[keep].tolist(), strict=True):
        texts[start:stop] = True
    return _plain(_BREAKS.sub("\n\n", markdown(html_of(page, texts, blocks.element[keep], options, flat=True))))


def _plain(text: str) -> str:
    """Markdown without HTML for emphasis, outside of code."""
    parts = _FENCED.split(text)
    for number in range(0, len(parts), 2):
        part = parts[number].replace("&#160;", " ").replace("<br></strong>", "</strong>").replace("<br></em>", "</em>")
        for _ in _SIGNS:  # one may stand in the other
            part = _MARKED.sub(_emphasis, part)
        parts[number] = part
    return "".join(parts)


def _emphasis(found: re.Match[str]) -> str:
    sign = _SIGNS[found[1]] if found[3] else ""
    return f"{found[2]}{sign}{found[3]}{sign}{found[4]}"


def _headline(page: Page, blocks: Blocks, keep: Longs, title: str | None) -> list[int]:
    """Which of the kept blocks is the headline, if one at the top is."""
    wanted = _WORD.findall((title or "").casefold())
    for number, b in enumerate(keep[:_TOP].tolist() if wanted else ()):
        texts = page.texts[blocks.start[b] : blocks.stop[b]]
        heading = page.tag[blocks.element[b]] in (TAGS["h1"], TAGS["h2"])
        if (heading or number == 0) and _WORD.findall(" ".join(texts).casefold()) == wanted:
            return [number]
    return []
