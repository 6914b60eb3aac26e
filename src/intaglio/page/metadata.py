"""Metadata: what a page says about itself in structured form, whatever the notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Notation = Literal["json-ld", "microdata"]
_DEPTH = 6
"""How far things are followed into things."""


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
    graph: Mapping[str, str] = field(default_factory=dict)
    """Open Graph and Twitter properties: `og:title`."""


def things_in(value: object, depth: int = _DEPTH) -> Iterator[Thing]:
    """The things of a decoded JSON-LD value; what is no thing is passed over."""
    if isinstance(value, list):
        for entry in value:
            yield from things_in(entry, depth)
    elif isinstance(value, dict) and depth:
        yield from things_in(value.get("@graph", []), depth - 1)
        if "@graph" not in value or "@type" in value:
            yield _thing(value, depth)


def _thing(value: dict[str, object], depth: int) -> Thing:
    kinds = value.get("@type")
    names = kinds if isinstance(kinds, list) else [kinds]
    properties = {name: tuple(_values(inner, depth - 1)) for name, inner in value.items() if not name.startswith("@")}
    return Thing("json-ld", tuple(short(name) for name in names if isinstance(name, str)), properties)


def _values(value: object, depth: int) -> Iterator[str | Thing]:
    if isinstance(value, list):
        for entry in value:
            if not isinstance(entry, list):
                yield from _values(entry, depth)
    elif isinstance(value, dict):
        if isinstance(value.get("@value"), str):
            yield value["@value"]
        else:
            yield from things_in(value, depth)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield str(value).strip()


def short(name: str) -> str:
    """The last part of a type's name: `https://schema.org/Article` is an `Article`."""
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
