"""Placed pages: what is looked at of pages before anything is learned of their template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from intaglio.page import KNOWN, TAGS, Page
from intaglio.page.tags import codes
from intaglio.tables.kinds.address_patterns import folder_of
from intaglio.tables.kinds.place_table import PlaceTable
from intaglio.tables.kinds.placed_texts import Hashes, Numbers, PlacedTexts
from intaglio.wrapper.page_model.page_tree import collapsed_texts

_HEADINGS = codes("h1 h2 h3 h4 h5 h6")
_IS_HEADING = np.array([code in _HEADINGS for code in range(len(KNOWN) + 1)])
Headings = Mapping[int, str]
"""What headings of one text say, by their places; those that stand alone at theirs."""
FOLDER, TYPE = 0, 1
"""The places of the folder that a page stands in, and of what it declares to be, among those of its headings; no
element has them.
"""
_OG_TYPE = "og:type"
AT_ONCE = 16
"""Pages whose columns are gone through at once."""


class PlacedPage(NamedTuple):
    """What is looked at of a page before anything is learned of its template."""

    texts: PlacedTexts
    headings: Headings


def placed_pages(pages: Iterable[Page], table: PlaceTable) -> list[PlacedPage]:
    """The texts of pages and their headings, with their places; the same in every process."""
    rest, found = iter(pages), list[PlacedPage]()
    while some := list(islice(rest, AT_ONCE)):
        found += _placed(some, table.places_of(some))
    return found


def _placed(pages: Sequence[Page], places: Hashes) -> Iterator[PlacedPage]:
    firsts = np.cumsum([0, *(page.size for page in pages)])
    tag = np.concatenate([page.tag for page in pages])
    headings = np.flatnonzero(_IS_HEADING.take(tag, mode="clip"))
    stand = places[headings].tolist()
    bounds = zip(pairwise(firsts.tolist()), pairwise(np.searchsorted(headings, firsts).tolist()), strict=True)
    for page, ((first, stop), (at, end)) in zip(pages, bounds, strict=True):
        said = _said(page, headings[at:end] - first, stand[at:end])
        if type_ := declared_type(page):
            said[TYPE] = type_
        yield PlacedPage(PlacedTexts(places[first:stop][page.text_owner], page.derived(collapsed_texts)), said)


def _said(page: Page, headings: Numbers, places: Sequence[int]) -> dict[int, str]:
    """What headings of one text say that stand alone at their places."""
    times, texts = Counter(places), page.derived(collapsed_texts)
    columns = (page.end[headings] == headings + 1, page.text_start[headings], page.text_stop[headings])
    each = zip(places, *(column.tolist() for column in columns), strict=True)
    return {place: texts[stop - 1] for place, bare, start, stop in each if bare and start < stop and times[place] == 1}


def declared_type(page: Page) -> str:
    """What a page says it is, in small letters."""
    metas = (page.tag == TAGS["meta"]).nonzero()[0].tolist()
    names = page.values("property", metas)
    said = page.values("content", [metas[names.index(_OG_TYPE)]])[0] if _OG_TYPE in names else None
    return (said or "").strip().casefold()


def declare_several_types(pages: Iterable[Page]) -> bool:
    """Whether pages of a site's only template may be of several kinds: they say that they are different things."""
    return len(set(map(declared_type, pages)) - {""}) > 1


def with_folder(page: PlacedPage, address: str) -> PlacedPage:
    """A page that says the folder it stands in, too."""
    folder = folder_of(address)
    return page._replace(headings={**page.headings, FOLDER: folder}) if folder else page
