"""Fields: the slots of a pattern tree under names, by what they held on the pages it was learned from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from intaglio.wrapper.align.evidence import commonest
from intaglio.wrapper.fields.assign_names import ListField, Path, Unnamed, Votes, assign_names
from intaglio.wrapper.fields.candidate_names import own_label, stands_above
from intaglio.wrapper.fields.declared_fields import declared_fields
from intaglio.wrapper.fields.declared_values import GRAPH, declared_in_scripts, declared_values, property_type
from intaglio.wrapper.fields.field import Field, FieldOrigin, SlotKey
from intaglio.wrapper.fields.list_facts import fact_fields
from intaglio.wrapper.fields.no_data.counted_units import units_of
from intaglio.wrapper.fields.no_data.furniture import COPY, Candidate, rank_of_place, reasons_of
from intaglio.wrapper.fields.no_data.language_variants import in_editions
from intaglio.wrapper.fields.stray_values import plain_label
from intaglio.wrapper.fields.taught_names import Shown, agreements, equal_properties, taught_properties
from intaglio.wrapper.fields.variable_parts import VariablePart, find_variable_parts
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.options import FieldOptions, VariantOptions
from intaglio.wrapper.page_model.data_attributes import having
from intaglio.wrapper.page_model.node_features import has_letter, lead
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.value_types import ValueType, type_of

_HEAD = frozenset({"meta", "link", "title"})
_COLONS = (":", "：", "–", "—", "- ", "| ", "» ")
"""What stands between a label and its value."""
_SPOKEN = frozenset({"alt", "title"})
"""Attributes whose values may have labels in them."""
Spot = tuple[int, int, str]
"""A page's number, one of its texts, and nothing; or one of its nodes, and an attribute."""
Parts = Mapping[SlotKey, VariablePart]
Group = Sequence[VariablePart]
"""Slots that stand for one thing."""


class LearnedValue(NamedTuple):
    """A value on a learned page."""

    page: int
    turn: int
    at: int
    """The number of its first text; for an attribute, of its node."""
    value: str


class Least(NamedTuple):
    """On how many pages a field is filled at least, of those that are the template's own, which come first."""

    rare: int
    own: int

    def allows(self, pages: Collection[int]) -> bool:
        """Whether what these pages have is a field."""
        return len(pages) >= self.rare or sum(page < self.own for page in pages) >= min(self.rare, self.own)


def values_of(
    matching: Matching, tree: Tree, wanted: Mapping[int, Sequence[str]], wholes: Container[int]
) -> Iterator[tuple[SlotKey, int, int, str]]:
    """What a page has in some slots: slot, turn, where it is as in `LearnedValue`, value. `wanted` has the attributes
    of each pattern node, "" for its text.
    """
    known: dict[str, Mapping[int, str]] = {}
    for number, node, turn in matching.held:
        for attribute in wanted.get(number, ()):
            if not attribute:
                if tree.head[node] >= 0:
                    yield (number, ""), turn, tree.head[node], tree.text(node)
                continue
            if attribute not in known:
                known[attribute] = having(tree.page, attribute)
            element, having_it = tree.element[node], known[attribute]
            if number in wholes:
                below = range(element + 1, int(tree.page.end[element]))
                yield from (((number, attribute), turn, node, having_it[e]) for e in below if e in having_it)
                continue
            value = having_it.get(element)
            if value is not None:
                yield (number, attribute), turn, node, value


def find_fields(
    root: PatternTree,
    trees: Sequence[Tree],
    matchings: Sequence[Matching],
    least: Least,
    names: Mapping[Spot, Path],
    data: Container[Path],
    options: FieldOptions,
) -> tuple[tuple[Field, ...], dict[int, ListField], Parts]:
    """Fields, lists, and all slots in document order; `names` are those that values of the pages already go by, from
    the outermost list inwards, and `data` those of them that are no furniture.
    """
    parts = {part.key: part for part in find_variable_parts(root, options.names)}
    held = _held(parts, trees, matchings, root.wholes())
    slots = _without_single(parts, held, options.several)
    groups = [
        group for group in _unified(slots, held) if least.allows({one.page for slot in group for one in held[slot.key]})
    ]
    votes = [_votes(group, held, names) for group in groups]
    kept = [sum(count for path, count in some.items() if path in data) for some in votes]
    reasons = _reasons(groups, held, trees, kept, options)
    units = units_of([(group[0], _values(group, held)) for group in groups], reasons)
    declared = [declared_values(tree.page, options.declared) for tree in trees]
    shown = _shown(groups, held, reasons) if any(declared) else {}
    agreeing = agreements(shown, declared)
    taught = taught_properties(shown, agreeing, declared, options.declared)
    unnamed = [
        Unnamed(
            group[0], _pages(group, held), votes[at], bool(reasons[at]), taught.get(at, ""), values, units.get(at, "")
        )
        for at, (group, values) in enumerate((one, _values(one, held)[: options.typed]) for one in groups)
    ]
    called, lists = assign_names(root, unnamed, set(names.values()), options.names)
    reasons = _named_copies(reasons, called)
    fields = [
        _field(name, group, held, least.own, reason, taught.get(at, ""), options)
        for at, (name, group, reason) in enumerate(zip(called, groups, reasons, strict=True))
    ]
    taken = _names_of_page(fields) | _names_of_page(lists.values())
    fields += fact_fields(fields, lists, _items(fields, held), least.own, taken, options.facts)
    if any(declared):
        taken |= _names_of_page(fields)
        old = {path[0] for path in names.values()}
        scripts = [declared_in_scripts(tree.page, options.declared) for tree in trees]
        there = equal_properties(agreeing, declared, options.declared) | set(taught.values())
        fields += declared_fields(scripts, least.own, there, taken | old, names, options)
    return tuple(fields), lists, parts


def _names_of_page(some: Iterable[Field] | Iterable[ListField]) -> set[str]:
    """The names of what is in no list."""
    return {one.name for one in some if one.within < 0}


def _items(fields: Sequence[Field], held: Mapping[SlotKey, list[LearnedValue]]) -> dict[int, dict[int, list[str]]]:
    """The texts in lists, by the lists' numbers and by page, in order."""
    found: dict[int, dict[int, list[str]]] = {}
    for one in fields:
        if one.within < 0 or one.furniture or one.attribute:
            continue
        values = [value for slot in one.slots for value in held[slot]]
        by_page = found.setdefault(one.within, {})
        for value in sorted(values, key=lambda value: (value.page, value.at)):
            by_page.setdefault(value.page, []).append(value.value.removeprefix(one.prefix).lstrip())
    return found


def _pages(group: Group, held: Mapping[SlotKey, list[LearnedValue]]) -> int:
    """How many pages have something of a group."""
    return len({one.page for slot in group for one in held[slot.key]})


def _without_single(
    slots: Mapping[SlotKey, VariablePart], held: Mapping[SlotKey, list[LearnedValue]], least: int
) -> dict[SlotKey, VariablePart]:
    """Slots; sets that are no lists are none of theirs."""
    single = _never_several(slots.values(), held, least)
    if not single:
        return dict(slots)
    return {key: replace(one, sets=tuple(n for n in one.sets if n not in single)) for key, one in slots.items()}


def _never_several(slots: Iterable[VariablePart], held: Mapping[SlotKey, list[LearnedValue]], least: int) -> set[int]:
    """The sets that are no lists: many pages have what is in them, and none of these has anything of it twice."""
    several: set[int] = set()
    filled: defaultdict[int, set[int]] = defaultdict(set)
    for slot in slots:
        pages = [one.page for one in held[slot.key]] if slot.sets else []
        for number in slot.sets:
            filled[number].update(pages)
        if len(set(pages)) < len(pages):
            several.update(slot.sets)
    return {number for number, pages in filled.items() if number not in several and len(pages) >= least}


def _named_copies(reasons: Sequence[str], called: Sequence[str]) -> list[str]:
    """The reasons, those that name a group by its number naming its field."""
    return [f"copy of {called[int(reason.split()[-1])]}" if reason.startswith(COPY) else reason for reason in reasons]


def _shown(
    groups: Sequence[Group], held: Mapping[SlotKey, list[LearnedValue]], reasons: Sequence[str]
) -> dict[int, Shown]:
    """What pages show in the places that are data, by the numbers of the groups."""
    found: dict[int, Shown] = {}
    for at, group in enumerate(groups):
        if reasons[at]:
            continue
        by_page: defaultdict[int, list[str]] = defaultdict(list)
        for one in (one for slot in group for one in held[slot.key]):
            by_page[one.page].append(one.value)
        found[at] = Shown(by_page, (len(group[0].sets), *rank_of_place(group[0]), at))
    return found


def _reasons(
    groups: Sequence[Group],
    held: Mapping[SlotKey, list[LearnedValue]],
    trees: Sequence[Tree],
    kept: Sequence[int],
    options: FieldOptions,
) -> list[str]:
    """Why each group is no data; nothing for those that are."""
    everywhere = _everywhere(trees, options.nearly_all)
    candidates = []
    for group, count in zip(groups, kept, strict=True):
        found = [one for slot in group for one in held[slot.key]]
        values = [(one.page, one.turn, one.value) for one in found]
        candidates.append(Candidate(group[0], values, [(one.page, one.at) for one in found], count))
    reasons = reasons_of(candidates, trees, options.furniture)
    for at in _apart(groups, held, options.variants):
        reasons[at] = "the page's language"
    for at, group in enumerate(groups):
        if not group[0].attribute and _is_fixed(_values(group, held), everywhere, options.nearly_all):
            reasons[at] = "fixed text"
    return reasons


def _values(group: Sequence[VariablePart], held: Mapping[SlotKey, list[LearnedValue]]) -> list[str]:
    return [one.value for slot in group for one in held[slot.key]]


def _apart(groups: Sequence[Group], held: Mapping[SlotKey, list[LearnedValue]], options: VariantOptions) -> set[int]:
    """The groups that only tell editions apart, by number; what a page says to machines is kept, and so are lists."""
    texts: dict[int, dict[int, str]] = {}
    others: dict[int, dict[int, str]] = {}
    titles: dict[int, dict[int, str]] = {}
    for at, group in enumerate(groups):
        mark, attribute = group[0].above[0].mark, group[0].attribute
        if group[0].sets or mark is None or (mark.tag in _HEAD and attribute):
            continue
        kind = titles if mark.tag in _HEAD else others if attribute else texts
        kind[at] = {one.page: one.value for slot in group for one in held[slot.key]}
    return in_editions(texts, others, titles, options)


def _everywhere(trees: Sequence[Tree], least: float) -> set[str]:
    """Texts that nearly all pages have."""
    standing = Counter(string for tree in trees for string in set(tree.strings))
    return {string for string, count in standing.items() if count >= least * len(trees)} if trees[1:] else set()


def _is_fixed(values: Sequence[str], everywhere: Container[str], least: float) -> bool:
    """Whether a place holds no data: nearly always one text, now and then another, all of which stand on all pages."""
    _, usual = commonest(Counter(values))
    return usual >= least * len(values) and all(value in everywhere for value in values)


def _field(
    name: str,
    group: Group,
    held: Mapping[SlotKey, list[LearnedValue]],
    own: int,
    reason: str,
    taught: str,
    options: FieldOptions,
) -> Field:
    part = group[0]
    all_held = [one for slot in group for one in held[slot.key]]
    prefix = _prefix(part, [one.value for one in all_held], options)
    all_held = [one for one in all_held if not prefix or one.value != prefix]
    examples = list(dict.fromkeys(one.value.removeprefix(prefix).lstrip() for one in all_held))
    whole = (part.pattern.whole or part.text >= 0) and not part.attribute
    declared = (part.declared or GRAPH[taught]) if taught in GRAPH else taught or part.declared
    type_: ValueType = type_of(examples[: options.typed], options.types, property_type(declared))
    if part.attribute in ("href", "src"):
        type_ = "url"
    elif whole:
        type_ = "prose"
    return Field(
        name=name,
        within=part.sets[-1] if part.sets else -1,
        slots=tuple(slot.key for slot in group),
        filled=len({one.page for one in all_held if one.page < own}) / own,
        examples=tuple(examples[: options.examples]),
        type=type_,
        origin=_origin(part),
        attribute=part.attribute,
        label=_label(part, prefix),
        heading=part.heading,
        declared=declared,
        furniture=reason,
        prefix=prefix,
        whole=whole,
    )


def _label(part: VariablePart, prefix: str) -> str:
    """The label before a value, or within it if there is none, or but one above several values."""
    own = prefix if any(map(str.isalpha, prefix)) else ""
    return own if own and (not part.label or stands_above(part, part.label)) else part.label


def _origin(part: VariablePart) -> FieldOrigin:
    mark = part.above[0].mark
    if mark is not None and mark.tag in _HEAD:
        return "head"
    return "attribute" if part.attribute else "text"


def _prefix(part: VariablePart, values: Sequence[str], options: FieldOptions) -> str:
    """The label that nearly all values of a field start with, or the colon behind one. Where it stands alone, there is
    no value.
    """
    if part.attribute:
        return _spoken_prefix(values, options) if part.attribute in _SPOKEN else ""
    for start in (own_label(part), *_COLONS):
        longer = sum(value.startswith(start) and value != start for value in values) if start else 0
        if longer and longer >= options.nearly_all * sum(value != start for value in values):
            return start
    return ""


def _spoken_prefix(values: Sequence[str], options: FieldOptions) -> str:
    """The label that nearly all of several different values start with."""
    if len(set(values)) < options.several:
        return ""
    label, count = commonest(Counter(lead(value, options.names.longest_label) for value in values))
    return label if has_letter(label) and count >= options.nearly_all * len(values) else ""


def _held(
    slots: Mapping[SlotKey, VariablePart], trees: Sequence[Tree], matchings: Sequence[Matching], wholes: Container[int]
) -> defaultdict[SlotKey, list[LearnedValue]]:
    wanted: defaultdict[int, list[str]] = defaultdict(list)
    for number, attribute in slots:
        wanted[number].append(attribute)
    held: defaultdict[SlotKey, list[LearnedValue]] = defaultdict(list)
    for page, (tree, matching) in enumerate(zip(trees, matchings, strict=True)):
        for key, turn, at, value in values_of(matching, tree, wanted, wholes):
            held[key].append(LearnedValue(page, turn, at, value))
    return held


def _unified(
    slots: Mapping[SlotKey, VariablePart], held: Mapping[SlotKey, list[LearnedValue]]
) -> list[list[VariablePart]]:
    """Slots that stand for one thing on pages built differently: the same around them and the same label within, and
    never both filled.
    """
    groups: list[tuple[list[VariablePart], set[tuple[int, int]]]] = []
    by_signature: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for key, slot in slots.items():
        filled = {(one.page, one.turn) for one in held[key]}
        if not filled:
            continue
        signature = (*slot.signature(), "" if slot.attribute else own_label(slot))
        for at in by_signature[signature]:
            if slot.text >= 0 or not groups[at][1] & filled:
                groups[at][0].append(slot)
                groups[at][1].update(filled)
                break
        else:
            by_signature[signature].append(len(groups))
            groups.append(([slot], filled))
    return _by_label(groups)


def _by_label(groups: Sequence[tuple[list[VariablePart], set[tuple[int, int]]]]) -> list[list[VariablePart]]:
    """Groups of slots; those of the page with the same label, in the same kind of element, are one, unless a page has
    several of them.
    """
    found: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    joined: set[int] = set()
    for at in sorted(range(len(groups)), key=lambda at: -len(groups[at][1])):
        group, filled = groups[at]
        slot = group[0]
        label = plain_label(slot.label)
        if not label or slot.sets or slot.attribute or slot.text >= 0 or slot.names_itself:
            continue
        alike = found[label, slot.pattern.whole, *slot.element()]
        into = next((one for one in alike if not groups[one][1] & filled), None)
        if into is None:
            alike.append(at)
            continue
        groups[into][0].extend(group)
        groups[into][1].update(filled)
        joined.add(at)
    return [group for at, (group, _) in enumerate(groups) if at not in joined]


def _votes(
    group: Sequence[VariablePart], held: Mapping[SlotKey, list[LearnedValue]], names: Mapping[Spot, Path]
) -> Votes:
    """The names that a field's values already go by."""
    spots = ((one.page, one.at, slot.attribute) for slot in group for one in held[slot.key])
    return Counter(names[spot] for spot in spots if spot in names)
