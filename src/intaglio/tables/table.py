"""Table: the columns a person would choose of the records of a kind, in the order they would look for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from intaglio.tables.cell_values import cell_value
from intaglio.tables.kind import Kind, TemplateKey

ColumnType = Literal["text", "number", "money", "date", "time", "boolean", "url", "image", "list"]
Origin = Literal["text", "attribute", "target", "image", "head", "declared"]
Place = tuple[str, ...]
"""The way to a raw field in a record's `fields`: its name, those of the lists it is in before it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: one name and one type in all templates of a kind."""

    id: str
    """Its raw name where it was found first, dots between the names of lists; stays when it gets another name."""
    name: str
    """Unique in its table, within a list in its list."""
    type: ColumnType
    main: bool
    """One of those that a table has unless more is asked for."""
    origin: Origin
    """Where its values stand: visible text, an attribute, a link's target, an image, the page's head, declared data."""
    places: Mapping[TemplateKey, Place]
    """Where each template's records have it."""
    fill: float = 0.0
    """Share of the rows that have a value; of the items, for a column of a list."""
    distinct: float = 0.0
    """Different values, as a share of the rows that have one."""
    examples: tuple[str, ...] = ()
    label: str | None = None
    """The site's own words for it, as they stand before the values."""
    declared: str | None = None
    """The schema.org property it is."""
    left_out: str | None = None
    """Why it is no column of the table: `copy of price`, `constant`, `furniture`; None for columns that are kept."""
    items: tuple[Column, ...] = ()
    """The columns of a list's items, if they are more than a text each; their places begin in the item."""
    prefix: str = ""
    """A label that stands in all its texts, and is not part of the value."""
    also: tuple[Column, ...] = ()
    """Columns that were merged into it: where a row has nothing of its own, it has what they have."""

    def value(self, fields: Mapping[str, Any], template: TemplateKey) -> Any:  # noqa: ANN401 - what a cell holds
        """What a record, or an item of a list, has in this column, typed; None if it has nothing."""
        place = self.places.get(template)
        found = None if place is None else self._read(fields, place, template)
        if found is None and self.also:
            return next((value for one in self.also if (value := one.value(fields, template)) is not None), None)
        return found

    def _read(self, fields: Mapping[str, Any], place: Place, template: TemplateKey) -> Any:  # noqa: ANN401
        found: Any = fields
        for at, name in enumerate(place):
            if isinstance(found, list):  # a list of structs that is read as a list of one of their parts
                parts = [self._read(one, place[at:], template) for one in found if isinstance(one, dict)]
                return [one for part in parts for one in (part if isinstance(part, list) else [part]) if one] or None
            found = found.get(name) if isinstance(found, dict) else None
        if found is None:
            return None
        if self.items and isinstance(found, list):
            return [self._item(one, template) for one in found if isinstance(one, dict)] or None
        return cell_value(found, self.type, self.prefix)

    def _item(self, item: Mapping[str, Any], template: TemplateKey) -> dict[str, Any]:
        return {one.name: one.value(item, template) for one in self.items if one.left_out is None}

    def is_in(self, template: TemplateKey) -> bool:
        """Whether records of a template can have it."""
        return template in self.places or any(one.is_in(template) for one in self.also)

    def whence(self, template: TemplateKey) -> list[list[str]]:
        """The places in a template's records that it is taken from, in their order."""
        own = [list(self.places[template])] if template in self.places else []
        return own + [place for one in self.also for place in one.whence(template)]

    def leaves(self) -> Iterator[Column]:
        """The column itself, or those of its items that are kept."""
        kept = [one for one in self.items if one.left_out is None]
        if not kept:
            yield self
        for one in kept:
            yield from one.leaves()


@dataclass(frozen=True)
class Table:
    """The columns of a kind: the main ones first, then the rest, then those left out."""

    kind: Kind
    columns: tuple[Column, ...]
    rows: int = 0
    """Records it was made of."""
    notes: tuple[str, ...] = field(default=())
    """What people should know: a wanted example that is nowhere, a wished column that is not there."""

    @cached_property
    def kept(self) -> tuple[Column, ...]:
        """The columns that are not left out."""
        return tuple(column for column in self.columns if column.left_out is None)

    @cached_property
    def main(self) -> tuple[Column, ...]:
        """The columns that a table has unless more is asked for."""
        return tuple(column for column in self.kept if column.main)

    @cached_property
    def _keys(self) -> dict[str, TemplateKey]:
        return {key.template: key for key in self.kind.templates}

    def row(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Values by column name, typed, of a line of `records/<template>.jsonl`: all columns that are not left out.

        A text, date or URL is a string (prose of several paragraphs as Markdown), a number an int or float, money
        `{"amount", "currency"}`, a list a list of texts or of such rows; None where the page has no value.
        """
        return dict(zip((column.name for column in self.kept), self.cells(line, self.kept), strict=True))

    def cells(self, line: Mapping[str, Any], columns: Iterable[Column]) -> Iterator[Any]:
        """The values of some columns of a line, as `row` gives them."""
        key = self._keys.get(line["template"])
        fields = _with_paragraphs(line)
        return (None if key is None else column.value(fields, key) for column in columns)


def _with_paragraphs(line: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a line, prose of several paragraphs as Markdown: run together, they cannot be told apart again."""
    typed = line.get("typed") or {}
    return {**line["fields"], **{name: text for name, text in typed.items() if isinstance(text, str) and "\n" in text}}
