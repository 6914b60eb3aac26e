"""What the default method looks at: a row of numbers a feature, one number a text block, by array operations only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Ancestors, Longs, chains_of
from intaglio.articles.blocks.block_columns import Blocks, known_tags, ranges
from intaglio.articles.blocks.class_hints import HINT_BIT, hint_bits
from intaglio.articles.blocks.counts import NOTHING, ONE, ONE_WORD, STEP, ZERO_WORDS, Floats, constant
from intaglio.articles.blocks.element_kinds import BIT, HINT_SHIFT, bits_above, kind_bits
from intaglio.articles.body.headings import folded_name
from intaglio.page import Bools, Page
from intaglio.white_space import collapsed

ABOVE = (
    "comment", "footer", "message", "overlay", "review", "navigation", "promotion", "related", "side", "social", "meta",
    "item", "media", "hidden", "control", "description",
)  # fmt: skip
"""Hints that matter anywhere above a block."""
NEAR = (
    "comment", "navigation", "control", "review", "item", "overlay", "description", "media", "related", "social",
    "promotion", "meta", "header", "content", "footer", "side", "credit",
)  # fmt: skip
"""Hints that matter on its own element, its text's and the one above."""


def _column(bits: list[int]) -> Longs:
    return np.array(bits, dtype=np.int64)[:, None]


_NEAR_SHIFT = constant(HINT_SHIFT + len(HINT_BIT), np.int64)
_NAME_COLUMN = _column([
    *BIT.values(), 0, 0, *(HINT_BIT[hint] << HINT_SHIFT for hint in ABOVE),
    *(HINT_BIT[hint] << int(_NEAR_SHIFT) for hint in NEAR),
])  # fmt: skip
"""The bit of each row that names tell, in one number: kinds and hints above, two of its own, hints near."""
_OWN_COLUMN, _HEAD_COLUMN = _column([BIT["item"], BIT["paragraph"]]), _column([BIT["heading"], BIT["title"]])

LINKED, STOPS, PROSE, WORDS, WANTED = range(5)
"""Rows of sums over blocks; the last one is known once it is known how likely they are."""
LEVELS = 5
"""Containers looked at above a block; each holds more blocks than the one before."""
REACH = 4
"""How many blocks to either side make up a neighbourhood."""
_HEADS, _SHORTEST = 40, 3
"""Headings that may be the page's, and characters that its headline has more of."""
FAR = 60
"""Distances in blocks are not told apart beyond this."""
_FAR, _BEFORE = constant(FAR, np.int64), constant(-FAR, np.int64)
_TAGS, _FACTOR = constant(257, np.int64), constant(1_000_003, np.int64)
"""Factors by which a number tells a style with a tag, and looks, from all others."""


LEVEL_NAMES = tuple(
    f"c{level}_{name}" for name in ("words", "link", "stops", "prose", "mean") for level in range(1, LEVELS + 1)
)
FEATURES: tuple[str, ...] = (
    "words", "link", "stops", "symbols", "near_words", "near_link",
    *(f"in_{kind}" for kind in BIT), "is_item", "is_paragraph",
    *(f"hint_{kind}" for kind in ABOVE), *(f"near_{kind}" for kind in NEAR), *LEVEL_NAMES,
    "core_half", "core_half_share", "core_most", "core_most_share",
    "prose_before", "words_before", "place", "from_title", "since_heading", "till_heading",
    "group_size", "group_share", "group_mean", "group_link", "group_stops", "group_span", "title_common", "title_steps",
)  # fmt: skip
"""What each row of the matrix is, in order; trees do not care about scale, so nothing is scaled."""


def _rows(first: str, count: int) -> slice:
    start = FEATURES.index(first)
    return slice(start, start + count)


_NAMED, _OWN = _rows("in_nav", len(_NAME_COLUMN)), _rows("is_item", len(_OWN_COLUMN))
_SAID = {FEATURES.index(f"in_{kind}"): kind for kind in ("main", "article")}
_HELD, _CORES = _rows("c1_words", len(LEVEL_NAMES)), (0.5, 0.8)
_HELD_KINDS = len(LEVEL_NAMES) // LEVELS
_PLACED = FEATURES.index("prose_before")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the blocks of a page stand."""

    first: Longs
    """First block of each element's subtree."""
    last: Longs
    """One past its last block."""
    sums: Floats
    """[what, block]: running sums of what the blocks hold, with a leading 0; of what is wanted once it is weighed."""
    held: Floats
    """[what, element]: what each element holds."""
    window: tuple[Longs, Longs]
    """The first of the blocks near each, and one past the last."""
    containers: Longs
    """[level, block]: containers of each block, the smallest first."""
    groups: Longs
    """Number of the group of like-styled blocks each block belongs to."""
    group_count: int
    looks: Longs
    """A number for tag and class of each element."""
    kin: Longs
    """A number that each element shares with the children of its parent that look like it."""
    alike: Longs
    """How many they are, itself included."""
    title: int | None
    """The block of the headline."""

    def weigh(self, wanted: Floats) -> None:
        """Take in the words of each block that are likely content."""
        sums = self.sums[WANTED]
        np.add.accumulate(wanted, out=sums[1:])
        np.subtract(sums.take(self.last), sums.take(self.first), out=self.held[WANTED])


def block_features(page: Page, blocks: Blocks, rows: Floats | None = None) -> tuple[Floats, Surroundings]:
    """All features as rows [feature, block], written into those given, and where the blocks stand."""
    width = len(blocks)
    chains = chains_of(page)
    first, last = ranges(page, blocks)
    sums = np.zeros((WANTED + 1, width + 1))
    own = np.array([blocks.linked, blocks.stops, blocks.words - blocks.linked, blocks.words])
    own[PROSE] *= blocks.stops > ZERO_WORDS
    np.add.accumulate(own, axis=1, out=sums[:WANTED, 1:])
    held = sums.take(last, axis=1)
    held -= sums.take(first, axis=1)
    if rows is None:
        rows = np.empty((len(FEATURES), width), dtype=np.float32)
    near = window(width, REACH)
    _texts(rows, blocks, sums, near)
    bits, styles = _names(rows, page, blocks, chains)
    containers = _containers(rows, blocks, chains, (first, last), held)
    heads, tops = (bits & _HEAD_COLUMN).astype(np.bool_)
    title = headline(page, blocks, heads, tops)
    _places(rows, heads, sums, title)
    _beside_title(rows, page, blocks, first, last, held, title)
    looks = styles * _TAGS
    looks += known_tags(page)
    groups, group_count = _groups(rows, blocks, chains, looks)
    kin = _alike(page, looks)
    return rows, Surroundings(first, last, sums, held, near, containers, groups, group_count, looks, *kin, title)


def _alike(page: Page, looks: Longs) -> tuple[Longs, Longs]:
    """For each element a number that it shares with the children of its parent that look like it; how many they are."""
    kin, _, edges = _numbered(page.parent * (int(np.maximum.reduce(looks)) + 1) + looks)
    return kin, (edges[1:] - edges[:-1]).take(kin)


def _numbered(keys: Longs) -> tuple[Longs, Longs, Longs]:
    """A number from 0 on for each key, the same for equal ones; the keys' places in order of their numbers, and where
    each number begins there, with the end.
    """
    order = keys.argsort(kind="stable")
    ranked = keys.take(order)
    begins = np.ones(len(keys) + 1, dtype=np.bool_)
    np.not_equal(ranked[1:], ranked[:-1], out=begins[1:-1])
    edges = begins.nonzero()[0]
    begins[0] = False
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = np.add.accumulate(begins[:-1], dtype=np.int64)
    return numbers, order, edges


def rate(top: Floats | Longs, bottom: Floats | Longs) -> Floats:
    """Quotient, as if there were at least one below."""
    quotient: Floats = top / np.maximum(bottom, ONE)
    return quotient


def window(width: int, reach: int) -> tuple[Longs, Longs]:
    """The first of the blocks up to so many away from each, and one past the last."""
    number = np.arange(width)
    return np.maximum(number - reach, NOTHING), np.minimum(number + (reach + 1), width)


def _texts(rows: Floats, blocks: Blocks, sums: Floats, near: tuple[Longs, Longs]) -> None:
    """Its own words, and those of the blocks around it."""
    low, high = near
    linked, _, _, words, _ = sums.take(high, axis=1) - sums.take(low, axis=1)
    least = np.maximum(blocks.words, ONE_WORD)
    rows[0] = blocks.words
    rows[1] = blocks.linked / least
    rows[2] = blocks.stops
    rows[3] = blocks.symbols / least
    rows[4] = words / (high - low)
    rows[5] = rate(linked, words)


def _names(rows: Floats, page: Page, blocks: Blocks, chains: Ancestors) -> tuple[Longs, Longs]:
    """What it stands in, by tags and by the names people gave."""
    hints, styles = hint_bits(page)
    element = blocks.element
    bits = bits_above(page)[blocks.owner]
    near = hints[blocks.owner] | hints[element] | hints[chains.parent[element]]
    near <<= _NEAR_SHIFT
    near |= bits
    rows[_NAMED] = (near & _NAME_COLUMN).astype(np.bool_)
    rows[_OWN] = (kind_bits(page)[element] & _OWN_COLUMN).astype(np.bool_)
    every = int(np.bitwise_or.reduce(bits))
    for row, kind in _SAID.items():
        if every & BIT[kind]:
            rows[row] += rows[row] - 1
    return bits, styles


def _containers(rows: Floats, blocks: Blocks, chains: Ancestors, runs: tuple[Longs, Longs], held: Floats) -> Longs:
    """What the containers above it hold, and whether it lies in the smallest that holds most of the prose; given the
    run of blocks that each element has, and what it holds.
    """
    first, last = runs
    words, prose = held[WORDS], held[PROSE, 0]
    size = last - first
    top = chains.top_of_equals(size)
    above = top.take(chains.parent.take(top))
    at = np.empty((LEVELS, len(blocks)), dtype=np.int64)
    here: Longs = blocks.element
    for level in range(LEVELS):
        here = at[level] = above[here]
    shares = np.empty((_HELD_KINDS, len(words)))
    shares[0] = words
    shares[1:3] = rate(held[: STOPS + 1], words)
    shares[3] = held[PROSE] / max(prose, 1.0)
    shares[4] = rate(words, size)
    rows[_HELD] = shares.take(at, axis=1).reshape(-1, len(blocks))
    for row, part in zip((_HELD.stop, _HELD.stop + 2), _CORES, strict=True):
        core = int((held[PROSE] >= part * prose).nonzero()[0][-1]) if prose > 0 else 0
        rows[row] = 0
        rows[row, first[core] : last[core]] = 1
        rows[row + 1] = words[core] / max(words[0], 1.0)
    return at


def _places(rows: Floats, heads: Bools, sums: Floats, title: int | None) -> None:
    """How far down the page it stands, and how far from its title and other headings."""
    width = len(heads)
    number = np.arange(width)
    before = sums[WORDS, :-1]
    till = np.minimum.accumulate(np.where(heads, number, width + _FAR)[::-1])[::-1]
    rows[_PLACED] = sums[PROSE, :-1] / max(sums[PROSE, -1], 1.0)
    rows[_PLACED + 1] = before
    rows[_PLACED + 2] = before / max(sums[WORDS, -1], 1.0)
    rows[_PLACED + 3] = before - before[title] if title is not None else -1e6
    rows[_PLACED + 4] = np.minimum(number - np.maximum.accumulate(np.where(heads, number, _BEFORE)), _FAR)
    rows[_PLACED + 5] = np.minimum(till - number, _FAR)


def headline(page: Page, blocks: Blocks, heads: Bools, tops: Bools) -> int | None:
    """The block of the headline: the heading that the page's name begins with or has in it, else the longest `<h1>`."""
    name = folded_name(page)
    texts = page.texts
    best, longest = None, _SHORTEST
    first = heads.nonzero()[0][:_HEADS]
    for b, start, stop in zip(first.tolist(), blocks.start[first].tolist(), blocks.stop[first].tolist(), strict=True):
        text = collapsed("".join(texts[start:stop]).casefold())
        if len(text) > longest and text in name:
            best, longest = b, len(text)
    if best is None and len(highest := tops.nonzero()[0]):
        best = int(highest[blocks.words[highest].argmax()])
    return best


def _beside_title(
    rows: Floats, page: Page, blocks: Blocks, first: Longs, last: Longs, held: Floats, title: int | None
) -> None:
    """How much the smallest element holds that has both a block and the headline, and how far up it is."""
    if title is None:
        rows[-2:] = -1
        return
    element = blocks.element[title]
    above = (page.end[: element + 1] > element).nonzero()[0][::-1]
    low, high = first[above], last[above]
    size = high - low
    size[1:] -= size[:-1].copy()
    grown = size.nonzero()[0]
    low, high = low[grown], high[grown]
    number = np.arange(len(blocks))
    step = np.empty(len(blocks), dtype=np.int64)
    step[:title] = len(low) - low[::-1].searchsorted(number[:title], side="right")
    step[title:] = high.searchsorted(number[title:], side="right")
    np.minimum(step, len(low) - 1, out=step)
    words = held[WORDS]
    rows[-2] = (words[above[grown]] / max(words[0], 1.0))[step]
    rows[-1] = step


def _groups(rows: Floats, blocks: Blocks, chains: Ancestors, look: Longs) -> tuple[Longs, int]:
    """Blocks are alike if their element and the two above it have the same tag and class."""
    element = blocks.element
    above = chains.parent[element]
    key = look[element]
    for further in (above, chains.parent[above]):
        key *= _FACTOR
        key += look[further]
    group, order, edges = _numbered(key)
    size = edges[1:] - edges[:-1]
    span = order.take(edges[1:] - STEP) - order.take(edges[:-1])
    groups = len(size)
    words = np.bincount(group, blocks.words, groups)
    least = np.maximum(words, ONE)
    made = np.array([
        size, words / max(np.add.reduce(words), 1.0), words / size, np.bincount(group, blocks.linked, groups) / least,
        np.bincount(group, blocks.stops, groups) / least, span / len(blocks),
    ])  # fmt: skip
    rows[_PLACED + 6 : _PLACED + 12] = made.take(group, axis=1)
    return group, groups
