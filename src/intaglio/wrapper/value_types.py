"""Typed values beside texts: numbers, money, dates, addresses. A field has a type if nearly all its values have it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Literal

from dateutil import parser as dates
from price_parser import Price

from intaglio.wrapper.options import TypeOptions

ValueType = Literal["text", "number", "money", "date", "url", "prose"]
"""Prose has Markdown beside it, which no text alone gives; the others are told from texts."""
Typed = str | int | float | dict[str, str | float] | None

_NUMBER = re.compile(r"[+-]?\d[\d.,'’\s]*%?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|[^\W\d_]{3,}\.?,?\s+\d|\d(?:st|nd|rd|th)?\.?,?\s+[^\W\d_]{3,}")
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}|['’/.-]\d\d\b")
_DOTTED = re.compile(r"(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}")  # where dots stand between, the day comes first
_FIRST, _SECOND = datetime(2004, 1, 1), datetime(2008, 2, 2)  # noqa: DTZ001 - what is missing in a date shows up as a difference


def number(string: str, _: TypeOptions = TypeOptions()) -> Typed:
    """`1,234.5` as 1234.5; None if it is more than a number."""
    if not _NUMBER.fullmatch(string):
        return None
    amount = Price.fromstring(string.rstrip("%")).amount_float
    if amount is None:
        return None
    if string.startswith("-"):
        amount = -amount
    return int(amount) if amount.is_integer() else amount


def money(string: str, options: TypeOptions = TypeOptions()) -> Typed:
    """`$1,234.50` as amount and currency; None if it lacks either."""
    short = len(string) <= options.longest
    price = Price.fromstring(string) if short and any(map(str.isdigit, string)) else None
    if price is None or price.amount_float is None or not price.currency:
        return None
    return {"amount": price.amount_float, "currency": price.currency}


def date(string: str, options: TypeOptions = TypeOptions()) -> Typed:
    """`March 5, 2010` as 2010-03-05, or as 2010-03 if the day is missing; None if it is not a date with a year."""
    if len(string) > options.longest or not (_DATE.search(string) and _YEAR.search(string)):
        return None
    return _day(string)


@lru_cache(maxsize=4096)
def _day(string: str) -> str | None:
    """The date that a text says; a site says the same ones again and again."""
    try:
        with warnings.catch_warnings(action="ignore", category=dates.UnknownTimezoneWarning):
            day_first = _DOTTED.search(string) is not None
            one, other = (dates.parse(string, default=default, dayfirst=day_first) for default in (_FIRST, _SECOND))
    except (ValueError, OverflowError, AttributeError, TypeError):
        return None
    if one.year != other.year or one.month != other.month:
        return None
    return one.date().isoformat() if one.day == other.day else f"{one.year:04}-{one.month:02}"


def url(string: str, _: TypeOptions = TypeOptions()) -> Typed:
    """An address of the web; None for anything else."""
    return string if _URL.fullmatch(string) else None


TYPES: Mapping[ValueType, Callable[[str, TypeOptions], Typed]] = {
    "url": url,
    "number": number,
    "money": money,
    "date": date,
}


def type_of(values: Sequence[str], options: TypeOptions = TypeOptions(), expected: ValueType = "text") -> ValueType:
    """The type that nearly all of some values have; for the type that is expected, most are enough."""
    for name, typed in TYPES.items():
        least = options.expected if name == expected else options.share
        if values and sum(typed(value, options) is not None for value in values) >= least * len(values):
            return name
    return "text"
