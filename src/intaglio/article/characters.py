"""Texts as counts: words, sentence ends, commas, digits, capitals of each text, over all scripts, without a loop.

A word of a script that writes no spaces is taken to be as long as such words are on average, so that counts of Chinese,
Japanese or Thai pages lie on the scale of all others.
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

WORD, STOP, COMMA, DIGIT, CAPITAL, DENSE, LOOSE = 1, 2, 4, 8, 16, 32, 64
STOPS = ".!?…。！？｡．؟۔।॥։።៕။‼⁇⁈⁉"
COMMAS = ",;、，；،؛፣٬"
FULL_STOP = ord(".")
_PLANE = 0x10000
_DENSE = ((0x3041, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D))
"""Kana and ideographs; those past the first plane are rare and count as other letters do."""
_LOOSE = ((0x0E01, 0x0E4E), (0x0E81, 0x0ECD), (0x1000, 0x109F), (0x1780, 0x17D3))
"""Thai, Lao, Burmese, Khmer."""
DENSE_WORD, LOOSE_WORD = 1.7, 4.5
"""Mean length of a word there, in characters."""


@dataclass(frozen=True, slots=True)
class Counts:
    """One entry a text."""

    words: Floats
    stops: Floats
    commas: Floats
    digits: Floats
    capitals: Floats
    letters: Floats
    """Characters of words."""
    closed: npt.NDArray[np.bool_]
    """Whether the text's last character, white space aside, ends a sentence."""


def count(texts: Sequence[str]) -> Counts:
    """Counts of each text; none may be blank."""
    joined = "\n".join(texts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kinds = kind_table()[np.minimum(codes, _PLANE - 1)]
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    starts = np.zeros(len(texts), dtype=np.int64)
    np.cumsum(lengths[:-1] + 1, out=starts[1:])

    def total(mask: npt.NDArray[np.bool_]) -> Floats:
        return np.add.reduceat(mask, starts, dtype=np.int32).astype(np.float32)

    word = (kinds & WORD) != 0
    begins = word.copy()
    begins[1:] &= ~word[:-1]
    words = total(begins)
    if kinds.max(initial=0) >= DENSE:
        dense, loose = total((kinds & DENSE) != 0), total((kinds & LOOSE) != 0)
        words += dense / DENSE_WORD + loose / LOOSE_WORD
    stop = (kinds & STOP) != 0
    stop[:-1] &= (codes[:-1] != FULL_STOP) | ~word[1:]  # not the dot of 3.14 or example.org
    last = np.array([text.rstrip()[-1:] in STOPS for text in texts], dtype=np.bool_)
    return Counts(
        words, total(stop), total((kinds & COMMA) != 0), total((kinds & DIGIT) != 0),
        total((kinds & CAPITAL) != 0), total(word), last,
    )  # fmt: skip


@cache
def kind_table() -> npt.NDArray[np.uint8]:
    """What each character of the first plane is, as bits."""
    table = np.zeros(_PLANE, dtype=np.uint8)
    everything = "".join(map(chr, range(_PLANE)))
    for bit, pattern in ((WORD, r"\w+"), (DIGIT, r"\d+"), (STOP, f"[{re.escape(STOPS)}]"), (COMMA, f"[{COMMAS}]")):
        for found in re.finditer(pattern, everything):
            table[found.start() : found.end()] |= bit
    table[[code for code in range(_PLANE) if chr(code).isupper()]] |= CAPITAL
    for bit, ranges in ((DENSE, _DENSE), (LOOSE, _LOOSE)):
        for first, last in ranges:
            table[first : last + 1] |= bit
    table.flags.writeable = False
    return table
