"""PlaceTable: the places of elements, paths of their names with ids and classes, as numbers; the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from intaglio.page import Page
from intaglio.page.structure import Ints, depths
from intaglio.page.tags import TAGS
from intaglio.similarity.element_names import TAG, Marks, name_columns
from intaglio.similarity.hashing import Hashes

_TOP = TAGS["html"], TAGS["body"]
"""Elements whose classes say nothing."""
_TAG = np.uint64(TAG)
_STEP, _MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)


class PlaceTable:
    """The ids and classes met so far: pages of a site have most of them in common. Nothing but a cache."""

    def __init__(self) -> None:
        """Begin empty."""
        self._marks = Marks()

    def places_of(self, pages: Sequence[Page]) -> Hashes:
        """The places of the elements of some pages, one page after the other: each the sum of what the elements on the
        way to it are worth by their name and depth, which takes all elements at once, and not a level at a time.
        """
        sizes = [page.size for page in pages]
        end = np.concatenate([page.end for page in pages])
        end += np.repeat(np.cumsum([0, *sizes[:-1]], dtype=np.int32), sizes)
        worth = self._worth(pages, depths(end))
        places = worth.cumsum()
        closed = np.zeros(len(worth) + 1, dtype=np.uint64)
        np.add.at(closed, end, worth)
        places -= closed.cumsum()[:-1]
        return places

    def _worth(self, pages: Sequence[Page], depth: Ints) -> Hashes:
        """A hash of each element's name and depth."""
        names = name_columns(pages, self._marks)
        tag = np.concatenate([page.tag for page in pages])
        names[np.flatnonzero((tag == _TOP[0]) | (tag == _TOP[1]))] &= _TAG
        made = depth.astype(np.uint64)
        made *= _STEP
        made ^= names
        for factor in (_MIX, _STEP):
            made *= factor
            made ^= made >> _SHIFT
        return made
