"""The nouns of a crawl's frontier: links found, and visits to make."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class VisitState(StrEnum):
    """Where a URL of the frontier is."""

    TO_VISIT = "to visit"
    IN_FLIGHT = "in flight"
    DONE = "done"
    OUTGOING = "outgoing"
    """It leads to another site."""
    SET_ASIDE = "set aside"
    """This run's rules leave it out; the next run looks at it again."""


@dataclass(frozen=True, slots=True)
class Link:
    """A URL for the frontier."""

    url: str
    """Canonical: the URL's identity."""
    site: str
    depth: int
    """Links between a start and this URL; -1 for what only tells of pages, such as a sitemap."""
    state: VisitState = VisitState.TO_VISIT
    barren: int = 0
    """Pages of the same kind on the way here, one after another, that led to nothing else: many of them are a trap."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A URL of the frontier that is to be fetched now."""

    url: str
    site: str
    depth: int
    attempts: int = 0
    """How often it was taken before; above 0 after a crash."""
    barren: int = 0
    """As in the link."""
