"""Ranks columns: a weighted sum of few signs, the weights learned on half of the sites of `records`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import log

from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.main_thing import TitleWords, row_words
from intaglio.tables.words.plain_words import Words
from intaglio.tables.words.value_shapes import SURE, is_typed, shape_of
from intaglio.tables.words.vocabulary import common_word, telling_word, words_of
from intaglio.wrapper.fields.given_names import OLD
from intaglio.wrapper.value_types import has_digit, money, number

Signs = dict[str, float]
_FURNITURE = frozenset(
    """nav menu footer breadcrumb breadcrumbs crumb crumbs share social login signin cart toolbar sitemap sidebar
    related similar also banner promo sponsor sponsored advert ad ads forum comments newsletter pager pagination
    paging""".split()  # noqa: SIM905 - a list of words reads better as text
)
_ANYTHING = "name"
"""What classes call headings of anything."""
_STRUCK = frozenset({"del", "s", "strike"})
_SOME = 10
"""Values that are looked at for their form."""
_MEASURED = 15
"""Values whose length is."""

_COUNT = re.compile(r"\(\d[\d.,]*\)")
"""How many have rated something, as it stands beside stars."""
_STATE = re.compile(r"[A-Z]{2}")
"""The code of a state, which stands behind a town and often in one element with it."""
_NUMBERED = "#"
"""What stands behind `Stock`, where that is a number of an article."""
_BLANKS = 3
"""Blanks in a number of an article, on average, at most."""
_PUBLISHED = "published"
_IMPRINT = re.compile(r"(?=.*[:,]).*[^\W\d_]{3}.*\d{4}.{0,3}")
"""Where a book was published, by whom and when."""
_OTHERS = frozenset({"related", "similar", "also", "recommended", "recommendations"})
"""Words of headings above things that the page is not about."""
_HEADLINE = 3.0
"""Blanks of a text that is a headline, on average."""
_LETTERS = 80
"""Letters of a text that pages are for, on average."""
_BODY, _ROWS = 0.15, 0.5
"""Share of a record's letters from which a text, or a list, is what the page is for."""

WEIGHTS: Mapping[str, float] = {
    "fill": 4.7, "varies": 3.0, "known": 1.7, "label": 0.5, "colon": 0.3, "after": 0.3, "near": 1.5, "list": 1.3,
    "long": -2.6, "typed": 0.9, "region": -1.0, "echo": 2.2, "main": 9.0, "derived": -0.3, "link": -0.4,
    "furniture": -0.3, "parts": -3.2, "image": -20.0, "headlines": -1.5, "form": -3.0, "body": 1.5,
}  # fmt: skip
"""`ranker_training` learned them on the first half of the sites; those of `main`, `region` and `image` are set."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a column is seen against."""

    rows: int
    titles: TitleWords
    main: Candidate | None
    fields: int
    vocabulary: bool
    main_words: Mapping[int, Words] = field(default_factory=dict)
    body: Candidate | None = None
    """What pages are for: a long text, a list of rows."""

    @classmethod
    def of(
        cls, rows: int, titles: TitleWords, main: Candidate | None, found: Sequence[Candidate], *, vocabulary: bool
    ) -> Surroundings:
        """Read the words of the main thing once, and measure the records."""
        words = row_words(main, titles) if main is not None else {}
        return cls(rows, titles, main, len(found), vocabulary, words, _body(found, rows))


def signs_of(one: Candidate, around: Surroundings) -> Signs:
    """The signs of a column, each from 0 to 1."""
    facts = one.facts
    values = one.first_values()
    different = one.different() if values is one.values() else set(values)
    commonest = max(Counter(values).values(), default=0) if len(different) < len(values) else 1
    order, label = _distance(one, around), one.label
    measured = values[:_MEASURED]
    words = row_words(one, around.titles)
    return {
        "fill": len(one.rows) / max(around.rows, 1),
        "varies": 1.0 - (commonest - 1) / len(values) if len(values) > 1 else 0.0,
        "known": float(around.vocabulary and known_word(one) not in (None, _ANYTHING if one.listed else None)),
        "label": float(bool(label) and "row" not in one.said),
        "colon": float(label.rstrip().endswith(":")),
        "after": float(order >= 0),
        "near": 1.0 / (1.0 + abs(order) * 10),
        "list": float(one.listed),
        "long": sum([size > _LONG for size in map(len, measured)]) / max(len(measured), 1),
        "typed": _share(values[:_SOME], is_typed) if one.has_digits() else 0.0,
        "region": float(facts is not None and (bool(facts.region) or one.navigates)),
        "echo": around.titles.echoed(words),
        "main": float(one is around.main),
        "derived": _derived(words, around),
        "link": float(facts is not None and "a" in facts.tags[:2]),
        "furniture": float(facts is not None and not _FURNITURE.isdisjoint(facts.words)),
        "parts": min(log(1 + len(one.parts)) / 3, 1.0),
        "image": float(one.origin == "image"),
        "headlines": _headlines(one) if one is not around.body else 0.0,
        "form": float(facts is not None and "option" in facts.tags[:2]),
        "body": float(one is around.body),
    }


def _headlines(one: Candidate) -> float:
    """Whether it is a list of links with long texts, or of what is said to be like it: other pages, not what this one
    is about.
    """
    if not one.listed or one.facts is None or "a" not in one.facts.tags[:2]:
        return 0.0
    if not _OTHERS.isdisjoint(words_of(one.label or one.facts.heading)):
        return 1.0
    some = list(islice((value for held in one.rows.values() for value in held), 4 * _MEASURED))
    return float(sum(value.count(" ") for value in some) >= _HEADLINE * len(some))


def _body(found: Sequence[Candidate], rows: int) -> Candidate | None:
    """What pages are for: the text that is a good part of a record's letters, or the list that is most of them."""
    letters = [0] * rows
    sizes = {id(one): _sizes(one) for one in found if _is_seen(one)}
    for size in sizes.values():
        for row, some in size.items():
            letters[row] += some
    large = [one for one in found if id(one) in sizes and (one.listed or _is_long(one))]
    shares = {
        id(one): sum([some / (letters[row] or 1) for row, some in sizes[id(one)].items()]) / max(rows, 1)
        for one in large
    }
    large.sort(key=lambda one: -shares[id(one)])
    rows_of_it = next((one for one in large if one.listed and shares[id(one)] >= _ROWS), None)
    return rows_of_it or next((one for one in large if shares[id(one)] >= _BODY and not one.listed), None)


def _sizes(one: Candidate) -> dict[int, int]:
    """The letters of each record's values."""
    values = one.values()
    if len(values) == len(one.rows):
        return dict(zip(one.rows, map(len, values), strict=True))
    return {row: sum(map(len, held)) for row, held in one.rows.items()}


def _is_long(one: Candidate) -> bool:
    """Whether it is a text, and no short one."""
    return not one.listed and sum(map(len, one.first_values())) >= _LETTERS * len(one.rows)


def _is_seen(one: Candidate) -> bool:
    return one.origin == "text" and not one.navigates


def score(signs: Signs, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The weighted sum of some signs."""
    return sum([weights.get(name, 0.0) * value for name, value in signs.items()])


def known_word(one: Candidate) -> str | None:
    """What the vocabulary calls a column: by what is declared, by its label, by the look of its values, by class names.

    A look that nothing else has says more than a label; class names say nothing of what has a label.
    """
    if one.known is None:
        one.known = _known_word(one) or ""
    return one.known or None


def _known_word(one: Candidate) -> str | None:
    some = first_values(one)
    shape = look_of(one)
    if shape in SURE:
        return shape
    declared, label = one.declared, one.label
    said = (declared, declared.rpartition(".")[2], label)
    found = next((word for name in said if name and (word := common_word(words_of(name)))), None)
    if found == _TOLD and sum(value.count(" ") for value in some) <= len(some):
        found = None  # what something is about in a word or two
    if found is None and said[1] == _OFFER and all(map(money, some)):
        found = "price"
    if found is None and one.parts and one.facts is not None:
        found = _of_rows(telling_word(words_of(one.facts.heading)), one)
    if found is None and (not label or _JOINING.issuperset(words_of(label))):
        near = telling_word(one.near)
        called = (one.leads_to, near) if near == _ANYTHING else (near, one.leads_to)
        named = (word for word in called if _of_rows(word, one) and can_be(word or "", some))
        found = shape or (next(named, None) if not one.declared else None)  # what is declared says more than classes
    return _by_values(found, one, some)


def _by_values(found: str | None, one: Candidate, some: Sequence[str]) -> str | None:
    """A word for a column, or the one that its values tell from it: how many have given stars, a grade, a share."""
    if found == "rating" and some and all(map(_COUNT.fullmatch, some)):
        return "review_count"
    if found == "city" and some and all(map(_STATE.fullmatch, some)):
        return "state"
    if found == "content_rating" and some and all(map(_is_grade, some)):
        return "rating"
    if found == "sku" and some and sum(value.count(" ") for value in some) > _BLANKS * len(some):
        return None  # who is referred to
    if found == "runtime" and "duration" in words_of(one.label) and look_of(one) != found and any(map(has_digit, some)):
        return None  # of a journey, in days
    if found == "availability" and _NUMBERED in one.label:
        return "sku"
    if found == "date" and _PUBLISHED in words_of(one.label) and some and all(map(_is_imprint, some)):
        return "publisher"
    if (found or one.place[-1].partition("_")[0]) in _SUMS and 2 * sum("%" in value for value in some) > len(some):
        return "discount"
    return "old_price" if found == "price" and is_struck(one) else found


def _is_imprint(value: str) -> bool:
    return _IMPRINT.fullmatch(value) is not None and not is_typed(value)


def _of_rows(word: str | None, one: Candidate) -> str | None:
    """A word for a column, unless it is meant for a single value and the column has rows: a `Price history` is no
    price.
    """
    return None if one.parts and word in _OF_DIGITS else word or None


def _is_grade(value: str) -> bool:
    """Whether a text is a number as stars and marks are; ages from which a film may be seen go further."""
    amount = number(value)
    return isinstance(amount, int | float) and 0 <= amount <= _TEN


def look_of(one: Candidate) -> str | None:
    """What the vocabulary calls things that look like its values; None for what has no look of its own, as rows."""
    if one.look is None:
        one.look = (shape_of(first_values(one)) if one.origin == "text" and not one.parts else None) or ""
    return one.look or None


def first_values(one: Candidate) -> Sequence[str]:
    """Some values, by which it is told what all are."""
    return one.first_values()[:_SOME]


def can_be(word: str, values: Sequence[str]) -> bool:
    """Whether texts can be what their classes speak of: a price has digits, a position letters and is no day, an image
    is none, and long texts are none of the things that are said in a few words.
    """
    if word not in _OF_SENTENCES and sum(map(len, values)) > _LONG * len(values):
        return False
    if word in _NEVER and 2 * sum(map(bool, map(_NEVER[word], values))) > len(values):
        return False
    if word in _OF_LETTERS - _OF_SENTENCES and sum(map(len, values)) > _SAID_SHORTLY * len(values):
        return False
    if word in _OF_LETTERS:
        return 2 * sum(any(map(str.isalpha, value)) and not is_typed(value) for value in values) >= len(values)
    return word != "image" and (word not in _OF_DIGITS or 2 * sum(map(has_digit, values)) >= len(values))


def _is_no_person(value: str) -> bool:
    """Whether a text goes on in small letters, as no name does, or is a code: `Best in town`."""
    return _is_code(value) or any(
        word.isalpha() and word.islower() and word not in _IN_NAMES for word in value.split()[1:]
    )


def _is_code(value: str) -> bool:
    """Whether a text has digits and no small letter: `EC-HZ15W`."""
    return has_digit(value) and value == value.upper()


_NEVER: Mapping[str, Callable[[str], object]] = {
    "author": _is_no_person, "format": _is_code, "fuel_economy": re.compile(r"\d{1,2}\.\d").fullmatch,
}  # fmt: skip
"""What tells that a value is something else: minutes per game have a fraction, and no unit."""
_IN_NAMES = frozenset("and by von van de den der del da di du la le bin al ter ten y e et und of the".split())  # noqa: SIM905
_LONG = 200
"""Letters of a text, on average, that is long."""
_SAID_SHORTLY = 100
"""Letters of what has a name or a place, on average, at most."""
_JOINING = frozenset("in on at of for from to with".split())  # noqa: SIM905
"""Labels that say nothing of what they stand before."""
_OF_SENTENCES = frozenset({"description", "text", "reviews", "comments", "ingredients", "instructions", "education"})
_TOLD = "description"
_OFFER = "offers"
"""The property that a price may be given as, where a page declares no more of it."""
_SUMS = frozenset({"price", "old_price", "list_price"})
_TEN = 10
_OF_DIGITS = frozenset({
    "price", "old_price", "list_price", "date", "release_date", "birth_date", "phone", "fax", "isbn", "gtin", "year",
    "pages", "age", "sku",
})  # fmt: skip


_OF_LETTERS = frozenset({
    "name", "author", "brand", "publisher", "category", "genre", "city", "company", "director", "cast", "position",
    "team", "college", "description", "text", "location", "address", "reviews", "comments",
})  # fmt: skip


def is_struck(one: Candidate) -> bool:
    """Whether its values are struck out, as prices that do not count any more."""
    return one.facts is not None and (not _STRUCK.isdisjoint(one.facts.tags[:3]) or one.place[-1].startswith(OLD))


def _derived(words: Mapping[int, Words], around: Surroundings) -> float:
    """Share of the rows whose value says the main thing again, with other words that all rows have."""
    names = around.main_words
    rests = [said - names[row] for row, said in words.items() if row in names and not said.isdisjoint(names[row])]
    return max(Counter(rests).values()) / len(words) if rests else 0.0


def _distance(one: Candidate, around: Surroundings) -> float:
    """How far it is from the main thing, as a share of all fields; negative before it."""
    if one.facts is None or around.main is None or around.main.facts is None:
        return 0.5
    return (one.facts.order - around.main.facts.order) / max(around.fields, 1)


def _share(values: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, values)) / len(values) if values else 0.0
