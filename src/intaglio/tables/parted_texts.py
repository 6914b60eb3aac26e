"""Several values in one text: those that a bar parts, as many as its label has, a day and what stands with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

from intaglio.tables.cell_values import part_of, typed_value, without_label
from intaglio.tables.value_affixes import FEWEST, only_joins, parted_by, prefix_of
from intaglio.tables.words.value_shapes import shape_of
from intaglio.tables.words.vocabulary import common_word, words_of

_SLASH, _OPEN, _CLOSE, _COLON = " / ", " (", ")", ": "
_DASHES = (" - ", " – ", " — ")
_DATED = re.compile(r"[^()]* \([^()]{2,40}\)")
"""A text, and a short one in brackets behind it."""
_WITHIN = re.compile(r"(\s?[,;|·•–-]?\s)([A-Z][A-Za-z.#/]*(?: [A-Za-z.#/]+){0,3}:)(?= \S)")
"""A sign and a label with a colon, within a text."""
_IN, _BY = " in ", " by "
_PUBLISHED = re.compile(r"Published (?:on )?\S.*\d{4}")
_BEHIND = {"birth_date": "Birthplace", "publisher": "Publication date"}
"""What stands behind what is labelled so: a place behind the day of birth, the day behind who published a book."""
_LINE = 200
"""Letters of a text with several labels, at most."""
_LOOKED, _PART = 5, 0.3
"""Texts that are searched for labels, and the share of all that has each, at least."""
_LONG = 80
"""Letters of a text with two values, at most."""
_TELLING = frozenset({
    "position", "location", "phone", "height", "weight", "runtime", "employment_type", "availability",
})  # fmt: skip
"""Looks by which a value is known beside a dash."""
_NAMES = frozenset({"h1", "title"})
"""Elements whose texts are names, whatever stands in them."""


class Parting(NamedTuple):
    """How the texts of a column are parted."""

    sign: str
    parts: int
    tail: str = ""
    """What stands behind the last value."""
    labels: tuple[str, ...] = ()
    """What the values are called, if the label says so, or labels between them."""
    signs: tuple[str, ...] = ()
    """What stands between them, if it is not the same everywhere."""

    def place_of(self, nth: int) -> tuple[str, int, str]:
        """The sign that parts a value off, its number among what that parts, and what ends it."""
        if not self.signs:
            return self.sign, nth, ""
        return self.signs[max(nth - 1, 0)], min(nth, 1), "\n".join(self.signs[max(nth, 1) :])


def parting(texts: Sequence[str], label: str, tags: Sequence[str]) -> Parting | None:
    """How texts are parted into values; None if each is one value.

    >>> found = parting(["6-8 / 250 lb", "6-1 / 190 lb", "7-0 / 260 lb"], "Height / Weight:", ["td"])
    >>> found.sign, found.labels
    (' / ', ('Height', 'Weight'))
    """
    if len(texts) < FEWEST:
        return None
    sign, count = parted_by(texts)
    if sign:
        return Parting(sign, count)
    first = texts[0]
    if len(first) <= _LINE and (signs := _labels_within(texts)):
        return Parting("", len(signs) + 1, labels=(label, *map(_label_of, signs)), signs=signs)
    if len(first) > _LONG:
        return None
    if _SLASH in first and (said := _labels(texts, label)):
        return Parting(_SLASH, len(said), labels=said)
    if first.endswith(_CLOSE) and all(map(_DATED.fullmatch, texts)) and _says_two_things(texts):
        return Parting(_OPEN, 2, _CLOSE, _with_next(label))
    if _IN in first and _are_pairs(texts, _IN) and all(map(_is_day, _parts(texts, _IN, 0))):
        return Parting(_IN, 2, labels=_with_next(label))
    if _BY in first and _are_pairs(texts, _BY) and all(map(_PUBLISHED.fullmatch, _parts(texts, _BY, 0))):
        return Parting(_BY, 2, labels=("", "Publisher"))
    dash = next((sign for sign in _DASHES if sign in first), "") if _NAMES.isdisjoint(tags[:2]) else ""
    return Parting(dash, 2) if dash and _are_pairs(texts, dash) and _one_is_known(texts, dash) else None


def label_within(texts: Sequence[str]) -> str:
    """The label that the same one of the values in all texts has: `Item #:`, or `Tel` before a number."""
    found = prefix_of(texts, "")
    return found if any(map(str.isalpha, found)) and not only_joins(found) else ""


def _labels_within(texts: Sequence[str]) -> tuple[str, ...]:
    """The labels that stand in texts in the same order behind a value, with the signs before them: some in all."""
    found: list[str] = []
    for text in texts[:_LOOKED]:
        for label in _WITHIN.finditer(text) if _COLON in text else ():
            sign = _sign_of(label, texts)
            if sign and not any(sign in other or other in sign for other in found):
                found.append(sign)
    if not any(all(sign in text for text in texts) for sign in found):
        return ()
    found.sort(key=lambda sign: mean(text.find(sign) for text in texts if sign in text))
    return tuple(found) if all(_in_order(text, found) for text in texts) else ()


def _sign_of(label: re.Match[str], texts: Sequence[str]) -> str:
    """A label with the sign before it, as many texts have it once; without words before it that are a value's."""
    words = label[2].split(" ")
    for nth in range(len(words)):
        sign = f"{' ' if nth else label[1]}{' '.join(words[nth:])}"
        counts = [text.count(sign) for text in texts]
        if max(counts) == 1 and sum(counts) >= max(FEWEST, _PART * len(texts)):
            return sign
    return ""


def _in_order(text: str, signs: Sequence[str]) -> bool:
    places = [at for sign in signs if (at := text.find(sign)) >= 0]
    return places == sorted(places) and 0 not in places


def _label_of(sign: str) -> str:
    return sign.strip(" ,;|·•–-")


def _labels(texts: Sequence[str], label: str) -> tuple[str, ...]:
    """The words for each of the values, if there are as many in the label as in all texts; `Mileage (city/highway)` is
    one thing.
    """
    said = tuple(one.strip() for one in label.rstrip(" :").split("/"))
    count = len(said)
    named = count > 1 and all(any(map(str.isalpha, one)) and one.count("(") == one.count(")") for one in said)
    return said if named and all(text.count(_SLASH) == count - 1 for text in texts) else ()


def _with_next(label: str) -> tuple[str, ...]:
    """A label with what the value behind its own is called, if it leaves no doubt."""
    behind = _BEHIND.get(common_word(words_of(label)) or "")
    return (label, behind) if behind else ()


def _are_pairs(texts: Sequence[str], sign: str) -> bool:
    return all(text.count(sign) == 1 and len(text) <= _LONG for text in texts)


def _parts(texts: Sequence[str], sign: str, nth: int) -> list[str]:
    return [part_of(text, sign, nth) for text in texts]


def _is_day(text: str) -> bool:
    return typed_value(text, "date") is not None


def _one_is_a_day(texts: Sequence[str], sign: str, tail: str) -> bool:
    """Whether one of the two values is a day, and the other says something else."""
    bare = [without_label(text, "", tail) for text in texts]
    days = [[_is_day(one) for one in _parts(bare, sign, nth)] for nth in (0, 1)]
    return any(all(days[nth]) and not any(days[1 - nth]) for nth in (0, 1))


def _says_two_things(texts: Sequence[str]) -> bool:
    """Whether what stands in brackets has a label of its own, or is a day, or stands behind one."""
    inner = _parts([without_label(text, "", _CLOSE) for text in texts], _OPEN, 1)
    return label_within(inner).endswith(":") or _one_is_a_day(texts, _OPEN, _CLOSE)


def _one_is_known(texts: Sequence[str], sign: str) -> bool:
    """Whether one of the two values is known by its look, and the other has not the same."""
    looks = [shape_of(_parts(texts, sign, nth)) for nth in (0, 1)]
    return looks[0] != looks[1] and not _TELLING.isdisjoint([look for look in looks if look is not None])
