"""What must and must not belong together: columns that people merged, and cells that they found right or wrong.

A cell whose right value stands elsewhere on its page leads its column there, on all pages of the template. A column
that was often found wrong in a template, and never right, takes nothing from there. Both go by the page and its values,
so that they hold when fields have been learned anew and have other names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from intaglio.collection.corrections.correction import Correction, Example, What
from intaglio.collection.page_lines import record_of
from intaglio.collection.tables.said.column_choices import column_at, is_about
from intaglio.store import Transaction
from intaglio.tables import Column, Table, TemplateKey
from intaglio.tables.columns.collected_values import folded
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import Place, fields_of

BINDING = (What.MERGE_COLUMN, What.MARK)
WRONG_OFTEN = 3
"""Cells of a column that must be wrong in a template, and none right, for it to take nothing from there."""
MOST = 400
"""Marks of a table that bind it, the newest; each costs a record to be read."""
SAMPLED = 200
"""Records of a template by which a changed column is described."""


def bound(tx: Transaction, table: Table, corrections: Sequence[Correction]) -> Table:
    """A table as merged columns and marked cells want it."""
    own = [one for one in corrections if one.what in BINDING and is_about(one.target, table.kind)]
    if not own:
        return table
    records = _Records(tx, table)
    for one in own:
        if one.what is What.MERGE_COLUMN:
            table = _merged(records, table, one)
    return _placed(records, table, [one for one in own if one.what is What.MARK][-MOST:])


@dataclass(slots=True)
class _Records:
    """The records of a table's pages, each read once."""

    tx: Transaction
    table: Table
    known: dict[str, Mapping[str, Any] | None] = field(default_factory=dict)

    def of(self, source: str) -> tuple[Mapping[str, Any], TemplateKey] | None:
        """The record of a page by its source, and its template; None if it is no longer of this kind."""
        if source not in self.known:
            rows = (self.tx.lookups.record_of_source(site, source) for site in self._sites)
            self.known[source] = next((record_of(row.line) for row in rows if row is not None), None)
        line = self.known[source]
        keys = (key for key in self.table.kind.templates if line is not None and key.template == line["template"])
        key = next(keys, None)
        return (line, key) if line is not None and key is not None else None

    @property
    def _sites(self) -> list[str]:
        return list(dict.fromkeys(key.site for key in self.table.kind.templates))

    def described(self, column: Column) -> Column:
        """A column with fill, distinct values and examples as some records have them."""
        values: list[str] = []
        rows = 0
        for key in self.table.kind.templates:
            for line in self.tx.records.some_lines(key.site, [key.template], SAMPLED):
                rows += 1
                value = column.value(fields_of(record_of(line)), key)
                if value is not None:
                    values.append(_text(value))
        distinct = list(dict.fromkeys(values))
        fill, share = len(values) / max(rows, 1), len(distinct) / max(len(values), 1)
        return replace(column, fill=fill, distinct=share, examples=tuple(one[:200] for one in distinct[:5]))


def _merged(records: _Records, table: Table, one: Correction) -> Table:
    """Let a column take in another."""
    kept, taken = column_at(table, one.target), taken_column(table, one, records)
    if kept is None or taken is None or kept.id == taken.id:
        return table
    kind = kept.type if kept.type == taken.type else "text"
    parts = tuple(replace(part, type=kind) for part in (*kept.also, replace(taken, main=False)))
    main = kept.main or taken.main
    whole = records.described(replace(kept, type=kind, also=parts, main=main, left_out=None))
    gone = replace(taken, main=False, left_out=f"part of {kept.name}")
    return _with(table, {kept.id: whole, taken.id: gone})


def taken_column(table: Table, one: Correction, records: _Records) -> Column | None:
    """The column that is taken in: the one with its id, unless another one has its values now."""
    named = next((column for column in table.columns if column.id == one.value), None)
    held: Counter[str] = Counter()
    for example in one.examples:
        found = records.of(example.source)
        held.update(column.id for column in _holders(table, example, found) if found is not None)
    if not held or (named is not None and held[named.id]):
        return named
    best = held.most_common(1)[0][0]
    return next(column for column in table.columns if column.id == best)


def _holders(table: Table, example: Example, found: tuple[Mapping[str, Any], TemplateKey] | None) -> Iterator[Column]:
    """The columns that have a value on a page, those first that people see and that hold nothing else."""
    if found is None:
        return
    line, key = found
    wanted, fields = folded(example.value), fields_of(line)
    holding = [
        (column.left_out is not None, len(texts), at, column)
        for at, column in enumerate(table.columns)
        if wanted in (texts := raw_texts(column, fields, key))
    ]
    yield from (column for *_, column in sorted(holding, key=lambda one: one[:3]))


def _placed(records: _Records, table: Table, marks: Sequence[Correction]) -> Table:
    """Lead columns to where their right values stand, and away from where they are wrong."""
    binding = {one.target.column for one in marks if one.value == "wrong" or len(one.examples) > 1}
    wanted: dict[tuple[str, TemplateKey], Counter[Place]] = {}
    against: Counter[tuple[str, TemplateKey]] = Counter()
    for one in marks:
        column = column_at(table, one.target) if one.target.column in binding else None
        column = None if column is not None and column.items else column
        found = records.of(str(one.target.source)) if column is not None else None
        if column is None or found is None:
            continue
        here = (column.id, found[1])
        if one.value == "wrong":
            against[here] += bool(one.examples and one.examples[0].value)
        elif (place := _right_place(table, column, one, found)) is not None:
            wanted.setdefault(here, Counter())[place] += 1
    return _moved(records, table, wanted, against)


def _right_place(
    table: Table, column: Column, one: Correction, found: tuple[Mapping[str, Any], TemplateKey]
) -> Place | None:
    """Where the right value of a cell stands: where it is taken from, unless it stands elsewhere."""
    line, key = found
    own, pointed = column.places.get(key), len(one.examples) > 1
    said = one.examples[-1].value if one.examples else ""
    if not pointed and _text(column.value(fields_of(line), key)) == said:
        return own
    holder = next(_holders(table, one.examples[-1], found), None) if one.examples else None
    return holder.places[key] if holder is not None else None if pointed else own


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def _moved(
    records: _Records,
    table: Table,
    wanted: Mapping[tuple[str, TemplateKey], Counter[Place]],
    against: Counter[tuple[str, TemplateKey]],
) -> Table:
    changed: dict[str, Column] = {}
    for id_, key in dict.fromkeys((*wanted, *against)):
        column = changed.get(id_) or next(one for one in table.columns if one.id == id_)
        votes, now = wanted.get((id_, key), Counter[Place]()), column.places.get(key)
        best = max(votes, key=lambda place: (votes[place], place == now, place), default=None)
        elsewhere = {one: at for one, at in column.places.items() if one != key}
        if best is not None and best != now:
            # What is said of the column later must not be taken for said of the one that has this place.
            led = replace(column, places={key: best}, also=(), prefix="")
            changed[id_] = replace(column, places=elsewhere, also=(led, *column.also))
        elif best is None and against[id_, key] >= WRONG_OFTEN and now is not None:
            changed[id_] = replace(column, places=elsewhere)
    if not changed:
        return table
    made = {id_: records.described(column) for id_, column in changed.items()}
    return _with(table, made | _copies(table, made))


def _copies(table: Table, made: Mapping[str, Column]) -> dict[str, Column]:
    """Columns all of whose places other columns have now."""
    found = {}
    for column in table.columns:
        if column.id in made or not column.places or column.left_out is not None:
            continue
        owner = next((one for one in made.values() if _has_all(one, column)), None)
        if owner is not None:
            found[column.id] = replace(column, main=False, left_out=f"copy of {owner.name}")
    return found


def _has_all(one: Column, other: Column) -> bool:
    return all(list(place) in one.whence(key) for key, place in other.places.items())


def _with(table: Table, changed: Mapping[str, Column]) -> Table:
    """A table with some columns changed, those that are left out behind the others."""
    columns = [changed.get(one.id, one) for one in table.columns]
    return replace(table, columns=tuple(sorted(columns, key=lambda one: (one.left_out is not None, not one.main))))
