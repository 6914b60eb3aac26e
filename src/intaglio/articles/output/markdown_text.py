"""A body as Markdown that a person would keep: images with captions, tables, code; the headline is not repeated."""

from __future__ import annotations

import re

import numpy as np

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.body.body_finder import Body
from intaglio.articles.output.body_images import Pictures
from intaglio.articles.output.clean_html import html_of
from intaglio.page import TAGS, Bools, Page

_BREAKS = re.compile(r"  \n(?:\\\n)+")
"""Two line breaks or more in a row, with which old pages part paragraphs."""
_LEADING = re.compile(r"(?:(?<=\n\n)|\A)(?:\\\n)+")
"""Line breaks with which a paragraph begins."""
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_MARKED = re.compile(r"(?<!\\)<(strong|em|del|s)>(\s*)((?:(?!</?\1>)[^`\n])*?)(\s*)</\1>")
"""Emphasis that stays HTML where its signs would touch a space or a letter; people write the signs all the same."""
_SIGNS = {"strong": "**", "em": "*", "del": "~~", "s": "~~"}
_ENDS = tuple(f"</{name}>" for name in _SIGNS)
_BREAK = re.compile(r" ?<br> ?")
_BROKEN = re.compile(r"<br></(strong|em)>(\S?)")
"""A line break at the end of emphasis, which is no part of it."""
_CODE = re.compile(r"<code>(\s*)([^`<\n]+?)(\s*)</code>")
"""Code that stays HTML beside other code, with signs that are escaped as in prose."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_WORD = re.compile(r"\w+")
_TOP = 3
"""Blocks at the top of a body among which the headline may stand again, but for an `<h1>`, which may stand anywhere."""


def markdown_of(
    page: Page, body: Body, texts: Bools, pictures: Pictures, title: str | None, options: ArticleOptions
) -> str:
    """The body as GitHub-flavoured Markdown, given which texts are written out."""
    from intaglio.page.parser import markdown

    blocks, keep = body.blocks, body.keep.nonzero()[0]
    if headline := _headline(page, blocks, keep, title):
        b = keep[headline[0]]
        texts = texts.copy()
        texts[blocks.start[b] : blocks.stop[b]] = False
        keep = np.delete(keep, headline)
    text = markdown(html_of(page, texts, blocks.element[keep], options, flat=True, pictures=pictures))
    return _plain(_LEADING.sub("", _BREAKS.sub("\n\n", text)) if "\\\n" in text else text)


def _plain(text: str) -> str:
    """Markdown without HTML for emphasis, outside of code."""
    if "<" not in text and "&" not in text:
        return text
    parts = _FENCED.split(text) if "```" in text else [text]
    for number in range(0, len(parts), 2):
        part = parts[number].replace("&#160;", " ")
        if "<br>" in part:
            part = _BROKEN.sub(lambda found: f"</{found[1]}>  \n{found[2]}" if found[2] else f"</{found[1]}>", part)
        if "<code>" in part:
            part = _CODE.sub(lambda found: f"{found[1]}`{_ESCAPED.sub(_as_is, found[2])}`{found[3]}", part)
        if "<br>" in part:
            part = "\n".join(map(_broken_line, part.split("\n")))
        if any(map(part.__contains__, _ENDS)):
            for _ in range(2):  # one may stand in the other
                part = _MARKED.sub(_emphasis, part)
        parts[number] = part
    return "".join(parts)


def _as_is(found: re.Match[str]) -> str:
    return found[1]


def _broken_line(line: str) -> str:
    """A line with its breaks as Markdown: headings and tables have none."""
    return _BREAK.sub(" " if line.lstrip().startswith(("#", "|")) else "  \n", line)


def _emphasis(found: re.Match[str]) -> str:
    sign = _SIGNS[found[1]] if found[3] else ""
    return f"{found[2]}{sign}{found[3]}{sign}{found[4]}"


def _headline(page: Page, blocks: Blocks, keep: Longs, title: str | None) -> list[int]:
    """Which of the kept blocks is the headline, if one at the top is."""
    wanted = _unnumbered((title or "").casefold())
    tags = page.tag.take(blocks.element.take(keep)).tolist()
    for number, tag in enumerate(tags) if wanted else ():
        if number >= _TOP and tag != TAGS["h1"]:
            continue
        b = keep[number]
        texts = page.texts[blocks.start[b] : blocks.stop[b]]
        heading = tag in (TAGS["h1"], TAGS["h2"])
        if (heading or number == 0) and _unnumbered(" ".join(texts).casefold()) == wanted:
            return [number]
    return []


def _unnumbered(text: str) -> list[str]:
    """The words of a headline, without the number of its chapter."""
    words = _WORD.findall(text)
    first = next((at for at, word in enumerate(words) if not word.isdecimal()), 0)
    return words[first:]
