"""Real pages of every corpus: each gives a whole article, and those with a truth the most of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio import article
from intaglio.evaluate.articles.text_scores import word_f1, words_of
from intaglio.evaluate.corpora import CorpusName, read_articles, read_records, read_segmentation, read_sites
from intaglio.page import Page

pytestmark = pytest.mark.corpus
Corpus = Callable[[CorpusName], Path]


def files(corpus: Corpus, name: CorpusName) -> list[Path]:
    """Some pages of a corpus, spread over all of it."""
    if name == "articles":
        pages = [page.html for page in read_articles(corpus(name))]
    elif name == "records":
        pages = [page.html for page in read_records(corpus(name))]
    elif name == "sites":
        pages = [page.html for page in read_sites(corpus(name))]
    else:
        pages = [page.html for page in read_segmentation(corpus(name))]
    return pages[:: max(len(pages) // 24, 1)]


@pytest.mark.parametrize("name", ["articles", "records", "segmentation", "sites"])
def test_every_page_gives_a_whole_article(corpus: Corpus, name: CorpusName) -> None:
    for file in files(corpus, name):
        found = article(file.read_bytes()).as_dict()
        assert 0 <= found["confidence"] <= 1, file
        assert found["text"] or not Page.parse(file.read_bytes()).text(0).strip(), file
        assert set(found["origins"]) <= set(found), file
        assert all(found[name] for name in found["origins"]), file


def test_most_of_the_content_is_found(corpus: Corpus) -> None:
    """What ships was fitted on these pages; `evaluate articles --folds` says what it is worth on others."""
    pages = read_articles(corpus("articles"))[::20]
    scores = [word_f1(words_of(article(page.html.read_bytes()).text), words_of(page.text)) for page in pages]
    assert sum(scores) / len(scores) > 0.82
    titles = [words_of(article(page.html.read_bytes()).title or "") == words_of(page.title or "") for page in pages]
    assert sum(titles) / len(titles) > 0.7
