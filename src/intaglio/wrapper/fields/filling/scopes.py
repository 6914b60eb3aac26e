"""Scopes: the blanks of the page and of each item of a list, and what of them is data in the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.wrapper.fields.assign_names import ListField, Path, list_path
from intaglio.wrapper.fields.field import Field
from intaglio.wrapper.match.match_result import Matching

Scope = dict[str, Any]


class Scopes:
    """Which names each list has, furniture apart."""

    def __init__(self, fields: Sequence[Field], lists: Mapping[int, ListField]) -> None:
        """Take the fields and the lists of a pattern tree."""
        self.lists = lists
        self.aside: defaultdict[int, set[str]] = defaultdict(set)
        """Names of furniture, by list."""
        self._blank: defaultdict[int, Scope] = defaultdict(dict)
        self._inner: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for one in fields:
            self._blank[one.within][one.name] = None
            if one.furniture:
                self.aside[one.within].add(one.name)
        for number, held in lists.items():
            self._blank[held.within][held.name] = None
            self._inner[held.within][held.name] = number
        self._empty = {number for number in lists if self._all_aside(number)}
        self._flat = {
            number: shown[0] for number in lists if len(shown := self._shown(number)) == 1 and not self._inner[number]
        }
        self._nothing = {number: dict.fromkeys(self._shown(number)) for number in lists}
        """What items without anything have for data."""
        self._special = {number: self._parted(number) for number in self._blank}
        """Names of furniture, and of lists with their numbers, in order."""

    def _all_aside(self, number: int) -> bool:
        """Whether a list holds nothing but furniture."""
        inner = self._inner[number]
        names = self._blank[number].keys() - inner.keys()
        return names <= self.aside[number] and all(map(self._all_aside, inner.values()))

    def _shown(self, number: int) -> list[str]:
        """The names of a list that hold data."""
        aside, inner = self.aside[number], self._inner[number]
        return [name for name in self._blank[number] if name not in aside and inner.get(name) not in self._empty]

    def _parted(self, number: int) -> list[tuple[str, int | None]]:
        aside, inner = self.aside[number], self._inner[number]
        names = [name for name in self._blank[number] if name in aside or name in inner]
        return [(name, None if name in aside else inner[name]) for name in names]

    def path(self, one: Field) -> Path:
        """Names from the outermost list to the field; a list of one field is meant by its own name."""
        around = list_path(self.lists, one.within)
        return around if self._flat.get(one.within) == one.name else (*around, one.name)

    def blank(self, number: int) -> Scope:
        """An item of a list, with nothing filled in."""
        return dict(self._blank[number])

    def of(self, matching: Matching) -> list[Scope]:
        """A blank for the page and for each turn of a list, in its place; turns of other sets share the one around."""
        scopes = [dict(self._blank[-1])]
        for number, within in matching.runs[1:]:
            if number not in self.lists:
                scopes.append(scopes[within])
                continue
            scope = dict(self._blank[number])
            around, name = scopes[within], self.lists[number].name
            if around.get(name) is None:
                around[name] = []
            around[name].append(scope)
            scopes.append(scope)
        return scopes

    def split(self, scope: Scope, within: int = -1) -> tuple[Scope, Scope]:
        """What a scope has as data, which is all that is left in it, and as furniture. Lists of one field are lists of
        texts; empty items are dropped.
        """
        furniture: Scope = {}
        for name, number in self._special.get(within, ()):
            if number is None:
                value = scope.pop(name)
                if value is not None:
                    furniture[name] = value
                continue
            items, others = self._split_items(scope[name] or (), number)
            if number in self._empty:
                del scope[name]
            else:
                scope[name] = items or None
            if others:
                furniture[name] = others
        return scope, furniture

    def _split_items(self, items: Sequence[Scope], number: int) -> tuple[list[Any], list[Scope]]:
        only = self._flat.get(number)
        if only is not None and not self.aside[number]:
            return [item[only] for item in items if item[only] is not None], []
        if not self._special[number]:
            nothing = self._nothing[number]
            return [item for item in items if item != nothing], []
        parts = [self.split(item, number) for item in items]
        if only is not None:
            shown = [part[only] for part, _ in parts if part[only] is not None]
        else:
            nothing = self._nothing[number]
            shown = [part for part, _ in parts if part != nothing]
        return shown, [other for _, other in parts if other]
