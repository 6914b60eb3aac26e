"""Finds the table of a kind: the columns a person would choose, in the order they would look for them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from intaglio.tables.choices import Choices
from intaglio.tables.columns.candidate import Candidate
from intaglio.tables.columns.candidates import Facts, candidates
from intaglio.tables.columns.collected_values import collect
from intaglio.tables.columns.column_names import (
    MAIN,
    column_name,
    free_name,
    item_name,
    label_further_cells,
    makers_of_goods,
)
from intaglio.tables.columns.column_types import column_type
from intaglio.tables.columns.examples import chosen
from intaglio.tables.columns.first_of_kind import first_of_kind, joined_prices, joined_things, known_by_looks
from intaglio.tables.columns.left_out import own_reasons, reasons, repeats
from intaglio.tables.columns.main_thing import TitleWords, main_thing, with_other_names
from intaglio.tables.columns.ranking import WEIGHTS, Surroundings, can_be, first_values, score, signs_of
from intaglio.tables.columns.title_names import named_by_titles
from intaglio.tables.kind import Kind
from intaglio.tables.table import Column, ColumnType, Table
from intaglio.tables.table_options import TableOptions
from intaglio.tables.words.address_words import host_of
from intaglio.tables.words.vocabulary import common_word, words_of

_NUMBER = re.compile(r"_\d+$")
_WEEK = "day of the week"
_DAYS = (
    "mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|mo|di|mi|do|fr|sa|so|"
    "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
)
_WEEKDAY = re.compile(rf"(?:{_DAYS})(?:_(?:{_DAYS}))?(?:_\d+)?")
"""Names of columns that are one thing for a person: when something is open."""
_STEP_BACK = 1.0
"""What a column's score is lowered by for each before it that has its name."""
_BEFORE = 1e-6
"""By how much what pages without a name list comes before all else."""
_BEGIN = 2
"""Words that names of one list begin with, from which on they are the list's: `recipe_ingredient_amount`."""
_CELLS = frozenset({"th", "td", "dt", "dd"})
_TITLES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LEADS = _TITLES | {"a"}
_BOLD = frozenset({"b", "strong"})
_UNNAMED = "text"
_DIFFERENT = 3
"""Different values that say a name again, at least."""
Lines = Callable[[], Iterable[Mapping[str, Any]]]
"""Gives the lines of a kind's records, as in `records/<template>.jsonl`, each time from the first."""


def find_table(
    kind: Kind,
    lines: Lines,
    facts: Facts,
    choices: Choices = Choices(),
    options: TableOptions = TableOptions(),
    weights: Mapping[str, float] = WEIGHTS,
    total: int | None = None,
) -> Table:
    """The table of a kind. `facts` are the fields of its templates' wrappers, empty for those without.

    Lines may be some of all, spread over them; then `total` says how many there are.
    """
    values = collect(lines(), options.rows)
    found = candidates(values, {key: facts.get(key, ()) for key in kind.templates})
    label_further_cells(found)
    found = joined_prices(found)
    known_by_looks(found)
    found = joined_things(found, values.sampled)
    titles = TitleWords.of(values)
    main = main_thing(found, titles, values.sampled)
    if main is not None:
        found = with_other_names(found, main, titles, values.sampled)
    around = Surroundings.of(values.sampled, titles, main, found, vocabulary=options.vocabulary)
    own = own_reasons(found, main, values, options)
    seen = [one for one in found if id(one) not in own]
    scores = {id(one): score(signs_of(one, around), weights) for one in seen}
    scores = first_of_kind(seen, main, scores, vocabulary=options.vocabulary)
    if kind.listing and main is None and around.body is not None and around.body.listed and id(around.body) in scores:
        scores[id(around.body)] = max(scores.values()) + _BEFORE
    ranked = [*sorted(seen, key=lambda one: -scores[id(one)]), *(one for one in found if id(one) in own)]
    why = reasons(ranked, main, own, values.sampled, options)
    if around.body is not None and not around.body.listed:
        around.body.is_body = True
    columns = _columns(ranked, (main, around.body), why, scores, values.sampled, options)
    columns = named_by_titles(columns, main, values, kind, options)
    return chosen(Table(kind, columns, values.total if total is None else total), lines, choices.of(kind.id))


def _columns(
    ranked: Sequence[Candidate],
    known: tuple[Candidate | None, Candidate | None],
    why: Mapping[int, str],
    scores: Mapping[int, float],
    rows: int,
    options: TableOptions,
) -> tuple[Column, ...]:
    main, body = known
    kept = [one for one in ranked if id(one) not in why]
    makers_of_goods(kept)
    named = _named_first(body, kept, options)
    taken = set(named.values())
    families: Counter[str] = Counter()
    leaves = 0
    columns: list[Column] = []
    for one in kept:
        name = named.get(id(one)) or _name(one, taken, options, main=one is main)
        taken.add(name)
        items, family = _items(one, options), _row_name(one) or _family(name)
        own = max(sum(item.left_out is None for item in items), 1)
        if family == _WEEK and families[family]:
            own = 0
        fits = leaves + own <= options.most and (families[family] < options.alike or family == _WEEK)
        often = len(one.rows) >= options.filled * rows
        is_main = one.origin == "image" or one is body or (fits and often and scores[id(one)] >= options.least)
        if is_main:
            families[family] += 1
            leaves += own if one.origin != "image" else 0
        columns.append(_column(one, name, items, len(one.rows) / max(rows, 1), options, main=is_main))
    for one in [one for one in ranked if id(one) in why]:
        name = named.get(id(one)) or free_name("_".join(one.place), taken)
        taken.add(name)
        fill = len(one.rows) / max(rows, 1)
        columns.append(_column(one, name, _items(one, options), fill, options, left_out=why[id(one)]))
    return _in_order(columns, {".".join(one.place): scores[id(one)] for one in kept})


def _in_order(columns: Sequence[Column], scores: Mapping[str, float]) -> tuple[Column, ...]:
    """Columns in the order people look for them; copies say by its name what they are copies of."""
    names = {column.id: column.name for column in columns}
    places = _places([one for one in columns if one.main], scores)
    shown = [
        replace(one, left_out=f"copy of {names[one.left_out[8:]]}")
        if one.left_out and one.left_out.startswith("copy of ")
        else one
        for one in columns
    ]
    return tuple(sorted(shown, key=lambda one: (one.left_out is not None, not one.main, -places.get(one.id, 0.0))))


def _named_first(body: Candidate | None, kept: Sequence[Candidate], options: TableOptions) -> dict[int, str]:
    """The name of the text that pages are for, by identity: it has the plain one, others the numbered ones, unless the
    page itself calls another one so.
    """
    if body is None or not body.is_body:
        return {}
    name = _name(body, set(), options, main=False)
    own = words_of(name)
    called_so = next((one for one in kept if one is not body and _is_called(one, own, beside=body)), None)
    if called_so is None or words_of(body.label) == own:
        return {id(body): name}
    return {id(called_so): _name(called_so, set(), options, main=False)}


def _is_called(one: Candidate, words: tuple[str, ...], *, beside: Candidate) -> bool:
    """Whether the page calls a column so: by its label, or by its class if the one beside has another label."""
    return words_of(one.label) == words or (bool(beside.label) and not one.label and words_of(one.place[-1]) == words)


def _places(columns: Sequence[Column], scores: Mapping[str, float]) -> dict[str, float]:
    """What main columns are ordered by: their scores, but those told apart by a number stand back."""
    families: Counter[str] = Counter()
    places = {}
    for column in columns:
        family = _family(column.name)
        places[column.id] = scores[column.id] - _STEP_BACK * families[family]
        families[family] += 1
    return places


def _row_name(one: Candidate) -> str:
    """What names the row of a table that a value is one of: `Career PTS`, `Career AST`."""
    words = words_of(one.facts.column) if one.facts is not None else ()
    return words[0] if words[1:] else ""


def _family(name: str) -> str:
    """What names have in common that are told apart by a number, or by the day of the week."""
    return _WEEK if _WEEKDAY.fullmatch(name) else _NUMBER.sub("", name)


def _name(one: Candidate, taken: set[str], options: TableOptions, *, main: bool) -> str:
    return column_name(one, column_type(one), main=main, taken=taken, options=options)


def _column(
    one: Candidate,
    name: str,
    items: tuple[Column, ...],
    fill: float,
    options: TableOptions,
    *,
    main: bool = False,
    left_out: str | None = None,
) -> Column:
    """The column of a candidate that was given a name and the columns of its items."""
    type_ = column_type(one)
    distinct = one.different()
    also = tuple([_stand_in(other, type_) for other in one.also])
    return Column(
        id=".".join(one.place),
        name=name,
        type=type_,
        main=main,
        origin=one.origin,
        places=one.places,
        fill=fill,
        distinct=len(distinct) / max(len(one.values()), 1),
        examples=tuple([value[: options.shown] for value in distinct[: options.examples]]),
        label=one.label.strip().rstrip(":").strip() or None,
        declared=one.declared or None,
        left_out=left_out,
        items=items,
        prefix=one.prefix,
        tail=one.tail,
        currency=one.currency,
        between=one.between,
        nth=one.nth,
        until=one.until,
        also=also,
    )


def _stand_in(one: Candidate, type_: ColumnType) -> Column:
    """A column that stands in for another where that has nothing."""
    id_ = ".".join(one.place)
    return Column(
        id_, id_, type_, main=False, origin=one.origin, places=one.places, prefix=one.prefix, tail=one.tail,
        currency=one.currency,
    )  # fmt: skip


def _head_of(one: Candidate) -> Candidate | None:
    """The part of a list's items that says what an item is: the first heading, or else the first text that leads on;
    most items say something else there.
    """
    texts = [other for other in one.parts if other.origin == "text" and other.facts is not None and _differs(other)]
    for tags in (_TITLES, _LEADS):
        if tags is _LEADS:  # a day may be the heading of an archive; as a link it says when something was written
            texts = [other for other in texts if not _is_day(other)]
        texts = [other for other in texts if column_type(other, in_list=True) not in ("money", "number")]
        first = next((other for other in texts if other.facts is not None and tags & set(other.facts.tags[:3])), None)
        if first is not None:
            return first if not first.label or _names_the_list(first, one) else None
    return None


def _is_day(part: Candidate) -> bool:
    """Whether a part of items is a time by its element or its values."""
    tags = part.facts.tags[:1] if part.facts is not None else ()
    return "time" in tags or column_type(part, in_list=True) == "date"


def _names_the_list(part: Candidate, one: Candidate) -> bool:
    """Whether the label of a part is that of its list, which stands before the first item, and so of others in it; the
    heading above a list is.
    """
    if part.facts is not None and words_of(part.label) == words_of(part.facts.heading):
        return True
    others = any(other is not part and other.origin == "image" and other.label == part.label for other in one.parts)
    return others or set(words_of(part.label)) >= set(words_of(part.place[0]))


def _differs(part: Candidate) -> bool:
    return 4 * len(part.different()) >= len(part.values())


def _stands_out(part: Candidate) -> bool:
    """Whether a part of items is in bold print, as names are."""
    return part.facts is not None and not _BOLD.isdisjoint(part.facts.tags[:1]) and _differs(part)


def _says_again(part: Candidate, head: Candidate) -> bool:
    """Whether a part of items says what their names do, for those who hear a page instead of seeing it."""
    again = (row in head.rows and set(held) <= set(head.rows[row]) for row, held in part.rows.items())
    return part is not head and len(part.different()) >= _DIFFERENT and all(again)


def _labels_and_values(one: Candidate) -> dict[int, str]:
    """Names of the two parts of a list whose items are rows of a header cell and a cell, or a term and what it is."""
    texts = [part for part in one.parts if part.origin == "text" and part.facts is not None]
    tags = [next((tag for tag in part.facts.tags if tag in _CELLS), "") for part in texts if part.facts is not None]
    if len(one.parts) != len(tags) or tags not in (["th", "td"], ["dt", "dd"]):
        return {}
    return {id(texts[0]): "label", id(texts[1]): "value"}


def _called_in_items(one: Candidate) -> dict[int, str]:
    """What records call the parts of a list's items, without two words or more that several of them begin with."""
    names = {id(part): part.place[-1] for part in one.parts}
    words = {key: name.split("_") for key, name in names.items()}
    begins = Counter(tuple(some[:at]) for some in words.values() for at in range(_BEGIN, len(some)))
    for key, some in words.items():
        shared = max((at for at in range(_BEGIN, len(some)) if begins[tuple(some[:at])] > 1), default=0)
        if shared and any(map(str.isalpha, some[shared])):
            names[key] = "_".join(some[shared:])
    return names | dict.fromkeys(_called_by_the_item(one), _UNNAMED)


def _called_by_the_item(one: Candidate) -> Iterator[int]:
    """The parts whose names say nothing of them: those that are told apart by a number and stand in different elements
    have theirs from the item that they are in; who is set off in an opinion has written it, unless that is a phrase.
    """
    texts = [part for part in one.parts if part.origin == "text" and part.facts is not None]
    elements: defaultdict[str, set[Sequence[str]]] = defaultdict(set)
    for part in texts:
        elements[_family(part.place[-1])].add(part.facts.tags[:1] if part.facts is not None else ())
    for part in texts:
        name = _family(part.place[-1])
        word = common_word(words_of(name))
        if (word is None and len(elements[name]) > 1) or (word == "author" and not can_be(word, first_values(part))):
            yield id(part)


def _leads_out(part: Candidate, one: Candidate) -> bool:
    """Whether a part is the address of a link to another site that always says the same, as `Website` does."""
    if part.origin != "target" or any(other.place[-1] == part.place[-1].removesuffix("_href") for other in one.parts):
        return False
    values = part.different()
    if not all("//" in value for value in values):
        return False
    hosts = set(map(host_of, values))
    return 2 * len(hosts) > len(values) and "" not in hosts


def _items(one: Candidate, options: TableOptions) -> tuple[Column, ...]:
    """The columns of a list's items, the name first: texts are kept, what they link to and show is left out but for
    one link.
    """
    taken: set[str] = set()
    if not one.parts:
        return ()
    head = _head_of(one)
    items: list[Column] = []
    kept: dict[str, Candidate] = {}
    pairs, called = _labels_and_values(one), _called_in_items(one)
    total = max(len(part.values()) for part in one.parts)
    for part in sorted(one.parts, key=lambda part: (part.origin != "text", part is not head)):
        type_, out = column_type(part, in_list=True), _leads_out(part, one)
        found = item_name(part, type_, called=called[id(part)], main=part is head, taken=taken, options=options)
        said = part.place[-1].removesuffix("_href") if out else found
        if said == _UNNAMED and type_ == "text" and head is None and MAIN not in taken and _stands_out(part):
            said = MAIN
        name = pairs.get(id(part), found if said in taken else said)
        taken.add(name)
        reason = None
        if part.origin not in ("text", "image") and not out:
            reason = "address" if part.origin == "target" else "attribute"
        elif len(part.different()) <= 1:
            reason = "constant"
        elif part.origin == "text" and head is not None and _says_again(part, head):
            reason = "says the name again"
        elif part.origin == "text" and (copied := next((on for on in kept if repeats(part, kept[on])), None)):
            reason = f"copy of {copied}"
        if reason is None and part.origin == "text":
            kept[name] = part
        fill = len(part.values()) / max(total, 1)
        items.append(_column(part, name, (), fill, options, main=True, left_out=reason))
    return tuple(items)
