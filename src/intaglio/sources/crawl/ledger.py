"""What a crawl asks of whoever keeps its books: where to go next, and to write down what came of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from intaglio.capture import Capture
from intaglio.frontier import Link, Visit


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a visit gave no page."""

    reason: str
    gone: bool = False
    """The server says that there is no such page."""


@dataclass(frozen=True, slots=True)
class NoPage:
    """A visit that gave no page and was not to give one: a sitemap, a page that is not kept or has not changed."""


Outcome = Capture | Failed | NoPage


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a visit in the books."""

    twin: str | None = None
    """The URL that gave the very same bytes before."""
    trapped: bool = False
    """Links of the page's own kind were left out: they lead on and on to nothing else."""


class Ledger(Protocol):
    """The books of a crawl."""

    def take(self, limit: int) -> list[Visit]:
        """The next visits of the site at hand."""

    def add(self, links: Sequence[Link]) -> None:
        """Take up links that came with no visit of their own."""

    def settle(self, visit: Visit, outcome: Outcome, links: Sequence[Link], kin: Sequence[Link] = ()) -> Recorded:
        """Write down, together, what a visit gave, the links found, and that it is done.

        `kin` are links of the visited page's own kind: where no other link is new, they lie deeper in a chain.
        """

    def postpone(self, source: str, reason: str) -> None:
        """Leave a visit to the next crawl: its host did not say, where it was asked, what may be fetched."""

    def conditions(self, visit: Visit) -> Mapping[str, str]:
        """Headers that ask for a known page only if it has changed; none for what is to be fetched in any case."""

    def spend(self) -> None:
        """Count a request to the site at hand, whatever it was for."""

    def next_site(self) -> bool:
        """Go on to another site when one is done; False if there is none."""

    def notice(self, what: str, value: str) -> None:
        """Keep something noticed on the way under a heading: a trap, a parameter that names no page."""

    def noticed(self, what: str) -> Collection[str]:
        """What was kept under a heading, in this crawl or before."""
