"""The one type of a column over all its rows."""

from __future__ import annotations

import re
from collections.abc import Callable

from intaglio.tables.cell_values import typed_value, yes_or_no
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.ranking import known_word, look_of
from intaglio.tables.table import ColumnType
from intaglio.wrapper.value_types import is_code, mostly, number, url

_SHARE, _SOME = 0.9, 10
_IMAGES = frozenset({"image", "thumbnailUrl", "primaryImageOfPage", "photo"})
"""Properties that are addresses of images."""
_COUNTS = frozenset({"comment_count", "review_count", "answer_count", "pages"})
"""Looks of a number and what is counted."""
_CODES = frozenset({"phone", "isbn", "isbn_10", "gtin"})
"""Looks of what is written in digits and no number: `+44 5064 317125`."""
_CODED = frozenset({"postal_code", "sku", "phone", "fax"})
"""Words for what is a code, though those of some records may begin with no nought."""
_CLOCK = r"\d{1,2}(?::\d{2}(?:\s*(?:[ap]\.?m\.?|h|uhr))?|(?:\.\d{2})?\s*(?:[ap]\.?m\.?|uhr))"
_TIME = re.compile(rf"{_CLOCK}(?:\s*[-–]\s*{_CLOCK})?", re.IGNORECASE)
_TESTS: tuple[tuple[ColumnType, Callable[[str], bool]], ...] = (
    ("url", lambda text: url(text) is not None),
    ("boolean", lambda text: yes_or_no(text) is not None),
)
_OF_DIGITS: tuple[tuple[ColumnType, Callable[[str], bool]], ...] = (
    ("time", lambda text: _TIME.fullmatch(text) is not None),
    ("number", lambda text: number(text) is not None),
    ("money", lambda text: typed_value(text, "money") is not None),
    ("date", lambda text: typed_value(text, "date") is not None),
)
_ALL_TESTS = (*_TESTS, *_OF_DIGITS)


def column_type(one: Candidate, *, in_list: bool = False) -> ColumnType:
    """A list if records have several values; else what nearly all values are.

    Records have several values of what is `in_list`, and each item one, but for lists in lists.
    """
    if one.type is None:
        one.type = _column_type(one, in_list=in_list)
    return one.type


def _column_type(one: Candidate, *, in_list: bool) -> ColumnType:
    deeper = in_list and (one.nested or any(len(place) > 1 for place in one.places.values()))
    if one.parts or deeper or (not in_list and len(one.values()) > len(one.rows)):
        return "list"
    if one.origin == "image" or (one.origin == "declared" and one.declared.rpartition(".")[2] in _IMAGES):
        return "image"
    if one.origin == "target":
        return "url"
    values = one.different()[:_SOME]
    look = look_of(one)
    if look in _COUNTS:
        return "number"
    for type_, is_one in _ALL_TESTS if one.has_digits() else _TESTS:
        if not values or not mostly(is_one, values, _SHARE):
            continue
        if type_ != "number":
            return type_
        if look not in _CODES and known_word(one) not in _CODED and not any(map(is_code, one.different())):
            return "money" if one.currency else type_
    return "text"
