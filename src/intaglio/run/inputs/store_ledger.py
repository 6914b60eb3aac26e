"""The books of a crawl, kept in the collection's store: a visit's outcome, its links and "done" are one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from urllib.parse import urljoin

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.frontier import Link, Visit
from intaglio.sources.archive import Archive
from intaglio.sources.crawl import CrawlOptions, Failed, Outcome, Recorded, canonical, site_of
from intaglio.store import CaptureRow, ErrorRow, Store, Transaction

SITEMAP = -1


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

    def begin(self, starts: Sequence[str]) -> None:
        """Take up a crawl where it was left, or begin it; where all is done, look at the first pages again."""
        links = [Link(url, site_of(url), 0) for start in starts if (url := canonical(start))]
        if not links:
            raise SourceError("nothing to crawl: no http or https URL")
        maps = {urljoin(link.url, "/sitemap.xml"): link.site for link in links} if self.options.sitemaps else {}
        with self.store.writing() as tx:
            tx.frontier.restart()
            tx.frontier.add([*links, *(Link(url, site, SITEMAP) for url, site in maps.items())])
            sites = {link.site: None for link in links}
            for site in sites:
                tx.frontier.follow(site)
            if not tx.frontier.waiting_sites():
                for site in sites:
                    tx.frontier.again(site, self.options.revisit)
        self.next_site()

    def take(self, limit: int) -> list[Visit]:
        """The next visits of the site at hand."""
        if self.options.pages is not None:
            limit = min(limit, self.options.pages - self._pages - self._flying)
        if limit <= 0:
            return []
        with self.store.writing() as tx:
            visits = tx.frontier.take(self._site, limit)
        self._flying += len(visits)
        return visits

    def add(self, links: Sequence[Link]) -> None:
        """Take up links that came with no visit of their own."""
        with self.store.writing() as tx:
            tx.frontier.add(links)

    def settle(self, visit: Visit, outcome: Outcome, links: Sequence[Link], kin: Sequence[Link] = ()) -> Recorded:
        """Write down, together, what a visit gave, the links found, and that it is done."""
        twin = None
        with self.store.writing() as tx:
            if tx.frontier.add(links):
                kin = [replace(link, barren=0) for link in kin]
            near = [link for link in kin if link.barren <= self.options.chain]
            tx.frontier.add(near)
            known = bool(tx.captures.ids(self.origin, [visit.url]))
            if isinstance(outcome, Capture) and not known:
                twin = self._keep(tx, visit, outcome)
            elif isinstance(outcome, Failed) and not known:
                self._fail(tx, visit, outcome.reason)
            tx.frontier.done(visit.url)
        self._flying -= 1
        self._pages += isinstance(outcome, Capture) and not known and twin is None
        return Recorded(twin, trapped=len(near) < len(kin))

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
            waiting = (site for site in tx.frontier.waiting_sites() if not self._is_full(tx, site))
            site = next(waiting, None) or self._next_outgoing(tx)
            if site is None:
                return False
            self._site, self._flying = site, 0
            self._pages = tx.captures.pages_of(self.origin, site)
        return True

    def _is_full(self, tx: Transaction, site: str) -> bool:
        return self.options.pages is not None and tx.captures.pages_of(self.origin, site) >= self.options.pages

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
            tx.notes.put(f"crawl {what}", list(dict.fromkeys([*_words(tx.notes.get(f"crawl {what}")), value])))

    def noticed(self, what: str) -> Collection[str]:
        """What was kept under a heading, in this crawl or before."""
        with self.store.reading() as tx:
            return _words(tx.notes.get(f"crawl {what}"))


def _words(note: object) -> list[str]:
    return [str(word) for word in note] if isinstance(note, list) else []
