"""A body as Markdown that a person would keep: images with captions, tables, code; the headline is not repeated."""

from __future__ import annotations

import re

from intaglio.article.article_options import ArticleOptions
from intaglio.article.body.body_finder import Body
from intaglio.article.output.body_images import Pictures
from intaglio.article.output.clean_html import html_of
from intaglio.article.output.repeated_headline import headline
from intaglio.page import Bools, Page

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


def markdown_of(
    page: Page, body: Body, texts: Bools, pictures: Pictures, title: str | None, options: ArticleOptions
) -> str:
    """The body as GitHub-flavoured Markdown, given which texts are written out."""
    from intaglio.page.parser import markdown

    blocks, keep = body.blocks, body.keep.nonzero()[0]
    b = headline(page, blocks, keep, title)
    if b is not None:
        texts = texts.copy()
        texts[blocks.start[b] : blocks.stop[b]] = False
        keep = keep[keep != b]
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
