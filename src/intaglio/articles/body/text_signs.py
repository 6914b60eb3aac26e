"""Signs that lines carry whatever their language: how they begin and end, what they are made of, what they call for.

Only blocks with hope are read this closely.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import repeat

import numpy as np
import numpy.typing as npt

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_columns import Blocks
from intaglio.articles.blocks.call_words import CALL_BIT, CALL_WORDS, KINDS, OPENING_BITS, YEAR_BIT
from intaglio.articles.blocks.counts import STEP, STOPS, Floats, constant, unit_counts
from intaglio.articles.blocks.lexicon import MARK, ReadLines, line_words
from intaglio.articles.body.headings import folded_name
from intaglio.page import Page

_MARKED = {**CALL_WORDS, MARK: -1}
_FIRST = 4
"""Words with which a line begins."""
SHORT, _LONGEST = 30.0, 300
"""Words up to which a block may be such a line, and its characters that are read."""
_ENDS = {**dict.fromkeys(STOPS, 1), ":": 2, "：": 2, **dict.fromkeys("…›»→>▸▶", 3), **dict.fromkeys(",;-–—|/", 4)}
_QUOTES = frozenset("\"'”’»)]）」』“")
_STARTS = {**dict.fromkeys("\"'“„«‘「『-–—", 4), **dict.fromkeys("©@#|•·*›»→>▸▶+", 5), **dict.fromkeys("([（", 6)}
_TAIL, _QUOTED, _PLANE = 2, 8, 1 << 16
"""Characters looked at of a line's end; what a quotation mark is there; characters of the first plane."""
_SHIFT = 20
"""Bits a count has in a packed number; no line that is read has as many characters."""
SIGNS: tuple[str, ...] = (
    "ends", "starts", "commas", "digits", "capitals", "pieces", "consent", "in_name", "has_year",
    *(f"calls_{kind}" for kind in KINDS),
)  # fmt: skip
"""What each row is, in order."""


def lines_of(page: Page, blocks: Blocks, chosen: Longs) -> list[str]:
    """The texts of some blocks."""
    texts = page.texts
    spans = zip(blocks.start[chosen].tolist(), blocks.stop[chosen].tolist(), strict=True)
    return [(texts[start] if stop == start + 1 else " ".join(texts[start:stop])).strip() for start, stop in spans]


def text_signs(
    page: Page, blocks: Blocks, chosen: Longs, texts: tuple[Sequence[str], Sequence[str]], read: ReadLines
) -> Floats:
    """Rows [sign, chosen block], given their texts and beginnings, and these read; the calls of blocks that are not
    short are -1.
    """
    lines, heads = texts
    rows = np.empty((len(SIGNS), len(lines)), dtype=np.float32)
    whole = "\0".join(["", *heads, ""])
    _letters(rows[:5], lines, heads, whole)
    rows[5] = blocks.stop[chosen] - blocks.start[chosen]
    rows[6] = _asks_consent(heads, whole)
    name = folded_name(page)
    most = len(name)
    rows[7] = [3 < len(line) <= most and line.casefold() in name for line in heads]
    rows[8:] = (_calls(read.bits, read.begins) & _BIT_COLUMN).astype(np.bool_)
    np.copyto(rows[7:], -1, where=blocks.words[chosen] > _SHORT)
    return rows


def beginnings(lines: Sequence[str]) -> list[str]:
    """What is read of each line."""
    return [line[:_LONGEST] for line in lines]


def _asks_consent(lines: Sequence[str], whole: str) -> list[bool] | bool:
    """Which lines speak of cookies or privacy, given all of them together; most pages have none."""
    if "ookie" not in whole and "rivacy" not in whole:
        return False
    return ["ookie" in line or "rivacy" in line for line in lines]


_BIT_COLUMN = np.array([YEAR_BIT, *CALL_BIT.values()], dtype=np.uint8)[:, None]
_OPENING, _NOT_OPENING = constant(OPENING_BITS, np.uint8), YEAR_BIT * 2 - 1 - OPENING_BITS
_AT_FIRST, _SHORT = constant(_FIRST, np.int64), constant(SHORT, np.float32)
_LONG, _ALL = constant(_LONGEST, np.int64), constant((1 << _SHIFT) - 1, np.int64)
_SHIFTS = np.array([[0], [_SHIFT], [2 * _SHIFT]])
_QUOTATION = constant(_QUOTED, np.uint8)


def line_bits(lines: Sequence[str]) -> list[int]:
    """What each line calls for, as bits; for few lines, which take less time word by word."""
    found: list[int] = []
    place = 0
    for bits in map(_MARKED.get, line_words(lines) if lines else (), repeat(0)):
        place += 1
        if bits < 0:
            found.append(0)
            place = 0
        elif bits:
            found[-1] |= bits if place <= _FIRST else bits & _NOT_OPENING
    return found


def _calls(bits: npt.NDArray[np.uint8], begins: Longs) -> npt.NDArray[np.uint8]:
    """What each line calls for, given the bits of all words and where each line begins; the bits are changed."""
    if not len(begins):
        return bits
    opening = (bits & _OPENING).nonzero()[0]
    first = begins[begins.searchsorted(opening) - STEP]
    bits[opening[opening - first > _AT_FIRST]] &= _NOT_OPENING
    return np.bitwise_or.reduceat(bits, begins)


def _letters(rows: Floats, lines: Sequence[str], heads: Sequence[str], whole: str) -> None:
    """Fill rows with how each line ends and begins, and with its shares of commas, digits and capitals; given what is
    read of each, also together, a NUL, of which no parsed page has any, before and behind each.

    A quotation mark that ends a line counts for what stands before it.
    """
    codes = np.frombuffer(whole.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    edges = (codes == 0).nonzero()[0]
    if len(edges) > len(heads) + 1:
        edges = np.append(0, np.add.accumulate(unit_counts(heads) + STEP))
    starts, stops = edges[:-1] + STEP, edges[1:]
    sizes = stops - starts
    cut = (sizes >= _LONG).nonzero()[0]
    begins, ends = _edge_tables()
    last = stops - STEP
    before, last = ends.take(codes[last - STEP]), ends.take(codes[last])
    if len(cut):
        tails = "".join([lines[number][-_TAIL:] for number in cut.tolist()])
        signs = np.frombuffer(tails.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        before[cut], last[cut] = ends.take(np.minimum(signs, _PLANE - 1)).reshape(-1, _TAIL).T
    before %= _QUOTATION
    rows[0] = np.where((last >= _QUOTATION) & before.astype(np.bool_), before, last % _QUOTATION)
    rows[1] = begins.take(codes[starts])
    sums = np.add.reduceat(_signs_table().take(codes), starts)
    rows[2:] = sums >> _SHIFTS & _ALL
    rows[2:] /= np.maximum(sizes, STEP).astype(np.float32)


@cache
def _edge_tables() -> tuple[Longs, Longs]:
    """What a line is like that begins with each character, and that ends with it."""
    every = _characters()
    begins = np.select([np.char.isupper(every), np.char.islower(every), np.char.isdigit(every)], [1, 2, 3])
    tables = np.array([begins, np.zeros_like(begins)], dtype=np.uint8)
    for table, known in zip(tables, (_STARTS, _ENDS), strict=True):
        table[list(map(ord, known))] = list(known.values())
    tables[1, list(map(ord, _QUOTES))] += _QUOTED
    tables.flags.writeable = False
    return tables[0], tables[1]


@cache
def _signs_table() -> npt.NDArray[np.int64]:
    """What each 16-bit unit adds to the counts of its line, all counts packed into one number."""
    every = _characters()
    digits, capitals = (some.astype(np.int64) for some in (np.char.isdigit(every), np.char.isupper(every)))
    table: npt.NDArray[np.int64] = (digits << _SHIFT) + (capitals << 2 * _SHIFT)
    table[list(map(ord, ",、，،"))] = 1
    table.flags.writeable = False
    return table


def _characters() -> npt.NDArray[np.str_]:
    """All characters of 16 bits, to be asked at once."""
    return np.arange(_PLANE, dtype=np.uint32).view("U1")
