"""The texts of pages with their places, counted for all of a site's templates at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]


class PlacedTexts(NamedTuple):
    """The texts of a page in order."""

    places: Hashes
    """The place of each."""
    texts: Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class TextsOfTemplates:
    """What some pages of each of some templates say, in numbers."""

    sizes: Numbers
    """Pages of each template."""
    template: Numbers
    """The template of each page."""
    page: Numbers
    place: Numbers
    text: Numbers
    """Of each text its page, its place, and what it says."""
    places: Hashes
    """Places by their numbers, in order."""
    texts: Sequence[str]
    """What texts say, by their numbers."""

    @classmethod
    def of(cls, templates: Sequence[Sequence[PlacedTexts]]) -> TextsOfTemplates:
        """Number pages, places and texts."""
        pages = list(chain.from_iterable(templates))
        numbered = defaultdict[str, int](count().__next__)
        said = map(numbered.__getitem__, chain.from_iterable(page.texts for page in pages))
        text = np.fromiter(said, dtype=np.int64)
        places, place = np.unique(np.concatenate([page.places for page in pages]), return_inverse=True)
        sizes = np.array(list(map(len, templates)))
        page = np.repeat(np.arange(len(pages)), [len(one.texts) for one in pages])
        return cls(sizes, np.repeat(np.arange(len(sizes)), sizes), page, place, text, places, list(numbered))

    def data(self, common: float, usual: float) -> tuple[Numbers, list[float]]:
        """Where a share of a template's pages have a text at a place that no more pages than what is `common` have
        there: the template and the place as one number, in order, and the share.
        """
        bits = len(self.texts).bit_length()
        stand, _ = _counted(self._on_pages((self.place << bits) + self.text))
        _, pages = _runs(stand >> self._bits)
        own = stand[np.repeat(pages <= common, pages)]
        held, _ = _counted((own >> bits + self._bits << self._bits) + (own & (1 << self._bits) - 1))
        at, counts = _counted(self._by_template(held, len(self.places)))
        shares = counts / self.sizes[at // len(self.places)]
        return at[shares >= usual], shares[shares >= usual].tolist()

    def usual_times(self, wanted: Numbers) -> list[float]:
        """How often pages of a template have a place, usually, of those that have it, as `data` names them."""
        held, times = _counted(self._on_pages(self.place))
        bits = int(times.max()).bit_length()
        ordered = np.sort((self._by_template(held, len(self.places)) << bits) + times)
        at, pages = _runs(ordered >> bits)
        middle = np.cumsum(pages) - pages + (pages - 1) // 2
        found = ordered[middle[np.searchsorted(at, wanted)]] & (1 << bits) - 1
        usual: list[float] = found.astype(float).tolist()
        return usual

    def fixed(self, share: float) -> list[frozenset[str]]:
        """The texts of each template that stand on a share of its pages."""
        said = len(self.texts)
        of_pages, _ = _counted(self._on_pages(self.text))
        at, pages = _counted(self._by_template(of_pages, said))
        at = at[pages >= share * self.sizes[at // said]]
        bounds = np.searchsorted(at, np.arange(len(self.sizes) + 1) * said).tolist()
        texts = [self.texts[number] for number in (at % said).tolist()]
        return [frozenset(texts[start:stop]) for start, stop in pairwise(bounds)]

    @property
    def _bits(self) -> int:
        """Bits that the number of a page takes."""
        return len(self.template).bit_length()

    def _on_pages(self, things: Numbers) -> Numbers:
        """The number of a thing that each text has, and its page, as one number."""
        return (things << self._bits) + self.page

    def _by_template(self, on_pages: Numbers, count: int) -> Numbers:
        """Numbers of so many things on pages as those of the pages' templates."""
        of: Numbers = self.template[on_pages & (1 << self._bits) - 1] * count
        return of + (on_pages >> self._bits)


def _counted(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Different numbers in order, and how often each comes; some releases of NumPy look for these alone at length."""
    return _runs(np.sort(numbers))


def _runs(ordered: Numbers) -> tuple[Numbers, Numbers]:
    """The same of numbers that are in order."""
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)])
    return ordered[starts], np.diff(np.append(starts, len(ordered)))
