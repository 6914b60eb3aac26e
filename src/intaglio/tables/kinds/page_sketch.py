"""PageSketch: where the data of a template's pages stands, from a few pages or from the fields of its wrapper.

A place is a path of element names, with ids and classes. What differs from page to page is data; what stands on most
pages is fixed. Kinds are compared by where their data stands, because menus and footers are the same all over a site.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from intaglio.tables.field_facts import FieldFacts
from intaglio.tables.kinds.placed_texts import PlacedTexts, TextsOfTemplates

Key = TypeVar("Key", bound=Hashable)


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


def sketch_templates(
    samples: Mapping[Key, Sequence[PlacedTexts]], options: SketchOptions = SketchOptions()
) -> dict[Key, PageSketch]:
    """Sketches of the templates of one site, each from a few of its pages."""
    read = {key: pages[: options.pages] for key, pages in samples.items() if pages}
    if not any(page.texts for pages in read.values() for page in pages):
        return {key: PageSketch({}, {}, frozenset()) for key in read}
    texts = TextsOfTemplates.of(list(read.values()))
    at, shares = texts.data(max(options.twice, options.common * int(texts.sizes.sum())), options.usual)
    times, fixed = texts.usual_times(at), texts.fixed(options.fixed)
    places: list[int] = texts.places[at % len(texts.places)].tolist()
    bounds = np.searchsorted(at, np.arange(len(read) + 1) * len(texts.places)).tolist()
    return {
        key: PageSketch(
            dict(zip(places[start:stop], shares[start:stop], strict=True)),
            dict(zip(places[start:stop], times[start:stop], strict=True)),
            steady,
        )
        for key, (start, stop), steady in zip(read, pairwise(bounds), fixed, strict=True)
    }


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
