"""Which columns hold the values that people want: `--want price=51.77`.

Examples are most often of one page, so the kind that has most of them is asked first; listings, which show a little of
everything, come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.collection.corrections.correction import Correction, Example, Target, What
from intaglio.collection.corrections.correction_log import keep, said, standing
from intaglio.counted import counted
from intaglio.store import Store
from intaglio.tables import Kind, Table, want

Lines = Callable[[Kind], Iterable[Mapping[str, Any]]]


@dataclass(slots=True)
class Wanted:
    """What became of examples."""

    columns: dict[str, dict[int, str]] = field(default_factory=dict)
    """Kind → number of the correction → column."""
    stand_ins: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """Kind → column → those that stand in for it where it has nothing."""
    missing: list[str] = field(default_factory=list)
    """What is nowhere, and where it was looked for, a line each."""

    def take(self, kind: str, found: Iterable[tuple[Correction, list[str]]]) -> None:
        """Note the columns of a kind that hold corrections' examples, those that stand in behind the first."""
        names: dict[str, object] = {}
        for one, (column, *others) in found:
            if names.setdefault(column, one.value) != one.value:
                self.missing.append(f"{one.value}: the column that holds {_quoted(one)} is {names[column]} already")
                continue
            self.columns.setdefault(kind, {})[one.id] = column
            if others:
                known = self.stand_ins.setdefault(kind, {}).setdefault(column, [])
                known += [id_ for id_ in others if id_ not in known]


def keep_wishes(store: Store, wishes: Iterable[tuple[str, str]], who: str = "") -> None:
    """Keep examples, name and value each, unless they are kept already; several of one name are of one column."""
    values: dict[str, list[str]] = {}
    for name, value in wishes:
        values.setdefault(name, []).append(value)
    with store.writing() as tx:
        known = {one.value: one.examples for one in standing(said(tx, [What.WANT]))}
        for name, some in values.items():
            examples = tuple(Example("", value) for value in some)
            if known.get(name) != examples:
                keep(tx, Correction(What.WANT, Target(), name, examples, who))


def wanted_columns(tables: Iterable[Table], corrections: Iterable[Correction], lines: Lines) -> Wanted:
    """Find the columns of all examples."""
    open_ones = [one for one in corrections if one.what is What.WANT and one.examples]
    wanted = Wanted()
    if not open_ones:
        return wanted
    tables = list(tables)
    held = {table.kind.id: _held(table, open_ones, lines) for table in tables}
    order = {table.kind.id: (table.kind.listing, -table.kind.pages) for table in tables}
    while open_ones:
        best = min(held, key=lambda kind: (-sum(one.id in held[kind] for one in open_ones), order[kind]), default=None)
        found = {one.id for one in open_ones if best is not None and one.id in held[best]}
        if best is None or not found:
            break
        wanted.take(best, [(one, held[best][one.id]) for one in open_ones if one.id in found])
        open_ones = [one for one in open_ones if one.id not in found]
    where = f"{counted(sum(len(table.columns) for table in tables), 'column')} of {counted(len(tables), 'kind')}"
    for one in open_ones:
        wanted.missing.append(f"{one.value}: no record holds {_quoted(one)}; looked in {where}")
    return wanted


def _quoted(one: Correction) -> str:
    return "'" + ", ".join(example.value for example in one.examples) + "'"


def _held(table: Table, corrections: Sequence[Correction], lines: Lines) -> dict[int, list[str]]:
    """The columns of a table that hold examples, which are looked for together, for they may be of one page; each with
    those that stand in for it.
    """
    examples = [(str(one.value), example.value) for one in corrections for example in one.examples]
    made = want(table, lambda: lines(table.kind), examples)
    lacking = made.notes[len(table.notes) :]
    found = [one for one in corrections if not any(note.startswith(f"{one.value}: ") for note in lacking)]
    before = {column.id: len(column.also) for column in table.columns}
    return {
        one.id: [column.id, *(other.id for other in column.also[before[column.id] :])]
        for one, column in zip(found, made.columns, strict=False)
    }
