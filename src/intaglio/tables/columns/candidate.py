"""Candidate: what could be a column, with what is worked out of it once it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import get_args

from intaglio.tables.columns.collected_values import Place, RawField
from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kind import TemplateKey
from intaglio.tables.table import ColumnType, Origin
from intaglio.tables.value_affixes import only_joins
from intaglio.tables.words.vocabulary import words_of
from intaglio.wrapper.value_types import has_digit

_ORIGINS = frozenset(get_args(Origin))
_ADDRESSES = ("http://", "https://", "//", "mailto:", "javascript:", "tel:")
_USUAL = 0.9
"""Share of its values that begin as addresses do."""


@dataclass(slots=True, eq=False)
class Candidate:
    """What could be a column."""

    place: Place
    facts: FieldFacts | None
    places: dict[TemplateKey, Place]
    rows: Mapping[int, list[str]]
    """Its values by record, the label that stands in them cut off, and the sign behind them."""
    listed: bool
    parts: list[Candidate] = field(default_factory=list)
    """Those of a list's items, if they have several texts."""
    prefix: str = ""
    tail: str = ""
    """The sign behind all its values."""
    raw: RawField | None = None
    """What it was made of; nothing for a list of several parts."""
    held_by: frozenset[tuple[int, int]] | None = None
    """Records, and items of the outermost list in them, that have it, once that was asked for."""
    also: list[Candidate] = field(default_factory=list)
    """What stands in for it where it is not."""
    words: Mapping[int, frozenset[str]] | None = None
    """The words of its first value by record, once they were asked for."""
    type: ColumnType | None = None
    """Once that was asked for."""
    known: str | None = None
    """What the vocabulary calls it, once that was asked for; nothing if it does not know it."""
    look: str | None = None
    """What the vocabulary calls things that look like its values, once that was asked for; nothing for all else."""
    is_body: bool = False
    """It is the long text that pages are for."""
    own_words: tuple[str, ...] = ()
    """Words of its classes that no other candidate has."""
    flat: Sequence[str] | None = None
    firsts: Sequence[str] | None = None
    unlike: Sequence[str] | None = None
    digits: bool | None = None
    """All values, the first of each record, those that differ, whether any has a digit, once that was asked for."""
    whence: Origin | None = None
    """Where its values stand, once that was asked for."""
    leads_around: bool | None = None
    """Whether it stands in a part that leads around the site, once that was asked for."""
    leads_to: str = ""
    """What the vocabulary calls what it leads to; nothing if its addresses do not say."""
    said: dict[str, str] = field(default_factory=dict)
    """What copies of it are called: `declared`, `label`; what its row is labelled: `row`."""
    nested: bool = False
    """It is a list of texts within the items of another."""
    between: str = ""
    nth: int = 0
    until: str = ""
    """It is one of the values that this sign parts in a text, up to the next of others, one a line; the text itself is
    left to the record.
    """
    in_parts: bool = False
    beside: Sequence[Candidate] = ()
    """What else the items of a list of texts have: where they lead to."""

    @property
    def origin(self) -> Origin:
        """Where its values stand."""
        if self.whence is None:
            found = self.facts.origin if self.facts is not None else _guessed_origin(self)
            self.whence = found if found in _ORIGINS else "attribute"  # type: ignore[assignment]
        return self.whence  # type: ignore[return-value]

    @property
    def label(self) -> str:
        """The site's words for it."""
        if self.prefix and any(map(str.isalpha, self.prefix)) and not only_joins(self.prefix):
            return self.prefix.rstrip(" -–—=")
        return (self.facts.label if self.facts is not None else "") or self.said.get("label", self.said.get("row", ""))

    @property
    def navigates(self) -> bool:
        """Whether it stands in a part that leads around the site."""
        if self.leads_around is None:
            self.leads_around = self.facts is not None and self.facts.navigates
        return self.leads_around

    @property
    def declared(self) -> str:
        """What the page calls it for machines."""
        return (self.facts.declared if self.facts is not None else "") or self.said.get("declared", "")

    @property
    def near(self) -> Sequence[str]:
        """Words of classes around it; those in the items of a list say nothing of the list."""
        if self.parts:
            return words_of(self.place[-1])
        return self.facts.near if self.facts is not None else ()

    @property
    def currency(self) -> str:
        """The sign that stands beside its numbers."""
        return self.facts.currency if self.facts is not None else ""

    @property
    def items(self) -> frozenset[tuple[int, int]]:
        """Records, and items of the outermost list in them, that have it."""
        if self.held_by is None:
            self.held_by = self.raw.items() if self.raw is not None else frozenset()
        return self.held_by

    def values(self) -> Sequence[str]:
        """All values."""
        if self.flat is None:
            self.flat = list(chain.from_iterable(self.rows.values()))
        return self.flat

    def first_values(self) -> Sequence[str]:
        """The first value of each record."""
        if self.firsts is None:
            values = self.values()
            self.firsts = values if len(values) == len(self.rows) else [held[0] for held in self.rows.values()]
        return self.firsts

    def different(self) -> Sequence[str]:
        """The values, each once, in their order."""
        if self.unlike is None:
            self.unlike = list(dict.fromkeys(self.values()))
        return self.unlike

    def comes_up(self, least: float) -> bool:
        """Whether one value comes at least so often: most columns have too many different ones for that."""
        values = self.values()
        others = len(self.different()) - 1
        return len(values) - others >= least and max(Counter(values).values(), default=0) >= least

    def has_digits(self) -> bool:
        """Whether any value has a digit."""
        if self.digits is None:
            self.digits = has_digit(" ".join(self.values()))
        return self.digits

    def take_rows(self, rows: Mapping[int, list[str]]) -> None:
        """Have other values from now on."""
        self.rows, self.flat, self.firsts, self.unlike, self.digits = rows, None, None, None, None

    def visible(self) -> list[Candidate]:
        """The parts that people see, or itself."""
        return [part for part in self.parts if part.origin == "text"] or [self]


def stand_in(whole: Candidate, one: Candidate) -> None:
    """Let a candidate have what another has where it is not."""
    whole.also += [one, *one.also]
    whole.held_by = whole.items | one.items
    whole.listed |= one.listed
    whole.take_rows(_joined(whole.rows, one.rows))


def _joined(rows: Mapping[int, list[str]], others: Mapping[int, list[str]]) -> dict[int, list[str]]:
    return {row: [*rows.get(row, ()), *others.get(row, ())] for row in sorted(rows.keys() | others.keys())}


def _guessed_origin(one: Candidate) -> str:
    """Where values stand, if no wrapper tells."""
    some = [held[0] for held in list(one.rows.values())[:20]]
    addresses = sum(value.startswith(_ADDRESSES) for value in some)
    return "target" if some and addresses >= _USUAL * len(some) else "text"
