"""The frontier in the store: which URLs are to visit, in flight, done, set aside, or lead to other sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, Select, func, select, update

from intaglio.frontier import Link, Visit, VisitState
from intaglio.store.schema import frontier
from intaglio.store.upsert import BATCH, insert_new


@dataclass(frozen=True, slots=True)
class SqlFrontier:
    """See `protocol.Frontier`."""

    connection: Connection

    def add(self, links: Iterable[Link]) -> int:
        """Add those never seen before; give how many were."""
        added, waiting = 0, iter(links)
        while some := list(islice(waiting, BATCH)):
            rows = [_values(link) for link in {link.url: link for link in some}.values()]
            added += insert_new(self.connection, frontier, rows, ["url"])
        return added

    def known(self, urls: Sequence[str]) -> set[str]:
        """Those URLs that were seen before."""
        found: set[str] = set()
        for start in range(0, len(urls), BATCH):
            some = frontier.c.url.in_(urls[start : start + BATCH])
            found.update(self.connection.execute(select(frontier.c.url).where(some)).scalars())
        return found

    def take(self, site: str, limit: int) -> list[Visit]:
        """The next to visit, breadth first; they are in flight from now on."""
        query = (
            select(frontier)
            .where(frontier.c.state == VisitState.TO_VISIT.value, frontier.c.site == site)
            .order_by(frontier.c.depth, frontier.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)  # SQLite has locked all by now, and leaves this out
        )
        rows = self.connection.execute(query).all()
        if rows:
            taken = update(frontier).where(frontier.c.id.in_([row.id for row in rows]))
            self.connection.execute(taken.values(state=VisitState.IN_FLIGHT.value, attempts=frontier.c.attempts + 1))
        return [Visit(row.url, row.site, row.depth, row.attempts, row.barren) for row in rows]

    def done(self, url: str) -> None:
        """Note that a URL has been dealt with."""
        self.connection.execute(update(frontier).where(frontier.c.url == url).values(state=VisitState.DONE.value))

    def again(self, site: str, depth: int) -> int:
        """Put what is done up to a depth back among those to visit; give how many there are."""
        known = (frontier.c.site == site, frontier.c.depth <= depth, frontier.c.state == VisitState.DONE.value)
        return self._move(VisitState.TO_VISIT, *known)

    def restart(self) -> int:
        """Put what is in flight or set aside back among those to visit, as at the start of a run; give how many."""
        states = [VisitState.IN_FLIGHT.value, VisitState.SET_ASIDE.value]
        return self._move(VisitState.TO_VISIT, frontier.c.state.in_(states))

    def leave(self, wanted: Callable[[str, int], bool], state: VisitState) -> Counter[str]:
        """Move what waits to another state, where its URL and depth are not wanted; give how many of each site."""
        left: Counter[str] = Counter()
        waiting = select(frontier).where(frontier.c.state == VisitState.TO_VISIT.value).order_by(frontier.c.id)
        last = 0
        while rows := self.connection.execute(waiting.where(frontier.c.id > last).limit(BATCH)).all():
            last = rows[-1].id
            unwanted = [row for row in rows if not wanted(row.url, row.depth)]
            self._move(state, frontier.c.id.in_([row.id for row in unwanted]))
            left.update(row.site for row in unwanted)
        return left

    def follow(self, site: str) -> int:
        """Make a site's outgoing links links to visit, as the beginning of its own crawl."""
        links = update(frontier).where(frontier.c.site == site, frontier.c.state == VisitState.OUTGOING.value)
        return self.connection.execute(links.values(state=VisitState.TO_VISIT.value, depth=0)).rowcount

    def _move(self, state: VisitState, *conditions: object) -> int:
        statement = update(frontier).where(*conditions)  # type: ignore[arg-type]
        return self.connection.execute(statement.values(state=state.value)).rowcount

    def outgoing_sites(self, limit: int) -> list[str]:
        """Sites that links lead out to, the earliest found first."""
        return list(self.connection.execute(self._sites(VisitState.OUTGOING).limit(limit)).scalars())

    def waiting_sites(self) -> list[str]:
        """Sites that have URLs to visit, the earliest found first."""
        return list(self.connection.execute(self._sites(VisitState.TO_VISIT)).scalars())

    def _sites(self, state: VisitState) -> Select[str]:
        query = select(frontier.c.site).where(frontier.c.state == state.value)
        return query.group_by(frontier.c.site).order_by(func.min(frontier.c.id))

    def counts(self, site: str | None = None) -> dict[VisitState, int]:
        """How many URLs there are in each state."""
        query = select(frontier.c.state, func.count()).group_by(frontier.c.state)
        if site is not None:
            query = query.where(frontier.c.site == site)
        found = {VisitState(row[0]): int(row[1]) for row in self.connection.execute(query)}
        return {state: found.get(state, 0) for state in VisitState}


def _values(link: Link) -> dict[str, str | int]:
    return {
        "url": link.url, "site": link.site, "depth": link.depth, "state": link.state.value, "attempts": 0,
        "barren": link.barren,
    }  # fmt: skip
