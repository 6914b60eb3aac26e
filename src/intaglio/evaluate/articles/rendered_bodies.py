"""Single pass (Shen, Zou) on pages with style sheets: bodies with and without layout against what people marked.

The corpus `segmentation` has blocks of the type Article; their visible texts are the truth. A page takes part if they
have enough words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from intaglio.article.body.single_pass import body_blocks, describe
from intaglio.browser import Rendering
from intaglio.evaluate.corpora import SegmentationPage
from intaglio.layout import Layout
from intaglio.page import Page

Row = dict[str, Any]
FIGURES = ("precision", "recall", "f1")
ENOUGH = 50
"""Words of a page's articles, at least."""


def score_bodies(truth: SegmentationPage, rendering: Rendering) -> Iterator[Row]:
    """A row with layout and one without, by words; none if the page has no article to speak of."""
    page, layout = rendering.page, rendering.layout
    words = np.array([len(text.split()) for text in page.texts], dtype=np.int64)
    wanted = np.zeros(len(page.texts), dtype=np.bool_)
    for block in truth.blocks:
        e = page.at(block.path) if block.type == "Article" else None
        if e is not None:
            wanted[int(page.text_start[e]) : int(page.text_stop[e])] = True
    wanted &= layout.text_visible
    if words[wanted].sum() < ENOUGH:
        return
    for name, seen in (("rendered", layout), ("from tags alone", None)):
        taken = _taken(page, seen)
        both = float(words[taken & wanted].sum())
        precision, recall = both / max(float(words[taken].sum()), 1.0), both / float(words[wanted].sum())
        f1 = 2 * precision * recall / (precision + recall) if both else 0.0
        yield {"page": truth.site, "blocks": name, "precision": precision, "recall": recall, "f1": f1}


def _taken(page: Page, layout: Layout | None) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The texts of the body."""
    described = describe(page, layout)
    taken = np.zeros(len(page.texts), dtype=np.bool_)
    for number in np.flatnonzero(body_blocks(described)).tolist():
        taken[described.blocks[number].texts] = True
    return taken
