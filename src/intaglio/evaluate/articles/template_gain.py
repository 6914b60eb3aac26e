"""What templates do for articles, on the corpus `sites`: the text of a page found through its template, and alone.

Pages come in mixed order and find their templates themselves. The first pages of a template teach; on each further one
both ways take turns. What repeats on the template's pages is taken out of the text found alone before the two are
compared, and counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from intaglio.article import ArticleOptions, Memory, article
from intaglio.article.output.plain_text import plain_text
from intaglio.evaluate.articles.text_scores import word_f1, words_of
from intaglio.evaluate.corpora import SitePage
from intaglio.page import Page
from intaglio.segment.text_blocks import segment
from intaglio.site import Site

PAGES = 300
"""Pages of a site, spread over all of it."""
METHOD = "blocks balance"
Row = dict[str, Any]


def score_site(name: str, pages: Sequence[SitePage], seed: int = 0) -> Iterator[Row]:
    """A row for every page of a site whose template has learned before."""
    chosen = list(pages[:: max(len(pages) // PAGES, 1)][:PAGES])
    random.Random(seed).shuffle(chosen)  # noqa: S311 (a fixed order, no secret)
    site = Site(name)
    memories: dict[str, Memory] = {}
    for turn, one in enumerate(chosen):
        body = one.html.read_bytes()
        template = site.process(_ready(body), segment).template
        memory = memories.setdefault(template, Memory())
        if memory.learning:
            article(_ready(body), memory=memory)
        else:
            yield {"site": name, "page": one.page, "template": template, **compare(body, memory, turn)}


def compare(body: bytes, memory: Memory, turn: int = 0) -> Row:
    """The same page through its template and alone, each by turns first."""
    ways = [("alone", None), ("through", memory)]
    ms, found = {}, {}
    for way, lent in ways if turn % 2 else reversed(ways):
        page = _ready(body)
        start = time.perf_counter()
        found[way] = article(page, options=ArticleOptions(), memory=lent)
        _ = found[way].text
        ms[way] = 1000 * (time.perf_counter() - start)
    alone, through = found["alone"], found["through"]
    repeats = memory.recall(alone.page, alone.body.blocks, METHOD).repeats
    own = plain_text(alone.page, alone.body.blocks, alone.body.keep & ~repeats)
    whole, left = words_of(alone.text), words_of(own)
    return {
        "f1": word_f1(words_of(through.text), left),
        "gone": 1 - len(left) / max(len(whole), 1),
        "recalled": float(through.body.recalled),
        "alone_ms": ms["alone"],
        "through_ms": ms["through"],
    }


def _ready(body: bytes) -> Page:
    """A page parsed afresh, its structure and texts at hand."""
    page = Page.parse(body)
    _ = page.size, page.texts
    return page
