"""Where blocks stand, as numbers that are the same on all pages of a template: the tags and classes above them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np

from intaglio.articles.blocks.ancestors import Longs, chains_of
from intaglio.articles.blocks.block_columns import Blocks, known_tags
from intaglio.articles.blocks.class_hints import block_classes, numbered
from intaglio.page import KNOWN, TAGS, Page
from intaglio.page.tags import STORED

_DIGITS = re.compile(r"\d+")
_SHORT = 200
"""Characters of a class that is remembered."""
_STEP = np.int64(1_000_003)
_POWERS = np.array([pow(int(_STEP), 1 << doubled, 1 << 64) for doubled in range(32)], dtype=np.uint64).view(np.int64)
_POWERS.flags.writeable = False
"""Of the step: what it comes to 1, 2, 4, 8, … elements up, within 64 bits."""
_TAG_NUMBERS = np.array([*(STORED.get(name, len(STORED)) for name in KNOWN), len(STORED)], dtype=np.int64)
"""Numbers of tags for what is stored, where all that are not in the list are one."""


def homes_of(page: Page, blocks: Blocks) -> Longs:
    """For each block a number for its block-level element: its tag and class and those above it.

    The class of `<body>` names the page rather than a place of it, and so does not count.
    """
    numbers = np.zeros(page.size, dtype=np.int64)
    elements, classes, names = block_classes(page)
    numbers[elements] = _name_numbers(names).take(classes)
    numbers[page.tag == TAGS["body"]] = 0
    return _chained(page, numbers).take(blocks.element)


def places_of(page: Page, blocks: Blocks) -> Longs:
    """For each block a number for where its first text stands, to the innermost element; what people say goes by it."""
    numbers = np.zeros(page.size, dtype=np.int64)
    filled = page.text_stop > page.text_start
    elements, classes, names = block_classes(page)
    numbers[elements] = _name_numbers(names).take(classes)
    filled[elements] = False
    others = filled.nonzero()[0]
    classes, names = numbered(page.values("class", others.tolist()))
    numbers[others] = _name_numbers(names).take(classes)
    return _chained(page, numbers).take(blocks.owner)


def texts_of(page: Page, blocks: Blocks, place: Longs, chosen: Longs) -> Longs:
    """For each chosen block a number for what it says at its place."""
    texts = page.texts
    spans = zip(blocks.start[chosen].tolist(), blocks.stop[chosen].tolist(), strict=True)
    numbers = [_number(texts[start] if stop == start + 1 else "".join(texts[start:stop])) for start, stop in spans]
    said: Longs = place[chosen] * _STEP + np.array(numbers, dtype=np.int64)
    return said


def _name_numbers(names: Sequence[str]) -> Longs:
    """A number for each class that is the same on all pages, 0 for none; digits do not count."""
    made = [_name_number(name) if len(name) <= _SHORT else _name_number.__wrapped__(name) for name in names]
    made[0] = 0
    return np.array(made, dtype=np.int64)


@lru_cache(maxsize=2048)
def _name_number(name: str) -> int:
    """A number for a class without its digits; the pages of a site have much the same."""
    return _number(_DIGITS.sub("0", name))


def _chained(page: Page, numbers: Longs) -> Longs:
    """A number for each element and all above it, given one for the class of each."""
    looks = np.zeros(page.size + 1, dtype=np.int64)
    looks[:-1] = numbers * 1009 + _TAG_NUMBERS.take(known_tags(page)) + 1
    for jump, power in zip(chains_of(page).jumps, _POWERS, strict=False):
        looks += power * looks.take(jump)
    return looks


def _number(text: str) -> int:
    return crc32(text.strip().encode("utf-8", "surrogatepass"))
