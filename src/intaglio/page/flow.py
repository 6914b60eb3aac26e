"""Texts of a page as a person reads them: inline text runs on, a block starts a new line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from intaglio.page.structure import Bools, Ints
from intaglio.page.tags import BLOCK, KNOWN, TAGS
from intaglio.white_space import collapsed

_BREAK = "\0"
"""Marks a new line while texts are put together; the parser lets no NUL through."""

_ENDS_LINE = np.zeros(len(KNOWN) + 1, dtype=np.bool_)
_ENDS_LINE[list(BLOCK)] = True
_ENDS_LINE.setflags(write=False)
_BEGINS_LINE = _ENDS_LINE.copy()
_BEGINS_LINE[TAGS["br"]] = True
_BEGINS_LINE.setflags(write=False)


def break_marks(tag: Ints, text_start: Ints, text_stop: Ints, texts: int) -> Bools:
    """For each text, and one past the last: whether a block or a `<br>` begins or ends right before it."""
    marks = np.zeros(texts + 1, dtype=np.bool_)
    marks[text_start[_BEGINS_LINE.take(tag, mode="clip")]] = True
    marks[text_stop[_ENDS_LINE.take(tag, mode="clip")]] = True
    return marks


def flow(texts: Sequence[str], numbers: Iterable[int], marks: Bools, space_before: Bools) -> str:
    """The texts with these numbers, ascending, as one string with collapsed white space.

    Texts that do not stand side by side on the page are put on lines of their own.
    """
    chosen = numbers if isinstance(numbers, range) else list(numbers)
    if not chosen:
        return ""
    wanted = slice(chosen[0], chosen[-1] + 1) if isinstance(chosen, range) else np.array(chosen)
    breaks, spaces = marks[wanted].tolist(), space_before[wanted].tolist()
    pieces: list[str] = []
    before = -1
    for t, breaks_here, space_here in zip(chosen, breaks, spaces, strict=True):
        if t != before + 1 or breaks_here:
            pieces.append(_BREAK)
        elif space_here:
            pieces.append(" ")
        pieces.append(texts[t])
        before = t
    lines = "".join(pieces).split(_BREAK)
    return "\n".join(filter(None, map(collapsed, lines)))
