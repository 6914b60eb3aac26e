"""Entry: what goes into the index for one page. Found: what a search gives for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the index takes it."""

    page: int
    """Its number; a later entry with the same one takes its place."""
    site: str
    template: str
    source: str
    url: str | None
    title: str
    """As it is shown; a phrase finds it as a whole only."""
    own_title: str
    """The part of the title whose words are searched."""
    texts: Sequence[str]
    """What is searched, in the order of the page."""
    fields: Mapping[str, Any]
    """Texts, lists and sub-records by name."""
    numbers: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Numbers and sums of money by full name, lists before fields with a dot between."""
    dates: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Days, or months, as ISO 8601 has them, by full name."""
    shared_title: bool = False
    """The whole title stands all over the site, and so finds nothing."""


@dataclass(frozen=True, slots=True)
class Found:
    """A page that answers a query."""

    score: float
    page: int
    """Its number, as in `Entry`."""
    site: str
    template: str
    source: str
    url: str | None
    title: str
    fields: Mapping[str, Any]
    snippet: str
    """Some words of the page around those that were searched for."""
