"""The texts of pages with their places, counted for all of a site's templates at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
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


class _Numbered(dict[str, int]):
    """Texts with their numbers, in the order in which they were met."""

    def __missing__(self, text: str) -> int:
        made = self[text] = len(self)
        return made


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
        numbered = _Numbered()
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
        said = len(self.texts)
        stand, _ = _counted((self.page * len(self.places) + self.place) * said + self.text)
        same = stand % (len(self.places) * said)
        order = np.argsort(same)
        _, pages = _counted(same[order])
        held, _ = _counted(stand[order[np.repeat(pages <= common, pages)]] // said)
        at, counts = _counted(self._by_template(held, len(self.places)))
        shares = counts / self.sizes[at // len(self.places)]
        return at[shares >= usual], shares[shares >= usual].tolist()

    def usual_times(self, wanted: Numbers) -> list[float]:
        """How often pages of a template have a place, usually, of those that have it, as `data` names them."""
        held, times = _counted(self.page * len(self.places) + self.place)
        most = int(times.max()) + 1
        ordered = np.sort(self._by_template(held, len(self.places)) * most + times)
        at, pages = _counted(ordered // most)
        middle = np.cumsum(pages) - pages + (pages - 1) // 2
        usual: list[float] = (ordered % most)[middle[np.searchsorted(at, wanted)]].astype(float).tolist()
        return usual

    def fixed(self, share: float) -> list[frozenset[str]]:
        """The texts of each template that stand on a share of its pages."""
        said = len(self.texts)
        of_pages, _ = _counted(self.page * said + self.text)
        at, pages = _counted(self._by_template(of_pages, said))
        at = at[pages >= share * self.sizes[at // said]]
        bounds = np.searchsorted(at, np.arange(len(self.sizes) + 1) * said).tolist()
        texts = [self.texts[number] for number in (at % said).tolist()]
        return [frozenset(texts[start:stop]) for start, stop in pairwise(bounds)]

    def _by_template(self, of_pages: Numbers, count: int) -> Numbers:
        """Numbers of so many things of each page as those of its template."""
        return self.template[of_pages // count] * count + of_pages % count


def _counted(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Different numbers in order, and how often each comes; some releases of NumPy look for these alone at length."""
    ordered = np.sort(numbers)
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)])
    return ordered[starts], np.diff(np.append(starts, len(ordered)))
