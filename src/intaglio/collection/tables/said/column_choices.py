"""Corrections of columns → what a table is to show. A column is meant by its id, else by its places, else by values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from intaglio.collection.corrections.correction import Correction, Place, Target, What
from intaglio.tables import Column, ColumnChoices, Kind, Table, TemplateKey
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import fields_of

OF_COLUMNS = (What.RENAME, What.HIDE, What.MAIN, What.TYPE, What.WANT)
Resolved = Mapping[int, str]
"""Number of a correction → id of the column it is about, where values told."""


def is_about(target: Target, kind: Kind) -> bool:
    """Whether a correction of a column is about a kind: by its id, or by a template that the kind has."""
    if target.kind == kind.id:
        return True
    keys = {(key.site, key.template) for key in kind.templates} | {("", key.template) for key in kind.templates}
    return any((place.site, place.template) in keys for place in target.places)


def column_at(table: Table, target: Target) -> Column | None:
    """The column at the address of a correction: in one of its places, else with its id."""
    for place in target.places:
        for column in table.columns:
            if any(_is_at(key, path, place) for key, path in column.places.items()):
                return column
    if target.kind != table.kind.id:
        return None
    return next((column for column in table.columns if column.id == target.column), None)


def _is_at(key: TemplateKey, path: Sequence[str], place: Place) -> bool:
    return key.template == place.template and place.site in ("", key.site) and ".".join(path) == place.field


def resolved_by_value(
    table: Table, corrections: Iterable[Correction], lines: Iterable[Mapping[str, Any]]
) -> dict[int, str]:
    """The columns that hold the examples of corrections which their address does not lead to, or leads elsewhere."""
    open_ones = [one for one in corrections if one.examples and is_about(one.target, table.kind)]
    sources = {example.source for one in open_ones for example in one.examples}
    if not sources:
        return {}
    held: dict[int, Counter[str]] = {one.id: Counter() for one in open_ones}
    keys = {key.template: key for key in table.kind.templates}
    for line in lines:
        if line["source"] in sources and line["template"] in keys:
            for number, column in _holders(table, open_ones, line, keys[line["template"]]):
                held[number][column.id] += 1
    found = {}
    for one in open_ones:
        there = column_at(table, one.target)
        if held[one.id] and (there is None or not held[one.id][there.id]):
            found[one.id] = held[one.id].most_common(1)[0][0]
    return found


def _holders(
    table: Table, corrections: Sequence[Correction], line: Mapping[str, Any], key: TemplateKey
) -> Iterator[tuple[int, Column]]:
    fields = fields_of(line)
    for column in table.columns:
        texts = set(raw_texts(column, fields, key))
        for one in corrections:
            wanted = {example.value for example in one.examples if example.source == line["source"]}
            if wanted & texts:
                yield one.id, column


def column_choices(table: Table, corrections: Iterable[Correction], resolved: Resolved) -> ColumnChoices:
    """What people decided of the columns of a table, by the ids of these."""
    names: dict[str, str] = {}
    flags: dict[What, dict[str, bool]] = {What.HIDE: {}, What.MAIN: {}}
    types: dict[str, Any] = {}
    for one in corrections:
        id_ = _meant(table, one, resolved)
        if id_ is None:
            continue
        if one.what in (What.RENAME, What.WANT):
            names[id_] = str(one.value)
        if one.what in flags:
            flags[one.what][id_] = bool(one.value)
        elif one.what is What.WANT:
            flags[What.MAIN][id_] = True
        elif one.what is What.TYPE:
            types[id_] = one.value
    main = tuple(id_ for id_, wanted in flags[What.MAIN].items() if wanted)
    hidden = frozenset(id_ for id_, wanted in flags[What.HIDE].items() if wanted)
    return ColumnChoices(names=names, hidden=hidden, main=main, types=types)


def demoted(table: Table, corrections: Iterable[Correction], resolved: Resolved) -> frozenset[str]:
    """Ids of the columns that people do not want among the main ones."""
    said = {id_: one.value for one in corrections if one.what is What.MAIN and (id_ := _meant(table, one, resolved))}
    return frozenset(id_ for id_, wanted in said.items() if not wanted)


def _meant(table: Table, one: Correction, resolved: Resolved) -> str | None:
    if one.id in resolved:
        return resolved[one.id]
    if one.what is What.WANT or not is_about(one.target, table.kind):
        return None
    column = column_at(table, one.target)
    return column.id if column is not None else None
