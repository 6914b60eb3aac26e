"""Words of a text looked up all at once, without an object a word: by their bytes as numbers, in two tables.

A word is a number of 64 bits made of its bytes. Each known word has the place in the first table that its number gives,
or, if another one has that, a place of its own in the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

from intaglio.articles.blocks.ancestors import Longs

Keys = npt.NDArray[np.uint64]

_PART = 8
"""Bytes of a word that are looked at in one."""
_MASKS = np.array([(1 << 8 * size) - 1 for size in range(_PART + 1)], dtype=np.uint64)
_MASKS.flags.writeable = False
"""By the bytes that are left of a word."""
_FACTOR = 0x9E3779B97F4A7C15
_ROOM = 3
"""Bits that a place has more than it takes to number all words."""
_UNIT = np.dtype("<u8")
_SPACE = ord(" ")
_NONE = np.uint64((1 << 64) - 1)
"""The key of all words that are too long."""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """Keys with a place each, all found at once."""

    key: Keys
    """[entry]; the first is none."""
    tables: tuple[Longs, Longs]
    """Which entry may be at each place."""
    factors: tuple[np.uint64, np.uint64]
    """What a key is multiplied with to have its place in the highest bits."""
    shift: np.uint64

    @classmethod
    def of(cls, keys: Keys) -> KeyTable:
        """The table of some keys, which are entries 1, 2, …; none is there twice."""
        key = np.append(np.uint64(0), keys)
        bits = len(key).bit_length() + _ROOM
        shift = np.uint64(64 - bits)
        every = np.arange(1, len(key))
        first, second = np.zeros((2, 1 << bits), dtype=np.min_scalar_type(len(key)))
        place = _places(key[1:], np.uint64(_FACTOR), shift)
        first[place] = every
        others = every[first[place] != every]
        for factor in (np.uint64(_FACTOR * odd % (1 << 64)) for odd in count(3, 2)):
            place = _places(key[others], factor, shift)
            second[place] = others
            if (second[place] == others).all():
                break
            second[place] = 0
        return cls(key, (first, second), (np.uint64(_FACTOR), factor), shift)

    def find(self, key: Keys) -> Longs:
        """The entry of each key, 0 for those that are not there; these may not be 0."""
        entry = self.tables[0].take(_places(key, self.factors[0], self.shift))
        missed = (self.key.take(entry) != key).nonzero()[0]
        left = key.take(missed)
        other = self.tables[1].take(_places(left, self.factors[1], self.shift))
        other[self.key.take(other) != left] = 0
        entry[missed] = other
        return entry


@dataclass(frozen=True, slots=True)
class WordTable:
    """Words with a number each."""

    longest: int
    """Bytes of the longest word, in whole parts."""
    keys: KeyTable
    number: Longs
    """[word]; that of none is 0."""

    @classmethod
    def of(cls, words: Mapping[bytes, int]) -> WordTable:
        """The table of some words, in which there are no spaces."""
        longest = -(-max(map(len, words), default=1) // _PART) * _PART
        keys = KeyTable.of(keys_of(b" ".join(words), longest))
        return cls(longest, keys, np.array([0, *words.values()], dtype=np.int64))

    def entries(self, text: bytes) -> Longs:
        """Which of the words each word of a text is, from 1 on, 0 for others; all that parts words are spaces."""
        return self.keys.find(keys_of(text, self.longest))

    def look_up(self, text: bytes) -> Longs:
        """The number of each word of a text, 0 for those that are not known."""
        return self.number.take(self.entries(text))


def _places(key: Keys, factor: np.uint64, shift: np.uint64) -> Longs:
    place = key * factor
    place >>= shift
    return place.view(np.int64)


def keys_of(text: bytes, longest: int) -> Keys:
    """A number for each word of a text; those of more bytes than the longest that matters have the same."""
    padded = b"".join([b" ", text, b" " * (longest + _PART)])
    letters = np.frombuffer(padded, dtype=np.uint8)
    solid = letters != _SPACE
    edges = (solid[1:] != solid[:-1]).nonzero()[0]
    before = edges[::2]
    size = edges[1::2] - before
    parts: Keys = np.ndarray((len(padded) - _PART,), _UNIT, padded, 1, (1,)).copy()
    key: Keys = parts.take(before) & _MASKS.take(np.minimum(size, _PART))
    long = (size > _PART).nonzero()[0]
    for at in range(_PART, longest, _PART):
        if not len(long):
            return key
        left = size.take(long) - at
        more = parts.take(before.take(long) + at) & _MASKS.take(np.minimum(left, _PART))
        key[long] = key.take(long) * np.uint64(_FACTOR) + more
        long = long[left > _PART]
    key[long] = _NONE
    return key
