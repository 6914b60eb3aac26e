"""Texts of a page as a person reads them: inline text runs on, a block starts a new line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from intaglio.page.structure import Bools, Ints
from intaglio.page.tags import BLOCK, TAGS

_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")
_WHITE = re.compile(r"\s+")


def break_marks(tag: Ints, text_start: Ints, text_stop: Ints, texts: int) -> Bools:
    """For each text, and one past the last: whether a block or a `<br>` begins or ends right before it."""
    marks = np.zeros(texts + 1, dtype=np.bool_)
    breaking = np.isin(tag, np.fromiter(sorted(BLOCK), np.int32, len(BLOCK)))
    marks[text_start[breaking]] = True
    marks[text_stop[breaking]] = True
    marks[text_start[tag == TAGS["br"]]] = True
    return marks


def flow(texts: Sequence[str], numbers: Iterable[int], marks: Bools, space_before: Bools) -> str:
    """The texts with these numbers, ascending, as one string with collapsed white space."""
    pieces: list[str] = []
    before = -1
    for t in numbers:
        if before >= 0:
            if t != before + 1 or marks[t]:
                pieces.append("\n")
            elif space_before[t]:
                pieces.append(" ")
        pieces.append(_WHITE.sub(" ", texts[t]))
        before = t
    return _BREAKS.sub("\n", _SPACES.sub(" ", "".join(pieces))).strip()
