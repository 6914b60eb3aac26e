"""Metadata: what a page says about itself in structured form, whatever the notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Notation = Literal["json-ld", "microdata", "rdfa"]
_DEPTH = 6
"""How far things are followed into things."""
_MOST = 2000
"""Things of a page, at most."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a page describes: an article, a product, a person, with its properties."""

    notation: Notation
    types: tuple[str, ...]
    """Names without their vocabulary: `NewsArticle`."""
    properties: Mapping[str, tuple[str | Thing, ...]]

    def strings(self, name: str) -> Iterator[str]:
        """The values of a property that are plain, or the names of the things they are."""
        for value in self.properties.get(name, ()):
            if isinstance(value, str):
                yield value
            else:
                yield from (inner for inner in value.properties.get("name", ())[:1] if isinstance(inner, str))

    def walk(self) -> Iterator[Thing]:
        """This thing and the things below it, it first."""
        waiting = [self]
        for thing in waiting:
            yield thing
            waiting += [value for values in thing.properties.values() for value in values if isinstance(value, Thing)]


@dataclass(frozen=True, slots=True)
class Metadata:
    """All structured data of a page."""

    things: tuple[Thing, ...] = ()
    """From JSON-LD, then from microdata."""
    annotated: tuple[Thing, ...] = ()
    """From RDFa."""
    graph: Mapping[str, str] = field(default_factory=dict)
    """Open Graph and Twitter properties: `og:title`."""


def things_in(value: object) -> Iterator[Thing]:
    """The things of a decoded JSON-LD value, so many at most; what is no thing is passed over."""
    return _Things().below(value, _DEPTH)


class _Things:
    """Reads things, until there are too many."""

    def __init__(self) -> None:
        self._left = _MOST

    def below(self, value: object, depth: int) -> Iterator[Thing]:
        if isinstance(value, list):
            for entry in value:
                if self._left <= 0:
                    return
                yield from self.below(entry, depth)
        elif isinstance(value, dict) and depth:
            yield from self.below(value.get("@graph", []), depth - 1)
            if "@graph" not in value or "@type" in value:
                yield self._thing(value, depth)

    def _thing(self, value: dict[str, object], depth: int) -> Thing:
        self._left -= 1
        kinds = value.get("@type")
        names = kinds if isinstance(kinds, list) else [kinds]
        properties = {
            name: tuple(self._values(inner, depth - 1)) for name, inner in value.items() if not name.startswith("@")
        }
        return Thing("json-ld", tuple(short(name) for name in names if isinstance(name, str)), properties)

    def _values(self, value: object, depth: int) -> Iterator[str | Thing]:
        if isinstance(value, list):
            for entry in value:
                if not isinstance(entry, list):
                    yield from self._values(entry, depth)
        elif isinstance(value, dict):
            if isinstance(value.get("@value"), str):
                yield value["@value"]
            elif self._left > 0:
                yield from self.below(value, depth)
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            yield str(value).strip()


def short(name: str) -> str:
    """The last part of a type's name: `https://schema.org/Article` is an `Article`."""
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
