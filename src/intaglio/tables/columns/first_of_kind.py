"""Of several prices, dates or phone numbers, the one people mean: the first behind the main thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.column_names import by_type
from intaglio.tables.columns.column_types import column_type
from intaglio.tables.columns.ranking import known_word

_FULL = 0.8
"""Share of the rows of the fullest of them that it has at least."""
_MEANT = {"price": "price", "date": "date", "phone": "phone", "isbn": "isbn", "isbn_10": "isbn"}
_BEFORE = 1e-6


def first_of_kind(
    found: Sequence[Candidate], main: Candidate | None, scores: Mapping[int, float], *, vocabulary: bool
) -> dict[int, float]:
    """The scores, by identity, that let the one that is meant come before all others of its kind."""
    kinds: defaultdict[str, list[Candidate]] = defaultdict(list)
    for one in found:
        word = _MEANT.get(_word(one, vocabulary=vocabulary))
        if word is not None and one.origin == "text" and not one.parts:
            kinds[word].append(one)
    made = dict(scores)
    for some in kinds.values():
        most = max(len(one.rows) for one in some)
        full = [one for one in some if len(one.rows) >= _FULL * most]
        first = min(full, key=lambda one: (_is_another(one, vocabulary=vocabulary), *_place(one, main)))
        made[id(first)] = max(scores[id(one)] for one in some) + _BEFORE
    return made


def _is_another(one: Candidate, *, vocabulary: bool) -> bool:
    """Whether the site calls it something else than people mean: an ISBN of ten digits, the price on an invoice."""
    known = known_word(one)
    return known == "isbn_10" or (vocabulary and known is None and bool(one.label))


def _word(one: Candidate, *, vocabulary: bool) -> str:
    return (known_word(one) if vocabulary else None) or by_type(one, column_type(one))


def _place(one: Candidate, main: Candidate | None) -> tuple[bool, int]:
    """Whether it stands before the main thing, and its place on the page."""
    order = one.facts.order if one.facts is not None else 0
    start = main.facts.order if main is not None and main.facts is not None else 0
    return order < start, order
