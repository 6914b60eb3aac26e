"""Words and signs around values that are no part of them: `Posted 5 May 2018 in`, `(1999)`; or between: `3 | 2`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from intaglio.tables.cell_values import sum_of_money, without_label
from intaglio.tables.words.value_shapes import is_phone
from intaglio.wrapper.value_types import date, has_digit

FEWEST = 3
"""Texts by which it is told."""
_BRACKETED = re.compile(r"\((?:[^\W\d][^()]*|(?:1[89]|20)\d\d)\)")
"""A text or a year in brackets; how many there are of something stands in such, too."""
_LEAD = re.compile(r"(?:[^\W\d_]+\.?\s){1,3}")
"""Words that a day, a sum or a phone number may have before it."""
_BARS = (" | ", " · ", " • ")
"""What parts several values in one text."""
_MOST, _SHORT = 6, 40
"""Such values in a text, and letters of one, on average, at most."""
_JOINS = "at|by|in|on|from|for|with|and|of|von|am|im|und|par|et"
_ENDS = tuple(_JOINS.split("|"))
_JOINING = re.compile(rf"(?<=\S)\s(?:{_JOINS})$")
_JOINED = re.compile(rf"(?:{_JOINS})\s(?=\S)")
"""Words that lead on to what stands in an element of its own."""
_DASHED = re.compile(r"[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+){0,3}\s[-–—=]\s")
"""A label, and a dash where most have a colon."""
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_USUAL = 0.9
"""Share of texts that is nearly all."""
_LONGEST_LABEL = 30
_SIGNS = frozenset("|•·»(<,–—-")
_BREAKS, _SEVERAL = frozenset("|•·»"), 2
"""Signs that part things on a page and end no text, and how many values have one, at least."""
_SIGN = re.compile(r"(?<=[^\s|•·»(<,–—-])(?:\s*[|•·»(<,]|\s+[–—-])$")
"""What texts end with that go on elsewhere."""
_BY = re.compile(
    r"(?:(?:posted|written|published|submitted|added|contributed|created|uploaded|listed|recipe|geschrieben|écrit)\s)?"
    r"(?:by|von|par|por|door)\s",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[•·▪■●◦►▶✓✔*>»›→]\s")
"""What stands before each of some texts in place of an item of a list, or parts it from those on the way to it."""
_COMMA = re.compile(r"[,;|]\s")
"""What parts texts from what stands before them on the page."""
_TAGGED = "#"
_HASH, _TAG = re.compile(_TAGGED), re.compile(r"#\s?[^\W\d_]")
"""What stands before who wrote something, and before tags."""


def prefix_of(texts: Sequence[str], label: str, tail: str = "", *, heading: bool = False) -> str:
    """A label that all texts start with, up to a colon; the word for `by`, or a sign before tags; a word or two before
    a day, a sum or a phone number, but in headings; or their own label, if nearly all do.

    >>> prefix_of(["Height: 8 cm", "Height: 12 cm"], ""), prefix_of(["by Ann", "by Bo", "by Cy"], "")
    ('Height:', 'by')
    """
    first, last = min(texts), max(texts)
    if first == last:
        return ""
    starts = sum([text.startswith(label) for text in texts]) if label else 0
    usual = label if starts >= _USUAL * len(texts) else ""
    if first[:1] != last[:1]:
        return usual or usual_bullet(texts)
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
    if word is not None and len(set(texts)) >= FEWEST and (word[0] != _TAGGED or all(map(_TAG.match, texts))):
        return word[0].rstrip()
    return ("" if heading else lead_of(texts, shared, tail)) or usual


def usual_bullet(texts: Sequence[str]) -> str:
    """What stands before nearly all texts in place of an item of a list, but not before all.

    >>> usual_bullet(["> Cook", "> Baker", "All jobs", *["> Driver"] * 20])
    '>'
    """
    sign = _BULLET.match(texts[0])
    most = sign is not None and sum(text.startswith(sign[0]) for text in texts) >= _USUAL * len(texts)
    return sign[0].rstrip() if sign is not None and most else ""


def tail_of(texts: Sequence[str]) -> str:
    """The sign that nearly all texts end with, or several if it is no sign of the text itself, or the word that leads
    on to what follows on the page.

    >>> tail_of(["8 cm |", "12 cm |", "9 cm |"]), tail_of(["8 cm", "12 cm"])
    (' |', '')
    """
    if word := joining_word(texts):
        return word
    if _SIGNS.isdisjoint([text[-1:] for text in texts]):
        return ""
    found = Counter(end[0] for text in texts if text[-1:] in _SIGNS and (end := _SIGN.search(text)))
    if not found:
        return ""
    tail, count = max(found.items(), key=lambda entry: entry[1])
    least = _SEVERAL if tail[-1] in _BREAKS else _USUAL * len(texts)
    return tail if count >= least else ""


def only_joins(prefix: str) -> bool:
    """Whether what stands before values joins them to other words, and names nothing."""
    found = _JOINED.match(f"{prefix} x")
    return found is not None and found.end() > len(prefix)


def lead_of(texts: Sequence[str], shared: str, tail: str) -> str:
    """The words that all texts begin with, where what follows says a day, a year, a sum or a phone number by itself, or
    a word that joins them to what stands before, or a label and a dash; `shared` is what all begin with.
    """
    joins = _JOINED.match(shared + "x") if len(set(texts)) >= FEWEST else None
    joins = joins or (_DASHED.match(shared) if len(set(texts)) >= FEWEST else None)
    if joins is not None:
        return joins[0].rstrip()
    lead = _LEAD.match(shared) if has_digit(texts[0]) and len(set(texts)) >= FEWEST else None
    if lead is None:
        return ""
    bare = [without_label(text, "", tail) for text in texts]
    ends = [
        lead.end(),
        *(at + 1 for at in range(lead.end() - 2, 0, -1) if shared[at] == " "),
    ]  # `Published May 5, 2009`
    return next((shared[:end].rstrip() for end in ends if all(_says_it_alone(text, end) for text in bare)), "")


def _says_it_alone(text: str, at: int) -> bool:
    rest = text[at:]
    if _YEAR.fullmatch(rest):
        return date(text) is None
    if is_phone(rest):
        return not is_phone(text)
    return any((said := read(rest)) is not None and read(text) in (None, said) for read in (date, sum_of_money))


def joining_word(texts: Sequence[str]) -> str:
    """The word that all texts end with, if it leads on to what follows on the page."""
    word = _JOINING.search(texts[0]) if len(texts) >= FEWEST and texts[0].endswith(_ENDS) else None
    return word[0] if word is not None and all(text.endswith(word[0]) for text in texts) else ""


def parted_by(texts: Sequence[str]) -> tuple[str, int]:
    """The sign that parts texts into as many short values each, and how many; nothing and one if there is none."""
    sign = next((bar for bar in _BARS if bar in texts[0]), "") if len(texts) >= FEWEST else ""
    count = texts[0].count(sign) + 1 if sign else 1
    if not 1 < count <= _MOST or sum(map(len, texts)) > _SHORT * count * len(texts):
        return "", 1
    return (sign, count) if all(_has_parts(text, sign, count) for text in texts) else ("", 1)


def _has_parts(text: str, sign: str, count: int) -> bool:
    parts = text.split(sign)
    return len(parts) == count and all(map(str.strip, parts))


def in_brackets(texts: Iterable[str]) -> bool:
    """Whether all that texts say stands in brackets, and is no count."""
    return all(map(_BRACKETED.fullmatch, texts))
