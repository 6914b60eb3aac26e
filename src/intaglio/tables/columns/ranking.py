"""Ranks columns: a weighted sum of few signs, learned on half of the sites of `records`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.tables.columns.candidates import Candidate
from intaglio.tables.columns.main_thing import TitleWords
from intaglio.tables.columns.vocabulary import common_word, telling_word, words_of
from intaglio.wrapper.value_types import date, money

Signs = dict[str, float]
_PHONE = re.compile(r"\+?\(?\d[\d\s().\-/]{6,18}\d")

WEIGHTS: Mapping[str, float] = {
    "fill": 4.0, "varies": 1.5, "known": 1.5, "label": 1.0, "colon": 0.5, "after": 0.5, "near": 1.5, "list": -0.7,
    "long": -0.5, "typed": 0.7, "region": -1.0, "echo": 0.5, "main": 6.0, "address": -1.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a column is seen against."""

    rows: int
    titles: TitleWords
    main: Candidate | None
    fields: int
    vocabulary: bool


def signs_of(one: Candidate, around: Surroundings) -> Signs:
    """The signs of a column, each from 0 to 1."""
    facts = one.facts
    values = [held[0] for held in one.rows.values()]
    commonest = Counter(values).most_common(1)[0][1] if values else 0
    order = _distance(one, around)
    some = values[:30]
    return {
        "fill": len(one.rows) / max(around.rows, 1),
        "varies": 1.0 - (commonest - 1) / len(values) if len(values) > 1 else 0.0,
        "known": float(around.vocabulary and known_word(one) is not None),
        "label": float(bool(one.label)),
        "colon": float(one.label.rstrip().endswith(":")),
        "after": float(order >= 0),
        "near": 1.0 / (1.0 + abs(order) * 10),
        "list": float(one.listed),
        "long": float(sum(len(value) > 200 for value in some) > len(some) / 2),
        "typed": float(_share(some, _is_typed) > 0.7),
        "region": float(facts is not None and bool(facts.region)),
        "echo": around.titles.echoed(one),
        "main": float(one is around.main),
        "address": float(one.origin in ("target", "image")),
    }


def score(signs: Signs, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The weighted sum of some signs."""
    return sum(weights[name] * value for name, value in signs.items())


def known_word(one: Candidate) -> str | None:
    """What the vocabulary calls a column: by what is declared, by its label, by class names."""
    for said in (one.declared, one.label):
        if said and (word := common_word(words_of(said))):
            return word
    return telling_word(one.facts.words[:6]) if one.facts is not None else None


def _distance(one: Candidate, around: Surroundings) -> float:
    """How far it is from the main thing, as a share of all fields; negative before it."""
    if one.facts is None or around.main is None or around.main.facts is None:
        return 0.5
    return (one.facts.order - around.main.facts.order) / max(around.fields, 1)


def _is_typed(value: str) -> bool:
    return money(value) is not None or date(value) is not None or bool(_PHONE.fullmatch(value))


def _share(values: Sequence[str], test: object) -> float:
    return sum(map(test, values)) / len(values) if values and callable(test) else 0.0
