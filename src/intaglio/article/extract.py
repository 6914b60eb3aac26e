"""A page → its Article."""

from __future__ import annotations

from intaglio.article.article import Article
from intaglio.article.body import find_body
from intaglio.article.options import ArticleOptions
from intaglio.page import Page


def article(
    html: Page | bytes | str, *, url: str | None = None, options: ArticleOptions = ArticleOptions()
) -> Article:
    """The content of a page and what goes with it.

    >>> found = article("<title>Tides</title><h1>Tides</h1><p>The sea rises and falls. It does so twice a day.</p>")
    >>> found.title
    'Tides'
    """
    page = html if isinstance(html, Page) else Page.parse(html, url=url)
    return Article(page, find_body(page, options), options)
