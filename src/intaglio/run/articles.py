"""The articles of a run: a line of `articles.jsonl` for every page, made while the page is at hand."""

from __future__ import annotations

from intaglio.article import ArticleOptions, article
from intaglio.page import Page
from intaglio.run.learner import Reading
from intaglio.run.line import json_line
from intaglio.run.slot import Stage
from intaglio.store import CaptureRow


def article_stage(options: ArticleOptions = ArticleOptions()) -> Stage:
    """The stage that takes each page's content."""

    def make(page: Page, _reading: Reading, row: CaptureRow) -> str:
        found = article(page, options=options).as_dict()
        return json_line({"source": row.source, **found, "url": row.url})

    return Stage("articles", make)
