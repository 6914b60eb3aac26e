"""Finds the kinds and tables of a collection from what its store has, and keeps them there.

A table whose templates and records are as they were stays: a second run, or a merge of two kinds, costs what it
changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.tables.column_choices import OF_COLUMNS, resolved_by_value
from intaglio.collection.tables.kind_choices import OF_KINDS, SHAPING, shaping_choices, template_aliases
from intaglio.collection.tables.kind_evidence import facts_of, template_evidence
from intaglio.collection.tables.stored_tables import KINDS, table_note
from intaglio.collection.tables.table_json import kind_content, table_content, table_of
from intaglio.collection.tables.wanted_columns import Wanted, wanted_columns
from intaglio.store import Store, Transaction
from intaglio.tables import Choices, Kind, KindOptions, Table, TableOptions, find_kinds, find_table

FORMAT = 1
"""Grows when kinds or tables are found otherwise than by older releases: then they are found anew."""


@dataclass(frozen=True, slots=True)
class TablesOptions:
    """How kinds and tables are found."""

    kinds: KindOptions = field(default_factory=KindOptions)
    table: TableOptions = field(default_factory=TableOptions)


def tables_are_current(tx: Transaction) -> bool:
    """Whether kinds are known, and people have merged or split none since; new records wait for the next run."""
    note = tx.notes.get(KINDS)
    return isinstance(note, dict) and note["format"] == FORMAT and note["shaped"] == _shaped(_standing(tx))


def make_tables(store: Store, options: TablesOptions = TablesOptions()) -> list[str]:
    """Find kinds and tables where anything has changed; give what people wanted and is nowhere, a line each."""
    with store.reading() as tx:
        kinds = _kinds(tx, options)
        corrections = _standing(tx)
        figures = {template: list(some) for template, some in tx.records.by_template().items()}
        notes = {kind.id: _table_note(tx, kind, figures, corrections, options) for kind in kinds}
        tables = {kind.id: table_of(kind, notes[kind.id]["table"]) for kind in kinds}
        wanted = wanted_columns(
            [tables[kind.id] for kind in kinds], corrections, lambda kind: lines_of(tx, kind)
        )  # fmt: skip
        _resolve(notes, wanted)
        kept = {"format": FORMAT, "shaped": _shaped(corrections), "kinds": [kind_content(kind) for kind in kinds]}
        before = {id_: tx.notes.get(table_note(id_)) for id_ in notes}
    with store.writing() as tx:
        tx.notes.put(KINDS, kept)
        for id_, note in notes.items():
            if before[id_] != note:
                tx.notes.put(table_note(id_), note)
    return list(wanted.missing)


def lines_of(tx: Transaction, kind: Kind) -> Iterator[dict[str, Any]]:
    """The lines of a kind's records under the names that fields were found with, template by template."""
    for key in kind.templates:
        for row in tx.records.records(site=key.site, template=key.template):
            yield json.loads(row.line)


def _standing(tx: Transaction) -> list[Correction]:
    return standing(said(tx, [*OF_KINDS, *OF_COLUMNS]))


def _shaped(corrections: Sequence[Correction]) -> list[int]:
    return [one.id for one in corrections if one.what in SHAPING]


def _kinds(tx: Transaction, options: TablesOptions) -> list[Kind]:
    evidence = template_evidence(tx)
    corrections = [one for one in _standing(tx) if one.what in SHAPING]
    found = find_kinds(evidence, Choices(), options.kinds)
    if not corrections:
        return found
    return find_kinds(evidence, shaping_choices(corrections, found, template_aliases(tx)), options.kinds)


def _table_note(
    tx: Transaction,
    kind: Kind,
    figures: dict[str, list[int]],
    corrections: Sequence[Correction],
    options: TablesOptions,
) -> dict[str, Any]:
    """What is kept of a table: as before, if its records are as they were."""
    ground = [[*key, figures.get(key.template)] for key in kind.templates]
    columns = [one.id for one in corrections if one.what in OF_COLUMNS and one.what is not What.WANT]
    note = tx.notes.get(table_note(kind.id))
    same = isinstance(note, dict) and note["format"] == FORMAT and note["ground"] == ground
    if isinstance(note, dict) and same and note["said"] == columns:
        return {**note, "resolved": dict(note["resolved"])}

    def lines() -> Iterator[dict[str, Any]]:
        return lines_of(tx, kind)

    table = table_of(kind, note["table"]) if same and isinstance(note, dict) else _found(tx, kind, lines, options)
    told = [one for one in corrections if one.id in set(columns)]
    resolved = {str(number): id_ for number, id_ in resolved_by_value(table, told, lines()).items()}
    return {
        "format": FORMAT, "ground": ground, "said": columns, "resolved": resolved, "table": table_content(table),
    }  # fmt: skip


def _found(tx: Transaction, kind: Kind, lines: Callable[[], Iterator[dict[str, Any]]], options: TablesOptions) -> Table:
    return find_table(kind, lines, {key: facts_of(tx, key) for key in kind.templates}, Choices(), options.table)


def _resolve(notes: dict[str, dict[str, Any]], wanted: Wanted) -> None:
    for kind, columns in wanted.columns.items():
        notes[kind]["resolved"].update({str(number): id_ for number, id_ in columns.items()})
