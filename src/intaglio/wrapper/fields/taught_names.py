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


def taught_properties(
    shown: Mapping[int, Shown], declared: Sequence[Declared], options: DeclaredOptions
) -> dict[int, str]:
    """Fields, by their numbers, and the properties that they are; each property is one field at most."""
    saying: Counter[str] = Counter(path for page in declared for path in page)
    if not saying:
        return {}
    forms = [_forms_of(page) for page in declared]
    claims: list[tuple[tuple[object, ...], int, str]] = []
    order = {path: at for at, path in enumerate(saying)}
    for number_, one in shown.items():
        for path, agreed in _agreements(one, forms).items():
            both = sum(path in declared[page] for page in one.by_page)
            if _is_sure(agreed, both, saying[path], options):
                claims.append(((-len(agreed), one.rank, path.count("."), order[path], number_), number_, path))
    taught: dict[int, str] = {}
    for _, number_, path in sorted(claims):
        if number_ not in taught and path not in taught.values():
            taught[number_] = path
    return taught


def equal_properties(shown: Mapping[int, Shown], declared: Sequence[Declared], options: DeclaredOptions) -> set[str]:
    """Properties whose values are shown: nothing is missing without them."""
    forms = [_forms_of(page) for page in declared]
    said: Counter[str] = Counter(path for page in declared for path in page)
    found: defaultdict[str, set[int]] = defaultdict(set)
    for one in shown.values():
        for path, agreed in _agreements(one, forms).items():
            found[path] |= agreed.keys()
    return {path for path, pages in found.items() if len(pages) >= options.agreeing * said[path]}


@lru_cache(maxsize=4096)
def forms(value: str) -> frozenset[Form]:
    """A value as others are compared with it: its letters and digits, its day, its number.

    >>> 19.99 in forms("$19.99") & forms("19.99"), *forms("March 5, 2010") & forms("2010-03-05T10:00:00Z")
    (True, '2010-03-05')
    """
    found: set[Form] = set()
    letters = _SIGNS.sub(" ", _TAGS.sub(" ", _WITHIN_WORDS.sub("", value[: 4 * _SHOWN]))).strip().casefold()
    if letters:
        found.add(letters[:_SHOWN])
    amount = money(value)
    figure = amount["amount"] if isinstance(amount, dict) else number(value)
    if isinstance(figure, (int, float)):
        found.add(float(figure))
    day = date(value[:10] if _is_stamp(value) else value)
    if isinstance(day, str):
        found.add(day)
    return frozenset(found)


def _is_stamp(value: str) -> bool:
    return len(value) > 10 and value[10] in "T " and value[4] == value[7] == "-"


def _forms_of(declared: Declared) -> dict[Form, list[str]]:
    """The paths of the values of a page, by the forms of these; `None` is no form."""
    found: defaultdict[Form, list[str]] = defaultdict(list)
    for path, values in declared.items():
        for form in {form for value in values for form in forms(value)}:
            found[form].append(path)
    return found


def _agreements(one: Shown, by_form: Sequence[Mapping[Form, Sequence[str]]]) -> dict[str, dict[int, Form]]:
    """The properties that a field's values are, with the pages where that is so and a form they agree in."""
    agreed: defaultdict[str, dict[int, Form]] = defaultdict(dict)
    for page, values in one.by_page.items():
        if not by_form[page]:
            continue
        hits: defaultdict[str, int] = defaultdict(int)
        some: dict[str, Form] = {}
        for value in values:
            for path in {path: None for form in forms(value) for path in by_form[page].get(form, ())}:
                hits[path] += 1
                some.setdefault(path, min(map(str, forms(value))))
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
