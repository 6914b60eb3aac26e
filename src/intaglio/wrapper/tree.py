"""Tree: a page's elements and texts as one sequence of nodes in document order, scripts and styles left out.

A node's mark is what its start tag says: name, class and id, digits folded, so that `post-17` and `post-23` are alike.
What a page says for machines (`itemprop`, the name of a `<meta>`) counts as a class that starts with `@`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from intaglio.page import KNOWN, RAW, TAGS, Page

_DIGITS = re.compile(r"\d+")
_CODE = np.fromiter(sorted(RAW), np.int32, len(RAW))


class Mark(NamedTuple):
    """Name, class and id of an element; a text has the name `#text`."""

    tag: str
    cls: str = ""
    id: str = ""


TEXT = Mark("#text")

_Key = tuple[int, int, int] | tuple[int, int, int, str]
_NO_ELEMENT = (-1, -1, -1)


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes of a page in document order, as lists because they are read one by one; node 0 is the root element."""

    page: Page
    marks: list[Mark]
    """The distinct marks of this page; the first is `TEXT`."""
    mark: list[int]
    """Number in `marks` of each node's mark."""
    parent: list[int]
    children: list[list[int]]
    element: list[int]
    """Element number of each node, -1 for a text."""
    head: list[int]
    """Number of the first text at or below each node, -1 where there is none."""
    lone: list[bool]
    """Whether there is exactly one text at or below each node."""
    strings: list[str]
    """The page's texts, white space collapsed."""

    def is_text(self, node: int) -> bool:
        """Whether a node is a text."""
        return self.element[node] < 0

    def first_string(self, node: int) -> str:
        """The first text at or below a node, or nothing."""
        text = self.head[node]
        return self.strings[text] if text >= 0 else ""


def tree_of(page: Page) -> Tree:
    """The nodes of a page."""
    seen, size, texts = page.text_seen, page.size, len(page.texts)
    elements = np.arange(size)
    at_element = elements + np.searchsorted(seen, elements, side="right")
    at_text = np.arange(texts) + seen
    start, stop = page.text_start, page.text_stop
    parent = np.full(size + texts, -1)
    parent[at_element[1:]] = at_element[page.parent[1:]]
    parent[at_text] = at_element[page.text_owner]
    element = np.full(size + texts, -1)
    element[at_element] = elements
    head = np.empty(size + texts, dtype=np.int64)
    head[at_element] = np.where(start < stop, start, -1)
    head[at_text] = np.arange(texts)
    lone = np.ones(size + texts, dtype=np.bool_)
    lone[at_element] = stop - start == 1
    code = np.isin(page.tag, _CODE)
    if code.any():
        alive = np.ones(size + texts, dtype=np.bool_)
        alive[at_element] = ~code
        number = np.cumsum(alive) - 1
        parent = number[parent[alive]]
        parent[0] = -1
        element, head, lone = element[alive], head[alive], lone[alive]
    parents, numbers = parent.tolist(), element.tolist()
    children: list[list[int]] = [[] for _ in parents]
    for node in range(1, len(parents)):
        children[parents[node]].append(node)
    marks, mark = _marks(page, numbers)
    strings = [" ".join(string.split()) for string in page.texts]
    return Tree(page, marks, mark, parents, children, numbers, head.tolist(), lone.tolist(), strings)


def _marks(page: Page, numbers: list[int]) -> tuple[list[Mark], list[int]]:
    """The distinct marks of a page, and the number of each node's."""
    keys: list[_Key] = list(zip(page.tag.tolist(), page.cls.tolist(), page.id.tolist(), strict=True))
    for e, role in _roles(page).items():
        keys[e] = (*keys[e][:3], role)
    keys.append(_NO_ELEMENT)
    table = _Numbering({_NO_ELEMENT: 0})
    mark = [table[keys[number]] for number in numbers]
    strings = page.strings
    marks = [TEXT]
    for key in list(table)[1:]:
        tag, cls, id_ = key[:3]
        name = KNOWN[tag] if tag < len(KNOWN) else page.extra_names[tag - len(KNOWN)]
        classes = (folded(strings[cls]) if cls >= 0 else "") + (key[3] if len(key) > 3 else "")
        marks.append(Mark(name, classes.lstrip(), folded(strings[id_]) if id_ >= 0 else ""))
    return marks, mark


def _roles(page: Page) -> dict[int, str]:
    """What elements say of themselves to machines, as further class names."""
    roles = {e: "".join(f" @{name}" for name in value.split()) for e, value in page.having("itemprop").items()}
    for e in np.flatnonzero((page.tag == TAGS["meta"]) | (page.tag == TAGS["link"])).tolist():
        attributes = page.attributes(e)
        name = attributes.get("property") or attributes.get("name") or attributes.get("rel") or ""
        roles[e] = roles.get(e, "") + "".join(f" @{word}" for word in name.lower().split())
    return roles


class _Numbering(dict[_Key, int]):
    """Gives keys it does not know the next number."""

    def __missing__(self, key: _Key) -> int:
        self[key] = number = len(self)
        return number


def folded(name: str) -> str:
    """A class or id with its numbers taken out."""
    return _DIGITS.sub("#", name)
