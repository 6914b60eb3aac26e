"""The values of a kind's records, raw field by raw field, over a sample of the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Place = tuple[str, ...]
_ITEMS = 20
"""Items of a list that are looked at."""


@dataclass(slots=True)
class RawField:
    """One field of the records, by its place."""

    place: Place
    listed: bool = False
    """It, or a list it is in, holds several values a record."""
    rows: dict[int, list[str]] = field(default_factory=dict)
    """Its values by record."""
    items: set[tuple[int, int]] = field(default_factory=set)
    """Records, and items of the outermost list in them, that have it."""
    nested: bool = False
    """It is a list of texts within the items of another."""

    def first(self, row: int) -> str | None:
        """The first value of a record."""
        held = self.rows.get(row)
        return held[0] if held else None


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
    return " ".join(text.split())


@dataclass(slots=True)
class _Taker:
    """Takes the values of records; there are tens of thousands, most of them at places that were met before."""

    fields: dict[Place, RawField] = field(default_factory=dict)
    _below: dict[Place, dict[str, RawField]] = field(default_factory=dict)
    """The fields by the place that they are at, and their names."""

    def take(self, row: int, record: Mapping[str, Any]) -> None:
        """Take what a record has."""
        known = self._at(())
        for name, value in record.items():
            if isinstance(value, str):  # as most are
                raw = known.get(name) or self._new(known, (name,))
                raw.items.add((row, -1))
                raw.rows[row] = [value]
            else:
                self._take_inner(row, (name,), value)

    def _take_inner(self, row: int, place: Place, value: object, item: int = -1) -> None:
        """Take what stands at a place; records are no deeper than what JSON is read to."""
        if isinstance(value, list):
            if item >= 0 and any(isinstance(one, str) for one in value):
                known = self._at(place[:-1])
                (known.get(place[-1]) or self._new(known, place)).nested = True
            for at, one in enumerate(value[:_ITEMS]):
                self._take_inner(row, place, one, item if item >= 0 else at)
        elif isinstance(value, dict):
            known, where = self._at(place), (row, item)
            for name, one in value.items():
                if isinstance(one, str):
                    raw = known.get(name) or self._new(known, (*place, name))
                    _put(raw, where, one)
                else:
                    self._take_inner(row, (*place, name), one, item)
        else:
            known = self._at(place[:-1])
            raw = known.get(place[-1]) or self._new(known, place)
            if isinstance(value, str):
                _put(raw, (row, item), value)

    def _at(self, place: Place) -> dict[str, RawField]:
        return self._below.setdefault(place, {})

    def _new(self, known: dict[str, RawField], place: Place) -> RawField:
        made = known[place[-1]] = self.fields[place] = RawField(place)
        return made


def _put(raw: RawField, where: tuple[int, int], value: str) -> None:
    row, item = where
    raw.listed |= item >= 0
    raw.items.add(where)
    held = raw.rows.get(row)
    if held is None:
        raw.rows[row] = [value]
    else:
        held.append(value)
