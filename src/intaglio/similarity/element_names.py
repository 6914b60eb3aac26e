"""Names of elements as numbers: what an element is, whatever it contains.

A name is made of the tag, the id (of containers only: elsewhere ids are made from content) and the set of classes, with
digits folded; the same in every process. What is told of an entry beside its type is content, as blogs and shops put it
into classes: `post-7 type-post category-soups tag-quick`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.page import KNOWN, Page
from intaglio.page.tags import STORED, codes
from intaglio.similarity.hashing import Hashes, shape, text_hash

CONTAINERS = codes("div section nav aside main header footer form table ul ol article td tr tbody fieldset dl center")
"""Elements whose id names a place of the template."""

TAG_BITS, MARK_BITS = 16, 24
TAG, MARK = (1 << TAG_BITS) - 1, (1 << MARK_BITS) - 1
CLASS_SHIFT = TAG_BITS + MARK_BITS
"""A name is 24 bits for the classes, 24 for the id, 16 for the tag."""
PLACE = (1 << CLASS_SHIFT) - 1
"""The part of a name without its classes."""

_TYPE = "type-"
_ENTRY = re.compile(r"hentry|(?:post|status)-.+")
"""Classes that the entries of a content system have."""

_HAS_ID = np.array([(code in CONTAINERS) << TAG_BITS for code in range(len(KNOWN))], dtype=np.uint64)
"""By known tag, what moves an id to its place; 0 where ids name nothing."""
_CLASS_SHIFT = np.uint64(CLASS_SHIFT)
_NO_MARK = (0,)
Numbers = npt.NDArray[np.integer[Any]]


def tag_number(name: str) -> int:
    """The tag's part of a name; it is stored within hashes, and so the same in all releases."""
    known = STORED.get(name)
    return len(STORED) + text_hash(name) % (TAG - len(STORED)) if known is None else known


def tag_numbers(names: str) -> frozenset[int]:
    """The numbers of the tags in a space-separated list."""
    return frozenset(map(tag_number, names.split()))


_NUMBERS = np.array([tag_number(name) for name in KNOWN], dtype=np.uint64)


class Marks(dict[str, int]):
    """The number of each id or class attribute met so far, and the first class of each set of classes."""

    def __init__(self) -> None:
        """Begin empty."""
        self.first: dict[int, int] = {0: 0}

    def __missing__(self, value: str) -> int:
        """Take a value in that was not met before; of very many, all are forgotten now and then."""
        if len(self) > 1 << 16:
            self.clear()
        mark, first = mark_hashes(value)
        self.first[mark] = first
        self[value] = mark
        return mark


def element_names(page: Page, marks: Marks) -> list[int]:
    """The name of each element."""
    names: list[int] = name_column(page, marks).tolist()
    return names


def name_column(page: Page, marks: Marks) -> Hashes:
    """The name of each element, as an array."""
    table = np.fromiter(chain(map(marks.__getitem__, page.strings), _NO_MARK), np.uint64, len(page.strings) + 1)
    return _names(table, page.tag, page.extra_names, page.id, page.cls)


def name_columns(pages: Sequence[Page], marks: Marks) -> Hashes:
    """The names of the elements of several pages, one page after the other, at once."""
    tables = [page.strings for page in pages]
    table = np.fromiter(chain.from_iterable([*_NO_MARK, *map(marks.__getitem__, one)] for one in tables), np.uint64)
    firsts = np.cumsum([1, *(len(one) + 1 for one in tables[:-1])])
    shift = np.repeat(firsts, [page.size for page in pages])
    tags, strange = [], list[str]()
    for page in pages:
        tags.append(page.tag + (page.tag >= len(KNOWN)) * len(strange) if page.extra_names else page.tag)
        strange += page.extra_names
    ids, classes = np.concatenate([page.id for page in pages]), np.concatenate([page.cls for page in pages])
    return _names(table, np.concatenate(tags), strange, ids + shift, classes + shift)


def _names(table: Hashes, tag: Numbers, strange: Sequence[str], ids: Numbers, classes: Numbers) -> Hashes:
    """Names by the numbers of tags, of some that are not known, and of ids and classes in a table of their marks."""
    numbers, has_id = _NUMBERS, _HAS_ID
    if strange:
        others = np.array([tag_number(name) for name in strange], dtype=np.uint64)
        numbers, has_id = np.append(numbers, others), np.append(has_id, np.zeros(len(others), np.uint64))
    made = table.take(ids)
    made *= has_id.take(tag)
    made |= numbers.take(tag)
    table <<= _CLASS_SHIFT
    made |= table.take(classes)
    return made


@lru_cache(maxsize=1 << 16)
def mark_hashes(value: str) -> tuple[int, int]:
    """24 bits for an id or for all classes of an attribute, whatever their order, and for the first class."""
    marks = shape(value).split()
    if len(marks) == 1:
        return (alone := _mark(marks[0])), alone
    return _mark(" ".join(sorted(set(_lasting(marks))))), _mark(marks[0] if marks else "")


def _lasting(marks: list[str]) -> list[str]:
    """Classes without those that tell of one entry, where its type is told beside them."""
    types = [mark for mark in marks if mark.startswith(_TYPE)]
    return types if types and any(map(_ENTRY.fullmatch, marks)) else marks


def _mark(text: str) -> int:
    return text_hash(text) % MARK + 1
