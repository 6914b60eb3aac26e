"""Single pass (Shen, Zou) and the learned methods on pages with style sheets: bodies with and without layout, by words.

On the corpus `segmentation` the truth is the visible text of blocks of the type Article; a page takes part if they have
enough words. On `sites` nobody marked bodies: there it is the visible text that no other page of the site has. The
learned methods are trained on all other sites of the corpus than the one whose pages they take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.articles.body.single_pass import Described, body_blocks, describe
from intaglio.browser import Rendering
from intaglio.evaluate.articles.paper_comparison import Classify, learned
from intaglio.evaluate.corpora import SegmentationPage
from intaglio.page import Bools, Page

Row = dict[str, Any]
FIGURES = ("precision", "recall", "f1")
ENOUGH = 50
"""Words of a page's truth, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A rendered page with its text blocks, as seen with layout and from tags alone, and its truth."""

    corpus: str
    site: str
    words: np.ndarray[Any, np.dtype[np.int64]]
    """Of each text."""
    wanted: Bools
    """Texts that are the body."""
    seen: dict[str, Described]
    """The blocks, by what is seen of them."""

    def is_body(self, described: Described) -> Bools:
        """Which blocks have more than half of their words in the body."""
        shares = [
            (self.words[b.texts] * self.wanted[b.texts]).sum() * 2 > self.words[b.texts].sum() for b in described.blocks
        ]
        return np.array(shares, dtype=np.bool_)


def laid_out(corpus: str, site: str, rendering: Rendering, wanted: Bools) -> Laid | None:
    """A page to score; None if it has no body to speak of."""
    page, layout = rendering.page, rendering.layout
    words = np.array([len(text.split()) for text in page.texts], dtype=np.int64)
    visible: Bools = wanted & layout.text_visible
    if words[visible].sum() < ENOUGH:
        return None
    return Laid(corpus, site, words, visible, {"rendered": describe(page, layout), "from tags alone": describe(page)})


def marked_texts(truth: SegmentationPage, page: Page) -> Bools:
    """The texts of the blocks that people marked as articles."""
    wanted = np.zeros(len(page.texts), dtype=np.bool_)
    for block in truth.blocks:
        e = page.at(block.path) if block.type == "Article" else None
        if e is not None:
            wanted[int(page.text_start[e]) : int(page.text_stop[e])] = True
    return wanted


def pages_with_text(pages: Iterable[Page]) -> Counter[str]:
    """On how many pages of a site each text stands."""
    return Counter(text for page in pages for text in {" ".join(text.split()) for text in page.texts})


def own_texts(page: Page, standing: Counter[str]) -> Bools:
    """The texts that no other page of the site has."""
    return np.array([standing[" ".join(text.split())] <= 1 for text in page.texts], dtype=np.bool_)


def score_bodies(pages: Sequence[Laid]) -> Iterator[Row]:
    """A row for each page, method, and what is seen of its blocks."""
    for corpus in dict.fromkeys(page.corpus for page in pages):
        for seen in ("rendered", "from tags alone"):
            yield from _scored([page for page in pages if page.corpus == corpus], seen)


def _scored(pages: Sequence[Laid], seen: str) -> Iterator[Row]:
    examples = [(page.site, page.seen[seen], page.is_body(page.seen[seen])) for page in pages]
    trained: dict[str, dict[str, Classify]] = {}
    for site in dict.fromkeys(page.site for page in pages):
        others = [(described, truth) for other, described, truth in examples if other != site]
        trained[site] = learned(others) if len({bool(one) for _, truth in others for one in truth}) > 1 else {}
    for page in pages:
        methods: dict[str, Classify] = {"single pass": body_blocks, **trained[page.site]}
        for name, classify in methods.items():
            yield {"corpus": page.corpus, "page": page.site, "method": name, "blocks": seen,
                   **_figures(page, page.seen[seen], classify(page.seen[seen]))}  # fmt: skip


def _figures(page: Laid, described: Described, chosen: Bools) -> dict[str, float]:
    """Precision, recall and F1 of the words of the chosen blocks."""
    taken = np.zeros(len(page.words), dtype=np.bool_)
    for number in np.flatnonzero(chosen).tolist():
        taken[described.blocks[number].texts] = True
    both = float(page.words[taken & page.wanted].sum())
    precision, recall = both / max(float(page.words[taken].sum()), 1.0), both / float(page.words[page.wanted].sum())
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}
