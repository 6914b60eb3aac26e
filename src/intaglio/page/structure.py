"""The tree of a page as columns, and what can be derived from them without walking objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Structure:
    """Elements in document order; every column has one entry an element, read only."""

    tag: Ints
    """Number of the element's name, see `TAGS`; names unknown there are numbered on from it."""
    extra_names: tuple[str, ...]
    """The names behind the numbers past the known ones."""
    parent: Ints
    """Element number of the parent, -1 for the root."""
    depth: Ints
    """Steps from the root, which is 0."""
    position: Ints
    """Place among the parent's element children, from 0."""
    end: Ints
    """The subtree of e is e .. end[e] - 1."""


@dataclass(frozen=True, slots=True)
class Texts:
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
    made = np.fromiter(values, np.int32, len(values))
    made.flags.writeable = False
    return made


def freeze(values: npt.NDArray[np.generic]) -> None:
    """Make a column read only."""
    values.flags.writeable = False


def text_columns(kept: list[tuple[str, int, int, bool]]) -> Texts:
    """Text columns from one (string, owner, seen, space before) a text."""
    strings, owner, seen, space = zip(*kept, strict=True) if kept else ((), (), (), ())
    spaces = np.fromiter(space, np.bool_, len(space))
    freeze(spaces)
    return Texts(list(strings), column(owner), column(seen), spaces)


def number_names(ids: Mapping[int, str], classes: Mapping[int, str], size: int) -> tuple[list[str], Ints, Ints]:
    """Ids and class attributes by element, white space collapsed, as numbers into one table; -1 for none."""
    table: dict[str, int] = {}
    columns: list[Ints] = []
    for values in (ids, classes):
        known: dict[str, int] = {}
        found: list[int] = []
        for value in values.values():
            number = known.get(value)
            if number is None:
                name = " ".join(value.split())
                known[value] = number = table.setdefault(name, len(table)) if name else -1
            found.append(number)
        numbers = np.full(size, -1, dtype=np.int32)
        numbers[column(list(values))] = column(found)
        freeze(numbers)
        columns.append(numbers)
    return list(table), columns[0], columns[1]


def structure_of(tag: Sequence[int], extra_names: tuple[str, ...], parent: Sequence[int]) -> Structure:
    """Derive depth, position and end from parents in document order."""
    size = len(parent)
    depth, position, end, children = [0] * size, [0] * size, [0] * size, [0] * size
    for e, up in enumerate(parent):
        if up >= 0:
            depth[e] = depth[up] + 1
            position[e] = children[up]
            children[up] += 1
    for e in range(size - 1, -1, -1):
        if not end[e]:
            end[e] = e + 1
        up = parent[e]
        if up >= 0 and end[up] < end[e]:
            end[up] = end[e]
    return Structure(
        column(tag), extra_names, column(parent), column(depth), column(position), column(end)
    )


def child_lists(parent: Ints) -> tuple[Ints, Ints]:
    """Children of all elements in one array, and where each element's part starts (one entry more than elements)."""
    size = len(parent)
    order = np.argsort(parent, kind="stable").astype(np.int32)
    starts = np.searchsorted(parent[order], np.arange(size + 1)).astype(np.int32)
    return order, starts


def text_ranges(structure: Structure, texts: Texts) -> tuple[Ints, Ints]:
    """First text of each subtree, and one past its last.

    A text that follows the last descendant of e has seen as many elements as one that follows e itself; among texts
    that saw equally many, owners go outward, so (seen, -owner) is sorted and tells the two apart.
    """
    size = len(structure.parent)
    numbers = np.arange(size, dtype=np.int64)
    start = np.searchsorted(texts.seen, numbers, side="right").astype(np.int32)
    keys = texts.seen.astype(np.int64) * (size + 1) + (size - texts.owner)
    ends = structure.end.astype(np.int64) * (size + 1) + (size - numbers)
    stop = np.searchsorted(keys, ends, side="right").astype(np.int32)
    freeze(start)
    freeze(stop)
    return start, stop
