"""What no field has among the items of lists: items of these, or lists of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from intaglio.wrapper.fields.filling.page_filling import PageFilling, Slot
from intaglio.wrapper.fields.filling.scopes import Scope, Scopes
from intaglio.wrapper.fields.unforeseen_lists import (
    FURTHER,
    Beside,
    DataTexts,
    ListedItems,
    find_further_lists,
    texts_in,
    texts_of,
)
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.options import FurtherOptions


class ItemJoiner:
    """Where loose texts among items go."""

    def __init__(
        self, scopes: Scopes, texts: Mapping[int, Slot], within: Mapping[int, int], options: FurtherOptions
    ) -> None:
        """Take where texts go, and the list that each pattern node's field stands in."""
        self._scopes = scopes
        self._texts = texts
        self._within = within
        self._options = options

    def join_lists(self, matching: Matching, filling: PageFilling) -> None:
        """Make what no field has, among the items of a list, items of it."""
        tree = filling.tree
        listed = ListedItems(tree, matching, self._texts, filling.loose)
        made: set[int] = set()
        beside: defaultdict[tuple[int, bool], list[Scope]] = defaultdict(list)
        left: list[int] = []
        for node in sorted(filling.loose):
            one = listed.item_of(node, self._options)
            if one is None or not self._may_join(one, matching):
                left.append(node)
                continue
            if one.element in made:
                continue
            made.add(one.element)
            slot, scope = self._texts[one.number], self._scopes.blank(matching.runs[one.turn].set)
            scope[slot.name] = " ".join(tree.page.text(one.element).split())
            beside[one.turn, one.is_after].append(scope)
            filling.said.append(scope[slot.name])
            filling.note(slot.path, one.element)
        filling.loose = left
        self._put_beside(beside, matching, filling)

    def _may_join(self, one: Beside, matching: Matching) -> bool:
        """Whether something may be an item beside another: the latter has a text that is data of its own."""
        number, slot = matching.runs[one.turn].set, self._texts[one.number]
        own = number in self._scopes.lists and self._within[one.number] == number
        return own and slot.name not in self._scopes.aside[number]

    def _put_beside(
        self, beside: Mapping[tuple[int, bool], list[Scope]], matching: Matching, filling: PageFilling
    ) -> None:
        """Put further items into their lists."""
        lists: dict[int, list[Scope]] = {}
        ahead: defaultdict[int, list[Scope]] = defaultdict(list)
        behind: defaultdict[int, list[Scope]] = defaultdict(list)
        for (turn, is_after), some in beside.items():
            number, within = matching.runs[turn]
            items = filling.scopes[within][self._scopes.lists[number].name]
            lists[id(items)] = items
            (behind if is_after else ahead)[id(filling.scopes[turn])] += some
        for items in lists.values():
            items[:] = [one for item in items for one in (*ahead[id(item)], item, *behind[id(item)])]

    def further_lists(self, matching: Matching, filling: PageFilling) -> list[dict[str, Any]]:
        """The lists among what no field has, which is all of it that is loose."""
        if not filling.loose:
            return []
        tree, page = filling.tree, filling.tree.page
        data = DataTexts(tree, matching, self._texts)
        lists = find_further_lists(tree, filling.loose, data, self._options)
        taken: set[int] = set()
        for one in lists:
            for e in one.elements:
                taken.update(texts_in(tree, e))
                filling.note(f"{FURTHER}.items", e)
        if taken:
            filling.loose = [node for node in filling.loose if not taken.issuperset(texts_of(tree, node))]
        return [
            {"heading": one.heading, "items": [" ".join(page.text(e).split()) for e in one.elements]} for one in lists
        ]
