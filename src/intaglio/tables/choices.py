"""Choices: what people decided of kinds and columns; the present state of all that was ever said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from intaglio.tables.kind import TemplateKey
from intaglio.tables.table import ColumnType


class Merge(NamedTuple):
    """Two kinds, by their ids: the second is taken into the first, which keeps its id."""

    kept: str
    taken: str


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """What people decided of the columns of one kind; a column is meant by its id, or by its found name."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Column → the name given to it."""
    hidden: frozenset[str] = frozenset()
    main: tuple[str, ...] = ()
    """Columns to be main, in this order before all others."""
    types: Mapping[str, ColumnType] = field(default_factory=dict)
    wanted: tuple[tuple[str, str], ...] = ()
    """Examples: a name, and a value that the column of this name has on some page."""
    wished: tuple[str, ...] = ()
    """Names of the columns a table is to have, in this order, found by name, label and declared property."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What people decided."""

    kind_names: Mapping[str, str] = field(default_factory=dict)
    """A kind's id → its name."""
    shaped: tuple[Merge | TemplateKey, ...] = ()
    """In order: kinds that were merged, and templates that left their kind."""
    apart: tuple[tuple[str, frozenset[TemplateKey]], ...] = ()
    """A kind's id, and templates that do not belong to what the kind was founded with."""
    columns: Mapping[str, ColumnChoices] = field(default_factory=dict)
    """By the kind's id."""

    def of(self, kind: str) -> ColumnChoices:
        """What was decided of a kind's columns."""
        return self.columns.get(kind, ColumnChoices())
