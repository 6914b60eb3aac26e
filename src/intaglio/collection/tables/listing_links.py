"""Where the rows of listings lead: pages by their address, and which part of an item is the link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.tables import Column, Table

SAMPLE, ITEMS = 50, 20
"""Pages of a listing, and items of a list on each, by which its links are found."""
FOREIGN = 0.01
"""What a link to a page that the collection does not have counts, beside one to a page that it has."""
Path = tuple[str, ...]
_INDEX = re.compile(r"(?<=/)index\.html?$")
"""The page of a folder, as folders of saved pages have it; links lead to the folder."""
_PICTURE = re.compile(r"_src(?:_\d+)?$")
"""How records call the address of a picture."""


class PageFound(NamedTuple):
    """A page that a link leads to."""

    source: str
    kind: str | None
    """The name of its kind."""


class Links(NamedTuple):
    """The list of a listing's rows, and the way to the link within an item."""

    column: Column
    path: Path


@dataclass(frozen=True, slots=True)
class PageDirectory:
    """All pages of a collection by their address, or by their place in a folder where they have none."""

    pages: Mapping[str, PageFound]

    @classmethod
    def of(cls, stored: StoredTables) -> PageDirectory:
        """Look through all pages."""
        pages: dict[str, PageFound] = {}
        for row in stored.tx.pages.addresses():
            kind = stored.by_template.get((row.site, row.template or ""))
            found = PageFound(row.source, kind.name if kind is not None else None)
            address = _address(row.url or row.source)
            pages.setdefault(address, found)
            if (folder := _INDEX.sub("", address)) != address:
                pages.setdefault(folder, found)
        return cls(pages)

    def find(self, link: str | None) -> PageFound | None:
        """The page that a link leads to, if the collection has it."""
        return self.pages.get(_address(link)) if link else None

    def some(self, links: Iterable[str | None]) -> dict[str, PageFound]:
        """Those pages alone that some links lead to."""
        return {_address(link): found for link in links if link and (found := self.find(link)) is not None}


def find_links(table: Table, lines: Iterable[Mapping[str, Any]], directory: PageDirectory) -> Links | None:
    """The list of a listing whose items lead to most pages; None if it has none."""
    lists = [column for column in table.kept if column.type == "list"]
    keys = {key.template: key for key in table.kind.templates}
    weights: dict[tuple[int, Path], float] = {}
    for line in islice(lines, SAMPLE):
        for number, column in enumerate(lists):
            for path, text in _texts_in(raw_items(column, line, keys)[:ITEMS]):
                worth = _worth(text, directory)
                if worth:
                    weights[number, path] = weights.get((number, path), 0.0) + worth
    best = max(weights, key=lambda at: (weights[at], -at[0]), default=None)
    return Links(lists[best[0]], best[1]) if best is not None else None


def raw_items(column: Column, line: Mapping[str, Any], keys: Mapping[str, Any]) -> list[Any]:
    """The items of a list as a record has them; of a list in a list, those of all its rows."""
    key = keys.get(line["template"])
    place = column.places.get(key) if key is not None else None
    found = line["fields"].get(place[0]) if place else None
    for name in place[1:] if place and column.items else ():
        found = [one for item in found or () if isinstance(item, dict) for one in item.get(name) or ()]
    return found if isinstance(found, list) else []


def link_in(item: Any, path: Path) -> str | None:  # noqa: ANN401 - a part of a record
    """The link of an item."""
    for name in path:
        item = item.get(name) if isinstance(item, dict) else None
    return item if isinstance(item, str) else None


def _texts_in(items: Iterable[Any]) -> Iterator[tuple[Path, str]]:
    """What items say and where; the addresses of pictures lead nowhere."""
    for item in items:
        if isinstance(item, dict):
            yield from _leaves(item)


def _worth(text: str, directory: PageDirectory) -> float:
    """How much a text says that its place leads to pages: to one of the collection, elsewhere, nowhere."""
    if directory.find(text):
        return 1.0
    return FOREIGN if _is_address(text) else 0.0


@lru_cache(maxsize=1024)
def _is_picture(name: str) -> bool:
    return _PICTURE.search(name) is not None


def _leaves(item: Mapping[str, Any], above: Path = ()) -> Iterator[tuple[Path, str]]:
    for name, value in item.items():
        if isinstance(value, str):
            if not _is_picture(name):
                yield (*above, name), value
        elif isinstance(value, dict):
            yield from _leaves(value, (*above, name))


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def _address(url: str) -> str:
    return url.partition("#")[0]
