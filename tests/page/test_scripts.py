"""Pages that are empty until their scripts have run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from intaglio.evaluate.corpora import CorpusName
from intaglio.page import Page
from intaglio.page.scripts import needs_javascript

SHELL = (
    "<title>App with a rather long title that says a lot</title><noscript>Please enable JavaScript to run.</noscript>"
)


@pytest.mark.parametrize(
    ("html", "needs"),
    [
        (SHELL + "<div id=root></div><script src=app.js></script>", True),
        (SHELL + "<app-root id=app></app-root><script>" + "x=1;" * 1000 + "</script>", True),
        (SHELL + "<div id=root><p>" + "Text from the server. " * 30 + "</div><script src=app.js></script>", False),
        ("<p>Short but honest.</p>", False),
        ("<p>Short, with a counter.</p><script src=count.js></script>", False),
        ("<h1>Gone</h1>" + "<a href=x>a</a>" * 5 + "<div id=x></div><script src=a.js></script>", False),
        ("", False),
        ("<div>" * 3000 + "<script src=x></script>", False),
    ],
)
def test_shells_are_told_from_pages(html: str, needs: bool) -> None:
    assert needs_javascript(Page.parse(html)) is needs


@pytest.mark.corpus
def test_real_pages_with_text_are_not_taken_for_shells(corpus: Callable[[CorpusName], Path]) -> None:
    folder = corpus("sites")
    files = sorted(folder.glob("flink/**/*.html"))[:60] + sorted(folder.glob("transmission/**/*.html"))[:60]
    assert files
    assert [file.name for file in files if needs_javascript(Page.parse(file.read_bytes()))] == []
