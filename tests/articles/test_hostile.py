"""Pages that nobody would write: every one gives a result, at a size where anything but linear work would show."""

import json

import pytest

from intaglio import Article, ArticleOptions, article
from intaglio.articles.article_options import Method
from intaglio.articles.blocks.block_columns import MOST, ranges, text_blocks
from intaglio.page import Page

PROSE = "The sea rises and falls twice a day. "
PAGES = {
    "empty": b"",
    "white space": b" \n\t ",
    "no words": b"<h1>!</h1><p>...</p><table><tr><td>-</td></tr></table>",
    "no markup": PROSE.encode() * 20,
    "null bytes": b"<p>" + b"\0" * 1000 + PROSE.encode(),
    "not text": bytes(range(256)) * 50,
    "never closed": b"<div><p><b><i><a href=x>" * 3000 + PROSE.encode(),
    "closed only": b"</div></p></table>" * 5000,
    "nested": b"<div>" * 100_000 + PROSE.encode() * 5 + b"</div>" * 100_000,
    "nested inline": b"<span>" * 50_000 + PROSE.encode(),
    "nested lists": b"<ul><li>item" * 10_000,
    "nested tables": b"<table><tr><td>" * 2_000 + PROSE.encode(),
    "large table": b"<table>" + b"<tr><td>12.5</td><td>some words</td><td>more</td></tr>" * 100_000 + b"</table>",
    "one long text": b"<p>" + PROSE.encode() * 100_000,
    "many attributes": b"<p " + b"data-x=1 " * 20_000 + b">" + PROSE.encode(),
    "long class": b"<p class='" + b"comment " * 50_000 + b"'>" + PROSE.encode(),
    "many headings": b"<h1>Tides by night</h1>" * 20_000,
    "many links": b"<a href=/x>word</a> " * 50_000,
    "deep metadata": b'<script type="application/ld+json">' + b'{"@type":"Article","author":' * 5000 + b"</script><p>x",
    "broken metadata": b'<script type="application/ld+json">{"@type": ["Article"], "author": [[[{}]]], "x": </script>',
    "odd addresses": b"<a href='http://[::1'>a</a><img src='http://[bad'><link rel=canonical href='http://[x'>" * 50,
    "lone surrogates": "<title>\ud800</title><p>\udfff ".encode("utf-8", "surrogatepass") + PROSE.encode(),
    "blank author": b"<meta name=author content='A" + b" " * 500_000 + b"B'><h1>Tides</h1><p>" + PROSE.encode(),
    "frames": b"<frameset><frame src=a><frame src=b></frameset>",
    "long bylines": b"<h1>Tides</h1><p class=author>"
    + b"|" * 500_000
    + b"<p>"
    + b"by " * 100_000
    + b"<p>"
    + b"1" * 500_000,
    "svg": b"<svg><text>" + PROSE.encode() * 20 + b"</text><foreignObject><p>in</foreignObject></svg>",
}
LARGE = ("large table", "one long text", "many links", "nested", "many headings", "nested lists")


def complete(found: Article) -> bool:
    """Ask for all an article has."""
    content = json.loads(json.dumps(found.as_dict()))
    return bool(content["text"] == found.text and 0 <= content["confidence"] <= 1 and "<script" not in found.html)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_gives_a_result(name: str) -> None:
    found = article(PAGES[name], url="http://[odd")
    assert complete(found) if name != "large table" else "some words" in found.text
    if name in ("no markup", "nested", "never closed", "nested inline", "nested tables"):
        assert "The sea rises" in found.text


@pytest.mark.parametrize("method", ["single-pass"])
@pytest.mark.parametrize("name", [name for name in PAGES if name not in LARGE])
def test_by_the_paper_too(name: str, method: Method) -> None:
    assert complete(article(PAGES[name], options=ArticleOptions(method=method, comments=True, tables=False)))


def test_blocks_beyond_a_bound_belong_to_the_last() -> None:
    page = Page.parse("<p>x" * (MOST + 10))
    blocks = text_blocks(page)
    assert len(blocks) == MOST
    assert (blocks.start[-1], blocks.stop[-1]) == (MOST - 1, MOST + 10)
    assert blocks.words[-1] == pytest.approx(11 * blocks.words[0])
    assert ranges(page, blocks)[1].max() == MOST
