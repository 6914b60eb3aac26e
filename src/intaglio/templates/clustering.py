"""One pass over the pages of a site: each is put to the template it is nearest to, or founds a new one.

Templates learn from every page they take. Two that were founded apart because little was known of the site are merged
once it shows that they are one.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field

from intaglio.templates.difference import DifferenceOptions, difference
from intaglio.templates.page_structure import PageStructure
from intaglio.templates.site_index import SiteIndex
from intaglio.templates.statistics import TraitOptions, Traits

_LOOKED_AT = 8
"""Pages that founded templates, kept unpacked."""


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """When a page belongs to a template."""

    threshold: float = 0.3
    """The difference from which on a page no longer belongs to a template."""
    beginning: float = 2.0
    """While little is known of a site, more is founded than joined: after n pages the threshold is n / (n + this)."""
    candidates: int = 4
    """Templates that a page is compared with, of those that share most with it."""
    sure: float = 0.5
    """One that is nearer than this part of the threshold is taken without looking at the others."""
    young: int = 3
    """A template of at most so many pages may be merged into another."""
    often: int = 16
    """Up to so many pages, each one makes a template look for others to merge with."""
    merge: float = 0.9
    """Merging asks for a difference below this part of the threshold."""
    difference: DifferenceOptions = field(default_factory=DifferenceOptions)
    traits: TraitOptions = field(default_factory=TraitOptions)


class Clustering:
    """The templates of a site as matching sees them: numbers, in the order they were founded, and traits."""

    def __init__(self, options: StreamOptions = StreamOptions()) -> None:
        """Begin without templates."""
        self.options = options
        self.traits: dict[int, Traits] = {}
        self._pool = SiteIndex()
        self._founders: dict[int, bytes] = {}
        """The pages that founded young templates, packed: few are ever looked at again."""
        self._looked_at: dict[bytes, PageStructure] = {}
        self._shapes: dict[int, int] = {}

    def nearest(self, page: PageStructure) -> tuple[int, float] | None:
        """The template a page belongs to and how far it is from it, or None; changes nothing."""
        known = self._shapes.get(page.shape)
        if known is not None:
            return known, 0.0
        threshold = self.threshold
        best: tuple[int, float] | None = None
        for number in self._pool.candidates(page, self.options.candidates):
            limit = best[1] if best else threshold
            value = difference(page, self.traits[number], self._pool, self.options.difference, limit)
            if value < limit:
                best = number, value
                if value <= threshold * self.options.sure:
                    break
        return best

    @property
    def threshold(self) -> float:
        """The difference from which on a page belongs to no template, by what is known of the site by now."""
        return self.options.threshold * self._pool.pages / (self._pool.pages + self.options.beginning)

    def ranked(self, page: PageStructure) -> list[tuple[int, float]]:
        """The templates that share most with a page and their differences, the nearest first; changes nothing."""
        numbers = self._pool.candidates(page, self.options.candidates)
        values = (
            (number, difference(page, self.traits[number], self._pool, self.options.difference)) for number in numbers
        )
        return sorted(values, key=lambda entry: (entry[1], entry[0]))

    def put(self, number: int, traits: Traits, founder: PageStructure | bytes | None) -> None:
        """Take a template in under a number, with the page that founded it while it is young."""
        self.traits[number] = traits
        self._pool.add(number, traits)
        for one in traits.shapes:
            self._shapes.setdefault(one, number)
        if founder is not None and traits.pages <= self.options.young:
            self._founders[number] = founder if isinstance(founder, bytes) else pickle.dumps(founder)

    def found(self, number: int, page: PageStructure) -> None:
        """Make a page a template of its own."""
        traits = Traits()
        traits.learn(page, self.options.traits)
        if traits.too_many(self.options.traits):
            traits.prune(self.options.traits)
        self.put(number, traits, page)

    def learn(self, number: int, page: PageStructure) -> None:
        """Let a template learn from a page that belongs to it; after enough pages only its shape is new."""
        traits = self.traits[number]
        if traits.pages >= self.options.traits.pages:
            traits.remember(page, self.options.traits)
        else:
            self._pool.learn(number, page, traits.learn(page, self.options.traits))
        for one in traits.shapes[-1:]:
            self._shapes.setdefault(one, number)
        if traits.pages > self.options.young:
            self._founders.pop(number, None)
        if traits.too_many(self.options.traits):
            self._pool.remove(number, traits)
            traits.prune(self.options.traits)
            self._pool.add(number, traits)

    def drop(self, number: int) -> None:
        """Forget a template."""
        self._pool.remove(number, self.traits.pop(number))
        self._founders.pop(number, None)
        self._shapes = {one: other for one, other in self._shapes.items() if other != number}

    def merge(self, number: int, page: PageStructure) -> Mapping[int, int]:
        """After a template took a page: merge what now shows to be one. Gives those that went → those that stay.

        Looked at after each of its first pages, and then whenever it has doubled.
        """
        gone: dict[int, int] = {}
        pages = self.traits[number].pages
        if not self._founders or (pages > self.options.often and pages.bit_count() > 1):
            return gone
        for other in self._pool.candidates(page, self.options.candidates):
            if other != number and other in self.traits and self._are_one(number, other):
                number, lost = sorted((number, other))
                self._join(number, lost)
                gone[lost] = number
        return gone

    def _are_one(self, one: int, other: int) -> bool:
        """Whether the founding page of the younger template would now belong to the other one."""
        large, small = sorted((one, other), key=lambda number: (-self.traits[number].pages, number))
        founder = self._founders.get(small)
        if founder is None:
            return False
        page, limit = self._unpacked(founder), self.options.threshold * self.options.merge
        return difference(page, self.traits[large], self._pool, self.options.difference, limit) < limit

    def _unpacked(self, founder: bytes) -> PageStructure:
        """A page that founded a template; the last few looked at are kept with what was made of them."""
        page = self._looked_at.pop(founder, None)
        if page is None:
            page = pickle.loads(founder)  # noqa: S301 - `put` packed it
            if len(self._looked_at) >= _LOOKED_AT:
                del self._looked_at[next(iter(self._looked_at))]
        self._looked_at[founder] = page
        return page

    def _join(self, kept: int, lost: int) -> None:
        traits = self.traits[lost]
        self.drop(lost)
        self._pool.remove(kept, self.traits[kept])
        self.traits[kept].merge(traits, self.options.traits)
        self.traits[kept].prune(self.options.traits)
        self.put(kept, self.traits[kept], self._founders.pop(kept, None))
