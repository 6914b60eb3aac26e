"""Finds the kinds and tables of a collection from what its store has, and keeps them there.

A table whose templates and records are as they were stays: a second run, or a merge of two kinds, costs what it
changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.corrections.correction_log import said, standing
from intaglio.collection.corrections.redesigned_templates import followed
from intaglio.collection.page_lines import record_of
from intaglio.collection.tables.kind_evidence import facts_of, template_evidence
from intaglio.collection.tables.said.column_choices import OF_COLUMNS, resolved_by_value
from intaglio.collection.tables.said.kind_choices import OF_KINDS, SHAPING, shaping_choices, template_aliases
from intaglio.collection.tables.said.wanted_columns import Wanted, wanted_columns
from intaglio.collection.tables.stored_tables import KINDS, STAND_INS, TABLE_NOTE, StoredTables, kinds_of, table_note
from intaglio.collection.tables.table_json import kind_content, table_content, table_of
from intaglio.compact_json import compact_json, read_json
from intaglio.shapes import checked
from intaglio.store import Store, Transaction
from intaglio.tables import (
    Choices,
    FieldFacts,
    Kind,
    KindOptions,
    Table,
    TableOptions,
    TemplateEvidence,
    TemplateKey,
    find_kinds,
    find_table,
)

FEW = 4
"""Records that columns are chosen by of a few pages that were learned by themselves."""
FORMAT = 12
"""Grows when kinds or tables are found otherwise than by older releases: then they are found anew."""


@dataclass(frozen=True, slots=True)
class TablesOptions:
    """How kinds and tables are found."""

    kinds: KindOptions = field(default_factory=KindOptions)
    table: TableOptions = field(default_factory=TableOptions)


def tables_are_current(tx: Transaction) -> bool:
    """Whether kinds are known, and people have merged or split none since; new records wait for the next run."""
    note = tx.notes.get(KINDS)
    return isinstance(note, dict) and note.get("format") == FORMAT and note.get("shaped") == _shaped(_standing(tx))


@contextmanager
def current_tables(store: Store) -> Iterator[StoredTables]:
    """Kinds and tables as they are now; found first, if no run has."""
    with store.reading() as tx:
        current = tables_are_current(tx)
    if not current:
        make_tables(store)
    with store.reading() as tx:
        yield StoredTables(tx)


def make_tables(store: Store, options: TablesOptions = TablesOptions()) -> list[str]:
    """Find kinds and tables where anything has changed; give what people wanted and is nowhere, a line each."""
    with store.reading() as tx:
        corrections = _standing(tx)
        figures = {template: list(some) for template, some in tx.records.by_template().items()}
        known = _known_kinds(tx, figures, corrections)
        evidence = [] if known is not None else template_evidence(tx)
        kinds = known if known is not None else _kinds(tx, evidence, corrections, options)
        maker = _TableMaker(tx, figures, corrections, {one.key: one.facts for one in evidence}, options)
        notes = {kind.id: compact_json(maker.note(kind)) for kind in kinds}  # as text: sites may have a thousand kinds
        wanted = _wanted(tx, kinds, notes, corrections)
        content = [kind_content(kind) for kind in kinds]
        kept = {"format": FORMAT, "shaped": _shaped(corrections), "figures": figures, "kinds": content}
    with store.writing() as tx:
        tx.notes.put(KINDS, kept)
        for id_, text in notes.items():
            note = _resolved(read_json(text), id_, wanted)
            if tx.notes.get(table_note(id_)) != note:
                tx.notes.put(table_note(id_), note)
    return list(wanted.missing)


def _wanted(
    tx: Transaction, kinds: Sequence[Kind], notes: Mapping[str, bytes], corrections: Sequence[Correction]
) -> Wanted:
    """What became of examples, if people gave any."""
    if not any(one.what is What.WANT for one in corrections):
        return Wanted()
    tables = (table_of(kind, read_json(notes[kind.id])["table"]) for kind in kinds)
    return wanted_columns(tables, corrections, lambda kind: lines_of(tx, kind))


def lines_of(tx: Transaction, kind: Kind) -> Iterator[dict[str, Any]]:
    """The lines of a kind's records under the names that fields were found with, template by template."""
    for key in kind.templates:
        yield from map(record_of, tx.records.lines(key.site, key.template))


def _standing(tx: Transaction) -> list[Correction]:
    return followed(tx, standing(said(tx, [*OF_KINDS, *OF_COLUMNS])))


def _shaped(corrections: Sequence[Correction]) -> list[int]:
    return [one.id for one in corrections if one.what in SHAPING]


def _known_kinds(
    tx: Transaction, figures: dict[str, list[int]], corrections: Sequence[Correction]
) -> list[Kind] | None:
    """The kinds as they are, if neither records nor what people shaped have changed since they were found."""
    note = tx.notes.get(KINDS)
    if not isinstance(note, dict) or note.get("format") != FORMAT:
        return None
    if note.get("shaped") != _shaped(corrections) or note.get("figures") != figures:
        return None
    return kinds_of(note)


def _kinds(
    tx: Transaction, evidence: Sequence[TemplateEvidence], corrections: Sequence[Correction], options: TablesOptions
) -> list[Kind]:
    shaping = [one for one in corrections if one.what in SHAPING]
    found = find_kinds(evidence, Choices(), options.kinds)
    if not shaping:
        return found
    return find_kinds(evidence, shaping_choices(shaping, found, template_aliases(tx)), options.kinds)


@dataclass(frozen=True, slots=True)
class _TableMaker:
    """Makes what is kept of tables."""

    tx: Transaction
    figures: dict[str, list[int]]
    corrections: Sequence[Correction]
    facts: Mapping[TemplateKey, tuple[FieldFacts, ...]]
    options: TablesOptions

    def note(self, kind: Kind) -> dict[str, Any]:
        """The note of a table: as before, if its records are as they were."""
        ground = [[*key, self.figures.get(key.template)] for key in kind.templates]
        told = [one for one in self.corrections if one.what in OF_COLUMNS and one.what is not What.WANT]
        columns = [one.id for one in told]
        note = self.tx.notes.get(table_note(kind.id))
        same = isinstance(note, dict) and [note.get("format"), note.get("ground")] == [FORMAT, ground]
        known = checked(note, TABLE_NOTE, table_note(kind.id)) if same else None
        if known is not None and known.get("said") == columns:
            return {**known, "resolved": dict(known["resolved"])}
        table = table_of(kind, known["table"]) if known is not None else self._found(kind)
        by_value = resolved_by_value(table, told, lines_of(self.tx, kind))
        return {
            "format": FORMAT, "ground": ground, "said": columns,
            "resolved": {str(number): id_ for number, id_ in by_value.items()}, "table": table_content(table),
        }  # fmt: skip

    def _found(self, kind: Kind) -> Table:
        facts = {key: self.facts[key] if key in self.facts else facts_of(self.tx, key) for key in kind.templates}
        some, total = self._some_lines(kind, facts)
        return find_table(kind, lambda: some, facts, Choices(), self.options.table, total=total)

    def _some_lines(
        self, kind: Kind, facts: Mapping[TemplateKey, tuple[FieldFacts, ...]]
    ) -> tuple[list[dict[str, Any]], int]:
        """Records that columns are chosen by, and how many there are: of templates that were learned together as many
        as they have their share in the kind, spread over all their pages, in whichever order these came.
        """
        together: list[tuple[str, tuple[FieldFacts, ...], list[TemplateKey]]] = []
        for key in kind.templates:
            known = next((keys for site, own, keys in together if (site, own) == (key.site, facts[key])), None)
            if known is None:
                together.append((key.site, facts[key], [key]))
            else:
                known.append(key)
        counts = [sum(self.tx.lookups.records_of(*key)[0] for key in keys) for _, _, keys in together]
        total, most = sum(counts), self.options.table.rows
        lines: list[str] = []
        for (site, _, keys), count in zip(together, counts, strict=True):
            share = max(-(-most * count // max(total, 1)), FEW)
            lines += self.tx.records.some_lines(site, [key.template for key in keys], share)
        return list(map(record_of, lines)), total


def _resolved(note: dict[str, Any], kind: str, wanted: Wanted) -> dict[str, Any]:
    """The note of a kind's table with the columns that examples were found in."""
    resolved = {str(number): id_ for number, id_ in wanted.columns.get(kind, {}).items()}
    stand_ins = {STAND_INS: wanted.stand_ins[kind]} if kind in wanted.stand_ins else {}
    kept = {name: value for name, value in note.items() if name != STAND_INS}
    return {**kept, "resolved": {**note["resolved"], **resolved}, **stand_ins}
