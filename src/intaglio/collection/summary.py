"""Summary: the figures of a collection, read from its store alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intaglio.collection.error_reasons import is_left_out
from intaglio.frontier import VisitState
from intaglio.shapes import NUMBER, checked
from intaglio.store import Store, Transaction

POINTS = 400
"""Points of a curve, at most."""


READING = ("parse", "match", "render", "segment", "map")
"""The stages of reading a page; what further stages cost is the same, hit or miss."""


@dataclass(frozen=True, slots=True)
class TemplateFigures:
    """One template in figures."""

    id: str
    pages: int
    example: str | None
    partial: int
    """Pages on which not all of it was found."""
    blob: bytes


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """One site in figures."""

    site: str
    pages: int
    hits: int
    templates: Sequence[TemplateFigures]
    """The one with most pages first."""
    growth: Sequence[tuple[int, int, int]]
    """Pages read, templates by then, hits by then."""

    @property
    def hit_ratio(self) -> float:
        """Share of pages that needed no rendering."""
        return self.hits / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole collection in figures."""

    sites: Sequence[SiteFigures]
    errors: Mapping[tuple[str, str], int]
    """By stage and kind of reason, the most frequent first."""
    examples: Mapping[tuple[str, str], str]
    """A source for each."""
    hit_ms: Mapping[str, float]
    """Mean by stage, of pages that hit."""
    miss_ms: Mapping[str, float]
    captures: int
    frontier: Mapping[VisitState, int]
    notices: Mapping[str, Sequence[str]]
    """What was noticed on the way, by heading."""

    @property
    def pages(self) -> int:
        """All pages."""
        return sum(site.pages for site in self.sites)

    @property
    def hits(self) -> int:
        """All hits."""
        return sum(site.hits for site in self.sites)

    @property
    def templates(self) -> int:
        """All templates."""
        return sum(len(site.templates) for site in self.sites)

    @property
    def saved(self) -> float | None:
        """Share of the time saved, if a hit rendered would have cost what a miss did; None if nothing is known."""
        hit, miss = (sum(ms.get(stage, 0.0) for stage in READING) for ms in (self.hit_ms, self.miss_ms))
        misses = self.pages - self.hits
        return 1 - (hit * self.hits + miss * misses) / (miss * self.pages) if self.pages and miss else None

    @property
    def failed(self) -> int:
        """Pages and answers that something went wrong with."""
        return sum(count for (_, reason), count in self.errors.items() if not is_left_out(reason))

    @property
    def left_out(self) -> int:
        """Duplicates, redirects and what is no page."""
        return sum(self.errors.values()) - self.failed


NOTICES = {
    "alarms": "Redesign", "crawl cut": "Crawls cut short", "crawl closed": "Hosts whose robots.txt could not be read",
    "crawl gone": "Pages that are gone", "crawl traps": "Traps left out",
    "crawl parameters": "Parameters that name no page",
}  # fmt: skip


def summarise(store: Store) -> Summary:
    """Read the figures of a collection."""
    with store.reading() as tx:
        counted = _Counted.of(tx)
        sites = [_site(tx, site, counted) for site in counted.pages]
        errors, examples = _errors(tx)
        found = {heading: tx.notes.get(key) for key, heading in NOTICES.items()}
        notices = {heading: [str(one) for one in note] for heading, note in found.items() if isinstance(note, list)}
        return Summary(
            sites, errors, examples, counted.mean(hit=True), counted.mean(hit=False), tx.captures.count(),
            tx.frontier.counts(), {heading: words for heading, words in notices.items() if words},
        )  # fmt: skip


class _Counted:
    """What one pass over all pages counts."""

    def __init__(self) -> None:
        self.pages: Counter[str] = Counter()
        self.hits: Counter[str] = Counter()
        self.growth: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        self.seen: dict[str, set[str | None]] = defaultdict(set)
        self.partial: Counter[tuple[str, str | None]] = Counter()
        self.examples: dict[tuple[str, str | None], str] = {}
        self.times: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}

    @classmethod
    def of(cls, tx: Transaction) -> _Counted:
        made = cls()
        for row in tx.pages.pages(lines=False):
            made.pages[row.site] += 1
            made.hits[row.site] += row.hit
            made.seen[row.site].add(row.template)
            made.growth[row.site].append((made.pages[row.site], len(made.seen[row.site]), made.hits[row.site]))
            made.partial[row.site, row.template] += row.status == "partial"
            made.examples.setdefault((row.site, row.template), row.url or row.source)
            made.times[row.hit].update(checked(row.ms, {str: NUMBER}, "the times of a page"))
        return made

    def mean(self, *, hit: bool) -> dict[str, float]:
        hits = sum(self.hits.values())
        pages = hits if hit else sum(self.pages.values()) - hits
        return {stage: spent / pages for stage, spent in self.times[hit].items()} if pages else {}


def _site(tx: Transaction, site: str, counted: _Counted) -> SiteFigures:
    sizes = tx.pages.by_template(site)
    templates = [
        TemplateFigures(
            row.id, sizes.get(row.id, 0), counted.examples.get((site, row.id)), counted.partial[site, row.id], row.blob
        )
        for row in tx.templates.load(site).rows
    ]
    templates.sort(key=lambda one: (-one.pages, one.id))
    growth = counted.growth[site]
    step = max(1, len(growth) // POINTS)
    thinned = [*growth[::step], *([growth[-1]] if (len(growth) - 1) % step else [])]
    return SiteFigures(site, counted.pages[site], counted.hits[site], templates, thinned)


def _errors(tx: Transaction) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], str]]:
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for row in tx.pages.errors():
        kind = (row.stage, kind_of_reason(row.reason))
        counts[kind] += 1
        examples.setdefault(kind, row.source)
    return dict(counts.most_common()), examples


def kind_of_reason(reason: str) -> str:
    """What reasons of one kind share: no URLs, no numbers that differ.

    >>> kind_of_reason("duplicate of http://example.org/a")
    'duplicate'
    """
    for words in (" of http", " to http", ": http", " is http"):
        reason = reason.partition(words)[0]
    return reason[:80]
