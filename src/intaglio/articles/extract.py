"""A page → its Article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intaglio.articles.article import Article
from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.body.body_finder import find_body
from intaglio.articles.body.filters import filtered
from intaglio.page import Page

if TYPE_CHECKING:
    from intaglio.articles.memory.lesson import Lesson
    from intaglio.articles.memory.template_memory import Memory
    from intaglio.layout import Layout


def article(
    html: Page | bytes | str,
    *,
    url: str | None = None,
    options: ArticleOptions = ArticleOptions(),
    layout: Layout | None = None,
    memory: Memory | None = None,
) -> Article:
    """The content of a page and what goes with it.

    A `memory` that all pages of one template share makes further pages cheaper and rids them of what repeats; a
    `layout` serves methods that look at the page as rendered.

    >>> found = article("<title>Tides</title><h1>Tides</h1><p>The sea rises and falls. It does so twice a day.</p>")
    >>> found.title
    'Tides'
    """
    page = html if isinstance(html, Page) else Page.parse(html, url=url)
    return article_of(page, options, layout, memory)


def article_of(
    page: Page,
    options: ArticleOptions = ArticleOptions(),
    layout: Layout | None = None,
    memory: Memory | None = None,
    lesson: Lesson | None = None,
) -> Article:
    """The article of a page; a `lesson` that was taken of it spares finding its body again."""
    known = len(memory.lessons) if memory is not None else 0
    found = Article(page, filtered(page, find_body(page, options, layout, memory, lesson), options), options)
    if memory is not None and len(memory.lessons) > known:
        memory.told(found.type)
    return found
