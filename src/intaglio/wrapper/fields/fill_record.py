"""Form: fields made ready to be filled in, so that a record costs little more than its values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from typing import Any

from intaglio.wrapper.fields.assign_names import ListField, Path, list_path
from intaglio.wrapper.fields.field_finder import Field
from intaglio.wrapper.match.match_result import HeldNode, Matching
from intaglio.wrapper.options import FillOptions
from intaglio.wrapper.page_model.link_targets import TARGETS, Targets
from intaglio.wrapper.page_model.page_tree import TEXT, Tree
from intaglio.wrapper.record import Misfit, Record
from intaglio.wrapper.value_types import ValueType


class RecordFiller:
    """Where values go."""

    def __init__(
        self,
        fields: Sequence[Field],
        lists: Mapping[int, ListField],
        wholes: Container[int],
        passed: Container[int],
        options: FillOptions = FillOptions(),
    ) -> None:
        """Pattern nodes that are whole hold all that is in them; texts of those `passed` are passed over."""
        self._wholes, self._passed, self._options = wholes, passed, options
        self._texts: dict[int, str] = {}
        self._attributes: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        self._blank: defaultdict[int, dict[str, Any]] = defaultdict(dict)
        self._lists = lists
        self._inner: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        for field in fields:
            self._blank[field.within][field.name] = None
            for number, attribute in field.slots:
                if attribute:
                    self._attributes[number].append((attribute, field.name))
                else:
                    self._texts[number] = field.name
        for number, one in lists.items():
            self._blank[one.within][one.name] = None
            self._inner[one.within].append((number, one.name))
        self._flat = {
            number: next(iter(self._blank[number]))
            for number in lists
            if len(self._blank[number]) == 1 and not self._inner[number]
        }
        self.types: dict[tuple[str, ...], ValueType] = {
            self.path(field): field.type for field in fields if field.type != "text"
        }

    def path(self, field: Field) -> Path:
        """Names from the outermost list to the field; a list of one field is meant by its own name."""
        around = list_path(self._lists, field.within)
        return around if field.within in self._flat else (*around, field.name)

    def fill(self, matching: Matching, tree: Tree) -> Record:
        """The record of a page."""
        scopes = self._scopes(matching)
        names, strings, head, element = self._texts, tree.strings, tree.head, tree.element
        loose: list[str] = []
        prose: dict[str, Sequence[str]] = {}
        elements: list[HeldNode] = []
        for held in matching.held:
            number, node, turn = held
            name = names.get(number)
            if element[node] < 0:
                string = strings[head[node]]
            else:
                elements.append(held)
                if number not in self._wholes or head[node] < 0:
                    continue
                string = tree.text(node)
                prose[string] = tree.strings_below(node)
            if name is not None and scopes[turn][name] is None:
                scopes[turn][name] = string
            elif number not in self._passed:
                loose += prose.pop(string, (string,))
        self._fill_attributes(elements, scopes, tree)
        misfits = _misfits(matching, tree, loose, self._options)
        return Record(self._folded(scopes[0]), self.types, misfits, tuple(loose), prose)

    def _fill_attributes(self, elements: Sequence[HeldNode], scopes: Sequence[dict[str, Any]], tree: Tree) -> None:
        asked: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        targets = Targets(tree.page.base_url)
        for number, node, turn in elements:
            for attribute, name in self._attributes.get(number, ()):
                if number in self._wholes:
                    below = [targets.absolute(value) for value in tree.values_below(node, attribute)]
                    scopes[turn][name] = scopes[turn][name] or below or None
                else:
                    asked[attribute].append((tree.element[node], name, turn))
        for attribute, asking in asked.items():
            absolute = attribute in TARGETS
            found = tree.page.values(attribute, [e for e, _, _ in asking])
            for value, (_, name, turn) in zip(found, asking, strict=True):
                if value is not None and scopes[turn][name] is None:
                    scopes[turn][name] = targets.absolute(value) if absolute else " ".join(value.split())

    def _scopes(self, matching: Matching) -> list[dict[str, Any]]:
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

    def _folded(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Make lists of one field lists of texts, and drop items that hold nothing."""
        pending = [(fields, -1)]
        while pending:
            scope, within = pending.pop()
            for number, name in self._inner.get(within, ()):
                items = scope[name]
                if items is None:
                    continue
                if number in self._flat:
                    only = self._flat[number]
                    scope[name] = [item[only] for item in items if item[only] is not None] or None
                else:
                    scope[name] = [item for item in items if any(v is not None for v in item.values())] or None
                    pending += [(item, number) for item in scope[name] or ()]
        return fields


def _misfits(matching: Matching, tree: Tree, loose: list[str], options: FillOptions) -> tuple[Misfit, ...]:
    """What fits nowhere, in bounds; all texts of it are added to the loose ones."""
    misfits: list[Misfit] = []
    for node in matching.odd(tree):
        loose.append(tree.strings[tree.head[node]])
        misfits.append(_misfit(tree, node, loose[-1], options.shown))
    for node in matching.strays:
        strings = tree.strings_below(node)
        loose += strings
        if strings and len(misfits) < options.misfits:
            misfits.append(_misfit(tree, node, " ".join(strings[: options.strings]), options.shown))
    return tuple(misfits[: options.misfits])


def _misfit(tree: Tree, node: int, text: str, shown: int) -> Misfit:
    page, element = tree.page, tree.element[node]
    if element < 0:
        return Misfit(int(page.text_owner[tree.head[node]]), TEXT.tag, text[:shown])
    return Misfit(element, page.tag_name(element), text[:shown])
