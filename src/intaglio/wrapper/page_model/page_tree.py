"""Tree: a page's elements and texts as one sequence of nodes in document order, scripts and styles left out.

A node's mark is what its start tag says: name, class and id, folded so that `post-17` and `post-23` are alike.
What a page says for machines (`itemprop`, the name of a `<meta>`) counts as a class that starts with `@`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from intaglio.page import KNOWN, RAW, TAGS, Page
from intaglio.page.structure import children_of
from intaglio.white_space import collapsed
from intaglio.wrapper.page_model.data_attributes import values
from intaglio.wrapper.page_model.split_sums import texts_with_cents

_DIGITS = re.compile(r"\d+")
_STRIPES = re.compile(
    r"(?<![a-zA-Z])(?:[oO]dd|[eE]ven|[aA]lt)(?=[rR]ow|[iI]tem|[lL]ine|[cC]ell|[^a-zA-Z]|$)"
    r"|(?<=row)(?:odd|even|alt)(?![a-zA-Z])|(?<=[a-z])(?:Odd|Even|Alt)(?![a-z])"
)
_KEPT = np.array([code not in RAW for code in range(len(KNOWN))])
_ABOUT = np.array([code in (TAGS["meta"], TAGS["link"]) for code in range(len(KNOWN))])


class Mark(NamedTuple):
    """Name, class and id of an element; a text has the name `#text`."""

    tag: str
    cls: str = ""
    id: str = ""


TEXT = Mark("#text")
_tag = itemgetter(0)


class Tree:
    """Nodes of a page in document order; node 0 is the root element. Lists, because nodes are read one by one."""

    def __init__(self, page: Page) -> None:
        """Number the nodes."""
        self.page = page
        self._marks: dict[tuple[int, int, int, str], Mark] = {}
        kept = _KEPT.take(page.tag, mode="clip")
        before = np.zeros(len(kept) + 1, dtype=np.int64)
        kept.cumsum(out=before[1:])
        elements, texts = kept.nonzero()[0], np.arange(len(page.texts))
        start, stop = page.text_start.take(elements), page.text_stop.take(elements)
        at_element, at_text = np.arange(len(elements)) + start, texts + before.take(page.text_seen)
        size = len(elements) + len(texts)
        self.elements = np.full(size, -1)
        self.elements[at_element] = elements
        self.heads = np.empty(size, dtype=np.int64)
        self.heads[at_element] = np.where(start < stop, start, -1)
        self.heads[at_text] = texts
        self.ends = np.arange(1, size + 1)
        self.ends[at_element] = before.take(page.end.take(elements)) + stop
        self.element: list[int] = self.elements.tolist()
        """Element number of each node, -1 for a text."""
        self.head: list[int] = self.heads.tolist()
        """Number of the first text at or below each node, -1 where there is none."""
        self.end: list[int] = self.ends.tolist()
        """What is below a node are the nodes after it, up to this one."""
        self.strings = page.derived(_said_texts)
        """The page's texts, white space collapsed; sums have the cents that stand behind them."""

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.element)

    @cached_property
    def lone(self) -> list[bool]:
        """Whether there is exactly one text at or below each node."""
        lone = (self.page.text_stop - self.page.text_start == 1)[self.elements]
        found: list[bool] = (lone | (self.elements < 0)).tolist()
        return found

    @cached_property
    def text_ranges(self) -> tuple[list[int], list[int]]:
        """The number of the first text of each element's subtree, and one past that of its last."""
        return self.page.text_start.tolist(), self.page.text_stop.tolist()

    @cached_property
    def children(self) -> list[Sequence[int]]:
        """The nodes right below each node."""
        end = self.end
        return [children_of(end, node) if stop > node + 1 else () for node, stop in enumerate(end)]

    @cached_property
    def parent(self) -> list[int]:
        """The node above each node, -1 for the root."""
        parents = [-1] * len(self)
        for node, children in enumerate(self.children):
            for child in children:
                parents[child] = node
        return parents

    @cached_property
    def roles(self) -> dict[int, str]:
        """What elements say of themselves to machines, as further class names."""
        page = self.page
        roles = {e: "".join(f" @{name}" for name in value.split()) for e, value in page.having("itemprop").items()}
        about = _ABOUT.take(page.tag, mode="clip").nonzero()[0].tolist()
        names = [page.values(name, about) for name in ("property", "name", "rel")]
        for e, *said in zip(about, *names, strict=True):
            roles[e] = roles.get(e, "") + _role(*said)
        return roles

    @cached_property
    def tag_numbers(self) -> list[int]:
        """The number of each element's name, as the page has it."""
        found: list[int] = self.page.tag.tolist()
        return found

    @cached_property
    def _looks(self) -> tuple[list[int], list[int], list[int]]:
        """Numbers of the names, classes and ids of elements."""
        return self.tag_numbers, self.page.cls.tolist(), self.page.id.tolist()

    @cached_property
    def _known(self) -> list[Mark | None]:
        """The marks of elements that were asked for."""
        return [None] * self.page.size

    @cached_property
    def marks(self) -> list[Mark]:
        """The mark of each node; all at once, for those who need most of them."""
        page = self.page
        names = len(page.strings) + 1
        looks = (page.tag.astype(np.int64) * names + page.cls + 1) * names + page.id + 1
        _, first, which = np.unique(looks, return_index=True, return_inverse=True)
        different = [self._made(e, "") for e in first.tolist()]
        known = list(map(different.__getitem__, which.tolist()))
        for e, role in self.roles.items():
            known[e] = self._made(e, role)
        self._known[:] = known
        return list(map([*known, TEXT].__getitem__, self.element))  # texts, whose number is -1, take the last

    @cached_property
    def tags(self) -> list[str]:
        """The name of each node."""
        return list(map(_tag, self.marks))

    def mark_of(self, e: int) -> Mark:
        """The mark of an element."""
        return self._known[e] or self._found(e)

    def _found(self, e: int) -> Mark:
        mark = self._known[e] = self._made(e, self.roles.get(e, ""))
        return mark

    def _made(self, e: int, role: str) -> Mark:
        tags, classes, ids = self._looks
        key = (tags[e], classes[e], ids[e], role)
        mark = self._marks.get(key)
        if mark is None:
            page = self.page
            names = folded(page.class_of(e) or "") + role
            mark = self._marks[key] = Mark(page.tag_name(e), names.lstrip(), folded(page.id_of(e) or ""))
        return mark

    def mark(self, node: int) -> Mark:
        """The mark of a node."""
        element = self.element[node]
        return (self._known[element] or self._found(element)) if element >= 0 else TEXT

    def is_text(self, node: int) -> bool:
        """Whether a node is a text."""
        return self.element[node] < 0

    @cached_property
    def parted(self) -> list[bool]:
        """Whether each text is parted from the one before: by a block, a line break or a blank."""
        page = self.page
        found: list[bool] = (page.text_breaks[:-1] | page.space_before).tolist()
        return found

    def text(self, node: int) -> str:
        """All text at or below a node, on one line."""
        element = self.element[node]
        if element < 0:
            return self.strings[self.head[node]]
        starts, stops = self.text_ranges
        start, stop = starts[element], stops[element]
        if stop - start == 1:
            return self.strings[start]
        some = zip(self.parted[start:stop], self.page.texts[start:stop], strict=True)
        return collapsed("".join([f" {text}" if parted else text for parted, text in some]))

    def strings_below(self, node: int) -> list[str]:
        """The texts at or below a node."""
        element = self.element[node]
        if element < 0:
            return [self.strings[self.head[node]]]
        starts, stops = self.text_ranges
        return self.strings[starts[element] : stops[element]]

    def values_below(self, node: int, attribute: str) -> list[str]:
        """What the elements below a node have for an attribute."""
        element = self.element[node]
        below = range(element + 1, int(self.page.end[element]))
        return [value for value in values(self.page, attribute, below) if value is not None]

    def first_string(self, node: int) -> str:
        """The first text at or below a node, or nothing."""
        text = self.head[node]
        return self.strings[text] if text >= 0 else ""


def collapsed_texts(page: Page) -> list[str]:
    """The texts of a page in order, white space collapsed; asked for by `derived`, as several steps need them."""
    return list(map(collapsed, page.texts))


def _said_texts(page: Page) -> list[str]:
    return texts_with_cents(page, page.derived(collapsed_texts))


@lru_cache(maxsize=4096)
def _role(of_property: str | None, of_name: str | None, rel: str | None) -> str:
    """What a `<meta>` or a `<link>` is about, as class names."""
    return "".join(f" @{word}" for word in (of_property or of_name or rel or "").lower().split())


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A class or id without what only says which item of a list it is: its number, or its stripe (odd, even, alt)."""
    return " ".join(_STRIPES.sub("", _DIGITS.sub("#", name)).split())
