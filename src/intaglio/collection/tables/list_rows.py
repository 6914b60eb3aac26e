"""Rows of the lists in a table, as child tables have them: `source`, `url`, `position`, then the item's columns.

The rows of a listing have besides `link`, and `page` and `kind` of the page it leads to, if the collection has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from intaglio.collection.tables.listing_links import Links, PageDirectory, link_in, raw_items
from intaglio.collection.tables.table_rows import unique
from intaglio.tables import Column, Table, TemplateKey
from intaglio.tables.cell_values import value_reader

OF_ITEMS = ("source", "url", "position")
OF_LINKS = ("link", "page", "kind")
_NOWHERE: Mapping[str, str | None] = MappingProxyType({})


@dataclass(frozen=True)
class ListTable:
    """The rows of one list."""

    table: Table
    name: str
    """The list's column as it is written."""
    column: Column
    links: Links | None = None
    directory: PageDirectory | None = None

    @property
    def fixed(self) -> tuple[str, ...]:
        """Names of the columns that do not depend on the items."""
        return OF_ITEMS + (OF_LINKS if self.links is not None else ())

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The columns of the items, by the names they are written under; a list of texts has one, called as it is."""
        items: Sequence[Column] = [item for item in self.column.items if item.left_out is None] or [self.column]
        return dict(zip(unique([item.name for item in items], self.fixed), items, strict=True))

    @cached_property
    def _as_named(self) -> bool:
        """Whether items have their columns, and no others, under the names they are written under."""
        named = [item.name for item in self.column.items if item.left_out is None]
        return not self.column.also and named == list(self.columns)

    @cached_property
    def _keys(self) -> dict[str, TemplateKey]:
        return {key.template: key for key in self.table.kind.templates}

    def rows(self, line: Mapping[str, Any], items: Sequence[Any] | None) -> Iterator[dict[str, Any]]:
        """The rows of one record's line; `items` are what its row has in the list's column."""
        source, url = line["source"], line["url"]
        for position, (raw, cells) in enumerate(self._items(line, items or ())):
            led = self._led(raw, self.links) if self.links is not None else _NOWHERE
            yield {"source": source, "url": url, "position": position, **led, **cells}

    def _items(self, line: Mapping[str, Any], items: Sequence[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
        """The items as the record has them, where they are needed, and as cells."""
        columns = self.columns
        if self.column.items:
            raws: Sequence[Any] = ()
            if self.links is not None:
                raws = [one for one in raw_items(self.column, line, self._keys) if isinstance(one, dict)]
            same = len(raws) == len(items)
            for at, item in enumerate(items):
                cells = item if self._as_named else {name: item.get(one.name) for name, one in columns.items()}
                yield raws[at] if same else None, cells
            return
        (name,) = columns
        raws = raw_items(self.column, line, self._keys)
        path = self.column.places[self._keys[line["template"]]][1:] if raws else ()
        read = value_reader("text", self.column.prefix, self.column.tail)
        for raw in raws:
            at_path = raw.get(path[0]) if len(path) == 1 and isinstance(raw, dict) else None
            for text in [at_path] if isinstance(at_path, str) else _texts(raw, path):  # most items have one
                yield raw, {name: read(text)}

    def _led(self, item: Any, links: Links) -> dict[str, str | None]:  # noqa: ANN401 - a part of a record
        link = link_in(item, links.path)
        found = self.directory.find(link) if self.directory is not None else None
        source, kind = found if found is not None else (None, None)
        return {"link": link, "page": source, "kind": kind}


def _texts(item: Any, path: Sequence[str]) -> Iterator[str | None]:  # noqa: ANN401 - a part of a record
    """The text of an item at a path; all of them where a list stands on the way."""
    if isinstance(item, list):
        for one in item:
            yield from _texts(one, path)
    elif path:
        yield from _texts(item.get(path[0]) if isinstance(item, dict) else None, path[1:])
    else:
        yield item if isinstance(item, str) else None
