"""Parts of a page that are read as wholes: tables with their heads, listings without the numbers of their lines."""

from __future__ import annotations

from itertools import islice

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks, tag_counts
from intaglio.articles.blocks.counts import Floats
from intaglio.page import TAGS, Bools, Page

_HALF = 0.5
"""Share of a table's words from which on all of it is kept."""
_TORN = 0.25
"""The same, of a table whose rows have header cells: without these its values say nothing."""
_BLOCKS = 1.5
"""Blocks a cell, on average, that a table of data has at most."""
_HOPE, _LITTLE = 0.25, 0.05
"""How likely a table, and a listing, must be at least that stand under what is kept."""
_HEADED = 0.8
"""Share of the blocks of such a table that are pairs of these."""
_NEAR = 4
"""Elements above a listing among which one also holds the numbers of its lines."""


def as_wholes(page: Page, blocks: Blocks, keep: Bools, likely: Floats, repeats: Bools | None = None) -> Bools:
    """The kept blocks with all of the tables that they have most of, and with listings and tables that stand under
    them in the same part of the page; without columns of line numbers. What repeats on other pages, as labels do, does
    not count to what a table has.
    """
    whole = keep.copy()
    counts = tag_counts(page)
    if not counts[TAGS["table"]] and not counts[TAGS["pre"]]:
        return whole
    code = page.tag.take(blocks.element) == TAGS["pre"]
    numbers = np.zeros(len(blocks), dtype=np.bool_)
    if code.any():
        numbers[line_numbers(page, blocks)] = True
    counted = blocks.words if repeats is None else np.where(repeats, 0, blocks.words)
    for start, stop in _table_blocks(page, blocks):
        words = counted[start:stop]
        kept, least = words[keep[start:stop]].sum(), _TORN if _has_headed_rows(page, blocks, start, stop) else _HALF
        most = kept > least * words.sum()
        whole[start:stop] |= most or (likely[start:stop].mean() >= _HOPE and _under(page, blocks, whole, start))
    for b in (code & ~numbers & ~keep & (likely >= _LITTLE)).nonzero()[0].tolist():
        whole[b] = _under(page, blocks, whole, b - int(numbers[b - 1]))
    return whole & ~numbers


def _under(page: Page, blocks: Blocks, keep: Bools, first: int) -> bool:
    """Whether what begins with a block stands in the element that the block before it, which is kept, is a part of."""
    if not first or not keep[first - 1]:
        return False
    around = max(int(page.parent[blocks.element[first - 1]]), 0)
    return around < int(blocks.element[first]) < int(page.end[around])


def _has_headed_rows(page: Page, blocks: Blocks, start: int, stop: int) -> bool:
    """Whether most of the cells that some blocks of a table are in stand in pairs, a header cell and another."""
    tags = page.tag.take(blocks.element[start:stop])
    heads, cells = tags == TAGS["th"], tags == TAGS["td"]
    return 2 * int((heads[:-1] & cells[1:]).sum()) > _HEADED * (stop - start)


def _table_blocks(page: Page, blocks: Blocks) -> list[tuple[int, int]]:
    """The runs of blocks that tables of data hold: innermost ones, with little more than a block a cell.

    Others lay out the page, or hold the cards of a list.
    """
    tables = (page.tag == TAGS["table"]).nonzero()[0]
    if not len(tables):
        return []
    innermost = tables[np.append(tables[1:] >= page.end[tables[:-1]], True)]
    cells = ((page.tag == TAGS["td"]) | (page.tag == TAGS["th"])).nonzero()[0]
    most = _BLOCKS * (cells.searchsorted(page.end[innermost]) - cells.searchsorted(innermost))
    first, last = blocks.of_text[page.text_start[innermost]], blocks.of_text[page.text_stop[innermost]]
    plain = (last > first) & (last - first <= most)
    runs = zip(innermost[plain].tolist(), first[plain].tolist(), last[plain].tolist(), strict=True)
    return [(start, stop) for table, start, stop in runs if not is_layout(page, table)]


def is_layout(page: Page, table: int) -> bool:
    """Whether a table only lays out the page: it holds another one, or no row of it has two cells.

    So does one that sets a listing beside the numbers of its lines, in a single row.
    """
    inside = slice(table + 1, int(page.end[table]))
    tags, parents = page.tag[inside], page.parent[inside]
    if (tags == TAGS["table"]).any():
        return True
    rows = parents[(tags == TAGS["td"]) | (tags == TAGS["th"])]
    if not len(rows) or int(np.bincount(rows - table).max()) < 2:
        return True
    return int(rows[0]) == int(rows[-1]) and bool((tags == TAGS["pre"]).any())


def line_numbers(page: Page, blocks: Blocks) -> Longs:
    """Blocks that number the lines of the listing behind them: they count by one, and stand in the same row."""
    listing = np.flatnonzero(page.tag.take(blocks.element[1:]) == TAGS["pre"])
    found = [b for b in listing.tolist() if _counts(page, blocks, b) and _beside(page, blocks, b)]
    return np.array(found, dtype=np.int64)


def _counts(page: Page, blocks: Blocks, b: int) -> bool:
    """Whether a block is one number after the other."""
    said = " ".join(page.texts[int(blocks.start[b]) : int(blocks.stop[b])]).split()
    if not all(map(str.isdecimal, said)) or len(max(said, key=len)) > len(said[0]) + len(str(len(said))):
        return False
    first = int(said[0])
    return all(int(number) == first + at for at, number in enumerate(said))


def _beside(page: Page, blocks: Blocks, b: int) -> bool:
    """Whether a block and the listing behind it stand in one row of a table."""
    row, other = (
        next((up for up in islice(page.ancestors(int(blocks.element[at])), _NEAR) if page.tag[up] == TAGS["tr"]), None)
        for at in (b, b + 1)
    )
    return row is not None and row == other
