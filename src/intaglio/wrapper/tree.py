"""Tree: a page's elements and texts as one sequence of nodes in document order, scripts and styles left out.

A node's mark is what its start tag says: name, class and id, digits folded, so that `post-17` and `post-23` are alike.
What a page says for machines (`itemprop`, the name of a `<meta>`) counts as a class that starts with `@`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

import numpy as np

from intaglio.page import KNOWN, RAW, TAGS, Ints, Page

_DIGITS = re.compile(r"\d+")
_CODE = np.array([code in RAW for code in range(len(KNOWN))])
_ABOUT = np.array([code in (TAGS["meta"], TAGS["link"]) for code in range(len(KNOWN))])


class Mark(NamedTuple):
    """Name, class and id of an element; a text has the name `#text`."""

    tag: str
    cls: str = ""
    id: str = ""


TEXT = Mark("#text")

MarkKey = tuple[int, str, str, str]
"""Number of an element's name, its class and id as they stand, and what it says of itself to machines."""


_REMEMBERED = 20_000
"""Marks kept from one page to the next, at most."""


class Tree:
    """Nodes of a page in document order; node 0 is the root element. Lists, because nodes are read one by one."""

    def __init__(self, page: Page, known: dict[MarkKey, Mark] | None = None) -> None:
        """Number the nodes; `known` keeps marks from one page to the next."""
        self.page = page
        self._known = {} if known is None else known
        seen, size, texts = page.text_seen, page.size, len(page.texts)
        elements = np.arange(size)
        at_element = elements + np.searchsorted(seen, elements, side="right")
        at_text = np.arange(texts) + seen
        element = np.full(size + texts, -1)
        element[at_element] = elements
        start, stop = page.text_start, page.text_stop
        head = np.empty(size + texts, dtype=np.int64)
        head[at_element] = np.where(start < stop, start, -1)
        head[at_text] = np.arange(texts)
        end = np.empty(size + texts, dtype=np.int64)
        end[at_element] = at_element + (page.end - elements) + (stop - start)
        end[at_text] = at_text + 1
        lone = np.ones(size + texts, dtype=np.bool_)
        lone[at_element] = stop - start == 1
        code = _CODE[np.minimum(page.tag, len(KNOWN) - 1)]
        if code.any():
            alive = np.ones(size + texts, dtype=np.bool_)
            alive[at_element] = ~code
            number = np.concatenate(([0], np.cumsum(alive)))
            element, head, lone, end = element[alive], head[alive], lone[alive], number[end][alive]
        self.elements, self.heads, self.ends = element, head, end
        self.element: list[int] = element.tolist()
        """Element number of each node, -1 for a text."""
        self.head: list[int] = head.tolist()
        """Number of the first text at or below each node, -1 where there is none."""
        self.end: list[int] = end.tolist()
        """What is below a node are the nodes after it, up to this one."""
        self.lone: list[bool] = lone.tolist()
        """Whether there is exactly one text at or below each node."""
        self.strings = [" ".join(string.split()) for string in page.texts]
        """The page's texts, white space collapsed."""

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.element)

    def children_of(self, node: int) -> list[int]:
        """The nodes right below a node."""
        end, found = self.end, []
        child, stop = node + 1, self.end[node]
        while child < stop:
            found.append(child)
            child = end[child]
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """The nodes right below each node."""
        return [self.children_of(node) for node in range(len(self))]

    @cached_property
    def parent(self) -> list[int]:
        """The node above each node, -1 for the root."""
        parents = [-1] * len(self)
        for node, children in enumerate(self.children):
            for child in children:
                parents[child] = node
        return parents

    @cached_property
    def distinct_marks(self) -> tuple[list[Mark], Ints]:
        """The marks of this page's elements, and the number there of each element's; some may stand there twice."""
        page = self.page
        said = [""]
        role = np.zeros(page.size, dtype=np.int64)
        for e, what in _roles(page).items():
            role[e] = len(said)
            said.append(what)
        base = len(page.strings) + 1
        key = ((page.tag * np.int64(base) + page.cls + 1) * base + page.id + 1) * len(said) + role
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
        names = [*page.strings, ""]
        known, extra = self._known, page.extra_names
        marks = []
        for tag, cls, own_id, what in zip(
            page.tag[first].tolist(),
            page.cls[first].tolist(),
            page.id[first].tolist(),
            role[first].tolist(),
            strict=True,
        ):
            key_ = (tag, names[cls], names[own_id], said[what])
            mark = known.get(key_)
            if mark is None:
                mark = mark_of(key_, extra)
                if tag < len(KNOWN) and len(known) < _REMEMBERED:
                    known[key_] = mark
            marks.append(mark)
        return marks, inverse.astype(np.int32)

    @cached_property
    def mark_numbers(self) -> list[int]:
        """Number of each element's mark among the distinct ones."""
        numbers: list[int] = self.distinct_marks[1].tolist()
        return numbers

    def mark(self, node: int) -> Mark:
        """The mark of a node."""
        element = self.element[node]
        return self.distinct_marks[0][self.mark_numbers[element]] if element >= 0 else TEXT

    def is_text(self, node: int) -> bool:
        """Whether a node is a text."""
        return self.element[node] < 0

    def first_string(self, node: int) -> str:
        """The first text at or below a node, or nothing."""
        text = self.head[node]
        return self.strings[text] if text >= 0 else ""


def mark_of(key: MarkKey, extra_names: tuple[str, ...]) -> Mark:
    """The mark that a start tag gives."""
    tag, cls, own_id, role = key
    name = KNOWN[tag] if tag < len(KNOWN) else extra_names[tag - len(KNOWN)]
    return Mark(name, (_DIGITS.sub("#", cls) + role).lstrip(), _DIGITS.sub("#", own_id))


def _roles(page: Page) -> dict[int, str]:
    """What elements say of themselves to machines, as further class names."""
    roles = {e: "".join(f" @{name}" for name in value.split()) for e, value in page.having("itemprop").items()}
    for e in np.flatnonzero(_ABOUT[np.minimum(page.tag, len(KNOWN) - 1)]).tolist():
        attributes = page.attributes(e)
        name = attributes.get("property") or attributes.get("name") or attributes.get("rel") or ""
        roles[e] = roles.get(e, "") + "".join(f" @{word}" for word in name.lower().split())
    return roles
