"""Whether records lose words: what stands on few pages of a site must be in fields, furniture or misfits.

The pages alone say what is fixed, by how many of them have a word; the wrapper is not asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from intaglio.page import Page
from intaglio.wrapper import Record

SPOKEN = ("alt", "title", "content", "datetime")
"""Attributes whose values people read, or the page says to machines."""
_WORD = re.compile(r"\w+")
_FIXED = 0.5
"""A word on this share of a site's pages, or more, is fixed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Shares of the words of a site's pages, counted once a page."""

    alone: float
    """Of words that stand on one page only: those that its record has nowhere, or true values as misfits alone."""
    few: float
    """The same of words that stand on fewer than half of the pages."""
    misfit: float
    """Of the latter, those that only misfits have."""
    missing: tuple[tuple[int, str], ...]
    """Pages and words, for looking at."""


def words_in(texts: Iterable[str]) -> set[str]:
    """The words of some texts, whatever their case.

    >>> sorted(words_in(["Price: $4.50", "price"]))
    ['4', '50', 'price']
    """
    return {word for text in texts for word in _WORD.findall(text.casefold())}


def words_of(page: Page) -> set[str]:
    """The words that a page says, in its texts and in attributes that are read; markup within a word makes it none."""
    spoken = words_in(value for name in SPOKEN for value in page.having(name).values())
    return (words_in(page.texts) & words_in([page.text(0)])) | spoken


def strings_in(value: object) -> Iterator[str]:
    """All strings of nested lists and mappings."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            pending.extend(one.values())
        elif isinstance(one, Sequence):
            pending.extend(one)


def lost_words(pages: Sequence[Page], records: Sequence[Record], truth: Sequence[Iterable[str]]) -> Lost:
    """Count over the pages of a site; `truth` has the values that people marked on each."""
    said = [words_of(page) for page in pages]
    standing = Counter(word for words in said for word in words)
    counts: Counter[str] = Counter()
    missing: list[tuple[int, str]] = []
    for number, (words, record, true) in enumerate(zip(said, records, truth, strict=True)):
        few = {word for word in words if standing[word] < _FIXED * len(pages)}
        kept = words_in(strings_in([record.fields, record.furniture]))
        aside = words_in(one.text for one in record.misfits) - kept
        gone = (few - kept - aside) | (words_in(true) & few & aside)
        alone = {word for word in few if standing[word] == 1}
        counts.update({"few": len(few), "alone": len(alone), "gone": len(gone)})
        counts.update({"gone alone": len(gone & alone), "misfit": len(few & aside)})
        missing += [(number, word) for word in sorted(gone)]
    few_words, alone_words = max(counts["few"], 1), max(counts["alone"], 1)
    shares = counts["gone alone"] / alone_words, counts["gone"] / few_words, counts["misfit"] / few_words
    return Lost(*shares, tuple(missing))
