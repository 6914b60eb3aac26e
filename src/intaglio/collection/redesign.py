"""Redesign alarm: a known site whose pages no longer fit its templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from intaglio.store import PageRow, Store

FINISHED = "finished"
"""Note that a run has come to its end: only then is it known what a site is like."""


@dataclass(frozen=True, slots=True)
class AlarmOptions:
    """When a change is worth an alarm."""

    pages: int = 10
    """Pages of a site, before and now, without which nothing can be said."""
    drop: float = 0.5
    """The share of pages that fit known templates, now against before, below which a site was redesigned."""
    partial: float = 0.5
    """Share of incomplete pages of one template above which it no longer fits."""
    partial_pages: int = 5
    """Pages of it that tell."""
    changed: float = 0.3
    """Share of the pages where one template stood that found new templates, above which it was redesigned."""
    alone: float = 0.8
    """Share of the pages of a place that some templates had before, so that it is these that stood there."""
    few: int = 3
    """Templates that stood in one place, at most: where more did, new ones are no news."""


@dataclass(slots=True)
class Known:
    """A site before this run, and what the run has found of it."""

    before: Counter[str] = field(default_factory=Counter)
    """Pages of each template."""
    partial_before: Counter[str] = field(default_factory=Counter)
    hits: int = 0
    now: Counter[str] = field(default_factory=Counter)
    partial: Counter[str] = field(default_factory=Counter)
    places: dict[str, Counter[str]] = field(default_factory=dict)
    """Pages of each template before, by where they stood."""

    @property
    def ratio(self) -> float:
        """Hit ratio before."""
        return self.hits / max(self.before.total(), 1)


class RedesignDetector:
    """Compares what a run finds with what was known before it."""

    def __init__(self, store: Store, options: AlarmOptions = AlarmOptions()) -> None:
        """Remember how things stood when a run last came to its end."""
        self._store = store
        self._options = options
        self._sites: dict[str, Known] = {}
        with store.reading() as tx:
            self._last = tx.pages.last_page()
            for row in tx.pages.tally() if tx.notes.get(FINISHED) else ():
                site = self._sites.setdefault(row.site, Known())
                if row.template is not None:
                    site.before[row.template] += row.pages
                    site.partial_before[row.template] += row.pages if row.status == "partial" else 0
                    site.hits += row.pages if row.hit else 0
            for page in tx.pages.pages(lines=False) if self._sites else ():
                if page.template is not None:
                    self._sites[page.site].places.setdefault(place_of(page), Counter())[page.template] += 1

    def add(self, pages: Sequence[PageRow]) -> None:
        """Look at what a commit brought."""
        for row in pages:
            site = self._sites.get(row.site)
            if site is not None and row.template is not None:
                site.now[row.template] += 1
                site.partial[row.template] += row.status == "partial"

    def alarms(self) -> list[str]:
        """What is to be said, a line each."""
        return [line for name, site in self._sites.items() for line in self._of_site(name, site)]

    def _of_site(self, name: str, site: Known) -> list[str]:
        lines: list[str] = []
        fitting = sum(count for template, count in site.now.items() if template in site.before)
        if self._is_drop(site, fitting, site.now.total()):
            # Pages may also be new because they are of new kinds: only those in places that were known tell.
            fitting, pages = self._in_known_places(name, site)
            if self._is_drop(site, fitting, pages):
                gone = [template for template, _ in site.before.most_common() if not site.now[template]]
                lines.append(
                    f"{name} looks redesigned: {100 * fitting / pages:.0f} % of {pages} new pages fit known templates, "
                    f"{100 * site.ratio:.0f} % of {site.before.total()} did before; no page of {_list(gone)}"
                )
        if not lines:
            lines += self._changed_templates(name, site)
        broken = [template for template in site.before if self._stopped_mapping(site, template)]
        if broken:
            lines.append(f"{name}: areas stopped mapping on pages of {_list(broken)}")
        return lines

    def _is_drop(self, site: Known, fitting: int, pages: int) -> bool:
        enough = min(site.before.total(), pages) >= self._options.pages
        return enough and fitting < self._options.drop * site.ratio * pages

    def _in_known_places(self, name: str, site: Known) -> tuple[int, int]:
        """Of the new pages that stand where others stood before: how many fit known templates, and how many are."""
        found = [template in site.before for place, template in self._new(name) if place in site.places]
        return sum(found), len(found)

    def _new(self, name: str) -> Iterator[tuple[str, str | None]]:
        """Where the pages of this run stand, and their templates."""
        with self._store.reading() as tx:
            for row in tx.pages.pages(self._last, site=name, lines=False):
                yield place_of(row), row.template

    def _changed_templates(self, name: str, site: Known) -> Iterator[str]:
        """Templates in whose places many pages found new ones now, though others may be as they were."""
        owners = {place: stood for place, counts in site.places.items() if (stood := self._stood(site, counts))}
        pages, strange = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
        for place, found in self._new(name) if owners and site.now.keys() - site.before.keys() else ():
            if place in owners:
                pages[owners[place]] += 1
                strange[owners[place]] += found not in site.before
        for templates, count in strange.most_common():
            if count >= self._options.partial_pages and count > self._options.changed * pages[templates]:
                looks, they = ("looks", "it") if len(templates) == 1 else ("look", "they")
                yield (
                    f"{name}: {_list(templates)} {looks} redesigned: {count} of {pages[templates]} new pages where "
                    f"{they} stood belong to new templates"
                )

    def _stood(self, site: Known, counts: Counter[str]) -> tuple[str, ...]:
        """The few templates that nearly all pages of a place had before; none if they are too many, or too small."""
        found: list[str] = []
        for template, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[: self._options.few]:
            found.append(template)
            if sum(counts[one] for one in found) >= self._options.alone * counts.total():
                return tuple(sorted(found)) if sum(site.before[one] for one in found) >= self._options.pages else ()
        return ()

    def _stopped_mapping(self, site: Known, template: str) -> bool:
        now, before = site.now[template], site.before[template]
        if now < self._options.partial_pages:
            return False
        share, earlier = site.partial[template] / now, site.partial_before[template] / before
        return share > self._options.partial and earlier < share / 2


def place_of(row: PageRow) -> str:
    """Where on its site a page stands: its folder."""
    return (urlsplit(row.url).path if row.url else row.source.partition("#")[0]).rpartition("/")[0]


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return f"template{'s' if len(names) != 1 else ''} {shown}" if names else "no template"
