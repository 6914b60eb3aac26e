"""The tree of a page as columns, and what can be derived from them without walking objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count, repeat
from struct import pack
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from intaglio.white_space import collapsed

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]
Named = tuple[Sequence[int], Sequence[str]]
"""Elements that have an attribute, and its values."""
_BETWEEN = " \0 "


class Structure(NamedTuple):
    """Elements in document order; every column has one entry an element, read only."""

    tag: Ints
    """Number of the element's name, see `TAGS`; names unknown there are numbered on from it."""
    extra_names: tuple[str, ...]
    """The names behind the numbers past the known ones."""
    parent: Ints
    """Element number of the parent, -1 for the root."""
    end: Ints
    """The subtree of e is e .. end[e] - 1."""


class Texts(NamedTuple):
    """Non-blank texts outside script and style, in document order."""

    strings: list[str]
    owner: Ints
    """Element each text stands in."""
    seen: Ints
    """How many elements had been opened before each text."""
    space_before: Bools
    """A blank text, dropped, stood between this text and the one before it."""


def column(values: Sequence[int]) -> Ints:
    """A read-only int32 column of the values."""
    return np.frombuffer(pack(f"{len(values)}i", *values), np.int32)


def freeze(values: npt.NDArray[np.generic]) -> None:
    """Make a column read only."""
    values.setflags(write=False)


def text_columns(strings: list[str], owner: list[int], seen: list[int], space_before: list[bool]) -> Texts:
    """Text columns from lists."""
    return Texts(strings, column(owner), column(seen), np.frombuffer(bytes(space_before), np.bool_))


def number_names(ids: Named, classes: Named, size: int) -> tuple[list[str], Ints, Ints]:
    """Ids and class attributes, white space collapsed, as numbers into one table; -1 for none."""
    table: defaultdict[str, int] = defaultdict(count().__next__)
    given = column(list(map(table.__getitem__, [*ids[1], *classes[1]])))
    names = list(table)
    tidy = _collapsed(names)
    if tidy is not names:
        known = dict.fromkeys(tidy)
        names = tidy
        if len(known) < len(tidy) or "" in known:
            names = list(filter(None, known))
            place = dict(zip(names, count()))
            given = column(list(map(place.get, tidy, repeat(-1)))).take(given)
    numbers = np.empty(2 * size, dtype=np.int32)
    numbers.fill(-1)
    places, split = column([*ids[0], *classes[0]]), len(ids[0])
    numbers[places[:split]] = given[:split]
    numbers[size:][places[split:]] = given[split:]
    freeze(numbers)
    return names, numbers[:size], numbers[size:]


def _collapsed(names: list[str]) -> list[str]:
    """The names with their white space collapsed; on most pages they are as they should be, seen at one look: a blank
    too many beside a NUL, which no name has, is found, too.
    """
    joined = _BETWEEN.join(names)
    tidy = collapsed(joined)
    if tidy == joined:
        return names
    parts = tidy.split(_BETWEEN)
    return parts if len(parts) == len(names) else [*map(collapsed, names)]


def structure_of(tag: Sequence[int], extra_names: tuple[str, ...], parent: Sequence[int]) -> Structure:
    """The element columns of a tree given by its parents in document order."""
    parents = np.frombuffer(pack(f"{len(parent)}q", *parent), np.int64)  # places are looked up by these without a cast
    narrow = parents.astype(np.int32)
    freeze(narrow)
    return Structure(column(tag), extra_names, narrow, _ends(parents))


def _ends(parent: npt.NDArray[np.int64]) -> Ints:
    """Where each subtree ends: one past the last child of the last child and so on, by pointer doubling."""
    last = np.arange(len(parent))
    last[parent[1:]] = last[1:].copy()
    for _ in range(4):  # sixteen steps, and as many more as it takes
        last = last.take(last)
    while (further := last.take(last)).tobytes() != last.tobytes():
        last = further
    last += 1
    end = last.astype(np.int32)
    freeze(end)
    return end


def depths(end: Ints) -> Ints:
    """Steps of each element from the root: how many were opened before it, less those closed by then."""
    made = np.arange(len(end), dtype=np.int32)
    made -= np.bincount(end, minlength=len(end) + 1).cumsum(dtype=np.int32)[:-1]
    freeze(made)
    return made


def children_of(end: Sequence[int], e: int) -> list[int]:
    """Children of an element, from a list of where subtrees end."""
    found = []
    child, stop = e + 1, end[e]
    while child < stop:
        found.append(child)
        child = end[child]
    return found


def child_lists(parent: Ints, child_count: Ints) -> tuple[Ints, Ints]:
    """Children of all elements in one array, and where each element's part starts (one entry more than elements).

    The root, which is nobody's child, stands first.
    """
    order = parent.argsort(kind="stable").astype(np.int32)
    starts = np.ones(len(parent) + 1, dtype=np.int32)
    starts[1:] += child_count.cumsum(dtype=np.int32)
    return order, starts


def positions(parent: Ints, order: Ints, starts: Ints) -> Ints:
    """Place of each element among its parent's element children, from 0."""
    made = np.empty(len(parent), dtype=np.int32)
    made[order] = np.arange(len(parent), dtype=np.int32) - starts.take(parent.take(order))
    made[0] = 0
    made.setflags(write=False)
    return made


def text_ranges(structure: Structure, texts: Texts) -> tuple[Ints, Ints]:
    """First text of each subtree, and one past its last: as many further on as elements of the subtree have texts."""
    size = len(structure.parent)
    start = np.bincount(texts.seen, minlength=size + 1).cumsum()[:size]
    before = np.zeros(size + 1, dtype=np.int64)
    np.bincount(texts.owner, minlength=size).cumsum(out=before[1:])
    stop = before.take(structure.end)
    stop -= before[:-1]
    stop += start
    ranges = start.astype(np.int32), stop.astype(np.int32)
    freeze(ranges[0])
    freeze(ranges[1])
    return ranges
