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
    fields: dict[Place, RawField] = {}
    for row, line in enumerate(kept):
        _take(fields, row, line["fields"])
    titles = {row: folded(line.get("title") or "") for row, line in enumerate(kept)}
    templates = {row: line["template"] for row, line in enumerate(kept)}
    urls = {row: url for row, line in enumerate(kept) if (url := line.get("url"))}
    return CollectedValues(total, len(kept), fields, titles, templates, urls)


def folded(text: str) -> str:
    """A text with its white space collapsed."""
    return " ".join(text.split())


def _take(fields: dict[Place, RawField], row: int, record: Mapping[str, Any]) -> None:
    for name, value in record.items():
        if isinstance(value, str):  # as most are
            raw = _raw(fields, (name,))
            raw.items.add((row, -1))
            raw.rows[row] = [value]
        else:
            _take_inner(fields, row, (name,), value)


def _take_inner(fields: dict[Place, RawField], row: int, name: Place, value: object) -> None:
    pending: list[tuple[Place, Any, int]] = [(name, value, -1)]
    while pending:
        place, value, item = pending.pop()
        if isinstance(value, str):
            raw = _raw(fields, place)
            raw.listed |= item >= 0
            raw.items.add((row, item))
            raw.rows.setdefault(row, []).append(value)
        elif isinstance(value, dict):
            pending.extend([((*place, name), one, item) for name, one in reversed(value.items())])
        elif isinstance(value, list):
            some = enumerate(value[:_ITEMS])
            if item >= 0 and any(isinstance(one, str) for one in value):
                _raw(fields, place).nested = True
            pending.extend([(place, one, item if item >= 0 else at) for at, one in some][::-1])
        else:
            _raw(fields, place)


def _raw(fields: dict[Place, RawField], place: Place) -> RawField:
    raw = fields.get(place)
    if raw is None:
        raw = fields[place] = RawField(place)
    return raw
