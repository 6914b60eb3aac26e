"""Kinds and tables as the store keeps them, shown as people decided since: quick, whatever the number of pages.

Kept are kinds and tables as they were found. Names, types, what is hidden or main are put on them on the way out, so
that a correction holds at once; which templates share a kind is decided anew by `make_tables`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from intaglio.collection.corrections.correction import Correction
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.collection.tables.said.bound_columns import BINDING, bound
from intaglio.collection.tables.said.column_choices import OF_COLUMNS, column_choices, demoted
from intaglio.collection.tables.said.kind_choices import (
    OF_KINDS,
    Aliases,
    ignored_kinds,
    named_kinds,
    template_aliases,
)
from intaglio.collection.tables.table_json import kind_of, table_of
from intaglio.shapes import WORDS, Shape, checked, decoding
from intaglio.store import Transaction
from intaglio.tables import Column, ColumnChoices, Kind, Table
from intaglio.tables.columns.examples import chosen, joined

KINDS = "kinds"
"""Note of the kinds as they were found, and of what they were found from."""
STAND_INS = "stand_ins"
"""What a table's note has of columns that stand in for others, by examples."""

TABLE_NOTE: Shape = {"resolved": {str: str}, "table": dict}


def kinds_of(note: object) -> list[Kind]:
    """The kinds of their note."""
    return [kind_of(one) for one in checked(note, {"kinds": [dict]}, f"the note {KINDS!r}")["kinds"]]


def table_note(kind: str) -> str:
    """The note of a table as it was found."""
    return f"table {kind}"


@dataclass(frozen=True)
class StoredTables:
    """The kinds and tables of one transaction's state."""

    tx: Transaction

    @cached_property
    def corrections(self) -> list[Correction]:
        """What people said of kinds and columns, and holds."""
        return followed(self.tx, standing(said(self.tx, [*OF_KINDS, *OF_COLUMNS])))

    @cached_property
    def binding(self) -> list[Correction]:
        """Merged columns and marked cells, and what holds of them."""
        return followed(self.tx, standing(said(self.tx, BINDING)))

    @cached_property
    def aliases(self) -> Aliases:
        """Templates that were merged into others."""
        return template_aliases(self.tx)

    @cached_property
    def kinds(self) -> list[Kind]:
        """All kinds under their present names, largest first."""
        note = self.tx.notes.get(KINDS)
        found = kinds_of(note) if note is not None else []
        return named_kinds(found, self.corrections, self.aliases)

    @cached_property
    def ignored(self) -> frozenset[str]:
        """Ids of the kinds that nobody wants tables of."""
        return ignored_kinds(self.kinds, self.corrections, self.aliases)

    @cached_property
    def by_template(self) -> Mapping[tuple[str, str], Kind]:
        """The kind of each template."""
        return {(key.site, key.template): kind for kind in self.kinds for key in kind.templates}

    def table(self, kind: Kind, further: Sequence[Correction] = ()) -> Table:
        """The table of a kind, as people decided; without columns if it has no records.

        `further` marks or merged columns are minded as if they had been said.
        """
        note = self.tx.notes.get(table_note(kind.id))
        if note is None:
            return Table(kind, ())
        known = checked(note, TABLE_NOTE, table_note(kind.id))
        return bound(self.tx, decided(kind, known, self.corrections), [*self.binding, *further])


def decided(kind: Kind, note: Mapping[str, Any], corrections: list[Correction]) -> Table:
    """A table as it was found, with what people decided since."""
    stand_ins = checked(note.get(STAND_INS, {}), {str: WORDS}, table_note(kind.id))
    found = joined(table_of(kind, note["table"]), stand_ins)
    with decoding(table_note(kind.id)):
        resolved = {int(number): id_ for number, id_ in note["resolved"].items()}
    choices = column_choices(found, corrections, resolved)
    table = chosen(_with_items(found, choices), tuple, choices)
    lesser = demoted(found, corrections, resolved)
    if not lesser:
        return table
    columns = [replace(one, main=False) if one.id in lesser else one for one in table.columns]
    return replace(table, columns=tuple(sorted(columns, key=lambda one: (one.left_out is not None, not one.main))))


def _with_items(table: Table, choices: ColumnChoices) -> Table:
    """A table with the columns of its lists as people decided."""
    columns = [
        replace(column, items=tuple(_item(item, choices) for item in column.items)) if column.items else column
        for column in table.columns
    ]
    return replace(table, columns=tuple(columns))


def _item(item: Column, choices: ColumnChoices) -> Column:
    left = "hidden" if item.id in choices.hidden else None if item.id in choices.main else item.left_out
    name, type_ = choices.names.get(item.id, item.name), choices.types.get(item.id, item.type)
    return replace(item, name=name, type=type_, left_out=left)
