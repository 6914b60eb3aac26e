"""PageSketch: where the data of a template's pages stands, from a few pages or from the fields of its wrapper.

A place is a path of element names, with ids and classes. What differs from page to page is data; what stands on most
pages is fixed. Kinds are compared by where their data stands, because menus and footers are the same all over a site.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from statistics import median_low
from typing import TypeVar

from intaglio.page import Page
from intaglio.tables.field_facts import FieldFacts
from intaglio.wrapper.page_model.page_tree import collapsed_texts

PlacedTexts = list[tuple[int, str]]
"""The texts of a page, each with its place."""
Key = TypeVar("Key", bound=Hashable)
_FIRST, _SECOND = itemgetter(0), itemgetter(1)


@dataclass(frozen=True, slots=True)
class SketchOptions:
    """What counts as data."""

    pages: int = 9
    """Pages of a template that are looked at."""
    common: float = 0.3
    """A text at one place on more than this share of a site's pages is the site's."""
    twice: int = 2
    """But a text that so many pages have may be data."""
    usual: float = 0.5
    """Share of a template's pages that have data at a place for it to count."""
    fixed: float = 0.7
    """Share of a template's pages that a fixed text stands on."""


@dataclass(frozen=True, slots=True)
class PageSketch:
    """The places of a template's data."""

    data: Mapping[Hashable, float]
    """Share of the pages that have data at each place."""
    times: Mapping[Hashable, float]
    """How often a page has the place, usually."""
    fixed: frozenset[str]
    """Texts that stand on most pages."""


def texts_at(page: Page, places: Sequence[int]) -> PlacedTexts:
    """The texts of a page with the places of their elements."""
    at = map(places.__getitem__, page.text_owner.tolist())
    return list(zip(at, page.derived(collapsed_texts), strict=True))


def sketch_templates(
    samples: Mapping[Key, Sequence[PlacedTexts]], options: SketchOptions = SketchOptions()
) -> dict[Key, PageSketch]:
    """Sketches of the templates of one site, each from a few of its pages."""
    read = {key: pages[: options.pages] for key, pages in samples.items() if pages}
    different = {key: list(map(frozenset, pages)) for key, pages in read.items()}
    everywhere = Counter(chain.from_iterable(chain.from_iterable(different.values())))
    most = max(options.twice, options.common * sum(map(len, read.values())))
    common = {text for text, count in everywhere.items() if count > most}
    return {key: _sketch(pages, different[key], common, options) for key, pages in read.items()}


def _sketch(
    pages: Sequence[PlacedTexts],
    different: Sequence[frozenset[tuple[int, str]]],
    common: AbstractSet[tuple[int, str]],
    options: SketchOptions,
) -> PageSketch:
    data = Counter(chain.from_iterable(set(map(_FIRST, texts - common)) for texts in different))
    fixed = Counter(chain.from_iterable(set(map(_SECOND, texts)) for texts in different))
    kept: dict[Hashable, float] = {
        place: count / len(pages) for place, count in sorted(data.items()) if count >= options.usual * len(pages)
    }
    steady = frozenset(text for text, count in fixed.items() if count >= options.fixed * len(pages))
    times: list[Counter[Hashable]] = [Counter(map(_FIRST, page)) for page in pages]
    usual = {place: float(median_low([one[place] for one in times if place in one])) for place in kept}
    return PageSketch(kept, usual, steady)


def sketch_fields(facts: Sequence[FieldFacts], options: SketchOptions = SketchOptions()) -> PageSketch:
    """The sketch of a template from its wrapper's fields."""
    seen = [fact for fact in facts if fact.origin == "text" and fact.filled >= options.usual]
    data: dict[Hashable, float] = {}
    times: dict[Hashable, float] = {}
    for fact in seen:
        place = (*fact.tags, *fact.signature, fact.label)
        data[place] = max(data.get(place, 0.0), fact.filled)
        times[place] = times.get(place, 0.0) + (_MANY if fact.depth else 1.0)
    return PageSketch(data, times, frozenset(_said(seen)))


_MANY = 4.0
"""How often a place in a list is counted."""


def _said(facts: Sequence[FieldFacts]) -> Iterator[str]:
    for fact in facts:
        yield from (text for text in (fact.label, fact.row, fact.heading) if text)
