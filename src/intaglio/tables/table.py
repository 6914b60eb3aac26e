"""Table: the columns a person would choose of the records of a kind, in the order they would look for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from intaglio.tables.cell_values import (
    NOTHING,
    cell_value,
    part_of,
    reads_as_it_is,
    text_or_nothing,
    value_reader,
    without_affixes,
    without_label,
)
from intaglio.tables.kind import Kind, TemplateKey

ColumnType = Literal["text", "number", "money", "date", "time", "boolean", "url", "image", "list"]
Origin = Literal["text", "attribute", "target", "image", "head", "declared"]
Place = tuple[str, ...]
"""The way to a raw field in a record's `fields`: its name, those of the lists it is in before it."""
PAGE_TITLE: Place = ("",)
"""The place of the page's own title, which records have beside their fields."""
Reader = Callable[[Any], Any]
"""What a record, an item or a raw value has as a cell."""


_HEADLINE = re.compile(r"\*\*(?:[^*\n]|  \n)*\*\*")
"""Markdown of one text in bold, which may go on in a second line."""


def fields_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record's line, with the page's title."""
    return {**line["fields"], PAGE_TITLE[0]: line.get("title")}


def _nothing(_: object) -> None:
    return None


def _at(place: Place, read: Reader) -> Reader:
    """Gives what stands at a place of a record or an item, read; where nothing stands, nothing is read."""
    if not place:
        return read
    name, below = place[0], _at(place[1:], read)
    plain = reads_as_it_is(below)

    def found(fields: Any) -> Any:  # noqa: ANN401 - a part of a record
        if isinstance(fields, dict):
            value = fields.get(name)
            return below(value) if value is not None else None
        return _of_items(fields, name, below, plain=plain) if isinstance(fields, list) else None

    return found


def _of_items(items: list[Any], name: str, read: Reader, *, plain: bool) -> list[Any] | None:
    """A list of structs as a list of one of their parts."""
    made: list[Any] = []
    for one in items:
        if isinstance(one, dict) and (value := one.get(name)) is not None:
            part = value if plain and isinstance(value, str) else read(value)
            if isinstance(part, list):
                made += filter(None, part)
            elif part:
                made.append(part)
    return made or None


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
    suffix: str = ""
    """What stands behind the value in all titles of pages."""
    tail: str = ""
    """A sign that stands behind the value in all its texts, and parts it from what follows on the page."""
    currency: str = ""
    """The sign that stands beside its sums on the page, where their texts lack it."""
    between: str = ""
    nth: int = 0
    """It is one of the values that this sign parts in its texts."""
    until: str = ""
    """Other signs that end its value in them, one a line."""
    also: tuple[Column, ...] = ()
    """Columns that were merged into it: where a row has nothing of its own, it has what they have."""

    def value(self, fields: Mapping[str, Any], template: TemplateKey) -> Any:  # noqa: ANN401 - what a cell holds
        """What a record, or an item of a list, has in this column, typed; None if it has nothing."""
        return self.reader(template)(fields)

    def reader(self, template: TemplateKey) -> Reader:
        """Gives what `value` does, for many records of a template."""
        place = self.places.get(template)
        own = None if place is None else self._reader(place, template)
        others = [one.reader(template) for one in self.also]
        if not others:
            return own or _nothing
        readers = [own, *others] if own is not None else others
        return lambda fields: next((value for read in readers if (value := read(fields)) is not None), None)

    def _reader(self, place: Place, template: TemplateKey) -> Reader:
        if place == PAGE_TITLE:
            return lambda fields: self._of_title(fields.get(PAGE_TITLE[0]))
        return _at(place, self._value_reader(template))

    def _value_reader(self, template: TemplateKey) -> Reader:
        """Gives what stands at its place as a cell."""
        plain = value_reader(self.type, self.prefix, self.tail, self.currency)
        if self.between:
            return lambda text: plain(self._part(text))
        return self._items_reader(template) if self.items else plain

    def _part(self, text: object) -> str | None:
        """Its value among those of a text."""
        whole = without_label(text, self.prefix, self.tail) if isinstance(text, str) else ""
        return part_of(whole, self.between, self.nth, self.until) or None

    def field_reader(self, template: TemplateKey) -> tuple[str | None, Reader]:
        """The one field of a template's records that it is, and what reads its values; for others, no name and what
        reads records.
        """
        place = self.places.get(template, ())
        if self.also or len(place) != 1 or place == PAGE_TITLE:
            return None, self.reader(template)
        return place[0], self._value_reader(template)

    def _of_title(self, title: str | None) -> Any:  # noqa: ANN401 - what a cell holds
        return cell_value(without_affixes(" ".join((title or "").split()), self.prefix, self.suffix), self.type)

    def _items_reader(self, template: TemplateKey) -> Reader:
        parts = _ReadNames(template, {one.name: one for one in self.items if one.left_out is None})

        def read(found: Any) -> Any:  # noqa: ANN401 - a part of a record
            if not isinstance(found, list):
                return cell_value(found, self.type, self.prefix, self.tail)
            return [parts.read(one) for one in found if isinstance(one, dict)] or None

        return read

    def is_of_title(self) -> bool:
        """Whether the page's own title is in it."""
        return PAGE_TITLE in self.places.values() or any(one.is_of_title() for one in self.also)

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


class _ReadNames:
    """Reads columns of a template's records, or of the items of a list: most are texts as they stand."""

    __slots__ = ("_parts",)

    def __init__(self, template: TemplateKey, columns: Mapping[str, Column]) -> None:
        """Read columns under some names."""
        readers = {name: one.field_reader(template) for name, one in columns.items()}
        self._parts = [(name, of, read is text_or_nothing, read) for name, (of, read) in readers.items()]

    def read(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a record or an item."""
        return {
            name: None
            if (value := fields if of is None else fields.get(of)) is None
            else (None if value in NOTHING else value)
            if plain and isinstance(value, str)
            else read(value)
            for name, of, plain, read in self._parts
        }


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

    def row(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Values by column name, typed, of a line of `records/<template>.jsonl`: all columns that are not left out.

        A text, date or URL is a string (prose of several paragraphs as Markdown), a number an int or float, money
        `{"amount", "currency"}`, a list a list of texts or of such rows; None where the page has no value.
        """
        return self._readers.row(line)

    @cached_property
    def _readers(self) -> RowReaders:
        return RowReaders(self.kind, {column.name: column for column in self.kept})


@dataclass(frozen=True)
class RowReaders:
    """Readers of some columns of a kind, by the template of a record, made once each."""

    kind: Kind
    columns: Mapping[str, Column]
    """By the names that their values are to have."""
    _made: dict[str, Reader] = field(default_factory=dict)

    def row(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a line, as `Table.row` gives them."""
        row: dict[str, Any] = self._of(line["template"])(_with_paragraphs(line, titled=self._titled))
        return row

    @cached_property
    def _titled(self) -> bool:
        return any(column.is_of_title() for column in self.columns.values())

    def _of(self, template: str) -> Reader:
        """The reader for the records of a template; those of another kind have nothing."""
        if template not in self._made:
            key = next((key for key in self.kind.templates if key.template == template), None)
            empty = dict.fromkeys(self.columns)
            self._made[template] = _ReadNames(key, self.columns).read if key is not None else lambda _: dict(empty)
        return self._made[template]


def _with_paragraphs(line: Mapping[str, Any], *, titled: bool) -> Mapping[str, Any]:
    """The fields of a line, and its title; prose of several paragraphs is Markdown: run together, they cannot be told
    apart again. A headline that goes on in a second line is no prose.
    """
    fields: Mapping[str, Any] = fields_of(line) if titled else line["fields"]
    typed = line.get("typed") or {}
    prose = {
        name: text
        for name, text in typed.items()
        if isinstance(text, str) and "\n" in text and not _HEADLINE.fullmatch(text)
    }
    return {**fields, **prose} if prose else fields
