"""Teaching: what a page declares says which of its visible values is which.

A field whose values are those of a declared property on most of the pages that have both is that property, on pages
that declare nothing, too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from intaglio.wrapper.fields.declared_values import Declared
from intaglio.wrapper.options import DeclaredOptions
from intaglio.wrapper.value_types import date, money, number

Form = str | float
"""A value as values are compared."""
Agreed = dict[str, dict[int, Form]]
"""By property, the pages where a field's values are those of it, with a form that they agree in."""
_TAGS = re.compile(r"<[^<>]*>")
_WITHIN_WORDS = re.compile(r"</?wbr\s*/?>|\u00ad|\u200b", re.IGNORECASE)
_SIGNS = re.compile(r"[\W_]+")
_SHOWN = 120
"""Letters of a long text that are compared: declared texts are often cut short."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Values of a field as pages show them."""

    by_page: Mapping[int, Sequence[str]]
    """The values of each page that has some."""
    rank: tuple[int, ...]
    """How good a place it stands in; the least is the best."""


def agreements(shown: Mapping[int, Shown], declared: Sequence[Declared]) -> dict[int, Agreed]:
    """For each field the properties that its values are, with the pages where that is so and a form they agree in."""
    by_form = [_DeclaredForms(page) for page in declared]
    return {number_: _agreements(one, by_form) for number_, one in shown.items()} if any(declared) else {}


def taught_properties(
    shown: Mapping[int, Shown],
    agreeing: Mapping[int, Agreed],
    declared: Sequence[Declared],
    options: DeclaredOptions,
) -> dict[int, str]:
    """Fields, by their numbers, and the properties that they are; each property is one field at most."""
    saying: Counter[str] = Counter(path for page in declared for path in page)
    claims: list[tuple[tuple[object, ...], int, str]] = []
    order = {path: at for at, path in enumerate(saying)}
    for number_, some in agreeing.items():
        one = shown[number_]
        for path, agreed in some.items():
            both = sum(path in declared[page] for page in one.by_page)
            if _is_sure(agreed, both, saying[path], options):
                claims.append(((-len(agreed), one.rank, path.count("."), order[path], number_), number_, path))
    taught: dict[int, str] = {}
    for _, number_, path in sorted(claims):
        if number_ not in taught and path not in taught.values():
            taught[number_] = path
    return taught


def equal_properties(
    agreeing: Mapping[int, Agreed], declared: Sequence[Declared], options: DeclaredOptions
) -> set[str]:
    """Properties whose values are shown: nothing is missing without them."""
    said: Counter[str] = Counter(path for page in declared for path in page)
    found: defaultdict[str, set[int]] = defaultdict(set)
    for some in agreeing.values():
        for path, agreed in some.items():
            found[path] |= agreed.keys()
    return {path for path, pages in found.items() if len(pages) >= options.agreeing * said[path]}


@lru_cache(maxsize=4096)
def forms(value: str) -> frozenset[Form]:
    """A value as others are compared with it: its letters and digits, its day, its number.

    >>> 19.99 in forms("$19.99") & forms("19.99"), *forms("March 5, 2010") & forms("2010-03-05T10:00:00Z")
    (True, '2010-03-05')
    """
    return frozenset(form for form in (_letters(value), _figure(value), _day(value)) if form is not None)


def _letters(value: str) -> str | None:
    text = value[: 4 * _SHOWN]
    if "<" in text or not text.isascii():
        text = _TAGS.sub(" ", _WITHIN_WORDS.sub("", text))
    return _SIGNS.sub(" ", text).strip().casefold()[:_SHOWN] or None


@lru_cache(maxsize=4096)
def _figure(value: str) -> float | None:
    amount = money(value)
    figure = amount["amount"] if isinstance(amount, dict) else number(value)
    return float(figure) if isinstance(figure, (int, float)) else None


def _day(value: str) -> str | None:
    day = date(value[:10] if _is_stamp(value) else value)
    return day if isinstance(day, str) else None


def _is_stamp(value: str) -> bool:
    return len(value) > 10 and value[10] in "T " and value[4] == value[7] == "-"


class _DeclaredForms:
    """The paths of the values that a page declares, by the forms of these."""

    def __init__(self, declared: Declared) -> None:
        found: defaultdict[Form, list[str]] = defaultdict(list)
        for path, values in declared.items():
            for form in {form for value in values for form in forms(value)}:
                found[form].append(path)
        self.paths: Mapping[Form, Sequence[str]] = found
        self._figures = any(isinstance(form, float) for form in found)
        self._days = any(isinstance(form, str) and "-" in form for form in found)

    def equal(self, value: str) -> dict[str, None]:
        """The paths whose values are this one. To read a number or a day costs much: where none is declared, none is
        looked for.
        """
        some: list[Form | None] = [_letters(value)]
        if self._figures:
            some.append(_figure(value))
        if self._days:
            some.append(_day(value))
        return dict.fromkeys(path for form in some if form is not None for path in self.paths.get(form, ()))


def _agreements(one: Shown, declared: Sequence[_DeclaredForms]) -> Agreed:
    """The properties that most of a field's values are; what can be none of them any more is not looked at further."""
    agreed: defaultdict[str, dict[int, Form]] = defaultdict(dict)
    for page, values in one.by_page.items():
        if not declared[page].paths:
            continue
        hits: defaultdict[str, int] = defaultdict(int)
        some: dict[str, Form] = {}
        for left, value in zip(range(len(values) - 1, -1, -1), values, strict=True):
            for path in declared[page].equal(value):
                hits[path] += 1
                if path not in some:
                    some[path] = min(map(str, forms(value)))
            if 2 * (max(hits.values(), default=0) + left) <= len(values):
                break
        for path, count in hits.items():
            if 2 * count > len(values):
                agreed[path][page] = some[path]
    return agreed


def _is_sure(agreed: Mapping[int, Form], both: int, saying: int, options: DeclaredOptions) -> bool:
    """Whether so many pages agree that it is no chance: in several values, or in one that says much."""
    if len(agreed) < options.agreeing * both or len(agreed) < options.shown * saying:
        return False
    values = set(map(str, agreed.values()))
    return len(values) > 1 or any(len(value) >= options.telling and not value.isdigit() for value in values)
