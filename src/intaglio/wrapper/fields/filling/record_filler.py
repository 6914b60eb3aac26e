"""RecordFiller: fields made ready to be filled in, so that a record costs little more than its values.

Whatever of a page is neither the template's nor any field's is a misfit: to the word, nothing is passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.white_space import collapsed
from intaglio.wrapper.fields.assign_names import ListField, Path
from intaglio.wrapper.fields.declared_values import declared_in_scripts, script_of
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.fields.filling.fixed_texts import SPOKEN, FixedTexts
from intaglio.wrapper.fields.filling.joined_items import ItemJoiner
from intaglio.wrapper.fields.filling.page_filling import SENTENCE, PageFilling, Slot, Within
from intaglio.wrapper.fields.filling.scopes import Scopes
from intaglio.wrapper.fields.stray_values import (
    Stray,
    find_stray_values,
    plain_label,
    slots_by_classes,
    without_values,
)
from intaglio.wrapper.fields.unforeseen_lists import FURTHER
from intaglio.wrapper.match.match_result import HeldNode, Matching
from intaglio.wrapper.options import FurtherOptions
from intaglio.wrapper.page_model.data_attributes import values
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.pattern import PatternTree
from intaglio.wrapper.prose_text import ProseText
from intaglio.wrapper.record import Record
from intaglio.wrapper.value_types import ValueType

SOMETIMES = "fixed_texts"
"""The piece of furniture with the template's texts that not all pages have."""
IN_TEXTS = "in_texts"
"""The piece of furniture with what links and images within texts say besides."""
HeldText = tuple[int, int, Slot]
"""A page node whose text is data, the turn it belongs to, and where it goes."""
_PERMALINK = " ¶🔗"
"""Signs behind a heading that link to it."""


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
            slot = Slot(one.name, ".".join(self.path(one)), one.prefix, one.whole, one.filled < 1)
            for number, attribute in one.slots:
                if attribute:
                    self._attributes[number].append((attribute, slot))
                else:
                    self._texts[number] = slot
        within = {number: one.within for one in fields for number, attribute in one.slots if not attribute}
        self._joiner = ItemJoiner(self._scopes, self._texts, within, further)
        self._declared = [one for one in fields if one.origin == "declared"]
        self._facts = [(one, lists[one.item[0]].name, one.item[1]) for one in fields if one.item is not None]
        self._by_classes = slots_by_classes(pattern, self._texts, lists)
        self._by_labels = self._labels(fields)
        self.types: dict[Path, ValueType] = {
            self.path(one): one.type for one in fields if one.type != "text" and not one.furniture
        }

    def _labels(self, fields: Sequence[Field]) -> dict[str, Slot]:
        """The fields of the page that a label tells from all others."""
        found: dict[str, Slot] = {}
        twice: set[str] = set()
        for one in fields:
            texts = [number for number, attribute in one.slots if not attribute]
            label = plain_label(one.label)
            if not label or not texts or one.furniture:
                continue
            if label in found or one.within >= 0:
                twice.add(label)
            found[label] = self._texts[texts[0]]
        return {label: slot for label, slot in found.items() if label not in twice}

    def path(self, one: Field) -> Path:
        """Names from the outermost list to the field; a list of one field is meant by its own name."""
        return self._scopes.path(one)

    def fill(self, matching: Matching, tree: Tree, *, where: bool = False) -> Record:
        """The record of a page."""
        filling = PageFilling(tree, self._scopes.of(matching), {} if where else None, Targets(tree.page.base_url))
        texts, elements = self._told_apart(matching.held, filling)
        self._fill_texts(texts, filling)
        self._fill_attributes(elements, filling)
        if self._declared:
            self._fill_declared(filling)
        filling.sentences.sort(key=lambda one: one[0])
        strays = [
            left
            for node in sorted(matching.strays)
            if tree.head[node] >= 0
            for left in self._left_of(node, filling)
            if not filling.goes_on(left)
        ]
        prose = {scope[name]: ProseText(tree, tuple(nodes)) for (_, name), (scope, nodes) in filling.prose.items()}
        filling.loose += strays + matching.odd(tree)
        if filling.loose:
            self._joiner.join_lists(matching, filling)
        further = self._joiner.further_lists(matching, filling)
        said = {*filling.said, *prose}
        said.update(item for one in further for item in one["items"])
        spoken = {attribute: tree.page.having(attribute) for attribute in SPOKEN}
        unspoken, in_texts = self._fixed.unspoken(filling, spoken, said)
        misfits = [*filling.unplaced(), *unspoken]
        fields, furniture = self._scopes.split(filling.scopes[0])
        self._fill_facts(fields, filling)
        if in_texts:
            furniture[IN_TEXTS] = in_texts
        if further:
            fields[FURTHER] = further
        sometimes = [*self._fixed.sometimes_on(tree, spoken, said), *filling.cut]
        if sometimes:
            furniture[SOMETIMES] = sometimes
        loose = tuple(string for node in filling.loose for string in tree.strings_below(node))
        return Record(fields, self.types, tuple(misfits), furniture, loose, prose, filling.where)

    def _told_apart(self, held: Sequence[HeldNode], filling: PageFilling) -> tuple[list[HeldText], list[HeldNode]]:
        """Texts, with where they belong, and the elements whose attributes are data."""
        slots, wholes = self._texts, self._wholes
        head, element = filling.tree.head, filling.tree.element
        texts: list[HeldText] = []
        elements: list[HeldNode] = []
        for one in held:
            number, node, turn = one
            if element[node] >= 0:
                elements.append(one)
                if head[node] < 0 or (number not in wholes and number not in slots):
                    continue
            slot = slots.get(number)
            if slot is None:
                filling.loose.append(node)
            else:
                texts.append((node, turn, slot))
        return texts, elements

    def _fill_texts(self, texts: Sequence[HeldText], filling: PageFilling) -> None:
        """Put texts where they belong."""
        tree, scopes = filling.tree, filling.scopes
        strings, head, element, owner = tree.strings, tree.head, tree.element, tree.page.text_owner
        noting, say = filling.where is not None, filling.said.append
        for node, turn, slot in texts:
            name, path, prefix, whole, _ = slot
            scope, is_text = scopes[turn], element[node] < 0
            string = strings[head[node]] if is_text else tree.text(node).rstrip(_PERMALINK)
            if prefix:
                string = filling.without_label(string, slot)
                if not string:
                    continue
            before = scope[name]
            if not is_text or whole:
                filling.prose.setdefault((id(scope), name), (scope, []))[1].append(node)
                scope[name] = string if before is None else f"{before} {string}"
            elif before is None:
                scope[name] = string
            else:
                filling.loose.append(node)
                continue
            say(string)
            if noting:
                filling.note(path, element[node] if not is_text else int(owner[head[node]]))
            if string.count(" ") >= SENTENCE:
                filling.sentences.append((node, scope, slot))

    def _asked(self, elements: Sequence[HeldNode], filling: PageFilling) -> Mapping[str, list[tuple[int, Slot, int]]]:
        """By attribute the elements whose values are data, where these go, and turns; those in texts are filled in."""
        wholes, attributes, element = self._wholes, self._attributes, filling.tree.element
        asked: defaultdict[str, list[tuple[int, Slot, int]]] = defaultdict(list)
        within: list[Within] = []
        for number, node, turn in elements:
            for attribute, slot in attributes.get(number, ()):
                if number in wholes:
                    within.append(Within(filling.scopes[turn], slot, node, attribute))
                else:
                    asked[attribute].append((element[node], slot, turn))
        filling.add_targets(within)
        return asked

    def _fill_attributes(self, elements: Sequence[HeldNode], filling: PageFilling) -> None:
        page, scopes, absolute = filling.tree.page, filling.scopes, filling.targets.absolute
        noting, say = filling.where is not None, filling.said.append
        for attribute, asking in self._asked(elements, filling).items():
            leads, spoken = attribute in TARGETS, attribute in SPOKEN
            found = values(page, attribute, [e for e, _, _ in asking])
            for value, (e, slot, turn) in zip(found, asking, strict=True):
                scope, name = scopes[turn], slot.name
                if value is None or scope[name] is not None:
                    continue
                string = absolute(value) if leads else filling.without_label(collapsed(value), slot)
                if not string:
                    continue
                scope[name] = string
                say(string)
                if spoken:
                    filling.asked.add((attribute, e))
                if noting:
                    filling.note(slot.path, e)

    def _fill_declared(self, filling: PageFilling) -> None:
        """Put what the page declares in scripts where it belongs."""
        page, scope = filling.tree.page, filling.scopes[0]
        found = declared_in_scripts(page)
        for one in self._declared:
            values = found.get(one.declared)
            if values:
                scope[one.name] = list(values) if one.many else values[0]
                filling.said += values if one.many else values[:1]
                for value in values if filling.where is not None else ():
                    filling.note(one.name, script_of(page, value))

    def _fill_facts(self, fields: dict[str, Any], filling: PageFilling) -> None:
        """Give what lists begin with by itself, too."""
        for one, listed, position in self._facts:
            items = fields.get(listed) or ()
            if len(items) > position:
                fields[one.name] = items[position]
                if filling.where and position < len(filling.where.get(listed, ())):
                    filling.where[one.name] = [filling.where[listed][position]]

    def _left_of(self, node: int, filling: PageFilling) -> list[int]:
        """Fill empty fields with what is theirs in a part that fits nowhere; give what is left of it."""
        tree, scope = filling.tree, filling.scopes[0]
        if not self._by_classes and not self._by_labels:
            return [node]
        taken: list[Stray] = []
        for slot, value in find_stray_values(tree, node, self._by_classes, self._by_labels):
            if scope[slot.name] is None:
                scope[slot.name] = filling.without_label(" ".join(tree.strings[value.start : value.stop]), slot)
                filling.said.append(scope[slot.name])
                filling.note(slot.path, int(tree.page.text_owner[value.start]))
                taken.append(value)
        if not taken:
            return [node]
        return [left for left in without_values(tree, node, taken) if not self._fixed.has(tree.first_string(left))]
