"""What stands before or behind all texts of one place of pages and is not part of them: labels, signs that part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_USUAL, _MANY = 0.9, 3
"""Share of texts that is nearly all; different ones, at least, that a word before all of them is none of."""
_LONGEST_LABEL = 30
_SIGNS = frozenset("|•·»(<,–—-")
_BARS, _SEVERAL = frozenset("|•·»"), 2
"""Signs that part things on a page and end no text, and how many values have one, at least."""
_SIGN = re.compile(r"(?<=[^\s|•·»(<,–—-])(?:\s*[|•·»(<,]|\s+[–—-])$")
"""What texts end with that go on elsewhere."""
_BY = re.compile(r"(?:(?:posted|written|published|geschrieben|écrit)\s)?(?:by|von|par|por|door)\s", re.IGNORECASE)
_BULLET = re.compile(r"[•·▪■●◦►▶✓✔*]\s")
"""What stands before each of some texts in place of an item of a list."""
_COMMA = re.compile(r"[,;|]\s")
"""What parts texts from what stands before them on the page."""
_TAGGED = "#"
_HASH, _TAG = re.compile(_TAGGED), re.compile(r"#\s?[^\W\d_]")
"""What stands before who wrote something, and before tags."""


def prefix_of(texts: Sequence[str], label: str) -> str:
    """A label that all texts start with, up to a colon; the word for `by`, or a sign before tags; or their own label,
    if nearly all do.

    >>> prefix_of(["Height: 8 cm", "Height: 12 cm"], ""), prefix_of(["by Ann", "by Bo", "by Cy"], "")
    ('Height:', 'by')
    """
    first, last = min(texts), max(texts)
    if first == last:
        return ""
    starts = sum([text.startswith(label) for text in texts]) if label else 0
    usual = label if starts >= _USUAL * len(texts) else ""
    if first[:1] != last[:1]:
        return usual
    ends = (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    shared = first[: next(ends, len(first))]
    colon = shared.find(":")
    if shared[colon - 1 : colon].isdigit() and first[colon + 1 : colon + 2].isdigit():
        return ""  # of a clock
    if 0 < colon <= _LONGEST_LABEL and any(map(str.isalpha, shared[:colon])) and shared[colon : colon + 3] != "://":
        return shared[: colon + 1]
    sign = _BULLET.match(shared) or _COMMA.match(shared)
    if sign is not None:
        return sign[0].rstrip()
    word = _BY.match(shared) or _HASH.match(shared)
    if word is not None and len(set(texts)) >= _MANY and (word[0] != _TAGGED or all(map(_TAG.match, texts))):
        return word[0].rstrip()
    return usual


def tail_of(texts: Sequence[str]) -> str:
    """The sign that nearly all texts end with, or several if it is no sign of the text itself: it parts them from what
    follows on the page.

    >>> tail_of(["8 cm |", "12 cm |", "9 cm |"]), tail_of(["8 cm", "12 cm"])
    (' |', '')
    """
    if _SIGNS.isdisjoint([text[-1:] for text in texts]):
        return ""
    found = Counter(end[0] for text in texts if text[-1:] in _SIGNS and (end := _SIGN.search(text)))
    if not found:
        return ""
    tail, count = max(found.items(), key=lambda entry: entry[1])
    least = _SEVERAL if tail[-1] in _BARS else _USUAL * len(texts)
    return tail if count >= least else ""
