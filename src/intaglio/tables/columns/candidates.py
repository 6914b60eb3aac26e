"""Candidates for columns: raw fields as people see them, lists of linked texts as lists of texts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from intaglio.tables.cell_values import NOTHING, part_of, without_label
from intaglio.tables.columns.candidate import Candidate, stand_in
from intaglio.tables.columns.collected_values import CollectedValues, Place, RawField
from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kind import TemplateKey
from intaglio.tables.parted_texts import Parting, label_within, parting
from intaglio.tables.value_affixes import in_brackets, prefix_of, tail_of, usual_bullet
from intaglio.tables.words.address_words import thing_of
from intaglio.tables.words.vocabulary import words_of
from intaglio.white_space import collapsed
from intaglio.wrapper.value_types import has_digit

Facts = Mapping[TemplateKey, Sequence[FieldFacts]]
PART = "#"
"""What stands behind a raw name before the number of one of the values that its texts are parted into."""
_SAYS_NOTHING = frozenset({"text", "heading", "link"})
_HEADINGS = frozenset({"h1", "h2", "h3", "title"})
_NUMBERED = re.compile(r"_\d+$")
_BOTH = 0.1
"""Share of the items of the rarer of two that may have both: what is read as one item is now and then two."""
_USUAL = 0.9
_HELD = 3
"""Values of a record that are looked at for a label."""
_PAIR = 2
_SOME, _MANY = 6, 3
"""Addresses that are looked at; texts whose addresses have one word, so that it says nothing of each."""


def candidates(values: CollectedValues, facts: Facts) -> list[Candidate]:
    """All candidates of a kind, in the order of the records."""
    known = _KnownFields.of(values, facts)
    inner: defaultdict[str, list[RawField]] = defaultdict(list)
    tops: dict[str, RawField | None] = {}
    for place, raw in values.fields.items():
        tops.setdefault(place[0], None)
        if len(place) == 1:
            tops[place[0]] = raw
        elif raw.rows:
            inner[place[0]].append(raw)
    found = []
    for name, top in tops.items():
        if name in inner:
            found.append(_list(name, inner[name], known))
        elif top is not None and top.rows:
            found += _with_parts(_candidate(top, known))
    found = with_stand_ins(found)
    _tell_apart(found)
    _follow(found)
    return found


def with_stand_ins(found: Sequence[Candidate]) -> list[Candidate]:
    """Candidates of which one stands where the other does not, on all records, and that look alike, as one.

    Pages show one thing in two ways: a price that is reduced, an item that is set apart. The fullest stands for all.
    """
    alike: defaultdict[Hashable, list[Candidate]] = defaultdict(list)
    for one in found:
        if (look := _look(one)) is not None:
            alike[look].append(one)
    taken: set[int] = set()
    for some in alike.values():
        kept: list[Candidate] = []
        if len(some) == 1:
            continue
        for one in sorted(some, key=lambda one: -len(one.items)):
            most = _BOTH * len(one.items) if len(one.place) > 1 else 0
            whole = next((other for other in kept if len(other.items & one.items) <= most), None)
            if whole is None:
                kept.append(one)
                continue
            taken.add(id(one))
            stand_in(whole, one)
    return [one for one in found if id(one) not in taken]


def _look(one: Candidate) -> Hashable | None:
    """What two candidates for one thing have alike: the raw name but for its number, and the element.

    Items of a list are built alike; of what is in none, classes and label are the same, too.
    """
    facts = one.facts
    if facts is None or one.parts or one.origin not in ("text", "image"):
        return None
    name = tuple(_unnumbered(part) for part in one.place)
    if len(one.place) > 1 and name[-1] not in _SAYS_NOTHING:
        return one.place[0], name, facts.tags[:1], one.origin
    return (one.place[0] if name[1:] else "", name, facts.tags[:1], facts.near, facts.label) if facts.near else None


def _unnumbered(name: str) -> str:
    """A raw name without its number."""
    return _NUMBERED.sub("", name) if name[-1:].isdigit() else name


def _tell_apart(found: Sequence[Candidate]) -> None:
    """Note which words of classes one candidate alone has."""
    near = [one.near for one in found]
    counts = Counter(chain.from_iterable(map(set, near)))
    for one, words in zip(found, near, strict=True):
        one.own_words = tuple([word for word in dict.fromkeys(words) if counts[word] == 1])


def _follow(found: Sequence[Candidate]) -> None:
    """Note for linked texts what they lead to, as their addresses say; a word that many have is the site's."""
    _follow_together([*found, *(part for one in found for part in one.beside)])
    for one in found:
        _follow_together(one.parts)
        seen = [part for part in one.parts if part.origin == "text"]
        if 0 < len(seen) <= _PAIR:  # what is said of each, in a word, changes nothing
            one.leads_to = seen[0].leads_to


def _follow_together(found: Sequence[Candidate]) -> None:
    words = {
        id(text): (text, thing_of(held[0] for held in islice(target.rows.values(), _SOME)))
        for text, target in _linked(found)
    }
    counts = Counter(word for _, word in words.values())
    for text, word in words.values():
        text.leads_to = word if counts[word] < _MANY else ""


def _linked(found: Sequence[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    """Linked texts, each with its target, which comes right before it or before the title of the link."""
    links = [(one, one.facts) for one in found if one.facts is not None and one.facts.tags[:1] == ("a",)]
    targets = {(facts.order, facts.tags, facts.signature): one for one, facts in links if one.origin == "target"}
    for one, facts in links:
        if one.origin == "text":
            before = (targets.get((facts.order - back, facts.tags, facts.signature)) for back in (1, 2))
            yield from ((one, target) for target in islice(filter(None, before), 1))


@dataclass(frozen=True, slots=True)
class _KnownFields:
    """What is known of the fields of a kind's records, and of the records."""

    values: CollectedValues
    keys: Mapping[str, TemplateKey]
    facts: Mapping[Place, Mapping[str, FieldFacts]]
    """By place and template."""
    alone: str | None
    """The template of all records, if they have but one."""

    @classmethod
    def of(cls, values: CollectedValues, facts: Facts) -> _KnownFields:
        """Take what the wrappers of templates know."""
        known: defaultdict[Place, dict[str, FieldFacts]] = defaultdict(dict)
        for key, some in facts.items():
            for one in some:
                known[one.path][key.template] = one
        names = set(values.templates.values())
        return cls(values, {key.template: key for key in facts}, known, names.pop() if len(names) == 1 else None)

    def at(self, raw: RawField) -> tuple[FieldFacts | None, dict[TemplateKey, Place]]:
        """What is known of a field, from the template with most records that have it; and where templates have it."""
        facts = self.facts.get(raw.place, {})
        if len(facts) == len(self.keys) and len({id(one) for one in facts.values()}) == 1:  # they were learned together
            return next(iter(facts.values())), dict.fromkeys(self.keys.values(), raw.place)
        templates = self._templates(raw)
        first = next((found for name in templates if (found := facts.get(name)) is not None), None)
        return first, {key: raw.place for name, key in self.keys.items() if name in facts or name in templates}

    def _templates(self, raw: RawField) -> Sequence[str]:
        """The templates whose records have a field, those with most first."""
        if self.alone is not None:
            return (self.alone,)
        return [name for name, _ in Counter(map(self.values.templates.__getitem__, raw.rows)).most_common()]


def _candidate(raw: RawField, known: _KnownFields) -> Candidate:
    facts, places = known.at(raw)
    flat = list(chain.from_iterable(raw.rows.values()))
    firsts = flat if len(flat) == len(raw.rows) else [held[0] for held in raw.rows.values()]
    tail = tail_of(firsts)
    prefix = _prefix(raw, flat, firsts, facts, tail)
    if not prefix and not tail and in_brackets(firsts):
        prefix, tail = "(", ")"
    made = Candidate(
        raw.place, facts, places, raw.rows, raw.listed, prefix=prefix, tail=tail, raw=raw, nested=raw.nested, flat=flat,
        firsts=firsts,
    )  # fmt: skip
    if prefix or tail:
        cut = {row: [without_label(value, prefix, tail) for value in held] for row, held in raw.rows.items()}
        made.take_rows(cut)
    said = " ".join(made.values())
    if _is_folded(said):
        made.digits = has_digit(said)
    else:
        made.take_rows(_folded(made.rows))
    if not raw.listed and not NOTHING.isdisjoint(made.different()):
        made.take_rows({row: held for row, held in made.rows.items() if held[0] not in NOTHING})
    return made


def _with_parts(one: Candidate) -> list[Candidate]:
    """A candidate, and one for each of the values that are parted in all its texts."""
    facts = one.facts
    label, tags = (facts.label, facts.tags) if facts is not None else ("", ())
    parted = parting(one.first_values(), label, tags) if one.origin == "text" and not one.listed else None
    if parted is None:
        return [one]
    one.in_parts = True
    return [one, *(_part(one, parted, nth) for nth in range(parted.parts))]


def _part(one: Candidate, parted: Parting, nth: int) -> Candidate:
    """One of the values that are parted in all texts of a candidate, without a label of its own."""
    (sign, at, until), tail = parted.place_of(nth), parted.tail or one.tail
    bare = {row: part_of(without_label(held[0], "", tail), sign, at, until) for row, held in one.rows.items()}
    own = label_within(list(filter(None, bare.values()))) if nth or not one.prefix else ""
    rows = {row: [without_label(text, own)] for row, text in bare.items() if text}
    said = parted.labels[nth] if parted.labels else "" if nth or one.facts is None else one.facts.label
    facts = one.facts._replace(label=said) if one.facts is not None else None
    name = (f"{one.place[0]}{PART}{nth + 1}",)
    made = Candidate(name, facts, one.places, rows, listed=False, prefix=own or one.prefix, tail=tail, raw=one.raw)
    made.between, made.nth, made.until = sign, at, until
    return made


def _prefix(raw: RawField, values: Sequence[str], firsts: Sequence[str], facts: FieldFacts | None, tail: str) -> str:
    """The label that texts start with; without one of its own, most have not even a letter in common."""
    label = facts.label if facts is not None else ""
    if not label and len({text[:1] for text in firsts}) > 1:
        return usual_bullet(firsts)
    heading = facts is not None and any(tag in _HEADINGS for tag in facts.tags[:2])
    texts = values if len(values) == len(firsts) else [one for held in raw.rows.values() for one in held[:_HELD]]
    return prefix_of(texts, label, tail, heading=heading)


def _is_folded(said: str) -> bool:
    """Whether values, with a blank between them, have no white space but single blanks within them, and say something;
    most are so.
    """
    return bool(said) and collapsed(said) == said


def _folded(rows: Mapping[int, list[str]]) -> dict[int, list[str]]:
    """Rows with the white space of their values collapsed, and without those that say nothing."""
    return {row: kept for row, held in rows.items() if (kept := [text for value in held if (text := collapsed(value))])}


def _list(name: str, raws: Sequence[RawField], known: _KnownFields) -> Candidate:
    """A list: of texts, if its items have but one text that people see and that varies."""
    parts = with_stand_ins([_candidate(raw, known) for raw in raws])
    seen = [part for part in parts if part.origin == "text" and len(set(part.values())) > 1]
    if len(seen) == 1 and not seen[0].also:
        seen[0].beside = [part for part in parts if part is not seen[0]]
        return seen[0]
    first = (seen or parts)[0]
    rows: dict[int, list[str]] = {}
    for part in seen or parts:
        for row, held in part.rows.items():
            rows.setdefault(row, []).extend(held)
    whole = _innermost([raw.place for raw in raws])
    for part in parts:
        for at in (part, *part.also):
            at.places = {key: place[len(whole) :] for key, place in at.places.items()}
    places: dict[TemplateKey, Place] = {key: whole for part in parts for key in part.places}
    return Candidate((name,), _of_list(name, first), places, rows, listed=True, parts=parts)


def _of_list(name: str, first: Candidate) -> FieldFacts | None:
    """What is known of the first part of a list's items, for the list: the part's own label and the header cell above
    it say nothing of the list.
    """
    facts = first.facts
    if facts is None or not (facts.label or facts.column):
        return facts
    called = words_of(_unnumbered(first.place[-1]))
    is_own = called == words_of(facts.label) != words_of(name) and facts.label != facts.heading
    return facts._replace(label="" if is_own else facts.label, column="")


def _innermost(places: Sequence[Place]) -> Place:
    """The place of a list that all of some values are in; of rows that hold nothing but cells, the list of these."""
    shortest = min(map(len, places)) - 1
    shared = next((at for at in range(shortest) if len({place[at] for place in places}) > 1), shortest)
    return places[0][: max(shared, 1)]
