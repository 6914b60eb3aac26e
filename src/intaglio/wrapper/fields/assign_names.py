"""Naming: fields and lists keep the names that their values went by; others get the best name that is free.

Names are given list by list from the outside inwards, to what many pages have before what few have. Who has the most
values under an old name keeps it; names that were in use before are not given to anything else, even where what they
stood for is gone. What `part`, `part_2` and `part_3` stood for, if it is one thing now, is `part`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain

from intaglio.wrapper.fields.candidate_names import field_names, last_resort, list_names, shared_classes, slug, unused
from intaglio.wrapper.fields.declared_values import GRAPH, property_names
from intaglio.wrapper.fields.variable_parts import VariablePart
from intaglio.wrapper.options import NameOptions
from intaglio.wrapper.pattern import PatternTree

Path = tuple[str, ...]
"""A field's name, those of the lists it is in before it, the outermost first."""
Votes = Counter[Path]
"""How many of a field's values went by which names before."""
_PAGE = -1
_NUMBER = re.compile(r"_\d+$")
"""What tells a name from others that are the same."""
_OPINIONS = frozenset({"reviews", "comments"})
_ITEM = 3
"""Elements up from a value within which an item of a list is."""
_SET_OFF = frozenset({"b", "strong", "cite", "a"})


@dataclass(frozen=True, slots=True)
class ListField:
    """A part that repeats: a list of sub-records, or of texts if its items have but one field."""

    name: str
    within: int
    """Number of the list it is an item's part of, -1 for none."""


def list_path(lists: Mapping[int, ListField], number: int) -> Path:
    """Names of a list and those around it, the outermost first."""
    path: list[str] = []
    while number >= 0:
        path.append(lists[number].name)
        number = lists[number].within
    return tuple(reversed(path))


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A field that is to be named."""

    slot: VariablePart
    pages: int
    """How many pages have it."""
    votes: Votes
    aside: bool = False
    """It is furniture, and gets its name last."""
    declared: str = ""
    """The property that pages declare it to be."""
    values: Sequence[str] = ()
    """Some of its values."""
    unit: str = ""
    """What it counts, as the text behind it says."""

    def names(self, options: NameOptions, shared: Container[str], listed: str = "") -> Iterator[str]:
        """Names for it, the best first; `listed` is the name of the list it is in, `shared` are classes that name
        nothing.
        """
        own_word_first = self.declared in GRAPH and bool(self.slot.declared)
        taught = property_names(self.declared, options.longest) if self.declared and not own_word_first else ()
        counted = (slug(self.unit, options.longest),)
        return chain(taught, counted, field_names(self.slot, options, self.values, listed, shared))


def assign_names(
    root: PatternTree, fields: Sequence[Unnamed], old: AbstractSet[Path], options: NameOptions
) -> tuple[list[str], dict[int, ListField]]:
    """Names of fields, and the lists they are in. `old` are all old names."""
    return _Naming(root, fields, old, options).names()


@dataclass(slots=True)
class _One:
    """A field or a list that is to be named."""

    candidates: Iterator[str]
    claims: Counter[str]
    """Old names at its place, by how many values went by them."""
    hints: Counter[str] = field(default_factory=Counter)
    """Old names at other places."""
    left: Counter[str] = field(default_factory=Counter)
    """Old names of fields at its place that are in it now; it may take one over, if it would be called so anyway."""

    @property
    def votes(self) -> int:
        """How many of its values had a name."""
        return self.claims.total() + self.hints.total()


class _Naming:
    def __init__(
        self, root: PatternTree, unnamed: Sequence[Unnamed], old: AbstractSet[Path], options: NameOptions
    ) -> None:
        self._unnamed, slots = unnamed, [one.slot for one in unnamed]
        self._slots = slots
        self._votes, self._old, self._options = [one.votes for one in unnamed], old, options
        self._holders = _holders(root)
        self._shared = shared_classes(slots, options)
        self._fields: defaultdict[int, list[int]] = defaultdict(list)
        self._inner: defaultdict[int, list[int]] = defaultdict(list)
        self._members: defaultdict[int, list[int]] = defaultdict(list)
        for at, slot in enumerate(slots):
            self._fields[slot.sets[-1] if slot.sets else _PAGE].append(at)
            for within, number in zip((_PAGE, *slot.sets), slot.sets, strict=False):
                if number not in self._members:
                    self._inner[within].append(number)
                self._members[number].append(at)
        for fields in self._fields.values():
            fields.sort(key=lambda at: (unnamed[at].aside, -unnamed[at].pages))

    def names(self) -> tuple[list[str], dict[int, ListField]]:
        names = [""] * len(self._slots)
        lists: dict[int, ListField] = {}
        pending: list[tuple[int, Path]] = [(_PAGE, ())]
        while pending:
            within, path = pending.pop()
            inner, fields = self._inner[within], self._fields[within]
            old = {name[len(path)] for name in self._old if len(name) > len(path) and name[: len(path)] == path}
            ones = [self._list(number, path) for number in inner], [self._field(at, path) for at in fields]
            if within == _PAGE:
                called = self._by_pages([*ones[0], *ones[1]], inner, fields, old)
                of_lists, of_fields = called[: len(inner)], called[len(inner) :]
            else:  # what an item says comes before the lists in it
                called = _named([*ones[1], *ones[0]], old)
                of_fields, of_lists = called[: len(fields)], called[len(fields) :]
            for number, name in zip(inner, of_lists, strict=True):
                lists[number] = ListField(name, within)
                pending.append((number, (*path, name)))
            for at, name in zip(fields, of_fields, strict=True):
                names[at] = name
        return names, lists

    def _by_pages(
        self, ones: Sequence[_One], lists: Sequence[int], fields: Sequence[int], old: AbstractSet[str]
    ) -> list[str]:
        """Names for what is in no list: what many pages have comes first, lists before fields."""
        members = [*(self._members[number] for number in lists), *([at] for at in fields)]
        ranks = [
            (all(self._unnamed[at].aside for at in some), -max(self._unnamed[at].pages for at in some))
            for some in members
        ]
        order = sorted(range(len(ones)), key=lambda at: (ranks[at], at))
        called = dict(zip(order, _named([ones[at] for at in order], old), strict=True))
        return [called[at] for at in range(len(ones))]

    def _field(self, at: int, path: Path) -> _One:
        slot = self._slots[at]
        named = self._unnamed[at].names(self._options, self._shared, path[-1] if path and self._has_parts(slot) else "")
        one = _One(chain(_in_opinions(slot, path), named, (last_resort(slot),)), Counter())
        for name, count in self._votes[at].items():
            (one.claims if name[:-1] == path else one.hints)[name[-1]] += count
        return one

    def _has_parts(self, slot: VariablePart) -> bool:
        """Whether the items that a value is in have several texts; a single one is the item, and called so."""
        texts = [one for one in self._fields[slot.sets[-1]] if not self._slots[one].attribute]
        return sum(not self._unnamed[one].aside for one in texts) > 1

    def _list(self, number: int, path: Path) -> _One:
        """A list goes by the name of an old one, or of an old field if it has but one itself. One that several old
        fields are in now may go by the name of any.
        """
        members = self._members[number]
        slots = [self._slots[at] for at in members]
        own = (
            self._unnamed[members[0]].names(self._options, self._shared)
            if len(members) == 1 and slots[0].sets[-1] == number
            else iter(())
        )
        one = _One(chain(own, list_names(slots, self._holders[number], self._options, self._shared)), Counter())
        shown = [at for at in members if not self._unnamed[at].aside] or members
        for at in members:
            alone = shown == [at]
            for name, count in self._votes[at].items():
                is_named_so = len(name) > len(path) + 1 or (alone and len(name) > len(path))
                if name[: len(path)] != path:
                    one.hints.update({name[len(path)]: count} if is_named_so else {})
                elif len(name) > len(path):
                    (one.claims if is_named_so else one.left)[name[len(path)]] += count
        largest = max((some.total() for some in _by_plain_name(one.claims).values()), default=0)
        if len(shown) == 1 and 2 * largest < one.claims.total():
            one.left, one.claims = one.claims, Counter()
        return one


def _in_opinions(slot: VariablePart, path: Path) -> Iterator[str]:
    """In reviews and comments, who is set off by emphasis or a link is the author, and what is said is the text."""
    mark = slot.above[0].mark
    if mark is not None and path and _is_opinion(slot, path[-1]) and not slot.attribute and not mark.cls:
        if mark.tag in _SET_OFF:
            yield "author"
        elif mark.tag == "p":
            yield "text"


def _is_opinion(slot: VariablePart, name: str) -> bool:
    """Whether a list is of reviews or comments, by its name or by what its items are called."""
    classes = {cls for one in slot.above[:_ITEM] if one.mark is not None for cls in one.mark.cls.lower().split()}
    return name in _OPINIONS or bool(classes & {"review", "comment", *_OPINIONS})


def _named(ones: Sequence[_One], old: AbstractSet[str]) -> list[str]:
    """Names for fields of one list or of the page: claims are met first, the strongest before others."""
    names = [""] * len(ones)
    taken: set[str] = set()
    claims = sorted((-count, at, name) for at, some in enumerate(_claims(ones, old)) for name, count in some.items())
    for count, at, name in claims:
        if not names[at] and name not in taken and -2 * count >= ones[at].votes:
            names[at] = name
            taken.add(name)
    used = taken | old
    for at, one in enumerate(ones):
        if not names[at]:
            others = used - (one.left.keys() - taken) if one.left else used
            hinted = (name for name, _ in one.hints.most_common(1) if name not in others)
            names[at] = unused(chain(hinted, one.candidates), others)
            taken.add(names[at])
            used.add(names[at])
    return names


def _claims(ones: Sequence[_One], old: AbstractSet[str]) -> Iterator[Counter[str]]:
    """The claims of each; those to a name with several numbers are claims to the plain one, unless another keeps it."""
    kept = [{name for name, count in one.claims.items() if 2 * count >= one.votes} for one in ones]
    keeping = Counter(chain.from_iterable(kept))
    for one, own in zip(ones, kept, strict=True):
        pooled = {
            plain: some.total()
            for plain, some in _by_plain_name(one.claims).items()
            if len(some) > 1 and (plain in some or plain not in old) and keeping[plain] == (plain in own)
        }
        yield one.claims | Counter(pooled)


def _by_plain_name(claims: Counter[str]) -> dict[str, Counter[str]]:
    """Claims, those to names that only a number tells apart together."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, count in claims.items():
        found[_NUMBER.sub("", name)][name] = count
    return found


def _holders(root: PatternTree) -> dict[int, tuple[PatternTree, ...]]:
    """For each set the elements it is in, innermost first."""
    path: list[PatternTree] = []
    found: dict[int, tuple[PatternTree, ...]] = {}
    for node, depth in root.walk():
        del path[depth:]
        path.append(node)
        if node.type == "set":
            found[node.number] = tuple(one for one in reversed(path) if one.mark is not None)
    return found
