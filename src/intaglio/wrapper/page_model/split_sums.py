"""Sums whose cents stand in an element of their own, as `$592<sup>49</sup>`: the text before them says both."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intaglio.page import TAGS, Page

_WHOLE = re.compile(r"\D{0,4}\d{1,3}(?:[.,' ]?\d{3})*[.,]?")
"""A sum without cents, with the sign of its currency perhaps."""
_CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|kr|zł|Kč)\b", re.IGNORECASE)
_CENTS = frozenset({"cents", "cent", "fraction", "decimal", "decimals", "minor", "centimes", "superscript"})
"""Words of classes for them."""
_CALLED = re.compile("(?<![a-z])(?:cents?|centimes|fraction|decimals?|minor|superscript)(?![a-z])", re.IGNORECASE)
_WORDS = re.compile("[a-z]+")
_SIZE = 2


def texts_with_cents(page: Page, strings: list[str]) -> list[str]:
    """The texts of a page, white space collapsed, those of sums with the cents that stand behind them."""
    sup = TAGS["sup"]
    if not (page.tag == sup).any() and _CALLED.search(" ".join(page.strings)) is None:
        return strings  # as most are
    short = [at for at, text in enumerate(strings) if len(text) == _SIZE and at and text.isascii() and text.isdigit()]
    found = [(before, at) for at in short if (before := _sum_before(page, strings, at)) >= 0]
    if not found:
        return strings
    joined = list(strings)
    for before, at in found:
        whole = strings[before]
        joined[before] = f"{whole}{'' if whole[-1] in '.,' else _sign(whole)}{strings[at]}"
    return joined


def _sum_before(page: Page, strings: Sequence[str], at: int) -> int:
    """The number of the text that says the rest of a sum whose cents a text may be; -1 if there is none."""
    before = at - 1 - (strings[at - 1] in (".", ","))
    if before < 0 or _WHOLE.fullmatch(strings[before]) is None or page.text_breaks[before + 1 : at + 1].any():
        return -1
    owner = int(page.text_owner[at])
    if not _CENTS.isdisjoint(_WORDS.findall((page.class_of(owner) or "").lower())):
        return before
    beside = " ".join([*strings[max(before - 1, 0) : before + 1], *strings[at + 1 : at + 2]])
    return before if page.tag_name(owner) == "sup" and _CURRENCY.search(beside) else -1


def _sign(whole: str) -> str:
    """What stands between a sum and its cents, by what stands between its thousands."""
    return "," if "." in whole else "."
