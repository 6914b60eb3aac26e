"""Units: words behind numbers, in the singular or the plural as the number wants it, which say what is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from intaglio.wrapper.fields.variable_parts import VariablePart

_UNIT = "a unit"
_NUMBER = re.compile(r"[-+]?\d[\d.,\s]*[kKmM]?$")
_FORMS, _SHARED = 3, 0.6
"""Forms of a word, at most; share of the longest of them that all begin with."""


def units_of(parts: Sequence[tuple[VariablePart, Sequence[str]]], reasons: list[str]) -> dict[int, str]:
    """What numbers count, by their places in document order, with their values: `vote` or `votes` right behind one.

    Such words are no data, which is put down among the `reasons`.
    """
    found: dict[int, str] = {}
    before = -1
    for at, (part, values) in enumerate(parts):
        if part.attribute or reasons[at]:
            continue
        word = _word(values)
        if word and before >= 0 and parts[before][0].sets == part.sets and _are_numbers(parts[before][1]):
            found[before] = word
            reasons[at] = _UNIT
        before = at
    return found


def _word(values: Sequence[str]) -> str:
    """The longest of the forms of one word that values are; nothing if they are others."""
    forms = sorted(set(values), key=len)
    if not 1 < len(forms) <= _FORMS or not all(map(str.isalpha, forms)):
        return ""
    shared = next((at for at, letters in enumerate(zip(*forms, strict=False)) if len(set(letters)) > 1), len(forms[0]))
    return forms[-1] if shared >= _SHARED * len(forms[-1]) else ""


def _are_numbers(values: Sequence[str]) -> bool:
    return all(_NUMBER.match(value) for value in values)
