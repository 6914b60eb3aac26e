"""The books of a crawl, kept in the collection's store: a visit's outcome, its links and "done" are one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from urllib.parse import urljoin

from intaglio.capture import Capture
from intaglio.collection.export.jsonl import STALE
from intaglio.errors import SourceError
from intaglio.frontier import Link, Visit, VisitState
from intaglio.sources import WarcFiles
from intaglio.sources.archive import Archive
from intaglio.sources.crawl import CrawlOptions, Failed, Outcome, Recorded, Rules, canonical, shape, site_of
from intaglio.store import CaptureRow, ErrorRow, Store, Transaction

SITEMAP = -1
EVERYTHING = 1 << 30
"""A depth that no page has."""
CRAWL, CRAWL_TRAP = "crawl", "trap"
"""Stages of errors that are no page's: what a crawl left out, in this run or for good."""
NOTED = 1000
"""Notes that are kept under a heading."""
CONDITIONS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}


@dataclass(slots=True)
class StoreLedger:
    """A crawl's ledger on a store; one process keeps it at a time."""

    store: Store
    origin: int
    archive: Archive
    options: CrawlOptions
    _site: str = field(init=False, default="")
    """The one at hand."""
    _pages: int = field(init=False, default=0)
    """Pages of the site at hand."""
    _flying: int = field(init=False, default=0)
    _asked: Counter[str] = field(init=False, default_factory=Counter)
    """Requests to each site, in this crawl."""
    _maps: Counter[str] = field(init=False, default_factory=Counter)
    """Sitemaps of each site that were taken up, in this crawl."""
    _waiting: int = field(init=False, default=0)
    """URLs that were taken up and not yet visited."""
    _again: Counter[str] = field(init=False, default_factory=Counter)
    """URLs of each site that were done and are visited again."""
    _visits: Counter[str] = field(init=False, default_factory=Counter)
    """Pages visited of each kind, by the shape of their URLs."""

    def begin(self, starts: Sequence[str]) -> None:
        """Take up a crawl where it was left, or begin it; where all is done, look at the first pages again."""
        links = [Link(url, site_of(url), 0) for start in starts if (url := canonical(start))]
        if not links:
            raise SourceError("nothing to crawl: no http or https URL")
        maps = {urljoin(link.url, "/sitemap.xml"): link.site for link in links} if self.options.sitemaps else {}
        with self.store.writing() as tx:
            wanted = self._wanted({link.url for link in links})
            tx.frontier.restart()
            tx.frontier.leave(wanted, VisitState.SET_ASIDE)
            tx.pages.remove_errors(CRAWL)
            for what in ("cut", "closed", "gone"):
                tx.notes.put(f"crawl {what}", [])
            tx.frontier.add([*links, *(Link(url, site, SITEMAP) for url, site in maps.items())])
            sites = {link.site: None for link in links}
            for site in sites:
                tx.frontier.follow(site)
            if self.options.revisit or not tx.frontier.waiting_sites():
                depth = EVERYTHING if self.options.revisit else self.options.first_pages
                again = Counter({site: tx.frontier.again(site, depth) for site in sites})
                self._again = again - tx.frontier.leave(wanted, VisitState.DONE)
            self._waiting = tx.frontier.counts()[VisitState.TO_VISIT]
        self.next_site()

    def _wanted(self, starts: Collection[str]) -> Callable[[str, int], bool]:
        """Whether a URL that is known already is to be visited in this crawl, by the rules for links."""
        rules = Rules(self.options)
        return lambda url, depth: depth <= 0 or url in starts or rules.wants(url, depth)

    def take(self, limit: int) -> list[Visit]:
        """The next visits of the site at hand, as far as its pages and requests go."""
        if self.options.pages is not None and not self.options.revisit:
            limit = min(limit, self.options.pages - self._pages - self._flying)
        if self.options.budget is not None:
            limit = min(limit, self._budget(self._site) - self._asked[self._site] - self._flying)
        if limit <= 0:
            return []
        with self.store.writing() as tx:
            visits = tx.frontier.take(self._site, limit)
        self._flying += len(visits)
        self._waiting -= len(visits)
        return visits

    def spend(self) -> None:
        """Count a request to the site at hand."""
        self._asked[self._site] += 1

    def _budget(self, site: str) -> int:
        """Requests that this crawl may make to a site; every page that is visited again has its own."""
        assert self.options.budget is not None
        return self.options.budget + (self._again[site] if self.options.revisit else 0)

    def add(self, links: Sequence[Link]) -> None:
        """Take up links that came with no visit of their own."""
        with self.store.writing() as tx:
            self._take_up(tx, links)

    def _take_up(self, tx: Transaction, links: Sequence[Link]) -> int:
        """Add links to the frontier, as many as it may hold; give how many were new."""
        links = [link for link in links if link.depth != SITEMAP or self._may_have(link)]
        room = max(self.options.waiting - self._waiting, 0)
        if len(links) > room:
            self._cut(tx, self._site, f"{self.options.waiting:,} URLs wait already: no more are taken up")
            links = links[:room]
        added = tx.frontier.add(links)
        self._waiting += added
        return added

    def _may_have(self, link: Link) -> bool:
        self._maps[link.site] += 1
        return self._maps[link.site] <= self.options.sitemap_files

    def settle(self, visit: Visit, outcome: Outcome, links: Sequence[Link], kin: Sequence[Link] = ()) -> Recorded:
        """Write down, together, what a visit gave, the links found, and that it is done."""
        twin, same = None, False
        with self.store.writing() as tx:
            known = tx.captures.ids(self.origin, [visit.url]).get(visit.url)
            if isinstance(outcome, Capture) and known is None:
                twin = self._keep(tx, visit, outcome)
            elif isinstance(outcome, Capture) and known is not None:
                same = not self._renew(tx, known, outcome) and self.options.revisit
            elif isinstance(outcome, Failed):
                self._failed(tx, visit, outcome, known)
            trapped = False if twin or same else self._follow(tx, visit, links, kin)
            tx.frontier.done(visit.url)
        self._flying -= 1
        self._pages += isinstance(outcome, Capture) and known is None and twin is None
        return Recorded(twin, trapped=trapped)

    def _follow(self, tx: Transaction, visit: Visit, links: Sequence[Link], kin: Sequence[Link]) -> bool:
        """Take up the links of a visit; say whether some were left out as a trap.

        A page of another's bytes is not followed: its links are known, or lead where the same page is again.
        """
        chained = self._goes_on(tx, visit, [*links, *kin])
        if chained:
            links = [replace(link, barren=max(link.barren, visit.barren + 1)) for link in links]
        near = [link for link in links if link.barren <= self.options.chain]
        if self._take_up(tx, near) and not chained:
            kin = [replace(link, barren=0) for link in kin]
        close = [link for link in kin if link.barren <= self.options.chain]
        self._take_up(tx, close)
        return len(near) + len(close) < len(links) + len(kin)

    def _goes_on(self, tx: Transaction, visit: Visit, links: Sequence[Link]) -> bool:
        """Whether a page is of a kind that was seen often, and leads to one new page at most, of whatever kind."""
        kind = shape(visit.url)
        self._visits[kind] += 1
        if self._visits[kind] <= self.options.chain:
            return False
        inside = {link.url for link in links if link.site == visit.site}
        return len(inside - tx.frontier.known(sorted(inside))) <= 1

    def postpone(self, source: str, reason: str) -> None:
        """Leave a visit in flight, from where the next crawl takes it up; tell of it once a host."""
        self._flying -= 1
        with self.store.writing() as tx:
            if source not in _words(tx.notes.get("crawl closed")):
                tx.notes.put("crawl closed", [*_words(tx.notes.get("crawl closed")), source])
                text = (
                    f"robots.txt could not be read: {reason}; nothing of its host is fetched, the next run asks again"
                )
                tx.pages.add([], [ErrorRow(source, source, CRAWL, text, self.origin, None)])

    def conditions(self, visit: Visit) -> Mapping[str, str]:
        """Headers that ask for a known page only if it has changed."""
        if not self.options.revisit:
            return {}
        with self.store.reading() as tx:
            number = tx.captures.ids(self.origin, [visit.url]).get(visit.url)
            row = tx.captures.get(number) if number is not None else None
        if row is None or not row.place:
            return {}
        try:
            found = WarcFiles((self.archive.folder / row.place,)).read(f"{row.place}#{row.offset}")
        except SourceError:
            return {}
        said = {name.lower(): value for name, value in found.headers}
        return {asks: said[name] for name, asks in CONDITIONS.items() if name in said}

    def _renew(self, tx: Transaction, number: int, capture: Capture) -> bool:
        """Keep a known page again, if pages are to be visited again and it has changed; say whether that was so."""
        row = tx.captures.get(number) if self.options.revisit else None
        digest = blake2b(capture.body, digest_size=16).digest()
        if row is None or row.digest == digest:
            return False
        place = self.archive.append(capture)
        new = replace(
            row, place=place.name, offset=place.offset, length=place.length, content_type=capture.content_type,
            time=capture.time, http_status=capture.http_status, digest=digest,
        )  # fmt: skip
        tx.captures.renew(new)
        tx.pages.remove(number)
        tx.notes.put(STALE, value=True)
        return True

    def _failed(self, tx: Transaction, visit: Visit, outcome: Failed, known: int | None) -> None:
        row = tx.captures.get(known) if known is not None else None
        if row is None:
            self._fail(tx, visit, outcome.reason)
        elif row.place and outcome.gone:
            self._note(tx, "gone", f"{visit.url}: {outcome.reason}")

    def _cut(self, tx: Transaction, site: str, reason: str) -> None:
        """Tell, once, that a crawl left something out."""
        if self._note(tx, "cut", f"{site}: {reason}"):
            tx.pages.add([], [ErrorRow(site, None, CRAWL, reason, self.origin, None)])

    def _keep(self, tx: Transaction, visit: Visit, capture: Capture) -> str | None:
        digest = blake2b(capture.body, digest_size=16).digest()
        twin = tx.captures.with_digest(self.origin, digest)
        if twin is not None:
            self._fail(tx, visit, f"duplicate of {twin.source}")
            return twin.source
        place = self.archive.append(capture)
        row = CaptureRow(
            self.origin, visit.url, visit.site, place.name, place.offset, place.length, capture.url,
            capture.content_type, capture.time, capture.http_status, digest,
        )  # fmt: skip
        tx.captures.add([row])
        return None

    def _fail(self, tx: Transaction, visit: Visit, reason: str) -> None:
        tx.captures.add([CaptureRow(self.origin, visit.url, visit.site, "", url=visit.url)])
        number = tx.captures.ids(self.origin, [visit.url])[visit.url]
        tx.pages.add([], [ErrorRow(visit.url, visit.url, "fetch", reason, self.origin, number)])

    def next_site(self) -> bool:
        """Go on to another site when one is done; False if there is none."""
        with self.store.writing() as tx:
            waiting = [site for site in tx.frontier.waiting_sites() if not self._is_full(tx, site)]
            spent = [site for site in waiting if self._is_spent(site)]
            for site in spent:
                left = tx.frontier.counts(site)[VisitState.TO_VISIT]
                reason = f"{self._asked[site]:,} requests were made and {left:,} URLs are left: --requests allows more"
                self._cut(tx, site, reason)
            found = next((site for site in waiting if site not in spent), None) or self._next_outgoing(tx)
            if found is None:
                return False
            self._site, self._flying = found, 0
            self._pages = tx.captures.pages_of(self.origin, found)
        return True

    def _is_spent(self, site: str) -> bool:
        return self.options.budget is not None and self._asked[site] >= self._budget(site)

    def _is_full(self, tx: Transaction, site: str) -> bool:
        if self.options.pages is None or self.options.revisit:
            return False
        return tx.captures.pages_of(self.origin, site) >= self.options.pages

    def _next_outgoing(self, tx: Transaction) -> str | None:
        followed = _words(tx.notes.get("crawl followed"))
        found = tx.frontier.outgoing_sites(1) if len(followed) < self.options.follow_sites else []
        for site in found:
            tx.frontier.follow(site)
            tx.notes.put("crawl followed", [*followed, site])
        return found[0] if found else None

    def notice(self, what: str, value: str) -> None:
        """Keep something noticed on the way under a heading."""
        with self.store.writing() as tx:
            if self._note(tx, what, value) and what == "traps":
                reason = "URLs like this lead on and on: no more of them are visited"
                tx.pages.add([], [ErrorRow(value, None, CRAWL_TRAP, reason, self.origin, None)])

    def _note(self, tx: Transaction, what: str, value: str) -> bool:
        """Keep something under a heading; say whether it is new."""
        known = _words(tx.notes.get(f"crawl {what}"))
        if value in known or len(known) >= NOTED:
            return False
        tx.notes.put(f"crawl {what}", [*known, value])
        return True

    def noticed(self, what: str) -> Collection[str]:
        """What was kept under a heading, in this crawl or before."""
        with self.store.reading() as tx:
            return _words(tx.notes.get(f"crawl {what}"))


def _words(note: object) -> list[str]:
    return [str(word) for word in note] if isinstance(note, list) else []
