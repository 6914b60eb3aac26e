"""What parts two texts of one element: any element but `<wbr>`, and a comment that says something.

Frameworks put comments without words between the pieces of one sentence (`$<!-- -->12<!-- -->.50`), so that their
scripts find the pieces again. A comment with words was put there by a person, and tells where a part begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np

from intaglio.page.structure import Bools, Ints, Texts, text_columns

SEAMLESS = "wbr"
_WORD = re.compile(r"[^\W\d_]")
_OF_FRAMEWORKS = re.compile(r"\s*/?(?:react-(?:text|empty)\b|lit-part\b|\?lit\$|ngtns\s*$|ngetn\s*$)")


def is_seam(comment: str) -> bool:
    """Whether a comment parts the texts before and behind it."""
    return _WORD.search(comment) is not None and _OF_FRAMEWORKS.match(comment) is None


def text_runs(owner: Ints, seen: Ints, seamless: Sequence[int], seams: Iterable[int]) -> Ints:
    """The number of the text that each piece belongs to.

    `seamless` are the elements that part nothing, `seams` the pieces that a comment stands before which does.
    """
    opened = seen - np.searchsorted(seamless, seen) if seamless else seen
    same: Bools = owner[1:] == owner[:-1]
    same &= opened[1:] == opened[:-1]
    if not same.any():
        return np.arange(len(owner), dtype=np.int32)
    new = np.ones(len(owner) + 1, np.bool_)
    new[1:-1] = ~same
    new[list(seams)] = True
    return (np.cumsum(new[:-1]) - 1).astype(np.int32)


def joined(pieces: Texts, runs: Ints) -> Texts:
    """The texts that pieces make up."""
    if not len(runs) or runs[-1] + 1 == len(runs):
        return pieces
    first = np.flatnonzero(np.diff(runs, prepend=-1))
    spaces = pieces.space_before.tolist()
    strings = []
    for _, run in groupby(range(len(runs)), runs.tolist().__getitem__):
        start, *rest = run
        further = (" " * spaces[piece] + pieces.strings[piece] for piece in rest)
        strings.append("".join((pieces.strings[start], *further)))
    return text_columns(
        strings, pieces.owner[first].tolist(), pieces.seen[first].tolist(), pieces.space_before[first].tolist()
    )
