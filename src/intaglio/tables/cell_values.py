"""What a cell of a table holds: a raw value of a record as the type of its column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from intaglio.wrapper.value_types import Typed, date, money, number


def without_label(text: str, prefix: str, tail: str = "") -> str:
    """A text without the label that stands in it, and without the sign that parts it from what follows on the page.

    >>> without_label("Height: 8 cm", "Height:"), without_label("8 cm |", "", " |")
    ('8 cm', '8 cm')
    """
    bare = text[len(prefix) :].strip() if prefix and text.startswith(prefix) else text
    return bare.rstrip().removesuffix(tail).rstrip() if tail else bare


def part_of(text: str, between: str, nth: int, until: str = "") -> str:
    """One of the values that a sign parts in a text, up to the next of others, one a line; nothing if it has fewer.

    >>> part_of("3 beds | 2 baths", " | ", 1), part_of("6-8 Weight: 250 Age: 31", " Weight:", 1, " Age:")
    ('2 baths', '250')
    """
    parts = text.split(between)
    found = parts[nth] if nth < len(parts) else ""
    for sign in until.split("\n") if until else ():
        found = found.partition(sign)[0]
    return found.strip()


def without_affixes(text: str, before: str, behind: str) -> str:
    """A text without what stands before and behind it on all pages.

    >>> without_affixes("Shop | Blue lamp - Home", "Shop | ", " - Home")
    'Blue lamp'
    """
    return text.removeprefix(before).removesuffix(behind).strip()


def yes_or_no(text: str) -> bool | None:
    """Whether a text says yes; None if it says neither."""
    return _ANSWERS.get(text.casefold())


def sum_of_money(text: str) -> Typed:
    """A text that says one sum of money and little else; None for `$8 million`, or for a range of prices.

    >>> sum_of_money("$60.04 (17%)"), sum_of_money("More coupes from $15K to $25K"), sum_of_money("€ 42,000 – 51,000")
    ({'amount': 60.04, 'currency': '$'}, None, None)
    """
    if _ALONE.fullmatch(text) is not None:
        return money(text)
    found = money(text)
    if found is None or len(_WORDS.findall(text)) > _FEW or _ROUGHLY.search(text) or len(_SUM.findall(text)) > 1:
        return None
    return None if _RANGE.search(text) else found


def count(text: str) -> Typed:
    """A number, or how many of something a text speaks of; None for all else.

    >>> count("1,204"), count("2 comments"), count("No replies"), count("Reviews (7)"), count("7-3")
    (1204, 2, 0, 7, None)
    """
    if text.isdecimal():
        return int(text) if text.isascii() and len(text) < _CODED and text[0] != "0" else number(text)
    counted = _COUNTED.fullmatch(text)
    if counted is None:
        return number(text)
    said = counted[1] or counted[2]
    return 0 if said.casefold() == "no" else number(said)


NOTHING = frozenset({"", "-", "--", "---", "–", "—", "―", "N/A", "n/a", "N.A.", "n.a."})
"""What pages say where they have no value."""
LEADING = r"(?:(?:based on|read)\s(?:all\s)?)?"
"""Words before how many of something there are."""
_COUNTED = re.compile(
    LEADING + r"\(?(\d[\d.,]*|no)\s[^\W\d_]+(?:\s[^\W\d_]+)?\)?|[^\W\d_]+(?:\s[^\W\d_]+)?(?:\s?\(|:\s?)(\d[\d.,]*)\)?",
    re.IGNORECASE,
)
_CODED = 10
"""Digits from which on they are those of a code."""
_ALONE = re.compile(r"[A-Z]{0,3}[$€£]\s?\d[\d.,]*")
"""A sum and nothing else, as most are."""
_FEW = 5
"""Words beside a sum, at most."""
_WORDS = re.compile(r"[^\W\d_]{2,}")
_ROUGHLY = re.compile(r"\d\s?(?:k|m|bn|mio|mrd|million|billion|thousand|hundred)s?\b", re.IGNORECASE)
_RANGE = re.compile(r"\d\s?(?:-|–|—|\bto\b|\bbis\b)\s?\d")
"""From one number to another."""
_SUM = re.compile(r"[$€£¥₹]\s?\d|\d\s?[€£]")
_ANSWERS = {
    "yes": True,
    "no": False,
    "true": True,
    "false": False,
    "ja": True,
    "nein": False,
    "oui": True,
    "non": False,
}
_TYPED: Mapping[str, Callable[[str], Typed | bool]] = {
    "number": lru_cache(maxsize=4096)(count),
    "money": lru_cache(maxsize=4096)(sum_of_money),
    "date": lru_cache(maxsize=4096)(date),
    "boolean": yes_or_no,
}
"""Readers of the types that are no texts; the same prices and dates come again and again."""


def cell_value(value: object, type_: str, prefix: str = "", tail: str = "", currency: str = "") -> Any:  # noqa: ANN401 - what a cell holds
    """A raw value as a cell; None where there is nothing, or nothing of the type. Sums that lack their currency, which
    stands beside them on the page, get it.
    """
    if isinstance(value, list):
        texts = [cell_value(one, "text", prefix, tail) for one in value if isinstance(one, str)]
        return texts or None if type_ == "list" else cell_value(next(iter(texts), None), type_, currency=currency)
    if not isinstance(value, str):
        return None
    text = without_label(value, prefix, tail)
    if text in NOTHING:
        return None
    if type_ == "list":
        return [text] if text else None
    if currency and type_ == "money" and isinstance(amount := typed_value(text, "number"), int | float):
        return {"amount": float(amount), "currency": currency}
    return typed_value(text, type_) if type_ in _TYPED else text or None


def text_or_nothing(value: object) -> Any:  # noqa: ANN401 - what a cell holds
    """What `cell_value` gives of texts, addresses and times without a label."""
    return (None if value in NOTHING else value) if isinstance(value, str) else cell_value(value, "text")


def _texts(value: object) -> list[str | None] | None:
    """What `cell_value` gives of lists of texts without a label."""
    if isinstance(value, list):
        return [one or None for one in value if isinstance(one, str)] or None
    return [value] if isinstance(value, str) and value else None


def reads_as_it_is(read: Callable[[Any], Any]) -> bool:
    """Whether a reader of values leaves texts in lists as they are."""
    return read is text_or_nothing or read is _texts


def value_reader(type_: str, prefix: str = "", tail: str = "", currency: str = "") -> Callable[[Any], Any]:
    """Gives what `cell_value` does of one type after the other; most values are texts."""
    if type_ in _TYPED and not (prefix or tail or currency):
        read = _TYPED[type_]
        return lambda value: read(value) if isinstance(value, str) else cell_value(value, type_)
    if type_ == "list" and not (prefix or tail):
        return _texts
    if type_ == "list" or type_ in _TYPED or prefix or tail:
        return lambda value: cell_value(value, type_, prefix, tail, currency) if value is not None else None
    return text_or_nothing


def typed_value(text: str, type_: str) -> Typed | bool:
    """A text as one of the types that are no texts."""
    return _TYPED[type_](text)
