"""What people ask for: examples of values, wished names, renames; and what a table is by that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from intaglio.counted import counted
from intaglio.tables.cell_values import part_of, without_affixes, without_label
from intaglio.tables.choices import ColumnChoices
from intaglio.tables.columns.collected_values import folded
from intaglio.tables.kind import TemplateKey
from intaglio.tables.table import Column, Place, Table, fields_of
from intaglio.tables.words.vocabulary import common_word, words_of
from intaglio.tables.words.word_forms import any_word_matches

_LABEL = re.compile(r"^[^:\d]{1,30}:\s*(?=\S)")
Lines = Callable[[], Iterable[Mapping[str, Any]]]

_AMOUNT = re.compile(r"[^\d.,]{0,4}(\d[\d.,]*)[^\d.,]{0,4}")
"""A number with a currency or a unit before or behind it."""
_SO, _ALIKE, _FULL, _SEEN = 0.3, 0.1, 0.2, 0.8
"""What it is worth that a column is called so, or by a word of it, that all rows have it, and that people see it."""
_PLAIN = 0.15
"""What it is worth that a column says it sign by sign: `3.0"` is a length, and no mark of 3.0."""
_TOGETHER = 4
"""A record that holds half of the wanted things tells this power of a half of what one with all of them does."""
_WORDS = re.compile(r"\w+")
_CENTS = re.compile(r"[.,]00$")


def chosen(table: Table, lines: Lines, choices: ColumnChoices) -> Table:
    """A table as people decided: names, types, what is hidden and main, examples and wishes."""
    columns: Sequence[Column] = table.columns
    if choices.names or choices.types or choices.hidden or choices.main:
        ids = frozenset(column.id for column in columns)
        columns = [_decided(column, choices, ids) for column in columns]
    columns = _unique(columns, choices)
    table = replace(table, columns=tuple(columns))
    if choices.main:
        table = _main_first(table, [one for name in choices.main if (one := _meant(table, name)) is not None])
    if choices.wanted:
        table = want(table, lines, choices.wanted)
    if choices.wished:
        table = wish(table, choices.wished)
    return table


def _decided(column: Column, choices: ColumnChoices, ids: frozenset[str]) -> Column:
    keys = (column.id, column.name) if column.name not in ids else (column.id,)  # what is the id of another means that
    name = next((choices.names[key] for key in keys if key in choices.names), column.name)
    type_ = next((choices.types[key] for key in keys if key in choices.types), column.type)
    left = "hidden" if any(key in choices.hidden for key in keys) else column.left_out
    asked = any(key in choices.main or key in choices.names for key in keys) and left != "hidden"
    out, main = None if asked else left, (column.main or asked) and left != "hidden"
    if (name, type_, out, main) == (column.name, column.type, column.left_out, column.main):
        return column  # as most are
    return replace(column, name=name, type=type_, left_out=out, main=main)


def _unique(columns: Sequence[Column], choices: ColumnChoices) -> list[Column]:
    """Names without doubles: a found name gives way to a given one."""
    given = set(choices.names.values())
    taken = set(given)
    made: list[Column] = []
    for column in columns:
        name, number = column.name, 2
        if name in given and (column.id in choices.names):
            made.append(column)
            continue
        while name in taken:
            name, number = f"{column.name}_{number}", number + 1
        taken.add(name)
        made.append(column if name == column.name else replace(column, name=name))
    return made


def _meant(table: Table, key: str) -> Column | None:
    """The column of this id, or name."""
    return next((one for one in table.columns if key == one.id), None) or named(table, key)


def named(table: Table, name: str) -> Column | None:
    """The column of this name, or id."""
    return next((one for one in table.columns if name == one.name), None) or next(
        (one for one in table.columns if name == one.id), None
    )


def want(table: Table, lines: Lines, examples: Sequence[tuple[str, str]]) -> Table:
    """A table whose first columns are those that hold the example values, under the names given with them.

    Several examples of one name are of one column: the one that holds most of them, and nothing else beside it; where
    it has nothing, the columns that hold the others stand in. An example that no record holds is named in the table's
    notes, and all is kept as it was.
    """
    numbers = {
        name: [number for number, (other, _) in enumerate(examples) if other == name]
        for name in dict.fromkeys(name for name, _ in examples)
    }
    found = _shared_out(_holders(table, lines, examples), numbers)
    notes: list[str] = list(table.notes)
    for name in (name for name, ids in found.items() if not ids):
        values = ", ".join(repr(examples[number][1]) for number in numbers[name])
        notes.append(
            f"{name}: no record of {table.kind.name} holds {values}; looked in {counted(len(table.columns), 'column')}"
        )
    stand_ins: dict[str, list[str]] = {}
    for first, *others in filter(None, found.values()):  # two names may mean one column: each brings its own
        known = stand_ins.setdefault(first, [])
        known += [id_ for id_ in others if id_ not in known]
    table = joined(table, stand_ins)
    columns = {column.id: column for column in table.columns}
    asked = [replace(columns[ids[0]], name=name, main=True, left_out=None) for name, ids in found.items() if ids]
    return replace(_main_first(table, asked), notes=tuple(notes))


def joined(table: Table, stand_ins: Mapping[str, Sequence[str]]) -> Table:
    """A table in which columns, by their ids, stand in for others where these have nothing."""
    columns = {column.id: column for column in table.columns}
    taken = {id_ for ids in stand_ins.values() for id_ in ids}
    if not taken:
        return table
    made = []
    for one in table.columns:
        others = [columns[id_] for id_ in stand_ins.get(one.id, ()) if id_ in columns]
        if others:
            also = tuple(replace(other, type=one.type, main=False) for other in others)
            filled = max(one.fill, *(other.fill for other in others))
            made.append(replace(one, also=(*one.also, *also), fill=filled))
        elif one.id in taken and one.id not in stand_ins:
            made.append(replace(one, main=False, left_out="stands in for another column"))
        else:
            made.append(one)
    return replace(table, columns=tuple(sorted(made, key=lambda one: (one.left_out is not None, not one.main))))


class _Holder(NamedTuple):
    """How well a column answers to an example, and the columns that the record has anything in."""

    worth: float
    filled: frozenset[str]


def _shared_out(
    holders: Mapping[tuple[int, str], _Holder], wanted: Mapping[str, Sequence[int]]
) -> dict[str, list[str]]:
    """The columns of each name. Names that are answered best come first; two fall on one column only where no other
    holds as many examples: five stars and five reviews are said by two columns.
    """
    best = dict.fromkeys(wanted, 0.0)
    for name, numbers in wanted.items():
        best[name] = max((one.worth for (number, _), one in holders.items() if number in numbers), default=0.0)
    found: dict[str, list[str]] = {}
    taken: set[str] = set()
    for name in sorted(wanted, key=lambda name: -best[name]):
        free = {key: one for key, one in holders.items() if key[1] not in taken}
        ways = [_chosen_holders(some, wanted[name]) for some in (free, holders)]
        held = [sum((number, id_) in holders for number in wanted[name] for id_ in ids[:1]) for ids in ways]
        found[name] = ways[held[0] < held[1]]
        taken.update(found[name][:1])
    return {name: found[name] for name in wanted}


def _chosen_holders(holders: Mapping[tuple[int, str], _Holder], numbers: Sequence[int]) -> list[str]:
    """The column that holds most of some examples; behind it those that hold the others where it has nothing."""
    found: list[str] = []
    left = set(numbers)
    while left:
        totals: dict[str, float] = {}
        for (number, id_), holder in holders.items():
            if number in left and holder.filled.isdisjoint(found):
                totals[id_] = totals.get(id_, 0.0) + holder.worth
        best = max(totals, key=lambda id_: totals[id_], default=None)
        if best is None:
            break
        found.append(best)
        left -= {number for number in left if (number, best) in holders}
    return found


def _holders(table: Table, lines: Lines, examples: Sequence[tuple[str, str]]) -> dict[tuple[int, str], _Holder]:
    """For the number of each example, the columns that hold it.

    Examples are taken of pages, so that a record with examples of several names tells more than one with a single one;
    of the records that hold an example, the best counts, for lists show the same things again and again. A column that
    holds the value alone is better than a list; one that is kept, called so, or stands early, too.
    """
    keys = {key.template: key for key in table.kind.templates}
    wanted: dict[str, set[int]] = {}
    for number, (_, value) in enumerate(examples):
        for form in _forms(value):
            wanted.setdefault(form, set()).add(number)
    names = {name for name, _ in examples}
    best: dict[tuple[int, str], _Holder] = {}
    for line in lines():
        key = keys.get(line["template"])
        if key is None:
            continue
        fields = fields_of(line)
        texts = {column.id: some for column in table.columns if (some := raw_texts(column, fields, key))}
        held = [
            (number, column.id, _worth(at, column, examples[number], texts[column.id]))
            for at, column in enumerate(table.columns)
            for number in _numbers_in(texts.get(column.id, ()), wanted)
        ]
        weight = (len({examples[number][0] for number, _, _ in held}) / len(names)) ** _TOGETHER
        filled = frozenset(texts) if held else frozenset()
        for number, id_, worth in held:
            if (number, id_) not in best or best[number, id_].worth < weight * worth:
                best[number, id_] = _Holder(weight * worth, filled)
    return best


def _numbers_in(texts: Sequence[str], wanted: Mapping[str, set[int]]) -> set[int]:
    """The numbers of the examples that some texts say."""
    return {number for text in dict.fromkeys(texts) for form in _forms(text) for number in wanted.get(form, ())}


def _worth(at: int, column: Column, example: tuple[str, str], texts: Sequence[str]) -> float:
    """How well a column answers to an example: it holds nothing else, and it as it stands, is kept, full, called so,
    and stands early.
    """
    name, value = example
    kept = _SEEN if column.left_out is None else 0.0
    plain = _PLAIN if folded(value) in texts else 0.0
    return 1.0 / len(texts) + kept + plain + _FULL * column.fill + _called(column, name) - at * 1e-4


def _called(column: Column, name: str) -> float:
    """How much a column's name says that it is the wanted one: the vocabulary's word for it, or one of its words."""
    wanted = words_of(name)
    if column.name in (name, common_word(wanted)):
        return _SO
    return _ALIKE if any(any_word_matches(word, words_of(column.name)) for word in wanted) else 0.0


def _forms(text: str) -> set[str]:
    """A text as it stands, its words, those without the label before it, and a sum of money or quantity as a number."""
    plain = folded(text).casefold()
    amount = _AMOUNT.fullmatch(plain)
    bare = _LABEL.sub("", plain) or plain
    words = {" ".join(_WORDS.findall(one)) or one for one in (plain, bare)}
    return words | ({_CENTS.sub("", amount[1])} if amount else set())


def raw_texts(column: Column, fields: Mapping[str, Any], key: TemplateKey) -> list[str]:
    """The texts a record has in a column, as they stand but for the label."""
    place = column.places.get(key)
    label = column.prefix if any(map(str.isalpha, column.prefix)) else ""  # signs are taken as they stand
    pending: list[tuple[Any, Place]] = [] if place is None else [(fields, place)]
    found: list[str] = []
    while pending:
        value, rest = pending.pop()
        if isinstance(value, list):
            pending.extend((one, rest) for one in reversed(value))
        elif isinstance(value, dict):
            if rest:
                pending.append((value.get(rest[0]), rest[1:]))
            else:
                pending.extend((one, ()) for one in reversed(value.values()))
        elif isinstance(value, str):
            text = without_affixes(folded(without_label(value, label)), "", column.suffix)
            found.append(_part(text, column) if column.between else text)
    return found or next((texts for one in column.also if (texts := raw_texts(one, fields, key))), [])


def _part(text: str, column: Column) -> str:
    """The value of a column among those of a text."""
    whole = without_label(text, "", column.tail)
    return without_label(part_of(whole, column.between, column.nth, column.until), column.prefix)


def wish(table: Table, names: Sequence[str]) -> Table:
    """A table of the wished columns in this order: found by name, then by label, then by declared property.

    What is not found is named in the table's notes, never guessed. Main are these columns alone.
    """
    asked: list[Column] = []
    notes: list[str] = list(table.notes)
    for name in names:
        column = wished_column(table, name)
        if column is None:
            notes.append(f"{name}: {table.kind.name} has no column of this name, label or declared property")
        else:
            asked.append(replace(column, main=True, left_out=None))
    others = {one.id for one in asked}
    rest = [replace(one, main=False) for one in table.columns if one.id not in others]
    return replace(_main_first(replace(table, columns=tuple(rest)), asked), notes=tuple(notes))


def wished_column(table: Table, name: str) -> Column | None:
    """The first column that is called so, labelled so or declared so."""
    words = words_of(name)
    exact = named(table, name)
    if exact is not None:
        return exact
    for said in ("name", "label", "declared"):
        for column in table.columns:
            own = words_of(getattr(column, said) or "")
            if words and all(any_word_matches(word, own) for word in words):
                return column
    return None


def _main_first(table: Table, asked: Sequence[Column]) -> Table:
    ids = {column.id for column in asked}
    names = {column.name for column in asked}
    asked = [replace(one, main=True, left_out=None) for one in asked]
    rest = [one for one in table.columns if one.id not in ids]
    rest = [replace(one, name=_free(one.name, names, rest)) if one.name in names else one for one in rest]
    return replace(table, columns=(*asked, *sorted(rest, key=lambda one: (one.left_out is not None, not one.main))))


def _free(name: str, taken: set[str], others: Sequence[Column]) -> str:
    used = taken | {one.name for one in others}
    return next(made for number in range(2, 1_000_000) if (made := f"{name}_{number}") not in used)
