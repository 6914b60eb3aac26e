"""Names of columns: what is declared, the site's label, a telling class, the type; else the raw name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.ranking import PHONE, is_struck, known_word
from intaglio.tables.columns.table_options import TableOptions
from intaglio.tables.columns.vocabulary import words_of
from intaglio.wrapper.value_types import date

_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}", re.IGNORECASE)
_NUMBERED = re.compile(r"_\d+$")
_SAYS_NOTHING = frozenset("text heading td th tr li dd div span p a value list item items content body".split())  # noqa: SIM905
_USUAL = 0.7
MAIN = "name"


def column_name(one: Candidate, type_: str, *, main: bool, taken: Container[str], options: TableOptions) -> str:
    """The best name that is free; a number behind it if none is."""
    names = [name for name in _names(one, type_, main=main, options=options) if name]
    free = next((name for name in names[:2] if name not in taken), None)
    if free is not None:
        return free
    first = names[0]
    return next(name for number in range(2, 1_000_000) if (name := f"{first}_{number}") not in taken)


def _names(one: Candidate, type_: str, *, main: bool, options: TableOptions) -> Iterator[str]:
    if main:
        yield MAIN
    if one.origin == "image":
        yield "image"
    if options.vocabulary:
        yield known_word(one) or ""
    yield short_name(one.declared, options.longest)
    yield short_name(one.label, options.longest)
    yield by_type(one, type_)
    yield next((name for raw in reversed(one.place) if (name := _raw_name(raw, options.longest))), "")
    yield "text"


def _raw_name(raw: str, longest: int) -> str:
    """A raw name without the number behind it; nothing if it says nothing."""
    name = short_name(_NUMBERED.sub("", raw), longest)
    return "" if name in _SAYS_NOTHING else name


def short_name(said: str, longest: int) -> str:
    """A label as a name of a few words."""
    words = words_of(said)
    return "_".join(words[:longest]) if any(any(map(str.isalpha, word)) for word in words[:longest]) else ""


def by_type(one: Candidate, type_: str) -> str:
    """A name by what the values are."""
    if type_ == "list":  # what its items are says little of the list
        return ""
    some = [held[0] for held in list(one.rows.values())[:30]]
    if type_ == "money":
        return "old_price" if is_struck(one) else "price"
    if type_ == "date":
        return "date"
    if _share([value for value in some if date(value) is None], PHONE) >= _USUAL:
        return "phone"
    return "email" if _share(some, _MAIL) >= _USUAL else ""


def _share(values: Sequence[str], pattern: re.Pattern[str]) -> float:
    return sum(pattern.fullmatch(value) is not None for value in values) / len(values) if values else 0.0
