"""How much each text says, and whether in sentences: sizes and counts over all scripts, without a loop over characters.

Sizes are in words. Letters are counted and taken to make words of average length, since scripts like Chinese, Japanese
or Thai write no spaces; so the counts of their pages lie on the scale of all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]


def constant(value: float, kind: type[np.generic] = np.float64) -> npt.NDArray[Any]:
    """A number as operations on arrays take it quickest: of a plain one each makes such an array anew."""
    made = np.array(value, dtype=kind)
    made.flags.writeable = False
    return made


ONE = constant(1)
ZERO_WORDS, ONE_WORD = (constant(value, np.float32) for value in (0, 1))
NOTHING, STEP = (constant(value, np.int64) for value in (0, 1))

STOPS = ".!?…。！？｡．؟۔।॥։።។៕။‼⁇⁈⁉"
"""What ends a sentence, in all scripts that have such a sign."""
FULL_STOP = ord(".")
SYMBOLS = "{}[]<>=|\\_^~@#$%&*+/©®™€£¥₹•·›»→✓★☆▾▼×"
_UNITS = 20
"""A word in the units letters are counted in: an ordinary letter is a fifth of a word."""
_LETTER, _DENSE = 4, 12
_PLANE = 0x10000
_DENSE_RANGES = ((0x3041, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D))
"""Kana and ideographs, of which fewer make a word; characters past the first plane, mostly pictures, do not count."""
_STOP_SHIFT, _SYMBOL_SHIFT = 32, 48
_TO_STOPS, _TO_SYMBOLS, _STOP_BITS, _WORD_BITS, _LETTER_BITS = (
    constant(value, np.int64) for value in (_STOP_SHIFT, _SYMBOL_SHIFT, 0xFFFF, 0xFFFFFFFF, 0xFF)
)
_DOT, _WORD = constant(FULL_STOP, np.uint16), constant(_UNITS, np.float32)


@dataclass(frozen=True, slots=True)
class Counts:
    """One entry a text."""

    words: Floats
    stops: Floats
    """Sentence ends; the dot of 3.14 or example.org is none."""
    symbols: Floats
    """Signs that prose seldom has."""


def count(texts: Sequence[str]) -> Counts:
    """Counts of each text; none may be empty."""
    codes, starts, ends = text_units(texts)
    packed = packed_table().take(codes)
    sums = np.add.reduceat(packed, starts)
    stops = (sums >> _TO_STOPS & _STOP_BITS).astype(np.float32)
    dots = (codes[:-1] == _DOT).nonzero()[0]
    inner = dots[(packed[dots + STEP] & _LETTER_BITS).nonzero()[0]]
    if len(inner):
        stops -= np.bincount(ends.searchsorted(inner, side="right"), minlength=len(texts))
    words = (sums & _WORD_BITS).astype(np.float32)
    words /= _WORD
    return Counts(words, stops, (sums >> _TO_SYMBOLS).astype(np.float32))


def word_count(text: str) -> np.float32:
    """The words of one text."""
    codes = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    return np.float32(int(np.add.reduce(packed_table().take(codes))) & 0xFFFFFFFF) / np.float32(_UNITS)


def text_units(texts: Sequence[str]) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The 16-bit units of all texts, a NUL, of which no parsed page has any, behind each but the last; where each text
    starts, and one past where it and its NUL end.
    """
    codes = np.frombuffer("\0".join(texts).encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    ends = np.empty(len(texts), dtype=np.int64)
    nuls = (codes == 0).nonzero()[0]
    if len(nuls) < len(texts):
        ends[:-1], ends[-1] = nuls, len(codes)
        ends += STEP
    else:
        np.add.accumulate(unit_counts(texts) + STEP, out=ends)
    starts = np.zeros(len(texts), dtype=np.int64)
    starts[1:] = ends[:-1]
    return codes, starts, ends


def unit_counts(texts: Sequence[str]) -> npt.NDArray[np.int64]:
    """How many 16-bit units each text has; characters past the first plane have two."""
    return np.array(
        [len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in texts]
    )


@cache
def packed_table() -> npt.NDArray[np.int64]:
    """What each 16-bit unit adds to the counts of its text, all counts packed into one number."""
    table = np.zeros(_PLANE, dtype=np.int64)
    everything = "".join(map(chr, range(_PLANE)))
    for found in re.finditer(r"\w+", everything):
        table[found.start() : found.end()] = _LETTER
    for first, last in _DENSE_RANGES:
        table[first : last + 1] = _DENSE
    table[list(map(ord, STOPS))] += 1 << _STOP_SHIFT
    table[list(map(ord, SYMBOLS))] += 1 << _SYMBOL_SHIFT
    table.flags.writeable = False
    return table
