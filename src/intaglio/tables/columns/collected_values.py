"""The values of a kind's records, raw field by raw field, over a sample of the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from intaglio.white_space import collapsed

Place = tuple[str, ...]
_ITEMS = 8
"""Items of a list that are looked at."""


@dataclass(slots=True)
class RawField:
    """One field of the records, by its place."""

    place: Place
    rows: dict[int, list[str]] = field(default_factory=dict)
    """Its values by record."""
    listed_in: list[tuple[int, int]] = field(default_factory=list)
    """Records, and items of the outermost list in them, that have it, if it is in one; several times, if they do."""
    nested: bool = False
    """It is a list of texts within the items of another."""

    @property
    def listed(self) -> bool:
        """Whether it, or a list it is in, holds several values a record."""
        return bool(self.listed_in)

    def items(self) -> frozenset[tuple[int, int]]:
        """Records, and items of the outermost list in them, that have it; -1 where there is no list."""
        listed = {row for row, _ in self.listed_in}
        return frozenset(self.listed_in).union((row, -1) for row in self.rows if row not in listed)


@dataclass(frozen=True, slots=True)
class CollectedValues:
    """What a sample of records holds."""

    total: int
    """Records in all."""
    sampled: int
    fields: Mapping[Place, RawField]
    """In the order of the records' fields."""
    titles: Mapping[int, str]
    templates: Mapping[int, str]
    """The template of each record of the sample."""
    urls: Mapping[int, str]
    """The address of each record's page, if it is known."""


def collect(lines: Iterable[Mapping[str, Any]], most: int) -> CollectedValues:
    """Read all lines, and keep the values of some, evenly over them."""
    kept, stride, total = list[Mapping[str, Any]](), 1, 0
    for line in lines:
        if total % stride == 0:
            kept.append(line)
            if len(kept) >= 2 * most:
                kept, stride = kept[::2], stride * 2
        total += 1
    taker = _Taker()
    for row, line in enumerate(kept):
        taker.take(row, line["fields"])
    titles = {row: folded(line.get("title") or "") for row, line in enumerate(kept)}
    templates = {row: line["template"] for row, line in enumerate(kept)}
    urls = {row: url for row, line in enumerate(kept) if (url := line.get("url"))}
    return CollectedValues(total, len(kept), taker.fields, titles, templates, urls)


def folded(text: str) -> str:
    """A text with its white space collapsed."""
    return collapsed(text)


@dataclass(slots=True)
class _Taker:
    """Takes the values of records; there are tens of thousands, most of them at places that were met before."""

    fields: dict[Place, RawField] = field(default_factory=dict)
    _below: dict[Place, dict[str, RawField]] = field(default_factory=dict)
    """The fields by the place that they are at, and their names."""
    _rows: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    """What fields of the record itself hold."""

    def take(self, row: int, record: Mapping[str, Any]) -> None:
        """Take what a record has."""
        known, rows = self._at(()), self._rows
        for name, value in record.items():
            if isinstance(value, str):  # as most are
                try:
                    rows[name][row] = [value]
                except KeyError:
                    raw = known.get(name) or self._new(known, (name,))
                    raw.rows[row] = [value]
                    rows[name] = raw.rows
            elif value is not None or name not in known:
                self._take_inner(row, (name,), value)

    def _take_inner(self, row: int, place: Place, value: object, item: int = -1) -> None:
        """Take what stands at a place; records are no deeper than what JSON is read to."""
        if isinstance(value, list):
            for at, one in enumerate(value[:_ITEMS]):
                where = item if item >= 0 else at
                if isinstance(one, dict):
                    self._take_parts(row, place, one, where)
                elif isinstance(one, str):
                    raw = self._field(place)
                    raw.nested |= item >= 0
                    raw.rows.setdefault(row, []).append(one)
                    raw.listed_in.append((row, where))
                else:
                    self._take_inner(row, place, one, where)
        elif isinstance(value, dict):
            self._take_parts(row, place, value, item)
        else:
            self._field(place)

    def _take_parts(self, row: int, place: Place, value: Mapping[str, Any], item: int) -> None:
        """Take what a sub-record or an item has."""
        known, where = self._at(place), (row, item)
        for name, one in value.items():
            if isinstance(one, str):
                raw = known.get(name) or self._new(known, (*place, name))
                held = raw.rows.get(row)
                if held is None:
                    raw.rows[row] = [one]
                else:
                    held.append(one)
                if item >= 0:
                    raw.listed_in.append(where)
            elif one is not None or name not in known:
                self._take_inner(row, (*place, name), one, item)

    def _at(self, place: Place) -> dict[str, RawField]:
        known = self._below.get(place)
        if known is None:
            known = self._below[place] = {}
        return known

    def _field(self, place: Place) -> RawField:
        return self.fields.get(place) or self._new(self._at(place[:-1]), place)

    def _new(self, known: dict[str, RawField], place: Place) -> RawField:
        made = known[place[-1]] = self.fields[place] = RawField(place)
        return made
