"""What the words in names of elements are worth: learned, beside the kinds of hints that people would think of.

A word has two weights: one for its element and the one above, another for any element above a block. Their sums are
added to what the first look says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from types import MappingProxyType

import numpy as np

from intaglio.article.blocks.ancestors import Longs, chains_of
from intaglio.article.blocks.block_columns import Blocks
from intaglio.article.blocks.class_hints import page_names
from intaglio.article.blocks.counts import Floats
from intaglio.page import TAGS, Bools, Page

NAMED: tuple[str, ...] = ("name_near", "name_above")
"""What each row is, in order."""


@dataclass(frozen=True, slots=True)
class NameWeights:
    """Weights of words."""

    number: Mapping[str, int]
    """Of each word; 0 is that of all others."""
    weight: Floats
    """[near or above, word]."""

    def rows(self, page: Page, blocks: Blocks) -> Floats:
        """Rows [near or above, block] of summed weights."""
        names, chains = page_names(page), chains_of(page)
        numbers = np.fromiter(map(self.number.get, names.words, repeat(0)), np.int64, len(names.words))
        each = np.add.reduceat(self.weight.take(numbers, axis=1), names.starts, axis=1)
        own = each.take(names.style, axis=1)
        own[:, names.called] += each[:, names.ids]
        own[:, whole_page(page)] = 0
        element = blocks.element
        near = own[0].take(element) + own[0].take(chains.parent.take(element))
        return np.stack([near, chains.total(own[1]).take(element)])


def whole_page(page: Page) -> Longs:
    """The elements whose names are about the page, not about a part of it."""
    tops: Bools = (page.tag == TAGS["html"]) | (page.tag == TAGS["body"])
    return tops.nonzero()[0]


def weights_of(known: Mapping[str, tuple[float, float]]) -> NameWeights:
    """The weights of words."""
    number = MappingProxyType({word: place for place, word in enumerate(known, start=1)})
    return NameWeights(number, np.array([(0.0, 0.0), *known.values()], dtype=np.float32).T.copy())


@cache
def load_names() -> NameWeights:
    """The weights that come with the package: a line `WORD NEAR ABOVE` each; `#` begins a comment."""
    from importlib.resources import files

    text = (files("intaglio.article.body") / "names.txt").read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return weights_of({word: (float(near), float(above)) for word, near, above in lines})


def write_names(known: NameWeights, comments: list[str]) -> str:
    """The weights as `load_names` reads them."""
    lines = [f"# {comment}" for comment in comments]
    lines += [f"{word} {known.weight[0, n]:.3f} {known.weight[1, n]:.3f}" for word, n in known.number.items()]
    return "\n".join(lines) + "\n"
