"""The body of a page by the default method: how likely each text block is content, and which of them to take."""

from __future__ import annotations

from dataclasses import dataclass

from intaglio.article.blocks import Blocks, text_blocks
from intaglio.article.characters import Floats
from intaglio.article.choose import choose
from intaglio.article.features import block_features, surroundings
from intaglio.article.options import BETA, ArticleOptions
from intaglio.article.trees import load, probability
from intaglio.page import Bools, Page


@dataclass(frozen=True, slots=True)
class Body:
    """What was taken as a page's content."""

    blocks: Blocks
    likely: Floats
    """How likely each block is content."""
    keep: Bools
    """Which blocks were taken."""
    confidence: float
    """The F score to be expected, from 0 to 1."""
    type: str
    """What kind of page it is."""


def find_body(page: Page, options: ArticleOptions = ArticleOptions()) -> Body:
    """Choose the blocks that are the page's content."""
    blocks = text_blocks(page)
    model = load("model")
    features = block_features(page, blocks, surroundings(page, blocks))
    likely = probability(model.score(features.matrix(list(model.names))))
    keep, confidence = choose(likely, blocks.words, BETA[options.favour])
    return Body(blocks, likely, keep, confidence, "article")
