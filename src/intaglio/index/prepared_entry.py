"""PreparedEntry: a page made ready for the index, its words parted. Making it needs no index, so that anybody can."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.compact_json import compact_json
from intaglio.index.entry import Entry
from intaglio.index.known_names import DAYS, NUMBERS
from intaglio.index.query_language import day_kept, number_kept
from intaglio.index.words import Spacer, folded

FACTS = ("page", "site", "template")
PLACES = ("source", "url")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[-+]\d\d:\d\d)")
"""What tantivy takes for a moment, not for words, in a field of JSON."""
_SHORTEST = 20
"""Characters of a moment, at least."""
_LONGEST, _MOST = 200, 8192
"""Characters of a text that is kept, and how many are: those of menus and lists stand on page after page."""


@dataclass(frozen=True, slots=True)
class PreparedEntry:
    """What the index takes of a page, word for word."""

    page: int
    template: str
    texts: Sequence[tuple[str, str]]
    """Fields of the index, each with a text."""
    jsons: Sequence[tuple[str, str]]
    """Fields of the index, each with JSON."""
    shown: bytes
    """What a search shows of the page."""
    names: Sequence[str]
    """Full names of the filled fields."""
    numbers: Sequence[str]
    dates: Sequence[str]


class EntryPreparer:
    """Makes entries ready; it learns how characters are parted as it meets them."""

    def __init__(self) -> None:
        self._spacer = Spacer()
        self._texts = _Known(self._once)
        self._values = _Known(self._value)
        self._long: dict[str, str] = {}
        """Of the long texts of a page: most values of its fields are such."""

    def prepared(self, entry: Entry) -> PreparedEntry:
        """A page made ready."""
        self._long.clear()
        spaced = self._texts.__getitem__
        made = [(name, folded(str(getattr(entry, name)))) for name in FACTS]
        made += [(name, spaced(folded(place))) for name in PLACES if (place := getattr(entry, name)) is not None]
        made.append(("title", spaced(folded(entry.own_title))))
        made.append(("whole", "" if entry.shared_title else folded(entry.title)))
        texts = list(map(folded, entry.texts))
        made += [("text", spaced(text)) for text in texts]  # one by one: no phrase reaches from one into the next
        fields = {name: value for name, value in entry.fields.items() if value is not None}
        compared = {
            NUMBERS: {path: [number_kept(one) for one in some] for path, some in entry.numbers.items()},
            DAYS: {path: [day_kept(one) for one in some] for path, some in entry.dates.items()},
        }
        jsons = [("fields", compact_json(_spaced(fields, self._values)).decode())]
        jsons += [(kind, compact_json(_placed(values)).decode()) for kind, values in compared.items()]
        titles = {folded(entry.title), folded(entry.own_title)}  # shown above the other texts, and not again in them
        seen = [text for text in texts if text not in titles]
        shown = {"source": entry.source, "url": entry.url, "title": entry.title, "fields": entry.fields, "texts": seen}
        names = [list(map(folded, some)) for some in (_paths(entry.fields), entry.numbers, entry.dates)]
        return PreparedEntry(
            entry.page, entry.template, made, jsons, compact_json(shown), *names
        )  # fmt: skip

    def _value(self, value: str) -> str:
        text = folded(value)
        return text if len(text) >= _SHORTEST and _MOMENT.fullmatch(text) else self._once(text)

    def _once(self, text: str) -> str:
        if len(text) <= _LONGEST:
            return self._spacer.spaced(text)
        made = self._long.get(text)
        if made is None:
            made = self._long[text] = self._spacer.spaced(text)
        return made


class _Known(dict[str, str]):
    """What a function makes of texts, kept of those that are short, up to a bound."""

    def __init__(self, make: Callable[[str], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, text: str) -> str:
        made = self._make(text)
        if len(text) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[text] = made
        return made


def _spaced(value: object, values: Mapping[str, str]) -> object:
    """A value as it is searched: all its strings folded and spaced, the names in it folded."""
    if isinstance(value, dict):
        return {
            name if name.isascii() else folded(name): values[one] if isinstance(one, str) else _spaced(one, values)
            for name, one in value.items()
            if one is not None
        }
    if isinstance(value, list):
        return [values[one] if isinstance(one, str) else _spaced(one, values) for one in value]
    return value


def _placed(values: Mapping[str, Sequence[int]]) -> dict[str, list[Any]]:
    """Numbers in the places of their fields, lists within lists."""
    made: dict[str, list[Any]] = {}
    for path, some in values.items():
        first, *inner = path.split(".")
        for value in some:
            placed: Any = value
            for name in reversed(inner):
                placed = {folded(name): placed}
            made.setdefault(folded(first), []).append(placed)
    return made


def _paths(fields: Mapping[str, Any]) -> set[str]:
    """Full names of the filled fields of a page."""
    found: set[str] = set()
    pending: list[tuple[str, list[Any]]] = [(name, [value]) for name, value in fields.items()]
    while pending:
        path, values = pending.pop()
        inside: dict[str, list[Any]] = {}
        told: set[str] = set()
        for value in values:  # what stands in a list joins them
            if isinstance(value, list):
                values += value
            elif isinstance(value, dict):
                for name, one in value.items():
                    if isinstance(one, str):
                        told.add(name)
                    elif one is not None:
                        inside.setdefault(name, []).append(one)
            elif value is not None:
                found.add(path)
        found.update([f"{path}.{name}" for name in told])
        pending += [(f"{path}.{name}", some) for name, some in inside.items()]
    return found
