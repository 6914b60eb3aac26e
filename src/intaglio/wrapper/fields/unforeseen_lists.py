"""Lists, and items of lists, that a page has and its template does not provide for.

An item that fits nowhere, among siblings that are items of a list, is one of them. Siblings built alike that fit
nowhere are a list of their own, and so are those that the template has places for, but too few.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from intaglio.page import TAGS
from intaglio.wrapper.match.match_result import Matching
from intaglio.wrapper.options import FurtherOptions
from intaglio.wrapper.page_model.node_features import COLONS, has_letter
from intaglio.wrapper.page_model.page_tree import Tree
from intaglio.wrapper.page_model.tag_sets import DRESS_ONLY, TITLES

FURTHER = "further_lists"
"""The field that has them: of each list what stands before it, and its items."""
_INLINE = frozenset({"a", "span"})
"""Items, but not in a text."""
_PARAGRAPH = TAGS["p"]
_NO_ITEMS = (DRESS_ONLY - _INLINE) | TITLES | {"p", "td", "th", "dt", "dd", "meta", "link", "option", "tbody", "pre"}

_BY_NAME = frozenset({"tr", "li"})
_BLOCKS = TITLES | {"table", "ul", "ol", "dl", "div", "form"}


class FurtherList(NamedTuple):
    """Siblings that are built alike."""

    heading: str
    """The text right before them, if it is short."""
    elements: tuple[int, ...]


class Beside(NamedTuple):
    """A further item of a list, and one beside it."""

    element: int
    """The further item."""
    turn: int
    """The turn of the one beside it."""
    number: int
    """The pattern node of the text that this has."""
    is_after: bool
    """Whether it comes behind this."""


class ListedItems:
    """Which siblings are items of which lists on a page."""

    def __init__(self, tree: Tree, matching: Matching, slots: Container[int], unplaced: Sequence[int]) -> None:
        """Take what was found, and nodes that fit nowhere; `slots` are the pattern nodes whose texts are in fields."""
        self._tree, self._matching, self._runs, self._slots = tree, matching, matching.runs, slots
        self._open = {text for node in unplaced for text in texts_of(tree, node)}
        self._known: dict[int, defaultdict[tuple[str, str], list[tuple[int, int, int]]]] = {}

    @cached_property
    def _held(self) -> list[tuple[int, int, int]]:
        """Texts of items that are data in order, each with its pattern node and its turn."""
        head, slots = self._tree.head, self._slots
        return sorted(
            (head[node], number, turn)
            for number, node, turn in self._matching.held
            if turn and number in slots and head[node] >= 0
        )

    @cached_property
    def _texts(self) -> list[int]:
        return [text for text, _, _ in self._held]

    @cached_property
    def _span(self) -> dict[int, tuple[int, int]]:
        """The first and the last of these texts in each turn."""
        found: dict[int, tuple[int, int]] = {}
        for text, _, innermost in self._held:
            turn = innermost
            while turn > 0:
                found[turn] = found.get(turn, (text, text))[0], text
                turn = self._runs[turn].within
        return found

    def item_of(self, node: int, options: FurtherOptions) -> Beside | None:
        """The item that a node which fits nowhere is, or is all of; None if it is in no list."""
        page = self._tree.page
        e = _element_of(self._tree, node)
        for _ in range(options.up):
            parent = int(page.parent[e])
            if parent < 0 or len(texts_in(self._tree, e)) > options.texts or not _is_open(self._tree, e, self._open):
                return None
            beside = self._beside(e, parent)
            if beside is not None:
                return beside
            e = parent
        return None

    def _beside(self, e: int, parent: int) -> Beside | None:
        """The item before an element among its siblings of the same name and class, or else the next one."""
        mark = self._tree.mark_of(e)[:2]
        items = self._items_of(parent).get(mark) if mark[0] not in _NO_ITEMS else None
        if not items:
            return None
        at = bisect_left(items, e, key=lambda item: item[0])
        _, turn, number = items[max(at - 1, 0)]
        return Beside(e, turn, number, at > 0)

    def _items_of(self, parent: int) -> Mapping[tuple[str, str], list[tuple[int, int, int]]]:
        """The children of an element that are items: by name and class, with their turns and what has their texts."""
        known = self._known.get(parent)
        if known is None:
            known = self._known[parent] = defaultdict(list)
            for one in self._tree.page.children(parent).tolist():
                found = self._turn_in(one, parent)
                if found is not None:
                    known[self._tree.mark_of(one)[:2]].append((one, *found))
        return known

    def _turn_in(self, e: int, parent: int) -> tuple[int, int] | None:
        """The turn of a list that an element is, and the pattern node of its text."""
        starts, stops = self._tree.text_ranges
        start, stop = starts[e], stops[e]
        at = bisect_left(self._texts, start)
        if at == len(self._texts) or self._texts[at] >= stop:
            return None
        _, number, turn = self._held[at]
        around = texts_in(self._tree, parent)
        found = turn if all(text in around for text in self._span[turn]) else None
        while turn > 0 and all(start <= text < stop for text in self._span[turn]):
            found = turn
            turn = self._runs[turn].within
        return None if found is None else (found, number)


class DataTexts:
    """The numbers of a page's texts that fields have."""

    def __init__(self, tree: Tree, matching: Matching, slots: Container[int]) -> None:
        """Take what was found; `slots` are the pattern nodes whose texts are in fields."""
        self._tree, self._matching, self._slots = tree, matching, slots

    @cached_property
    def _turns(self) -> dict[int, int]:
        tree, slots = self._tree, self._slots
        held = ((node, turn) for number, node, turn in self._matching.held if number in slots)
        return {text: turn for node, turn in held for text in texts_of(tree, node)}

    def begin(self, texts: range) -> bool:
        """Whether the first of some texts is data, or none is: they are no label and its value."""
        return texts.start in self._turns or not self.are_in(texts)

    def are_in(self, texts: range) -> bool:
        """Whether some of the texts are data."""
        return any(text in self._turns for text in texts)

    def are_listed(self, texts: range) -> bool:
        """Whether some of the texts are in lists."""
        return any(self._turns.get(text) for text in texts)


def find_further_lists(
    tree: Tree, unplaced: Sequence[int], data: DataTexts, options: FurtherOptions
) -> list[FurtherList]:
    """The lists among nodes of a page that are in no field, the outermost of those within each other."""
    page = tree.page
    texts = {text for node in unplaced for text in texts_of(tree, node)}
    around: set[int] = set()
    for node in unplaced:
        e = _element_of(tree, node)
        if tree.element[node] >= 0:
            around.update(range(e, min(int(page.end[e]), e + options.largest)))
        for _ in range(options.up):
            e = int(page.parent[e])
            if e < 0:
                break
            around.add(e)
    found: list[FurtherList] = []
    starts: list[int] = []
    for parent in sorted(around):
        at = bisect_right(starts, parent) - 1
        if at >= 0 and parent < int(page.end[starts[at]]):
            continue
        for items in _alike_children(tree, parent, texts, options):
            if _is_further(tree, items, texts, data):
                found.append(FurtherList(_heading(tree, items[0], options.heading), tuple(items)))
                for e in items:
                    insort(starts, e)
    return found


def _element_of(tree: Tree, node: int) -> int:
    """The element that a node is, or that a text stands in."""
    e = tree.element[node]
    return e if e >= 0 else int(tree.page.text_owner[tree.head[node]])


def texts_of(tree: Tree, node: int) -> range:
    """The numbers of the texts at or below a node."""
    e = tree.element[node]
    return range(tree.head[node], tree.head[node] + 1) if e < 0 else texts_in(tree, e)


def texts_in(tree: Tree, e: int) -> range:
    """The numbers of the texts in an element."""
    starts, stops = tree.text_ranges
    return range(starts[e], stops[e])


def _alike_children(tree: Tree, parent: int, texts: set[int], options: FurtherOptions) -> Iterator[list[int]]:
    """Children of one name and class that hold about the same kinds of elements, if some of the texts are all of one of
    them. Rows, and items by their name, may hold different ones, but nothing with parts of its own.
    """
    page = tree.page
    children = page.children(parent).tolist()
    if len(children) < options.fewest:
        return
    by_mark: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    tags = tree.tag_numbers
    in_text = tags[parent] == _PARAGRAPH or any(tags[e] == _PARAGRAPH for e in children)
    for e in children:
        mark = tree.mark_of(e)
        if mark.tag not in _NO_ITEMS and not (in_text and mark.tag in _INLINE) and texts_in(tree, e):
            by_mark[mark[:2]].append(e)
    for (tag, _), some in by_mark.items():
        if len(some) < options.fewest or not any(_is_open(tree, e, texts) for e in some):
            continue
        kinds = [frozenset(map(page.tag_name, islice(page.descendants(e), options.inner))) for e in some]
        usual = Counter(kinds).most_common(1)[0][0]
        alike = [e for e, kind in zip(some, kinds, strict=True) if _overlap(usual, kind) >= options.alike]
        if len(alike) >= options.fewest:
            yield alike
        elif tag in _BY_NAME and not any(_BLOCKS & kind for kind in kinds):
            yield some


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0


def _is_open(tree: Tree, e: int, texts: set[int]) -> bool:
    """Whether most of the texts of an element, or what it begins with, are in no field; a label aside."""
    own = texts_in(tree, e)
    begins = own.start in texts and not tree.strings[own.start].endswith(COLONS)
    return begins or 2 * sum(text in texts for text in own) > len(own)


def _is_further(tree: Tree, items: Sequence[int], texts: set[int], data: DataTexts) -> bool:
    """Whether siblings are a list that the template does not provide for: at least half of them fit nowhere; or one
    does, and the others are in places for fewer of them, which are no list and no rows with labels.
    """
    fitting = [e for e in items if not _is_open(tree, e, texts)]
    if 2 * len(fitting) <= len(items):
        return len(items) - len(fitting) > 1
    mark = tree.mark_of(items[0])
    if len(fitting) == len(items) or not (mark.cls or mark.tag in _BY_NAME):
        return False
    own = [texts_in(tree, e) for e in fitting]
    if any(data.are_listed(some) or not data.begin(some) for some in own):
        return False
    vary = sum(data.are_in(some) or not texts.isdisjoint(some) for some in own)
    return 2 * (len(items) - len(fitting) + vary) >= len(items)


def _heading(tree: Tree, first: int, longest: int) -> str:
    """The text before an element, if it may say what a list is of."""
    before = texts_in(tree, first).start - 1
    text = tree.strings[before].rstrip(" :") if before >= 0 else ""
    return text if has_letter(text) and len(text) <= longest else ""
