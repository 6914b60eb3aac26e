"""Corrections of a table's columns, as people say them: by the names that they see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from intaglio.collection.corrections.correction import Correction, Example, Place, Target, Value, What
from intaglio.collection.page_lines import record_of
from intaglio.collection.tables.kind_lookup import column_named
from intaglio.errors import BadCorrection
from intaglio.store import Transaction
from intaglio.tables import Column, Table
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import fields_of

EXAMPLES = 5
"""Values that are kept with a correction, so that its column can be found again by them."""
LOOKED = 200
"""Records that are looked through for them."""


@dataclass(frozen=True, slots=True)
class ColumnCorrections:
    """What is to be said of the columns of one kind."""

    names: tuple[tuple[str, str], ...] = ()
    hide: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    types: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.names or self.hide or self.main or self.types)

    def __iter__(self) -> Iterator[tuple[What, str, Value]]:
        """What is said of which column; names last, so that columns are meant by the names that they had."""
        yield from ((What.HIDE, name, True) for name in self.hide)
        for name in self.main:
            yield What.HIDE, name, False
            yield What.MAIN, name, True
        yield from ((What.TYPE, name, type_) for name, type_ in self.types)
        yield from ((What.RENAME, old, new) for old, new in self.names)


def said_of_columns(tx: Transaction, table: Table, corrections: ColumnCorrections) -> list[Correction]:
    """The corrections that say this of the columns of a table; NothingFound, Ambiguous or BadCorrection."""
    found = [(what, column_named(table, name), value) for what, name, value in corrections]
    for what, column, value in found:
        if what is What.RENAME:
            _check_free(table, column, str(value))
    return [
        Correction(what, column_target(table, column), value, examples_of(tx, table, column))
        for what, column, value in found
        if what is not What.HIDE or value or column.left_out is not None
    ]


def column_target(table: Table, column: Column) -> Target:
    """A column as the target of a correction: by its id, and by its places, should that change."""
    outer = next((one for one in table.columns if column in one.items), None)
    places = []
    for key, place in column.places.items():
        before = outer.places.get(key, ()) if outer is not None else ()
        places.append(Place(key.site, key.template, ".".join([*before, *place])))
    return Target(kind=table.kind.id, column=column.id, places=tuple(places))


def _check_free(table: Table, column: Column, name: str) -> None:
    outer = next((one for one in table.columns if column in one.items), None)
    others = outer.items if outer is not None else table.columns
    if any(one.name == name and one.left_out is None for one in others if one.id != column.id):
        raise BadCorrection(f"{table.kind.name} has a column '{name}' already: rename that one first")


def examples_of(tx: Transaction, table: Table, column: Column) -> tuple[Example, ...]:
    """Some values of a column, from first to last, so that it can be found again by them, even without some pages."""
    found = list(_examples(tx, table, column))
    count = min(EXAMPLES, len(found))
    return tuple(found[at * len(found) // count] for at in range(count))


def _examples(tx: Transaction, table: Table, column: Column) -> Iterator[Example]:
    for key in table.kind.templates:
        for line in map(record_of, tx.records.some_lines(key.site, [key.template], LOOKED)):
            texts = raw_texts(column, fields_of(line), key)
            if texts:
                yield Example(line["source"], texts[0], line["url"])
