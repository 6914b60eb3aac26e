"""How well an extracted text agrees with the truth: words, runs of words, snippets, fields."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

WORD = re.compile(r"\w+")
RUN = 4
"""Words in a shingle."""


def part_of_host(host: str) -> Literal["tune", "report"]:
    """Two hosts of three are for tuning, the third for reporting."""
    return "tune" if hashlib.sha256(host.encode()).digest()[0] % 3 else "report"


def words_of(text: str) -> list[str]:
    """The lower-cased words of a text."""
    return WORD.findall(text.lower())


def f_score(found: Counter[object], wanted: Counter[object]) -> float:
    """F1 of two multisets; 1 if both are empty."""
    if not found and not wanted:
        return 1.0
    common = (found & wanted).total()
    return 2 * common / (found.total() + wanted.total())


def word_f1(found: Sequence[str], wanted: Sequence[str]) -> float:
    """F1 over the multisets of words."""
    return f_score(Counter(found), Counter(wanted))


def shingle_f1(found: Sequence[str], wanted: Sequence[str]) -> float:
    """F1 over runs of four words, which tell whether the order is right."""
    return f_score(Counter(_runs(found)), Counter(_runs(wanted)))


def _runs(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    if len(words) < RUN:
        return [tuple(words)] if words else []
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def share_kept(text: str, snippets: Sequence[str]) -> float | None:
    """The share of the snippets that occur in the text, white space and case apart; None if there are no snippets."""
    if not snippets:
        return None
    whole = " ".join(text.lower().split())
    return sum(" ".join(snippet.lower().split()) in whole for snippet in snippets) / len(snippets)


def same_words(found: str | None, wanted: str | None) -> float | None:
    """1 if a field has the wanted words, 0 if not; None where the truth has nothing to compare with."""
    if not wanted:
        return None
    return float(words_of(found or "") == words_of(wanted))
