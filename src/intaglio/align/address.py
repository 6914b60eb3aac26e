"""Addresses of nodes, after Zeleny and Burget: a level for each element on the way, full from the root or compact
from the last element with an id; and the ladder of checks by which a walk along an address can be held to account.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Flag, auto
from typing import Literal, NamedTuple

import numpy as np

from intaglio.page import Page


class Level(NamedTuple):
    """One element on the way."""

    position: int
    """Place among its parent's element children."""
    siblings: int
    """Element children of its parent, itself included."""
    id: str | None
    tag: str


Descriptor = tuple[Level, ...]
"""An address: the levels on the way, the node itself last."""


class Check(Flag):
    """What a node must agree in with its level."""

    NONE = 0
    ID = auto()
    TAG = auto()
    COUNT = auto()


CHECKS: Mapping[str, Check] = {
    "id+tag+count": Check.ID | Check.TAG | Check.COUNT,
    "id+tag": Check.ID | Check.TAG,
    "tag+count": Check.TAG | Check.COUNT,
    "id+count": Check.ID | Check.COUNT,
    "id": Check.ID,
    "tag": Check.TAG,
    "count": Check.COUNT,
    "none": Check.NONE,
}
"""The ladder, strictest first."""
_LADDER = tuple(CHECKS.values())

Search = Literal["depth", "breadth", "index"]
"""How the element that a compact address starts at is looked for."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a walk along an address ended."""

    element: int | None
    agreed: Check
    """The rung of the ladder that the node with the least agreement is on."""
    checked: int
    """How many nodes were looked at."""


def describe(page: Page, e: int) -> Descriptor:
    """The full address of an element."""
    levels: list[Level] = []
    while e >= 0:
        levels.append(Level(int(page.position[e]), int(page.siblings[e]), page.id_of(e), page.tag_name(e)))
        e = int(page.parent[e])
    return tuple(reversed(levels))


def compact(page: Page, address: Descriptor) -> Descriptor:
    """The address from its last level whose id occurs once on the page; the whole address if there is none."""
    for start in range(len(address) - 1, -1, -1):
        name = address[start].id
        if name is not None and len(elements_with_id(page, name)) == 1:
            return address[start:]
    return address


def elements_with_id(page: Page, name: str) -> list[int]:
    """All elements of that id."""
    try:
        code = page.strings.index(name)
    except ValueError:
        return []
    return [int(e) for e in np.flatnonzero(page.id == code)]


def walk(page: Page, address: Descriptor, *, start: int = 0) -> Walk:
    """Follow positions from an element that stands for the address's first level, noting what agrees."""
    e, rung = start, _rung(page, start, address[0])
    for checked, level in enumerate(address[1:], start=1):
        children = page.children(e)
        if level.position >= len(children):
            return Walk(None, Check.NONE, checked)
        e = int(children[level.position])
        rung = max(rung, _rung(page, e, level))
    return Walk(e, _LADDER[rung], len(address))


def follow(page: Page, address: Descriptor, search: Search = "index") -> Walk:
    """Find where an address starts on the page, and walk it; a full address starts at the root."""
    if address[0].id is None or (len(address) > 1 and address[0].tag == "html"):
        return walk(page, address)
    start, looked = _start(page, address[0].id, search)
    if start is None:
        return Walk(None, Check.NONE, looked)
    found = walk(page, address, start=start)
    return Walk(found.element, found.agreed, found.checked + looked)


def _rung(page: Page, e: int, level: Level) -> int:
    """The strictest rung of the ladder that a node passes, counted from the top."""
    agreed = Check.NONE
    if page.id_of(e) == level.id:
        agreed |= Check.ID
    if page.tag_name(e) == level.tag:
        agreed |= Check.TAG
    if page.siblings[e] == level.siblings:
        agreed |= Check.COUNT
    return next(number for number, check in enumerate(_LADDER) if agreed & check == check)


def _start(page: Page, name: str, search: Search) -> tuple[int | None, int]:
    """The one element of that id, and how many were looked at; an id that occurs twice starts nothing."""
    having = elements_with_id(page, name)
    found = having[0] if len(having) == 1 else None
    if search == "index":
        return found, 1
    last = having[1] if len(having) > 1 else page.size - 1
    if search == "depth":
        return found, last + 1
    return found, _breadth_rank(page, last) + 1


def _breadth_rank(page: Page, e: int) -> int:
    queue, rank = deque([0]), 0
    while queue:
        at = queue.popleft()
        if at == e:
            break
        rank += 1
        queue.extend(int(child) for child in page.children(at))
    return rank
