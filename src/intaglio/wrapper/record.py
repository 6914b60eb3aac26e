"""Record: the variant data of one page under stable field names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.wrapper.options import TypeOptions
from intaglio.wrapper.value_types import TYPES, ValueType


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part of a page that its template does not provide for."""

    element: int
    """Number of the element; of the one it stands in, for a text."""
    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """What one page gave."""

    fields: dict[str, Any]
    """Texts by name, None where the page has none; lists hold texts, or sub-records if their items have parts. The
    targets in prose are a list beside it."""
    types: Mapping[tuple[str, ...], ValueType]
    """Types of fields that are more than text, by their names from the outermost list inwards."""
    misfits: tuple[Misfit, ...] = ()
    loose: tuple[str, ...] = ()
    """Texts that are neither fixed nor of any field: free content, and what stands in misfits."""
    prose: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values that are several texts of the page, and these."""

    @property
    def filled(self) -> int:
        """How many fields have a value."""
        return sum(value is not None for value in self.fields.values())

    def typed(self, options: TypeOptions = TypeOptions()) -> dict[str, Any]:
        """Numbers, sums of money and dates by full name, as texts stand; None for a text that is not of the type."""
        found: dict[str, Any] = {}
        for path, type_ in self.types.items():
            if type_ == "url":
                continue
            value = _typed(self.fields, path, type_, options)
            if value is not None:
                found[".".join(path)] = value
        return found


def _typed(value: object, path: tuple[str, ...], type_: ValueType, options: TypeOptions) -> object:
    if isinstance(value, list):
        return [_typed(item, path, type_, options) for item in value]
    if path and isinstance(value, dict):
        return _typed(value.get(path[0]), path[1:], type_, options)
    return TYPES[type_](value, options) if isinstance(value, str) else None
