"""Stable 64-bit hashes of names and of paths of names.

They do not depend on the process or its hash seed, so that what was stored with them can be compared later.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from intaglio.page import KNOWN, Page

Hashes = npt.NDArray[np.uint64]

_DIGITS = re.compile(r"\d+")
_STEP, _MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)
_MASK = 0xFFFFFFFFFFFFFFFF
_DEEP = 256
"""Beyond this depth, elements are chained one by one: a step for all elements of a level costs more than it saves."""


@lru_cache(maxsize=1 << 16)
def text_hash(text: str) -> int:
    """Hash of a string."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


@lru_cache(maxsize=1 << 16)
def shape(name: str) -> str:
    """A name with each run of digits as one `0`: `post-4711` and `post-12` have one shape."""
    return _DIGITS.sub("0", name)


@lru_cache(maxsize=1)
def _known_tags() -> Hashes:
    return np.array([text_hash(name) for name in KNOWN], dtype=np.uint64)


def tag_hashes(page: Page) -> Hashes:
    """Hash of each element's name."""
    known = _known_tags()
    if page.extra_names:
        extra = np.array([text_hash(name) for name in page.extra_names], dtype=np.uint64)
        known = np.concatenate([known, extra])
    return known[page.tag]


def mixed(above: Hashes, below: Hashes) -> Hashes:
    """Hash of two hashes, in this order, for every pair."""
    made = (above * _STEP) ^ below
    made = (made ^ (made >> _SHIFT)) * _MIX
    return made ^ (made >> _SHIFT)


def chained(page: Page, names: Hashes) -> Hashes:
    """Hash of the names on the way from the root to each element, itself included."""
    made = mixed(np.zeros_like(names), names)
    depth = page.depth
    deepest = int(depth.max())
    if deepest > _DEEP:
        return _chained_singly(page, names, made)
    parent = page.parent
    order = np.argsort(depth, kind="stable")
    stops = np.cumsum(np.bincount(depth)).tolist()
    for start, stop in pairwise(stops):
        level = order[start:stop]
        made[level] = mixed(made[parent[level]], names[level])
    return made


def _chained_singly(page: Page, names: Hashes, made: Hashes) -> Hashes:
    step, mix = int(_STEP), int(_MIX)
    hashes = made.tolist()
    for e, (up, name) in enumerate(zip(page.parent.tolist(), names.tolist(), strict=True)):
        if up >= 0:
            value = ((hashes[up] * step) & _MASK) ^ name
            value = ((value ^ (value >> 32)) * mix) & _MASK
            hashes[e] = value ^ (value >> 32)
    return np.array(hashes, dtype=np.uint64)
