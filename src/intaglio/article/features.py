"""What the default method looks at: a row of numbers a text block, by array operations over the page's columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.article.blocks import Blocks, known_tags
from intaglio.article.characters import Floats
from intaglio.article.hints import HINT_BIT, hint_bits
from intaglio.article.tree import Chains, Longs, chains_of
from intaglio.page import KNOWN, TAGS, Bools, Page

KINDS: dict[str, str] = {
    "nav": "nav menu",
    "footer": "footer",
    "header": "header",
    "aside": "aside",
    "form": "form fieldset",
    "main": "main",
    "article": "article",
    "section": "section",
    "list": "ul ol dir",
    "item": "li",
    "table": "table",
    "cell": "td th",
    "control": "button select option optgroup label textarea input legend datalist output",
    "link": "a",
    "noscript": "noscript",
    "dialog": "dialog",
    "figure": "figure figcaption picture",
    "quote": "blockquote q",
    "code": "pre code samp kbd",
    "details": "details",
    "summary": "summary",
    "h1": "h1",
    "h2": "h2",
    "h3": "h3",
    "h4": "h4 h5 h6",
    "paragraph": "p",
    "term": "dt dd dl",
    "strong": "strong b em i",
    "time": "time",
    "address": "address",
    "frame": "iframe object svg video audio canvas math",
    "small": "small sup sub",
}
"""Kinds of elements a block can stand in, by tag."""
BIT = {kind: 1 << number for number, kind in enumerate(KINDS)}
HIDDEN = 1 << len(KINDS)
HEADING = BIT["h1"] | BIT["h2"] | BIT["h3"] | BIT["h4"]
_KIND_BITS = np.zeros(len(KNOWN) + 1, dtype=np.int64)
for _kind, _names in KINDS.items():
    _KIND_BITS[[TAGS[name] for name in _names.split()]] |= BIT[_kind]
_KIND_BITS.flags.writeable = False

COUNTED = (
    "article", "h1", "h2", "h3", "form", "img", "time", "table", "li", "p", "section", "button", "input", "pre",
)  # fmt: skip
LEVELS = 5
"""Containers looked at above a block; each holds more blocks than the one before."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the blocks of a page stand."""

    chains: Chains
    tags: Longs
    bits: Longs
    """Kinds each block stands in."""
    own_bits: Longs
    """Kinds of its block-level element."""
    first: Longs
    """First block of each element's subtree."""
    last: Longs
    """One past its last block."""
    containers: tuple[Longs, ...]
    """For each level, the container of each block."""
    groups: Longs
    """Number of the group of like-styled blocks each block belongs to."""
    group_count: int


def surroundings(page: Page, blocks: Blocks) -> Surroundings:
    """Find out where each block stands."""
    chains = chains_of(page)
    tags = known_tags(page)
    own = _KIND_BITS[tags]
    own[hidden_elements(page)] |= HIDDEN
    first = np.searchsorted(blocks.start, page.text_start)
    last = np.maximum(np.searchsorted(blocks.start, page.text_stop), first)
    top = chains.top_of_equals(last - first)
    containers = []
    at = top[blocks.element]
    for _ in range(LEVELS):
        at = top[chains.parent[at]]
        containers.append(at)
    groups, count = _groups(page, blocks, chains, tags)
    return Surroundings(
        chains, tags, chains.any_bits(own)[blocks.owner], own[blocks.element],
        first, last, tuple(containers), groups, count,
    )  # fmt: skip


def hidden_elements(page: Page) -> list[int]:
    """Elements the page says are not shown: by attribute, not by style sheet."""
    hidden = list(page.having("hidden"))
    hidden += [e for e, value in page.having("aria-hidden").items() if value == "true"]
    for e, style in page.having("style").items():
        if "none" in style and "display:none" in style.replace(" ", ""):
            hidden.append(e)
    return hidden


def _groups(page: Page, blocks: Blocks, chains: Chains, tags: Longs) -> tuple[Longs, int]:
    """Blocks are alike if their element and the two above it have the same tag and class."""
    key = np.zeros(len(blocks), dtype=np.int64)
    e: Longs = blocks.element
    for _ in range(3):
        key = key * 1000003 + page.cls[e].astype(np.int64) * 257 + tags[e]
        e = chains.parent[e]
    found, groups = np.unique(key, return_inverse=True)
    return groups, len(found)


def summed(values: Floats) -> Floats:
    """Running sum with a leading 0, so that sums over ranges are differences."""
    sums = np.zeros(len(values) + 1, dtype=np.float64)
    np.cumsum(values, out=sums[1:])
    return sums


class Table:
    """Columns under names, one entry a block."""

    def __init__(self, rows: int) -> None:
        """Start without columns."""
        self.rows = rows
        self.columns: dict[str, Floats] = {}

    def add(self, name: str, values: Floats | Longs | Bools | float) -> None:
        """Put a column, or one number for all blocks, under a name."""
        self.columns[name] = np.broadcast_to(np.asarray(values, dtype=np.float32), (self.rows,))

    def matrix(self, names: list[str]) -> Floats:
        """The named columns side by side."""
        return np.stack([self.columns[name] for name in names], axis=1)


def block_features(page: Page, blocks: Blocks, around: Surroundings) -> Table:
    """All features of all blocks."""
    table = Table(len(blocks))
    _texts(table, blocks)
    _kinds(table, page, blocks, around)
    _places(table, blocks, around)
    _neighbours(table, blocks, around)
    _containers(table, page, blocks, around)
    _groups_of_blocks(table, blocks, around)
    _whole_page(table, blocks, around)
    return table


def rate(top: Floats | Longs, bottom: Floats | Longs) -> Floats:
    """Quotient, as if there were at least one below."""
    return top / np.maximum(bottom, 1)


def _texts(table: Table, blocks: Blocks) -> None:
    table.add("words", np.log1p(blocks.words))
    table.add("link", rate(blocks.linked, blocks.words))
    table.add("stops", np.log1p(blocks.stops))
    table.add("stop_rate", rate(blocks.stops, blocks.words))
    table.add("comma_rate", rate(blocks.commas, blocks.words))
    table.add("digit_rate", rate(blocks.digits, blocks.letters))
    table.add("capital_rate", rate(blocks.capitals, blocks.letters))
    table.add("word_length", rate(blocks.letters, blocks.words))
    table.add("closed", blocks.closed)
    table.add("pieces", blocks.stop - blocks.start)


def _kinds(table: Table, page: Page, blocks: Blocks, around: Surroundings) -> None:
    for kind in KINDS:
        table.add(f"in_{kind}", (around.bits & BIT[kind]) != 0)
    table.add("in_hidden", (around.bits & HIDDEN) != 0)
    for kind in ("item", "cell", "paragraph", "section", "article", "term"):
        table.add(f"is_{kind}", (around.own_bits & BIT[kind]) != 0)
    table.add("depth", page.depth[blocks.element])
    own = hint_bits(page)
    above = around.chains.any_bits(own)[blocks.owner]
    near = own[blocks.owner] | own[blocks.element] | own[around.chains.parent[blocks.element]]
    for kind, bit in HINT_BIT.items():
        table.add(f"hint_{kind}", (above & bit) != 0)
        table.add(f"near_{kind}", (near & bit) != 0)


def _places(table: Table, blocks: Blocks, around: Surroundings) -> None:
    size = len(blocks)
    number = np.arange(size)
    before = summed(blocks.words)
    whole = max(float(before[-1]), 1.0)
    table.add("place", before[:-1] / whole)
    table.add("place_number", number / max(size, 1))
    table.add("words_before", np.log1p(before[:-1]))
    table.add("words_after", np.log1p(whole - before[1:]))
    h1 = np.flatnonzero(around.bits & BIT["h1"])
    distance = before[:-1] - before[h1[0]] if len(h1) else np.full(size, -1e6)
    table.add("from_h1", np.sign(distance) * np.log1p(np.abs(distance)))
    table.add("after_h1s", np.searchsorted(h1, number, side="right"))
    heads = (around.bits & HEADING) != 0
    since = number - np.maximum.accumulate(np.where(heads, number, -99))
    till = np.minimum.accumulate(np.where(heads, number, size + 99)[::-1])[::-1] - number
    table.add("since_heading", np.minimum(since, 60))
    table.add("till_heading", np.minimum(till, 60))


def _neighbours(table: Table, blocks: Blocks, around: Surroundings) -> None:
    columns = {name: table.columns[name] for name in ("words", "link", "stop_rate")}
    columns["tag"] = around.tags[blocks.element].astype(np.float32)
    for step in (-3, -2, -1, 1, 2, 3):
        for name, values in columns.items():
            moved = shifted(values, step, -1)
            table.add(f"{name}{step:+d}", moved if name != "tag" else moved == values)
    number = np.arange(len(blocks))
    words, linked, stops = summed(blocks.words), summed(blocks.linked), summed(blocks.stops)
    for reach in (5, 15):
        low, high = np.maximum(number - reach, 0), np.minimum(number + reach + 1, len(blocks))
        near = words[high] - words[low]
        table.add(f"near{reach}_words", np.log1p(near / (high - low)))
        table.add(f"near{reach}_link", rate(linked[high] - linked[low], near))
        table.add(f"near{reach}_stops", rate(stops[high] - stops[low], near))


def shifted(values: Floats, step: int, fill: float) -> Floats:
    """The values of the blocks so many places further on."""
    moved = np.full(len(values), fill, dtype=np.float32)
    if step < 0:
        moved[-step:] = values[:step]
    else:
        moved[:-step] = values[step:]
    return moved


def _containers(table: Table, page: Page, blocks: Blocks, around: Surroundings) -> None:
    prose = blocks.words * (blocks.stops > 0) * (1 - table.columns["link"])
    sums = [summed(values) for values in (blocks.words, blocks.linked, blocks.stops, prose)]
    words, linked, stops, good = (total[around.last] - total[around.first] for total in sums)
    whole, all_good = max(float(words[0]), 1.0), max(float(good[0]), 1.0)
    for level, at in enumerate(around.containers, 1):
        inside = words[at]
        table.add(f"c{level}_words", np.log1p(inside))
        table.add(f"c{level}_share", inside / whole)
        table.add(f"c{level}_link", rate(linked[at], inside))
        table.add(f"c{level}_stops", rate(stops[at], inside))
        table.add(f"c{level}_mean", np.log1p(rate(inside, around.last[at] - around.first[at])))
        table.add(f"c{level}_children", np.log1p(page.child_count[at]))
        table.add(f"c{level}_prose", good[at] / all_good)
    for share in (0.5, 0.8):
        holders = np.flatnonzero(good >= share * good[0])
        core = int(holders[-1]) if good[0] > 0 else 0
        number = np.arange(len(blocks))
        table.add(f"core{share}", (number >= around.first[core]) & (number < around.last[core]))
        table.add(f"core{share}_share", words[core] / whole)


def _groups_of_blocks(table: Table, blocks: Blocks, around: Surroundings) -> None:
    group, count = around.groups, around.group_count
    size = np.bincount(group, minlength=count)
    words = np.bincount(group, blocks.words, count)
    number = np.arange(len(blocks))
    low, high = np.full(count, len(blocks)), np.zeros(count, dtype=np.int64)
    np.minimum.at(low, group, number)
    np.maximum.at(high, group, number)
    table.add("group_size", np.log1p(size)[group])
    table.add("group_share", (words / max(float(words.sum()), 1.0))[group])
    table.add("group_mean", np.log1p(words / size)[group])
    table.add("group_link", rate(np.bincount(group, blocks.linked, count), words)[group])
    table.add("group_stops", rate(np.bincount(group, blocks.stops, count), words)[group])
    table.add("group_span", ((high - low) / max(len(blocks), 1))[group])


def _whole_page(table: Table, blocks: Blocks, around: Surroundings) -> None:
    whole = max(float(blocks.words.sum()), 1.0)
    table.add("page_words", np.log1p(whole))
    table.add("page_blocks", np.log1p(len(blocks)))
    table.add("page_link", float(blocks.linked.sum()) / whole)
    table.add("page_stops", float(blocks.stops.sum()) / whole)
    for kind in ("main", "article", "nav", "footer", "aside", "form", "table", "list", "code", "quote", "link"):
        table.add(f"page_{kind}", float(blocks.words[(around.bits & BIT[kind]) != 0].sum()) / whole)
    table.add("page_paragraph", float(blocks.words[(around.own_bits & BIT["paragraph"]) != 0].sum()) / whole)
    counts = np.bincount(around.tags, minlength=len(KNOWN))
    for tag in COUNTED:
        table.add(f"page_{tag}s", np.log1p(counts[TAGS[tag]]))
