"""RecordFiller: fields made ready to be filled in, so that a record costs little more than its values.

Whatever of a page is neither the template's nor any field's is a misfit: to the word, nothing is passed over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, NamedTuple

from intaglio.wrapper.fields.assign_names import ListField, Path, list_path
from intaglio.wrapper.fields.declared_values import declared_in_scripts, script_of
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.fields.unforeseen_lists import FURTHER, Beside, ListedItems, find_further_lists, texts_of
from intaglio.wrapper.match.match_result import HeldNode, Matching
from intaglio.wrapper.options import FurtherOptions
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.page_tree import TEXT, Mark, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS_ONLY, TEXT_PARTS
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.prose_text import ProseText
from intaglio.wrapper.record import ElementPath, Misfit, Record
from intaglio.wrapper.value_types import ValueType

SPOKEN = ("alt", "title", "content", "datetime")
"""Attributes whose values are misfits where no field has them and the template does not know them."""
SOMETIMES = "fixed_texts"
"""The piece of furniture with the template's texts that not all pages have."""
Scope = dict[str, Any]
Around = tuple[tuple[str, str], ...]
"""Name and class of some elements, innermost first."""
_NEAR = 3
_SENTENCE = 11
"""Spaces in a sentence, at least."""


class _Slot(NamedTuple):
    """Where the values of a pattern node go."""

    name: str
    path: str
    """The full name."""
    prefix: str
    whole: bool
    """Whether all of them are one text."""


@dataclass(slots=True)
class _Filling:
    """One page's record in the making."""

    tree: Tree
    scopes: list[Scope]
    where: dict[str, list[ElementPath]] | None
    targets: Targets
    loose: list[int] = field(default_factory=list)
    """Nodes whose texts no field has."""
    prose: dict[tuple[int, str], tuple[Scope, list[int]]] = field(default_factory=dict)
    """The scope and the nodes of a text, by the former's identity and its name."""
    sentences: list[tuple[int, Scope, _Slot]] = field(default_factory=list)
    """Nodes whose texts are sentences, in order, with where they went."""
    asked: set[tuple[str, int]] = field(default_factory=set)
    """Attributes of elements that are in the record."""

    def note(self, path: str, element: int) -> None:
        """Say where a value stands."""
        if self.where is not None:
            self.where.setdefault(path, []).append(self.tree.page.path(element))

    def add_below(self, scope: Scope, slot: _Slot, node: int, attribute: str) -> None:
        """Add the values of an attribute below a node to a text's targets."""
        page, element = self.tree.page, self.tree.element[node]
        below = range(element + 1, int(page.end[element]))
        for e, value in zip(below, page.values(attribute, below), strict=True):
            if value is not None:
                if scope[slot.name] is None:
                    scope[slot.name] = []
                scope[slot.name].append(self.targets.absolute(value))
                self.note(slot.path, e)

    def note_sentence(self, string: str, node: int, scope: Scope, slot: _Slot) -> None:
        """Remember where a text of sentences went."""
        if string.count(" ") >= _SENTENCE:
            self.sentences.append((node, scope, slot))


def _without(prefix: str, string: str) -> str:
    """A value without the label that its field's values start with."""
    return string[len(prefix) :].lstrip() if prefix and string.startswith(prefix) else string


class RecordFiller:
    """Where values go."""

    def __init__(
        self,
        fields: Sequence[Field],
        lists: Mapping[int, ListField],
        pattern: PatternTree,
        further: FurtherOptions = FurtherOptions(),
    ) -> None:
        """Take the fields of a pattern tree."""
        self._further = further
        self._wholes = pattern.wholes()
        self._fixed, self._sometimes = _fixed_texts(pattern)
        self._lists = lists
        self._texts: dict[int, _Slot] = {}
        self._within = {number: one.within for one in fields for number, attribute in one.slots if not attribute}
        self._attributes: defaultdict[int, list[tuple[str, _Slot]]] = defaultdict(list)
        self._blank: defaultdict[int, Scope] = defaultdict(dict)
        self._inner: defaultdict[int, dict[str, int]] = defaultdict(dict)
        self._aside: defaultdict[int, set[str]] = defaultdict(set)
        for one in fields:
            self._blank[one.within][one.name] = None
            if one.furniture:
                self._aside[one.within].add(one.name)
        for number, held in lists.items():
            self._blank[held.within][held.name] = None
            self._inner[held.within][held.name] = number
        self._empty = {number for number in lists if self._all_aside(number)}
        self._flat = {
            number: shown[0]
            for number in lists
            if len(shown := [name for name in self._blank[number] if name not in self._aside[number]]) == 1
            and not self._inner[number]
        }
        for one in fields:
            slot = _Slot(one.name, ".".join(self.path(one)), one.prefix, one.whole)
            for number, attribute in one.slots:
                if attribute:
                    self._attributes[number].append((attribute, slot))
                else:
                    self._texts[number] = slot
        self._declared = [one for one in fields if one.origin == "declared"]
        self._by_classes = self._known_by_classes(pattern)
        self.types: dict[Path, ValueType] = {
            self.path(one): one.type for one in fields if one.type != "text" and not one.furniture
        }

    def _known_by_classes(self, pattern: PatternTree) -> dict[Around, _Slot]:
        """The fields of the page that the classes around them tell from all others."""
        found: dict[Around, _Slot] = {}
        twice: set[Around] = set()
        path: list[PatternTree] = []
        for node, depth in pattern.walk():
            del path[depth:]
            path.append(node)
            slot = self._texts.get(node.number)
            if slot is None or node.whole:
                continue
            above = [one.mark for one in reversed(path) if one.mark is not None and not one.is_text]
            around = _around(above)
            if not any(cls for _, cls in around) or found.setdefault(around, slot) is not slot:
                twice.add(around)
            if any(one.type == "set" for one in path):
                twice.add(around)
        return {around: slot for around, slot in found.items() if around not in twice}

    def _all_aside(self, number: int) -> bool:
        """Whether a list holds nothing but furniture."""
        inner = self._inner[number]
        names = self._blank[number].keys() - inner.keys()
        return names <= self._aside[number] and all(map(self._all_aside, inner.values()))

    def path(self, one: Field) -> Path:
        """Names from the outermost list to the field; a list of one field is meant by its own name."""
        around = list_path(self._lists, one.within)
        return around if self._flat.get(one.within) == one.name else (*around, one.name)

    def fill(self, matching: Matching, tree: Tree, *, where: bool = False) -> Record:
        """The record of a page."""
        filling = _Filling(tree, self._scopes(matching), {} if where else None, Targets(tree.page.base_url))
        elements = self._fill_texts(matching.held, filling)
        self._fill_attributes(elements, filling)
        if self._declared:
            self._fill_declared(filling)
        filling.sentences.sort(key=lambda one: one[0])
        strays = [
            node
            for node in sorted(matching.strays)
            if tree.head[node] >= 0 and not self._takes(node, filling) and not _goes_on(node, filling)
        ]
        prose = {scope[name]: ProseText(tree, tuple(nodes)) for (_, name), (scope, nodes) in filling.prose.items()}
        filling.loose += strays + matching.odd(tree)
        if filling.loose:
            filling.scopes += self._join_lists(matching, filling)
        further = self._further_lists(filling)
        said = _strings_of(filling.scopes)
        said.update(item for one in further for item in one["items"])
        misfits = [*_unplaced(filling), *self._unspoken(filling, said)]
        fields, furniture = self._split(filling.scopes[0], -1)
        if further:
            fields[FURTHER] = further
        sometimes = self._sometimes_on(tree, said)
        if sometimes:
            furniture[SOMETIMES] = sometimes
        loose = tuple(string for node in filling.loose for string in tree.strings_below(node))
        return Record(fields, self.types, tuple(misfits), furniture, loose, prose, filling.where)

    def _fill_texts(self, held: Sequence[HeldNode], filling: _Filling) -> list[HeldNode]:
        """Put texts where they belong; give the elements whose attributes are data."""
        slots, tree, scopes = self._texts, filling.tree, filling.scopes
        strings, head, element, owner = tree.strings, tree.head, tree.element, tree.page.text_owner
        elements: list[HeldNode] = []
        for one in held:
            number, node, turn = one
            is_text = element[node] < 0
            if not is_text:
                elements.append(one)
                if (number not in self._wholes and number not in slots) or head[node] < 0:
                    continue
            slot = slots.get(number)
            if slot is None:
                filling.loose.append(node)
                continue
            name, path, prefix, whole = slot
            scope = scopes[turn]
            string = _without(prefix, strings[head[node]] if is_text else tree.text(node))
            if not is_text or whole:
                filling.prose.setdefault((id(scope), name), (scope, []))[1].append(node)
                scope[name] = string if scope[name] is None else f"{scope[name]} {string}"
            elif scope[name] is None:
                scope[name] = string
            else:
                filling.loose.append(node)
                continue
            filling.note(path, element[node] if not is_text else int(owner[head[node]]))
            filling.note_sentence(string, node, scope, slot)
        return elements

    def _fill_attributes(self, elements: Sequence[HeldNode], filling: _Filling) -> None:
        tree, scopes, targets = filling.tree, filling.scopes, filling.targets
        asked: defaultdict[str, list[tuple[int, _Slot, int]]] = defaultdict(list)
        for number, node, turn in elements:
            for attribute, slot in self._attributes.get(number, ()):
                if number in self._wholes:
                    filling.add_below(scopes[turn], slot, node, attribute)
                else:
                    asked[attribute].append((tree.element[node], slot, turn))
        for attribute, asking in asked.items():
            absolute = attribute in TARGETS
            found = tree.page.values(attribute, [e for e, _, _ in asking])
            for value, (e, slot, turn) in zip(found, asking, strict=True):
                if value is not None and scopes[turn][slot.name] is None:
                    scopes[turn][slot.name] = targets.absolute(value) if absolute else " ".join(value.split())
                    filling.asked.add((attribute, e))
                    filling.note(slot.path, e)

    def _fill_declared(self, filling: _Filling) -> None:
        """Put what the page declares in scripts where it belongs."""
        page, scope = filling.tree.page, filling.scopes[0]
        found = declared_in_scripts(page)
        for one in self._declared:
            values = found.get(one.declared)
            if values:
                scope[one.name] = list(values) if one.many else values[0]
                for value in values if filling.where is not None else ():
                    filling.note(one.name, script_of(page, value))

    def _takes(self, node: int, filling: _Filling) -> bool:
        """Whether a text that fits nowhere fills a field that is empty, by the classes around it; it does then."""
        tree, scope = filling.tree, filling.scopes[0]
        if not self._by_classes or not tree.lone[node]:
            return False
        owner = int(tree.page.text_owner[tree.head[node]])
        slot = self._by_classes.get(_classes_of(tree, owner))
        if slot is None or scope[slot.name] is not None:
            return False
        scope[slot.name] = tree.strings[tree.head[node]].removeprefix(slot.prefix).lstrip()
        filling.note(slot.path, owner)
        return True

    def _join_lists(self, matching: Matching, filling: _Filling) -> list[Scope]:
        """Make what no field has, among the items of a list, items of it; give these."""
        tree = filling.tree
        listed = ListedItems(tree, matching, self._texts, filling.loose)
        made: dict[int, Scope] = {}
        beside: defaultdict[tuple[int, bool], list[Scope]] = defaultdict(list)
        left: list[int] = []
        for node in sorted(filling.loose):
            one = listed.item_of(node, self._further)
            if one is None or not self._may_join(one, matching):
                left.append(node)
                continue
            scope = made.get(one.element)
            if scope is None:
                scope = made[one.element] = dict(self._blank[matching.runs[one.turn].set])
                beside[one.turn, one.is_after].append(scope)
            slot, text = self._texts[one.number], tree.text(node)
            scope[slot.name] = text if scope[slot.name] is None else f"{scope[slot.name]} {text}"
            filling.note(slot.path, one.element)
        filling.loose = left
        self._put_beside(beside, matching, filling)
        return list(made.values())

    def _may_join(self, one: Beside, matching: Matching) -> bool:
        """Whether something may be an item beside another: the latter has a text that is data of its own."""
        number, slot = matching.runs[one.turn].set, self._texts[one.number]
        own = number in self._lists and self._within[one.number] == number
        return own and slot.name not in self._aside[number]

    def _put_beside(
        self, beside: Mapping[tuple[int, bool], list[Scope]], matching: Matching, filling: _Filling
    ) -> None:
        """Put further items into their lists."""
        lists: dict[int, list[Scope]] = {}
        ahead: defaultdict[int, list[Scope]] = defaultdict(list)
        behind: defaultdict[int, list[Scope]] = defaultdict(list)
        for (turn, is_after), some in beside.items():
            number, within = matching.runs[turn]
            items = filling.scopes[within][self._lists[number].name]
            lists[id(items)] = items
            (behind if is_after else ahead)[id(filling.scopes[turn])] += some
        for items in lists.values():
            items[:] = [one for item in items for one in (*ahead[id(item)], item, *behind[id(item)])]

    def _further_lists(self, filling: _Filling) -> list[dict[str, Any]]:
        """The lists among what no field has, which is all of it that is loose."""
        tree, page = filling.tree, filling.tree.page
        lists = find_further_lists(tree, filling.loose, self._further) if filling.loose else []
        taken: set[int] = set()
        for one in lists:
            for e in one.elements:
                taken.update(range(int(page.text_start[e]), int(page.text_stop[e])))
                filling.note(f"{FURTHER}.items", e)
        if taken:
            filling.loose = [node for node in filling.loose if not taken.issuperset(texts_of(tree, node))]
        return [
            {"heading": one.heading, "items": [" ".join(page.text(e).split()) for e in one.elements]} for one in lists
        ]

    def _unspoken(self, filling: _Filling, said: Container[str]) -> list[Misfit]:
        """Values of attributes that no field has, and that the template does not know."""
        page = filling.tree.page
        found: list[Misfit] = []
        for attribute in SPOKEN:
            for e, value in page.having(attribute).items():
                if (attribute, e) in filling.asked:
                    continue
                text = " ".join(value.split())
                if text and text not in self._fixed and text not in said:
                    found.append(Misfit(e, page.tag_name(e), text, page.path(e), attribute))
        return found

    def _sometimes_on(self, tree: Tree, said: Container[str]) -> list[str]:
        """The template's texts that this page has and others lack, in order."""
        if not self._sometimes:
            return []
        spoken = (" ".join(value.split()) for name in SPOKEN for value in tree.page.having(name).values())
        here = dict.fromkeys(filter(self._sometimes.__contains__, chain(tree.strings, spoken)))
        return [string for string in here if string not in said]

    def _scopes(self, matching: Matching) -> list[Scope]:
        """A blank for the page and for each turn of a list, in its place; turns of other sets share the one around."""
        scopes = [dict(self._blank[-1])]
        for number, within in matching.runs[1:]:
            if number not in self._lists:
                scopes.append(scopes[within])
                continue
            scope = dict(self._blank[number])
            around, name = scopes[within], self._lists[number].name
            if around.get(name) is None:
                around[name] = []
            around[name].append(scope)
            scopes.append(scope)
        return scopes

    def _split(self, scope: Scope, within: int) -> tuple[Scope, Scope]:
        """What a scope has as data and as furniture. Lists of one field are lists of texts; empty items are dropped."""
        aside, lists = self._aside[within], self._inner[within]
        if not aside and not lists:
            return scope, {}
        fields: Scope = {}
        furniture: Scope = {}
        for name, value in scope.items():
            if name in aside:
                if value is not None:
                    furniture[name] = value
            elif name not in lists:
                fields[name] = value
            else:
                number = lists[name]
                items, others = self._split_items(value or (), number)
                if number not in self._empty:
                    fields[name] = items or None
                if others:
                    furniture[name] = others
        return fields, furniture

    def _split_items(self, items: Sequence[Scope], number: int) -> tuple[list[Any], list[Scope]]:
        only = self._flat.get(number)
        if only is not None and not self._aside[number]:
            return [item[only] for item in items if item[only] is not None], []
        parts = [self._split(item, number) for item in items]
        if only is not None:
            shown = [part[only] for part, _ in parts if part[only] is not None]
        else:
            shown = [part for part, _ in parts if any(value is not None for value in part.values())]
        return shown, [other for _, other in parts if other]


def _fixed_texts(pattern: PatternTree) -> tuple[frozenset[str], frozenset[str]]:
    """The texts and values of attributes that a template has: all of them, and those that not all pages have."""
    sure: set[str] = set()
    unsure: set[str] = set()
    depths: list[bool] = []
    for node, depth in pattern.walk():
        del depths[depth:]
        optional = (depths[-1] if depths else False) or node.type == "optional" or node.filled < 1
        depths.append(optional)
        into = unsure if optional else sure
        if node.is_text and node.type == "fixed":
            into.add(node.text)
        into.update(" ".join(value.split()) for name, value in node.attributes.items() if name in SPOKEN and value)
    return frozenset(sure | unsure), frozenset(unsure - sure)


def _around(marks: Iterable[Mark]) -> Around:
    """Name and class of the nearest elements, what only dresses a text left out."""
    shown = (mark[:2] for mark in marks if mark.cls or mark.tag not in DRESS_ONLY)
    return tuple(islice(shown, _NEAR))


def _classes_of(tree: Tree, element: int) -> Around:
    return _around(tree.mark_of(e) for e in (element, *tree.page.ancestors(element)))


def _goes_on(node: int, filling: _Filling) -> bool:
    """Whether a text that fits nowhere goes on with one of sentences, right before it in the same element; it is added
    to that then.
    """
    tree = filling.tree
    mark = tree.mark(node)
    if mark.tag not in TEXT_PARTS or mark.cls:
        return False
    at = bisect_left(filling.sentences, node, key=lambda one: one[0]) - 1
    element = tree.element[node]
    around = int(tree.page.parent[element] if element >= 0 else tree.page.text_owner[tree.head[node]])
    if at < 0 or tree.head[filling.sentences[at][0]] < tree.page.text_start[around]:
        return False
    before, scope, slot = filling.sentences[at]
    scope[slot.name] = f"{scope[slot.name]} {tree.text(node)}"
    filling.prose.setdefault((id(scope), slot.name), (scope, [before]))[1].append(node)
    filling.note(slot.path, element if element >= 0 else around)
    return True


def _strings_of(scopes: Sequence[Scope]) -> set[str]:
    """All strings that were filled in, those of plain lists too; most places of a scope are empty."""
    strings: set[str] = set()
    for scope in {id(one): one for one in scopes}.values():
        for value in scope.values():
            if isinstance(value, str):
                strings.add(value)
            elif value is not None:
                strings.update(one for one in value if isinstance(one, str))
    return strings


def _unplaced(filling: _Filling) -> list[Misfit]:
    """What fits nowhere, and what no field has."""
    tree = filling.tree
    filling.loose.sort()
    return [_misfit(tree, node) for node in filling.loose]


def _misfit(tree: Tree, node: int) -> Misfit:
    page, element = tree.page, tree.element[node]
    if element < 0:
        element = int(page.text_owner[tree.head[node]])
        return Misfit(element, TEXT.tag, tree.strings[tree.head[node]], page.path(element))
    return Misfit(element, page.tag_name(element), tree.text(node), page.path(element))
