"""What can be told of a node at a glance: its mark, its first text, and which known marks and texts lie below it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, islice
from typing import NamedTuple

from intaglio.wrapper.options import FeatureOptions
from intaglio.wrapper.page_model.page_tree import Mark, Tree

_RUNS = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_ASCII_RUNS = re.compile(r"(?:[a-z][A-Za-z]*\s*)+|(?:[A-Z][A-Za-z]*\s*)+|(?:[0-9]+\s*)+|\s+|.", re.DOTALL)
"""The same in ASCII, those of one kind together: texts are mostly small words."""
_DIGIT = re.compile(r"[0-9]")
_CLOCK = re.compile(r"\b\d?\d:\d\d\b")
_UNIT = 4
"""Letters beside a number that are but a unit, or a month."""
_NUMBERED = re.compile(r"[A-Z]{4,}[\s-]?[0-9]{1,2}:?")
"""A short word that is told from another by a number: `ISBN-10`."""
NAMES = frozenset({"th", "dt"})
"""Elements that name others."""
COLONS = (":", "：")
"""What stands behind a label."""
SIGNS = frozenset(" |-–—_/\\,;:·•»«›‹><()[]{}&.…\xa0")
"""What stands between values; a dollar or a star says something."""
BITS = 4_096
"""Marks and texts that have bits, at most: every node has a number with a place for each."""


class NodeFeatures(NamedTuple):
    """A node at a glance."""

    mark: Mark
    head: str
    """Its first text; nothing if it has none."""
    lead: str
    """The label that this text starts with, as in `Price: $4`; nothing if it has none."""
    shape: str
    """The kinds of its characters in order: `6 ft 3 in (1.91 m)` is `9a9a(9.9`."""
    lone: bool
    """It has no other text."""
    below: int
    """A bit for each known mark and text among the first nodes below it."""
    after: str = ""
    """The label right before it, or before labelled texts between: a known text, all there is in what stands there;
    nothing if none."""


def lead(string: str, longest: int) -> str:
    """The label that a text starts with, as in `Price: $4`; nothing if it has none."""
    colon = string.find(":")
    return string[: colon + 1] if 0 < colon <= longest else ""


@lru_cache(maxsize=4096)
def has_letter(string: str) -> bool:
    """Whether a text has a word in it: that two numbers are equal says little, even with a unit or a month, and so does
    a time of day.
    """
    letters = filter(str.isalpha, string)
    if next(letters, None) is None:
        return False
    has_digit = _DIGIT.search(string) is not None if string.isascii() else any(map(str.isdigit, string))
    if not has_digit:
        return True
    is_long = next(islice(letters, _UNIT - 1, None), None) is not None
    if not is_long:
        return _NUMBERED.fullmatch(string) is not None
    return not (":" in string and _CLOCK.search(string))


def shape(string: str, options: FeatureOptions) -> str:
    """The kinds of characters of a text in order: `6 ft 3 in (1.91 m)` is `9a9a(9.9`."""
    made = ""
    runs = _ASCII_RUNS if string.isascii() else _RUNS
    for run in runs.findall(string[: options.shaped]):
        first = run[0]
        if first.isspace():
            continue
        kind = "9" if first.isdigit() else "A" if first.isupper() else "a" if first.isalpha() else first
        if not made.endswith(kind):
            made += kind
            if len(made) == options.shape:
                break
    return made


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The marks and texts that several of the learned pages have; each has a bit, and texts a frequency."""

    bits: Mapping[Mark | str, int]
    structure: int
    """The bits of marks."""
    frequency: Mapping[str, float]
    """Share of all texts that a known text makes up."""
    unknown: float
    """Share that is assumed of a text that is not known."""

    @classmethod
    def of(cls, trees: Sequence[Tree], options: FeatureOptions = FeatureOptions()) -> Vocabulary:
        """Take what stands on a part of the pages, and on some at least; names of rows and terms, on these."""
        pages: Counter[Mark | str] = Counter()
        occurrences: Counter[str] = Counter()
        named: set[Mark | str] = set()
        for tree in trees:
            pages.update(dict.fromkeys(tree.strings).keys())
            pages.update(dict.fromkeys(tree.marks).keys())
            named.update(map(tree.first_string, compress(range(len(tree)), map(NAMES.__contains__, tree.tags))))
            occurrences.update(tree.strings)
        fewest = options.common_pages
        least = max(fewest, len(trees) // options.common_part)
        common = [key for key, count in pages.items() if count >= (fewest if key in named else least)]
        total = max(sum(occurrences.values()), 1)
        texts = {key: occurrences[key] / total for key in common if isinstance(key, str)}
        marks_first = sorted(common, key=lambda key: isinstance(key, str))
        return cls.having(marks_first, texts, 1 / total)

    @classmethod
    def having(cls, keys: Iterable[Mark | str], frequency: Mapping[str, float], unknown: float) -> Vocabulary:
        """Give the keys their bits; beyond the first ones, none."""
        bits = {key: 1 << place if place < BITS else 0 for place, key in enumerate(keys)}
        structure = sum(bit for key, bit in bits.items() if not isinstance(key, str))
        return cls(bits, structure, frequency, unknown)
