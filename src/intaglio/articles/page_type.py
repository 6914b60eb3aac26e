"""What kind of page it is: article, documentation, service, forum, listing, collection, product, or other.

Boosted trees over what the page shows, says of itself and is addressed by; `types.txt` has some for each type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.body.body_finder import Body
from intaglio.articles.body.boosted_trees import Trees, grown, probability, trees_of
from intaglio.articles.type_features import type_features
from intaglio.page import Page

PageType = Literal["article", "collection", "documentation", "forum", "listing", "other", "product", "service"]
_LISTS: tuple[PageType, ...] = ("listing", "collection")
_PLAIN = 0.5
"""A page this likely is a list though the pages of its template are not."""
SURE = 0.15
"""A page whose likeliest type is less likely than this is something else."""


@dataclass(frozen=True, slots=True)
class TypeGuess:
    """The type of a page and how likely it is."""

    type: PageType
    likely: float


def judge_type(page: Page, body: Body) -> TypeGuess:
    """Say what kind of page it is; without text it is something else."""
    if not body.keep.any():
        return TypeGuess("other", 1.0)
    known = type_features(page, body)
    models = type_models(tuple(known))
    likely = probability(models.scores(np.array(list(known.values()), dtype=np.float32)))
    likely /= likely.sum()
    best = int(likely.argmax())
    if likely[best] < SURE:
        return TypeGuess("other", float(1 - likely[best]))
    return TypeGuess(models.types[best], float(likely[best]))


def settled(known: PageType, guess: TypeGuess) -> PageType:
    """The type of a page, given what most pages of its template are and what it is by itself.

    Archives may be built as posts are, with one teaser after the other where these have their text.
    """
    return guess.type if known == "article" and guess.type in _LISTS and guess.likely >= _PLAIN else known


@dataclass(frozen=True, slots=True)
class TypeModels:
    """The trees of all types one after the other, so that they are looked up together."""

    types: tuple[PageType, ...]
    trees: Trees
    base: Floats
    """[type]."""
    first: Longs
    """[type]: its first tree."""

    def scores(self, row: Floats) -> Floats:
        """Log-odds of each type, given the features of a page."""
        summed: Floats = np.add.reduceat(self.trees.values(row[:, None])[:, 0], self.first) + self.base
        return summed


@cache
def type_models(features: tuple[str, ...]) -> TypeModels:
    """Read the trees: behind a line `type NAME` a model, as `boosted_trees.parse` reads it."""
    text = (files("intaglio.articles") / "types.txt").read_text(encoding="utf-8")
    read = {
        name: grown(model, features) for name, _, model in (part.partition("\n") for part in text.split("\ntype ")[1:])
    }
    types = tuple(kind for kind in get_args(PageType) if kind in read)
    sizes = [len(read[kind][1]) for kind in types]
    every = trees_of(0.0, [tree for kind in types for tree in read[kind][1]])
    first = np.cumsum([0, *sizes[:-1]])
    return TypeModels(types, every, np.array([read[kind][0] for kind in types]), first)
