"""The text blocks of a page and their places, which people can say are content, or are not, on all pages."""

from __future__ import annotations

from dataclasses import dataclass

from intaglio.articles.memory.places import places_of
from intaglio.web.inspection import Inspection, ShownPage


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block, where it stands, and what is made of it."""

    place: str
    text: str
    first: int
    """Number of its first text."""
    kept: bool
    likely: float
    said: bool | None
    """What people said of its place."""


def placed_blocks(inspection: Inspection, shown: ShownPage) -> list[PlacedBlock]:
    """The blocks of a page in order; none if its bytes cannot be read any more."""
    found = inspection.article(shown)
    if found is None or shown.page is None or shown.row.template is None:
        return []
    body, given = found.body, inspection.memory(shown.row.site, shown.row.template).given
    said = {} if given is None else dict(zip(given.place.tolist(), given.keep.tolist(), strict=True))
    blocks = body.blocks
    places = places_of(shown.page, blocks).tolist()
    spans = zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    return [
        PlacedBlock(str(place), shown.page.flow(range(start, stop)), start, kept, likely, said.get(place))
        for place, (start, stop), kept, likely in zip(
            places, spans, body.keep.tolist(), body.likely.tolist(), strict=True
        )
    ]
