"""What is left to the raw record, and why: copies, constants, addresses, head matter, furniture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.framed_texts import framed_texts, says_again
from intaglio.tables.columns.table_options import TableOptions
from intaglio.tables.words.vocabulary import words_of
from intaglio.wrapper.value_types import date

_FIRST = 3
_SOME = 15
"""Values that are looked at for their form."""
_QUERY = re.compile(r"\S*\w=\S*&\w+=\S*")
"""A query as addresses have it."""
_BY_ORIGIN = {"target": "address", "attribute": "attribute", "head": "head of the page"}


def reasons(ranked: Sequence[Candidate], main: Candidate | None, rows: int, options: TableOptions) -> dict[int, str]:
    """Why candidates, by their identity, are left out; `copy of ID` names the column it is a copy of."""
    why: dict[int, str] = {}
    kept: list[Candidate] = []
    image = False
    framed = framed_texts(ranked, options.copy)
    for one in ranked:
        reason = _own_reason(one, rows, options)
        if reason == "furniture" and one is main:  # headings repeat it, and the first of copies is kept
            reason = None
        if one.origin == "image" and reason is None:
            reason = "another image" if image else _is_no_picture(one, rows, options)
            image = image or reason is None
        if reason is None:
            copied = framed.get(id(one)) or next((other for other in kept if _copies(one, other, options.copy)), None)
            if copied is not None:
                reason = f"copy of {'.'.join(copied.place)}"
            elif says_again(one, main, options.copy):
                reason = "says the name again"
        if reason is None:
            kept.append(one)
        else:
            why[id(one)] = reason
    return why


def _own_reason(one: Candidate, rows: int, options: TableOptions) -> str | None:
    values = one.values()
    if not values:
        return "empty"
    if rows > 1 and len(one.rows) >= options.constant * rows and len(set(values)) == 1:
        return "constant"
    commonest = Counter(values).most_common(1)[0][1]
    if rows > 2 and commonest >= options.constant * len(values) and len(one.rows) > 2:
        return "constant"
    if one.facts is not None and one.facts.navigates:
        return "furniture"
    if one.origin == "text" and all(map(_QUERY.fullmatch, islice(values, _SOME))):
        return "for machines"
    return _BY_ORIGIN.get(one.origin)


def _is_no_picture(one: Candidate, rows: int, options: TableOptions) -> str | None:
    """Why an image is none of the thing: it is on few pages, or the same on many."""
    distinct = len({held[0] for held in one.rows.values()}) / max(len(one.rows), 1)
    return None if distinct >= options.picture and len(one.rows) >= options.picture * rows else "decoration"


def _copies(one: Candidate, other: Candidate, share: float) -> bool:
    """Whether two columns are equal in nearly all rows that have the lesser one."""
    if not one.rows or not _agree_on_some(one, other):
        return False
    same = sum(_say_the_same(other.rows.get(row), held) for row, held in one.rows.items())
    return same >= share * len(one.rows)


def _agree_on_some(one: Candidate, other: Candidate) -> bool:
    """Whether two columns are equal on one of the first rows: what is not is no copy, and need not be looked at."""
    first = islice(one.rows.items(), _FIRST)
    return any(_say_the_same(other.rows.get(row), held) for row, held in first)


def _say_the_same(one: Sequence[str] | None, other: Sequence[str]) -> bool:
    """Whether two rows hold the same texts, or one text each that says the same in another form."""
    if one is None or len(one) != len(other) or one == other:
        return one == other
    return len(one) == 1 and _plain(one[0]) == _plain(other[0])


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """What a text says, whatever its form: a date as a day, a name in any order of its words, letters of any size."""
    day = date(text)
    if day is not None:
        return str(day)
    words = words_of(text)
    if any(any(map(str.isdigit, word)) for word in words):
        return text.casefold()
    return " ".join(sorted(words)) or text
