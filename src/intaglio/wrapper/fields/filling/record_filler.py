"""RecordFiller: fields made ready to be filled in, so that a record costs little more than its values.

Whatever of a page is neither the template's nor any field's is a misfit: to the word, nothing is passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from intaglio.wrapper.fields.assign_names import ListField, Path
from intaglio.wrapper.fields.declared_values import declared_in_scripts, script_of
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.fields.filling.fixed_texts import FixedTexts
from intaglio.wrapper.fields.filling.joined_items import ItemJoiner
from intaglio.wrapper.fields.filling.page_filling import PageFilling, Slot
from intaglio.wrapper.fields.filling.scopes import Scopes
from intaglio.wrapper.fields.unforeseen_lists import FURTHER
from intaglio.wrapper.match.match_result import HeldNode, Matching
from intaglio.wrapper.options import FurtherOptions
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.page_tree import Mark, Tree
from intaglio.wrapper.page_model.tag_sets import DRESS_ONLY
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.prose_text import ProseText
from intaglio.wrapper.record import Record
from intaglio.wrapper.value_types import ValueType

SOMETIMES = "fixed_texts"
"""The piece of furniture with the template's texts that not all pages have."""
Around = tuple[tuple[str, str], ...]
"""Name and class of some elements, innermost first."""
_NEAR = 3


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
        self._wholes = pattern.wholes()
        self._fixed = FixedTexts(pattern)
        self._scopes = Scopes(fields, lists)
        self._texts: dict[int, Slot] = {}
        self._attributes: defaultdict[int, list[tuple[str, Slot]]] = defaultdict(list)
        for one in fields:
            slot = Slot(one.name, ".".join(self.path(one)), one.prefix, one.whole)
            for number, attribute in one.slots:
                if attribute:
                    self._attributes[number].append((attribute, slot))
                else:
                    self._texts[number] = slot
        within = {number: one.within for one in fields for number, attribute in one.slots if not attribute}
        self._joiner = ItemJoiner(self._scopes, self._texts, within, further)
        self._declared = [one for one in fields if one.origin == "declared"]
        self._by_classes = self._known_by_classes(pattern)
        self.types: dict[Path, ValueType] = {
            self.path(one): one.type for one in fields if one.type != "text" and not one.furniture
        }

    def _known_by_classes(self, pattern: PatternTree) -> dict[Around, Slot]:
        """The fields of the page that the classes around them tell from all others."""
        found: dict[Around, Slot] = {}
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

    def path(self, one: Field) -> Path:
        """Names from the outermost list to the field; a list of one field is meant by its own name."""
        return self._scopes.path(one)

    def fill(self, matching: Matching, tree: Tree, *, where: bool = False) -> Record:
        """The record of a page."""
        filling = PageFilling(tree, self._scopes.of(matching), {} if where else None, Targets(tree.page.base_url))
        elements = self._fill_texts(matching.held, filling)
        self._fill_attributes(elements, filling)
        if self._declared:
            self._fill_declared(filling)
        filling.sentences.sort(key=lambda one: one[0])
        strays = [
            node
            for node in sorted(matching.strays)
            if tree.head[node] >= 0 and not self._takes(node, filling) and not filling.goes_on(node)
        ]
        prose = {scope[name]: ProseText(tree, tuple(nodes)) for (_, name), (scope, nodes) in filling.prose.items()}
        filling.loose += strays + matching.odd(tree)
        if filling.loose:
            filling.scopes += self._joiner.join_lists(matching, filling)
        further = self._joiner.further_lists(filling)
        said = filling.strings()
        said.update(item for one in further for item in one["items"])
        misfits = [*filling.unplaced(), *self._fixed.unspoken(filling, said)]
        fields, furniture = self._scopes.split(filling.scopes[0])
        if further:
            fields[FURTHER] = further
        sometimes = self._fixed.sometimes_on(tree, said)
        if sometimes:
            furniture[SOMETIMES] = sometimes
        loose = tuple(string for node in filling.loose for string in tree.strings_below(node))
        return Record(fields, self.types, tuple(misfits), furniture, loose, prose, filling.where)

    def _fill_texts(self, held: Sequence[HeldNode], filling: PageFilling) -> list[HeldNode]:
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

    def _fill_attributes(self, elements: Sequence[HeldNode], filling: PageFilling) -> None:
        tree, scopes, targets = filling.tree, filling.scopes, filling.targets
        asked: defaultdict[str, list[tuple[int, Slot, int]]] = defaultdict(list)
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

    def _fill_declared(self, filling: PageFilling) -> None:
        """Put what the page declares in scripts where it belongs."""
        page, scope = filling.tree.page, filling.scopes[0]
        found = declared_in_scripts(page)
        for one in self._declared:
            values = found.get(one.declared)
            if values:
                scope[one.name] = list(values) if one.many else values[0]
                for value in values if filling.where is not None else ():
                    filling.note(one.name, script_of(page, value))

    def _takes(self, node: int, filling: PageFilling) -> bool:
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


def _without(prefix: str, string: str) -> str:
    """A value without the label that its field's values start with."""
    return string[len(prefix) :].lstrip() if prefix and string.startswith(prefix) else string


def _around(marks: Iterable[Mark]) -> Around:
    """Name and class of the nearest elements, what only dresses a text left out."""
    shown = (mark[:2] for mark in marks if mark.cls or mark.tag not in DRESS_ONLY)
    return tuple(islice(shown, _NEAR))


def _classes_of(tree: Tree, element: int) -> Around:
    return _around(tree.mark_of(e) for e in (element, *tree.page.ancestors(element)))
