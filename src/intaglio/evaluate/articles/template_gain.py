"""What templates do for articles, on the corpus `sites`: the text of a page found through its template, and alone.

Pages come in mixed order and find their templates themselves. The first pages of a template teach; on each further one
both ways take turns. What repeats on the template's pages is taken out of the text found alone before the two are
compared, and counted. Texts are counted on the raw pages, too: of those that half of a kind's pages have, how many
stand in bodies found alone and through the template; of those
that one page has, and its body found alone, how many stay.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.articles import Article, ArticleOptions, Memory, article
from intaglio.articles.blocks.block_columns import Blocks, text_blocks
from intaglio.articles.output.plain_text import plain_text
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
    kinds = _texts_of_kinds(chosen)
    for turn, one in enumerate(chosen):
        body = one.html.read_bytes()
        template = site.process(_ready(body), segment).template
        memory = memories.setdefault(template, Memory())
        if memory.learning:
            article(_ready(body), memory=memory)
        else:
            texts = kinds.get(one.template or "", NO_KIND)
            yield {"site": name, "page": one.page, "template": template, **compare(body, memory, turn, texts)}


@dataclass(frozen=True, slots=True)
class Kind:
    """Pages that were made from one template, as the corpus says."""

    texts: Counter[str]
    """On how many pages each text stands."""
    pages: int


NO_KIND = Kind(Counter(), 0)
LEAST = 12
"""Pages of a kind whose texts are counted."""


def _texts_of_kinds(pages: Sequence[SitePage]) -> dict[str, Kind]:
    """The texts of each kind with enough pages, as the raw pages have them."""
    made: dict[str, list[set[str]]] = {}
    for one in pages:
        if one.template:
            page = _ready(one.html.read_bytes())
            made.setdefault(one.template, []).append(set(_lines(page, text_blocks(page))))
    return {
        name: Kind(Counter(text for texts in known for text in texts), len(known))
        for name, known in made.items()
        if len(known) >= LEAST
    }


def _lines(page: Page, blocks: Blocks) -> list[str]:
    spans = zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    return [" ".join("".join(page.texts[start:stop]).split()) for start, stop in spans]


def _counted(kind: Kind, alone: Article, through: Article) -> dict[str, int]:
    """Texts that half of the kind's pages have, in all and in both bodies; texts of this page alone, in both bodies."""
    said = [kind.texts[line] for line in _lines(alone.page, alone.body.blocks)]
    often = np.array([2 * count >= kind.pages > 0 for count in said], dtype=np.bool_)
    single = np.array([count == 1 for count in said], dtype=np.bool_) & alone.body.keep
    return {
        "often": int(often.sum()),
        "often_alone": int((often & alone.body.keep).sum()),
        "often_through": int((often & through.body.keep).sum()),
        "single": int(single.sum()),
        "single_kept": int((single & through.body.keep).sum()),
    }


def compare(body: bytes, memory: Memory, turn: int = 0, kind: Kind = NO_KIND) -> Row:
    """The same page through its template and alone, each by turns first."""
    ways = [("alone", None), ("through", memory)]
    ms, found = {}, {}
    for way, lent in ways if turn % 2 else reversed(ways):
        page = _ready(body)
        start = time.process_time()
        found[way] = article(page, options=ArticleOptions(), memory=lent)
        _ = found[way].text
        ms[way] = 1000 * (time.process_time() - start)
    alone, through = found["alone"], found["through"]
    repeats = memory.recall(alone.page, alone.body.blocks, METHOD).repeats
    own = plain_text(alone.page, alone.body.blocks, alone.body.keep & ~repeats)
    whole, left = words_of(alone.text), words_of(own)
    return {
        **_counted(kind, alone, through),
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
