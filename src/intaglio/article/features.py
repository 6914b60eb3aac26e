"""What the default method looks at: a row of numbers a feature, one number a text block, by array operations only."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from intaglio.article.blocks import Blocks, known_tags, ranges
from intaglio.article.characters import Floats
from intaglio.article.hints import HINT_BIT, hint_bits
from intaglio.article.tree import Chains, Longs, chains_of
from intaglio.page import KNOWN, TAGS, Page

KINDS: dict[str, str] = {
    "nav": "nav menu",
    "footer": "footer",
    "header": "header",
    "aside": "aside",
    "form": "form fieldset",
    "main": "main",
    "article": "article",
    "item": "li dt dd",
    "cell": "td th",
    "control": "button select option optgroup label textarea input legend datalist output",
    "code": "pre code samp kbd",
    "paragraph": "p",
    "hidden": "",
    "figure": "figure figcaption picture",
    "quote": "blockquote q",
    "title": "h1",
    "heading": "h1 h2 h3 h4 h5 h6",
}
"""Kinds of elements a block can stand in, by tag; an element is hidden by its attributes."""
BIT = {kind: 1 << number for number, kind in enumerate(KINDS)}
ABOVE = ("comment", "footer", "message", "overlay", "review", "navigation", "promotion", "related")
"""Hints that matter anywhere above a block."""
NEAR = ("comment", "navigation", "control", "review", "item", "overlay", "description", "media")
"""Hints that matter on its own element, its text's and the one above."""
_KIND_BITS = np.zeros(len(KNOWN) + 1, dtype=np.int64)
for _kind, _tags in KINDS.items():
    _KIND_BITS[[TAGS[name] for name in _tags.split()]] |= BIT[_kind]
_KIND_BITS.flags.writeable = False


def _column(bits: list[int]) -> Longs:
    return np.array(bits, dtype=np.int64)[:, None]


_KIND_COLUMN = _column(list(BIT.values()))
_HINT_SHIFT = len(BIT)
_ABOVE_COLUMN = _column([HINT_BIT[hint] << _HINT_SHIFT for hint in ABOVE])
_NEAR_COLUMN = _column([HINT_BIT[hint] for hint in NEAR])

LEVELS = 5
"""Containers looked at above a block; each holds more blocks than the one before."""
REACH = 4
"""How many blocks to either side make up a neighbourhood."""
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
FAR = 60
"""Distances in blocks are not told apart beyond this."""


LEVEL_NAMES = tuple(
    f"c{level}_{name}" for name in ("words", "link", "stops", "prose", "mean") for level in range(1, LEVELS + 1)
)
FEATURES: tuple[str, ...] = (
    "words", "link", "stops", "symbols", "near_words", "near_link",
    *(f"in_{kind}" for kind in BIT), "is_item", "is_paragraph",
    *(f"hint_{kind}" for kind in ABOVE), *(f"near_{kind}" for kind in NEAR), *LEVEL_NAMES,
    "core_half", "core_half_share", "core_most", "core_most_share",
    "prose_before", "words_before", "place", "from_title", "since_heading", "till_heading",
    "group_size", "group_share", "group_mean", "group_link", "group_stops", "group_span",
)  # fmt: skip
"""What each row of the matrix is, in order."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the blocks of a page stand."""

    first: Longs
    """First block of each element's subtree."""
    last: Longs
    """One past its last block."""
    containers: Longs
    """[level, block]: containers of each block, the smallest first."""
    groups: Longs
    """Number of the group of like-styled blocks each block belongs to."""
    group_count: int


def block_features(page: Page, blocks: Blocks) -> tuple[Floats, Surroundings]:
    """All features as rows [feature, block], and where the blocks stand."""
    chains = chains_of(page)
    tags = known_tags(page)
    first, last = ranges(page, blocks)
    sums = summed(np.stack([blocks.words, blocks.linked, blocks.stops, _prose(blocks)]))
    named, bits, styles = _names(page, blocks, chains, tags)
    held, containers = _containers(blocks, chains, first, last, sums)
    grouped, groups, count = _groups(blocks, chains, tags, styles)
    matrix = np.vstack([*_texts(blocks, sums), *named, *held, *_places(blocks, bits, sums), *grouped], dtype=np.float32)
    return matrix, Surroundings(first, last, containers, groups, count)


def summed(values: Floats) -> Floats:
    """Running sums along the last axis with a leading 0, so that sums over ranges are differences."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1), dtype=np.float64)
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums


def rate(top: Floats | Longs, bottom: Floats | Longs) -> Floats:
    """Quotient, as if there were at least one below."""
    return top / np.maximum(bottom, 1)


def _prose(blocks: Blocks) -> Floats:
    """Words outside links, of blocks with sentences."""
    return np.where(blocks.stops > 0, blocks.words - blocks.linked, np.float32(0))


def _texts(blocks: Blocks, sums: Floats) -> list[Floats]:
    width = len(blocks)
    words = np.log1p(blocks.words)
    number = np.arange(width)
    low, high = np.maximum(number - REACH, 0), np.minimum(number + REACH + 1, width)
    near = sums[:2, high] - sums[:2, low]
    return [
        words, rate(blocks.linked, blocks.words), np.log1p(blocks.stops), rate(blocks.symbols, blocks.words),
        np.log1p(near[0] / (high - low)), rate(near[1], near[0]),
    ]  # fmt: skip


def _names(page: Page, blocks: Blocks, chains: Chains, tags: Longs) -> tuple[list[Floats], Longs, Longs]:
    own = _KIND_BITS[tags]
    own[hidden_elements(page)] |= BIT["hidden"]
    hints, styles = hint_bits(page)
    bits = chains.any_bits(own | hints << _HINT_SHIFT)[blocks.owner]
    inside = (bits & _KIND_COLUMN != 0).astype(np.float32)
    for kind in ("main", "article"):
        row = inside[list(BIT).index(kind)]
        if row.any():
            row *= 2
            row -= 1
    element = blocks.element
    at = own[element]
    near = hints[blocks.owner] | hints[element] | hints[chains.parent[element]]
    is_item, is_paragraph = at & BIT["item"] != 0, at & BIT["paragraph"] != 0
    return [inside, is_item, is_paragraph, bits & _ABOVE_COLUMN != 0, near & _NEAR_COLUMN != 0], bits, styles


def hidden_elements(page: Page) -> list[int]:
    """Elements the page says are not shown: by attribute, not by style sheet."""
    hidden = list(page.having("hidden"))
    hidden += [e for e, value in page.having("aria-hidden").items() if value == "true"]
    hidden += [e for e, style in page.having("style").items() if "none" in style and _NOT_SHOWN.search(style)]
    return hidden


def _containers(blocks: Blocks, chains: Chains, first: Longs, last: Longs, sums: Floats) -> tuple[list[Floats], Longs]:
    whole, all_good = max(float(sums[0, -1]), 1.0), max(float(sums[3, -1]), 1.0)
    count = last - first
    top = chains.top_of_equals(count)
    above = top[chains.parent[top]]
    at = np.empty((LEVELS, len(blocks)), dtype=np.int64)
    here: Longs = blocks.element
    for level in range(LEVELS):
        here = at[level] = above[here]
    low, high = first[at], last[at]
    held = sums[:, high] - sums[:, low]
    share = rate(held[1:3], held[0])
    rows = [np.log1p(held[0]), share[0], share[1], held[3] / all_good, np.log1p(rate(held[0], high - low))]
    good = sums[3, last] - sums[3, first]
    for part in (0.5, 0.8):
        core = int(np.flatnonzero(good >= part * good[0])[-1]) if good[0] > 0 else 0
        start, stop = first[core], last[core]
        within = np.zeros(len(blocks), dtype=np.float32)
        within[start:stop] = 1
        rows += [within, np.full(len(blocks), (sums[0, stop] - sums[0, start]) / whole)]
    return rows, at


def _places(blocks: Blocks, bits: Longs, sums: Floats) -> list[Floats]:
    width = len(blocks)
    number = np.arange(width)
    before = sums[0, :-1]
    title = np.flatnonzero(bits & BIT["title"])
    distance = before - before[title[0]] if len(title) else np.full(width, -1e6)
    heads = bits & BIT["heading"] != 0
    since = number - np.maximum.accumulate(np.where(heads, number, -FAR))
    till = np.minimum.accumulate(np.where(heads, number, width + FAR)[::-1])[::-1] - number
    return [
        sums[3, :-1] / max(float(sums[3, -1]), 1.0), np.log1p(before), before / max(float(sums[0, -1]), 1.0),
        np.sign(distance) * np.log1p(np.abs(distance)), np.minimum(since, FAR), np.minimum(till, FAR),
    ]  # fmt: skip


def _groups(blocks: Blocks, chains: Chains, tags: Longs, styles: Longs) -> tuple[list[Floats], Longs, int]:
    """Blocks are alike if their element and the two above it have the same tag and class."""
    look = styles * 257 + tags
    parent = chains.parent
    e = blocks.element
    key = (look[e] * 1000003 + look[parent[e]]) * 1000003 + look[parent[parent[e]]]
    found, start, group = np.unique(key, return_index=True, return_inverse=True)
    count = len(found)
    size = np.bincount(group, minlength=count)
    words = np.bincount(group, blocks.words, count)
    end = np.zeros(count, dtype=np.int64)
    end[group] = np.arange(len(blocks))
    made = np.stack([
        np.log1p(size), words / max(float(words.sum()), 1.0), np.log1p(words / size),
        rate(np.bincount(group, blocks.linked, count), words), rate(np.bincount(group, blocks.stops, count), words),
        (end - start) / len(blocks),
    ])  # fmt: skip
    return [made[:, group]], group, count
