"""Record: the variant data of one page under stable field names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.wrapper.options import TypeOptions
from intaglio.wrapper.prose_text import ProseText
from intaglio.wrapper.value_types import TYPES, ValueType

ElementPath = tuple[int, ...]
"""Positions of elements on the way from the root element."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part of a page that its template does not provide for, or that no field has."""

    element: int
    """Number of the element; of the one it stands in, for a text."""
    tag: str
    text: str
    path: ElementPath = ()
    """Positions of elements on the way from the root element to this one."""
    attribute: str = ""
    """The attribute that holds the text; nothing for what is shown."""

    def as_dict(self) -> dict[str, Any]:
        """As a record's line has it."""
        return {
            "element": self.element,
            "tag": self.tag,
            "text": self.text,
            "path": list(self.path),
            "attribute": self.attribute or None,
        }


@dataclass(frozen=True, slots=True)
class Record:
    """What one page gave."""

    fields: dict[str, Any]
    """Texts by name, None where the page has none; lists hold texts, or sub-records if their items have parts. The
    targets in prose are a list beside it."""
    types: Mapping[tuple[str, ...], ValueType]
    """Types of fields that are more than text, by their names from the outermost list inwards."""
    misfits: tuple[Misfit, ...] = ()
    furniture: dict[str, Any] = field(default_factory=dict)
    """What varies but is no data of the page, under names like those of fields; only what the page has."""
    loose: tuple[str, ...] = ()
    """Texts that are neither fixed nor of any field: what stands in misfits."""
    prose: Mapping[str, ProseText] = field(default_factory=dict, compare=False)
    """Values that are several texts of the page, and where they stand."""
    where: Mapping[str, Sequence[ElementPath]] | None = None
    """For each field, lists before fields with dots between, the elements that its values stand in; if asked for."""

    @property
    def filled(self) -> int:
        """How many fields have a value."""
        return sum(value is not None for value in self.fields.values())

    def typed(self, options: TypeOptions = TypeOptions()) -> dict[str, Any]:
        """Numbers, sums of money and dates by full name, as texts stand, and Markdown for prose; None for a text that
        is not of the type.
        """
        return self._as_types([path for path, type_ in self.types.items() if type_ != "url"], options)

    def markdown(self) -> dict[str, Any]:
        """Prose alone of what is typed."""
        return self._as_types([path for path, type_ in self.types.items() if type_ == "prose"], TypeOptions())

    def _as_types(self, paths: Iterable[tuple[str, ...]], options: TypeOptions) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for path in paths:
            value = self._typed(self.fields, path, self.types[path], options)
            if value is not None:
                found[".".join(path)] = value
        return found

    def _typed(self, value: object, path: tuple[str, ...], type_: ValueType, options: TypeOptions) -> object:
        if isinstance(value, list):
            return [self._typed(item, path, type_, options) for item in value]
        if path and isinstance(value, dict):
            return self._typed(value.get(path[0]), path[1:], type_, options)
        if not isinstance(value, str):
            return None
        if type_ == "prose":
            return self.prose[value].markdown() if value in self.prose else value
        return TYPES[type_](value, options)
