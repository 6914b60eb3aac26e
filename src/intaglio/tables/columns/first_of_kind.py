"""Of several prices, dates or phone numbers, the one people mean: the first behind the main thing; prices, and other
things of one name, that take turns are one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

from intaglio.tables.cell_values import typed_value
from intaglio.tables.columns.candidate import Candidate, stand_in
from intaglio.tables.columns.column_names import by_type
from intaglio.tables.columns.column_types import column_type
from intaglio.tables.columns.ranking import is_struck, known_word, look_of
from intaglio.tables.words.vocabulary import words_of
from intaglio.wrapper.value_types import has_digit

_FULL = 0.8
"""Share of the rows of the fullest of them that it has at least."""
_NEARLY_ALL = 0.9
"""Share of the rows that things that take turns have together."""
_MEANT = {
    "price": "price", "list_price": "price", "old_price": "price", "date": "date", "phone": "phone", "isbn": "isbn",
    "isbn_10": "isbn",
}  # fmt: skip
_BESIDE = frozenset({"isbn_10", "list_price", "old_price"})
"""Words for what stands beside the one that people mean."""
_BEFORE = 1e-6
_PAIR = 2
"""An old price, and one that is reduced."""
_SHORT = 20
"""Letters of a sum, at most."""
_CENTS = 2
"""Digits of cents."""
_BY_LOOK = ("phone", "email", "address", "engine", "fuel_economy")
"""Words for things that are known by their look, whatever a site calls them: `Reservations: (555) 123-4567`."""
_NO_PHONE = ("fax", "telefax")


def first_of_kind(
    found: Sequence[Candidate], main: Candidate | None, scores: Mapping[int, float], *, vocabulary: bool
) -> dict[int, float]:
    """The scores, by identity, that let the one that is meant come before all others of its kind."""
    kinds: defaultdict[str, list[Candidate]] = defaultdict(list)
    for one in found:
        if one.origin == "text" and not one.parts:
            kinds[_MEANT.get(_word(one, vocabulary=vocabulary), "")].append(one)
    kinds.pop("", None)
    made = dict(scores)
    for some in kinds.values():
        most = max(len(one.rows) for one in some)
        full = [one for one in some if len(one.rows) >= _FULL * most]
        first = min(full, key=lambda one: (_is_another(one, vocabulary=vocabulary), *_place(one, main)))
        made[id(first)] = max(scores[id(one)] for one in some) + _BEFORE
    _first_image(found, made)
    return made


def _first_image(found: Sequence[Candidate], scores: dict[int, float]) -> None:
    """Let the first of several images side by side come before the others."""
    images = [one for one in found if one.origin == "image" and not one.parts and one.facts is not None]
    best = max(images, key=lambda one: scores[id(one)], default=None)
    if best is None or best.facts is None:
        return
    where, least = (best.facts.tags, best.facts.signature), _FULL * len(best.rows)
    beside = [one for one in images if one.facts is not None and (one.facts.tags, one.facts.signature) == where]
    first = min((one for one in beside if len(one.rows) >= least), key=lambda one: _place(one, None))
    scores[id(first)] = scores[id(best)] + _BEFORE


def known_by_looks(found: Sequence[Candidate]) -> None:
    """Let the fullest column that looks like a phone number be one, and so on, if nothing else is called so."""
    for word in _BY_LOOK:
        alike = [one for one in found if one.origin == "text" and not one.parts and look_of(one) == word]
        alike = [one for one in alike if known_word(one) is None and not _is_fax(one)]
        if alike and all(known_word(one) != word for one in found):
            max(alike, key=lambda one: len(one.rows)).known = word


def _is_fax(one: Candidate) -> bool:
    return any(word.startswith(_NO_PHONE) for word in words_of(one.label))


def joined_prices(found: Sequence[Candidate]) -> list[Candidate]:
    """Candidates; prices that are called alike and of which each record, or item of a list, has but one, as one, the
    fullest: pages show a price that was reduced in another place than others.
    """
    for one in found:
        if one.parts:
            one.parts = joined_prices(one.parts)
    kept: list[Candidate] = []
    taken = _cents(found) | _plain_prices(found)
    for one in sorted(filter(_is_price, found), key=lambda one: -len(one.items)):
        whole = next((other for other in kept if _are_one(one, other)), None)
        if whole is None:
            kept.append(one)
        else:
            taken.add(id(one))
            stand_in(whole, one)
    return [one for one in found if id(one) not in taken]


def _plain_prices(found: Sequence[Candidate]) -> set[int]:
    """Those, by identity, that others stand in for where they have two sums: a shop writes a price right into an
    element where it has an old one and one that is reduced in elements of their own.
    """
    sums = [one for one in found if len(one.place) == 1 and _is_sum(one)]
    taken: set[int] = set()
    for plain in sums if len(sums) > _PAIR else ():
        inner = [one for one in sums if _is_inside(one, plain) and plain.rows.keys().isdisjoint(one.rows)]
        for old, paid in permutations(inner) if len(inner) == _PAIR else ():
            if _is_less(paid, old):
                old.known, paid.known = "old_price", "price"
                stand_in(paid, plain)
                taken.add(id(plain))
    return taken


def _is_sum(one: Candidate) -> bool:
    said = next(iter(one.values()), "")
    if one.origin != "text" or one.parts or len(said) > _SHORT or not has_digit(said):
        return False
    return known_word(one) in (None, "price") and column_type(one) == "money"


def _is_inside(one: Candidate, other: Candidate) -> bool:
    """Whether a text stands in an element within that of another."""
    mine, theirs = one.facts, other.facts
    if mine is None or theirs is None or mine.tags[1 : len(theirs.tags) + 1] != theirs.tags[: len(mine.tags) - 1]:
        return False
    return any(mine.near[at:] == theirs.near[: len(mine.near) - at] for at in range(len(mine.near)))


def _is_less(one: Candidate, other: Candidate) -> bool:
    """Whether a sum is the lower one of two on all records that have either."""
    if one.rows.keys() != other.rows.keys():
        return False
    pairs = [(_amount(held[0]), _amount(other.rows[row][0])) for row, held in one.rows.items()]
    return all(low < high for low, high in pairs)


def _amount(text: str) -> float:
    found = typed_value(text, "money")
    return float(found["amount"]) if isinstance(found, dict) else 0.0


def _cents(found: Sequence[Candidate]) -> set[int]:
    """Those, by identity, that only say again the cents of the sum before them."""
    ends: dict[tuple[int, int], Candidate] = {}
    for one in found:
        if one.facts is not None and one.origin == "text":
            ends[len(one.place), one.facts.order] = one
    pairs = ((one, ends.get((size, order - 1))) for (size, order), one in ends.items())
    return {id(one) for one, before in pairs if before is not None and _are_cents(one, before)}


def _are_cents(one: Candidate, before: Candidate) -> bool:
    if not all(len(value) == _CENTS and value.isdigit() for value in one.values()):
        return False
    return all(
        len(held) == len(sums := before.rows.get(row, ())) and all(map(_ends_with, sums, held))
        for row, held in one.rows.items()
    )


def _ends_with(said: str, cents: str) -> bool:
    return said.endswith(cents) and said[-_CENTS - 1 : -_CENTS] in (".", ",")


def joined_things(found: Sequence[Candidate], rows: int) -> list[Candidate]:
    """Candidates; two that are called the same, of which each record has one and none both, as one: who wrote a post
    stands above some and below others.
    """
    by_word: defaultdict[str, list[Candidate]] = defaultdict(list)
    for one in found:
        if one.origin == "text" and not one.parts and not one.listed and (word := known_word(one)) is not None:
            by_word[word].append(one)
    taken: set[int] = set()
    for some in by_word.values():
        whole, *others = sorted(some, key=lambda one: -len(one.rows))
        for other in others:
            together = len(whole.rows) + len(other.rows) >= _NEARLY_ALL * rows
            if together and whole.rows.keys().isdisjoint(other.rows) and column_type(whole) == column_type(other):
                taken.add(id(other))
                stand_in(whole, other)
                break
    return [one for one in found if id(one) not in taken]


def _is_price(one: Candidate) -> bool:
    if one.origin != "text" or one.parts or (one.listed and not one.place[1:]) or is_struck(one):
        return False
    called = known_word(one) == "price" or (
        known_word(one) is None and (not one.label or "price" in words_of(one.label))
    )
    return called and column_type(one, in_list=len(one.place) > 1) == "money"


def _are_one(one: Candidate, other: Candidate) -> bool:
    mine, theirs = one.facts, other.facts
    alike = mine is not None and theirs is not None and (mine.tags[:1], mine.near) == (theirs.tags[:1], theirs.near)
    return alike and one.place[:-1] == other.place[:-1] and one.items.isdisjoint(other.items)


def _is_another(one: Candidate, *, vocabulary: bool) -> bool:
    """Whether the site calls it something else than people mean: an ISBN of ten digits, a price nobody pays or one on
    an invoice.
    """
    known = known_word(one)
    return known in _BESIDE or is_struck(one) or (vocabulary and known is None and bool(one.label))


def _word(one: Candidate, *, vocabulary: bool) -> str:
    return (known_word(one) if vocabulary else None) or by_type(one, column_type(one))


def _place(one: Candidate, main: Candidate | None) -> tuple[bool, int]:
    """Whether it stands before the main thing, and its place on the page."""
    order = one.facts.order if one.facts is not None else 0
    start = main.facts.order if main is not None and main.facts is not None else 0
    return order < start, order
