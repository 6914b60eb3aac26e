"""Typed values beside texts: numbers, money, dates, addresses. A field has a type if nearly all its values have it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from typing import Literal

from dateutil import parser as dates
from price_parser import Price
from price_parser.parser import OTHER_CURRENCY_SYMBOLS, SAFE_CURRENCY_SYMBOLS

from intaglio.wrapper.month_names import day_of
from intaglio.wrapper.options import TypeOptions
from intaglio.wrapper.plain_days import plain_day

ValueType = Literal["text", "number", "money", "date", "url", "prose"]
"""Prose has Markdown beside it, which no text alone gives; the others are told from texts."""
Typed = str | int | float | dict[str, str | float] | None

_NUMBER = re.compile(r"[+-]?\d(?:[\d.,'’]*|\d{0,2}(?:\s\d{3})+(?:[.,]\d+)?)\s*%?\s*")
"""Digits; blanks stand between thousands only: `44 5064 317125` is a telephone's."""
_PLAIN = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,2})?")
"""Numbers that are written as Python writes them."""
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?")
"""Those with commas between thousands."""
_FRACTION = re.compile(r"[+-]?(?:0?\.[0-9]{1,9}|0,[0-9]{1,9})\s*%?\s*")
"""Less than one: what is behind the sign are no thousands, however many digits they are."""
_BEFORE_FRACTIONS = tuple("0.+-")
_CODE = re.compile(r"0\d+|\d{10,}")
"""Digits that count nothing: numbers of books, goods and telephones."""
_SUM = re.compile(r"(?:[A-Z]{1,3})?[$€£¥₹]\s?\d[\d.,'’]*|\d[\d.,'’\s]*[€£¥₹]")
"""Digits with the sign of a currency right beside them."""
_PLAIN_SUM = re.compile(
    r"((?:US|CA|C|AU|A|NZ|HK)?\$|[£€])\x20?((?:[0-9]{1,3}(?:,[0-9]{3})*|[0-9]{1,9})(?:\.[0-9]{2})?)"
)
"""Sums as most shops write them."""
_UNSIGNED = re.compile(r"[\d\s.,:/()%+-]*")
"""Texts without the sign, or a letter, of any currency."""


def _any_of(signs: Iterable[str]) -> str:
    """Finds one of some signs, by their first letter: one after the other, all would be tried at each letter."""
    rests: dict[str, list[str]] = {}
    for sign in signs:
        rests.setdefault(sign[0], []).append(re.escape(sign[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(some)})" for first, some in rests.items())


_BESIDE = frozenset("$€£¥₹")
"""The signs without one of which nothing is a `_SUM`."""
_SIGN = re.compile(_any_of([*SAFE_CURRENCY_SYMBOLS, *OTHER_CURRENCY_SYMBOLS]))
"""The signs and codes of currencies."""
_ASCII_SIGN = re.compile(_any_of([one for one in (*SAFE_CURRENCY_SYMBOLS, *OTHER_CURRENCY_SYMBOLS) if one.isascii()]))
"""Those that texts in ASCII may have, a third of them."""
_DIGIT = re.compile("[0-9]")
_DIGITS, _SOON = b"0123456789", 64
"""Digits, and within how many letters most texts that have some have the first."""
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_MINUS = ("-", "−")
_DATE = re.compile(
    r"\d(?:\d{0,3}[-/.]\d{1,2}[-/.]\d|(?:st|nd|rd|th)?\.?,?\s+[^\W\d_]{3}|\s+de\s+[^\W\d_]{3}|\d{3}\s?[年년])"
    r"|[^\W\d_]{3}\.?,?\s+\d"
)
"""What every date has somewhere; it is looked for, so that the ends of words and numbers are enough."""
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_YEAR = re.compile(r"\d\d(?:\d\d|(?<=['’/.-]..)\b)")
_DOTTED = re.compile(r"(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}")  # where dots stand between, the day comes first
_WORD = re.compile(r"[^\W\d_]+")
_READ = dates.parserinfo
_IN_DATES = {"nan", "inf", "infinity"} | {  # what is a number for Python is one for those who read dates
    word.lower()
    for words in (*_READ.JUMP, *_READ.WEEKDAYS, *_READ.MONTHS, *_READ.HMS, *_READ.AMPM, *_READ.UTCZONE, *_READ.PERTAIN)
    for word in ([words] if isinstance(words, str) else words)
}
"""Words that dates are read with; others are names of time zones, or what is read is no date."""
_ZONE = 5
"""Letters of a time zone's name at most, all of them large."""
_FIRST, _SECOND = datetime(2004, 1, 1), datetime(2008, 2, 2)  # noqa: DTZ001 - what is missing in a date shows up as a difference


def number(string: str, _: TypeOptions = TypeOptions()) -> Typed:
    """`1,234.5` as 1234.5, `.547` as 0.547; None if it is more than a number, or a code such as `0140449132`."""
    if string[:1] in _BEFORE_FRACTIONS and _FRACTION.fullmatch(string) is not None:
        return float(string.rstrip("% ").replace(",", ".")) or 0
    if not _NUMBER.fullmatch(string) or is_code(string):
        return None
    bare = string.rstrip("%")
    if _PLAIN.fullmatch(bare) is not None:
        amount: float | None = float(bare)
    elif _THOUSANDS.fullmatch(bare) is not None:
        amount = float(bare.replace(",", ""))
    else:
        amount = Price.fromstring(bare).amount_float
    if amount is None:
        return None
    if string.startswith("-"):
        amount = -amount
    return int(amount) if amount.is_integer() else amount


def has_digit(text: str) -> bool:
    """Whether a text has a digit of any writing."""
    if not text.isascii():
        return _DIGIT.search(text) is not None or any(map(str.isdigit, _NOT_ASCII.findall(text)))
    if _DIGIT.search(text, 0, _SOON) is not None:
        return True
    if len(text) <= _SOON:
        return False
    raw = text.encode()  # it is long: bytes are looked through several times as fast
    return len(raw.translate(None, _DIGITS)) < len(raw)


def is_code(string: str) -> bool:
    """Whether digits are no amount: they start with a nought, or are more than anybody writes without a sign between.

    >>> is_code("02134"), is_code("0.5"), is_code("1200")
    (True, False, False)
    """
    return _CODE.fullmatch(string) is not None


def money(string: str, options: TypeOptions = TypeOptions()) -> Typed:
    """`$1,234.50` as amount and currency, also behind another number (`2011: $900`); None if it lacks either."""
    if len(string) > options.longest or not has_digit(string) or _UNSIGNED.fullmatch(string) is not None:
        return None
    if (plain := _PLAIN_SUM.fullmatch(string)) is not None:
        return {"amount": float(plain[2].replace(",", "")), "currency": plain[1]}
    found = _sum(string, options.beside_sum)
    return None if found is None else {"amount": found[0], "currency": found[1]}


@lru_cache(maxsize=4096)
def _sum(string: str, most_beside: int) -> tuple[float, str] | None:
    """The sum that a text says; a site says the same texts again and again."""
    beside = _SUM.search(string) if not _BESIDE.isdisjoint(string) else None
    if beside is None and (_ASCII_SIGN if string.isascii() else _SIGN).search(string) is None:
        return None  # as most texts: what is left of the work is for sums
    price = Price.fromstring(beside[0] if beside else string)
    if price.amount_float is None or not price.currency or not _is_the_sum(string, price, most_beside):
        return None
    return -price.amount_float if string.startswith(_MINUS) else price.amount_float, price.currency


def _is_the_sum(string: str, price: Price, most_beside: int) -> bool:
    """Whether a text has little beside a sum, and nothing where letters alone say its currency (`PHP 5.3 for all`)."""
    currency = price.currency or ""
    rest = string.replace(price.amount_text or "", " ", 1).replace(currency, " ", 1)
    words = sum(any(map(str.isalpha, word)) for word in rest.split())
    return words <= (0 if currency.isalpha() else most_beside)


def date(string: str, options: TypeOptions = TypeOptions()) -> Typed:
    """`March 5, 2010` as 2010-03-05, or as 2010-03 if the day is missing; None if it is not a date with a year."""
    if len(string) > options.longest or not (_YEAR.search(string) and _DATE.search(string)):
        return None
    return _day(string)


@lru_cache(maxsize=4096)
def _day(string: str) -> str | None:
    """The date that a text says; a site says the same ones again and again."""
    plain = plain_day(string)
    if plain is not None:
        return plain
    if not all(word.lower() in _IN_DATES or (len(word) <= _ZONE and word.isupper()) for word in _WORD.findall(string)):
        return day_of(string)
    try:
        read = partial(dates.parse, string, dayfirst=_DOTTED.search(string) is not None, ignoretz=True)
        one, other = (read(default=default) for default in (_FIRST, _SECOND))
    except (ValueError, OverflowError, AttributeError, TypeError):
        return day_of(string)
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
        if values and mostly(partial(_has_type, typed, options), values, least):
            return name
    return "text"


def _has_type(typed: Callable[[str, TypeOptions], Typed], options: TypeOptions, value: str) -> bool:
    return typed(value, options) is not None


def mostly(test: Callable[[str], object], values: Sequence[str], least: float) -> bool:
    """Whether a share of some values passes a test; most fields are plain texts, and known as such by the first."""
    left, needed = len(values), least * len(values)
    for value in values:
        if not test(value):
            left -= 1
            if left < needed:
                return False
    return True
