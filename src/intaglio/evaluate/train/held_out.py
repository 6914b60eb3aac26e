"""Our default method with models that did not see a page's host: fitted anew for each fold of the hosts."""

from __future__ import annotations

from collections.abc import Sequence

from intaglio.articles.article_options import ArticleOptions
from intaglio.articles.blocks.block_columns import text_blocks
from intaglio.articles.body.body_finder import with_looks
from intaglio.articles.body.two_looks import Looks
from intaglio.articles.output.plain_text import plain_text
from intaglio.evaluate.articles.article_rows import Runner
from intaglio.evaluate.articles.peers import Extracted
from intaglio.evaluate.articles.set_table import OURS
from intaglio.evaluate.corpora import ArticlePage
from intaglio.evaluate.train.block_examples import FOLDS, block_examples, fold_of
from intaglio.evaluate.train.train_body import fold_looks
from intaglio.page import Page


class HeldOut:
    """The methods for each page, ours by models that were fitted without the page's fold of hosts."""

    def __init__(self, pages: Sequence[ArticlePage], methods: Sequence[Runner], folds: int = FOLDS) -> None:
        """Fit the models of every fold on all pages of the others."""
        self._count = folds
        self._folds = [
            [ours(method, looks) if method.name == OURS else method for method in methods]
            for looks in fold_looks(block_examples(pages, folds=folds), folds)
        ]

    def methods(self, page: ArticlePage) -> Sequence[Runner]:
        """Those to read a page with."""
        return self._folds[fold_of(page, self._count)]


def ours(method: Runner, looks: Looks) -> Runner:
    """Our method with other models; its fields do not depend on them."""

    def find(html: bytes, url: str | None) -> tuple[str, float]:
        page = Page.parse(html, url=url)
        body = with_looks(page, text_blocks(page), ArticleOptions(), looks)
        return plain_text(page, body.blocks, body.keep), body.confidence

    def describe(html: bytes, url: str | None) -> Extracted:
        assert method.describe is not None
        known = method.describe(html, url)
        text, confidence = find(html, url)
        return Extracted(text, known.title, known.author, known.date, confidence, known.type)

    return Runner(method.name, lambda html, url: find(html, url)[0], describe)
