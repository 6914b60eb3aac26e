"""Redesign alarm: a known site whose pages no longer fit its templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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


@dataclass(slots=True)
class Known:
    """A site before this run, and what the run has found of it."""

    before: Counter[str] = field(default_factory=Counter)
    """Pages of each template."""
    partial_before: Counter[str] = field(default_factory=Counter)
    hits: int = 0
    now: Counter[str] = field(default_factory=Counter)
    partial: Counter[str] = field(default_factory=Counter)

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
        lines = []
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
        broken = [template for template in site.before if self._stopped_mapping(site, template)]
        if broken:
            lines.append(f"{name}: areas stopped mapping on pages of {_list(broken)}")
        return lines

    def _is_drop(self, site: Known, fitting: int, pages: int) -> bool:
        enough = min(site.before.total(), pages) >= self._options.pages
        return enough and fitting < self._options.drop * site.ratio * pages

    def _in_known_places(self, name: str, site: Known) -> tuple[int, int]:
        """Of the new pages that stand where others stood before: how many fit known templates, and how many are."""
        with self._store.reading() as tx:
            pages = tx.pages.pages(site=name, lines=False)
            rows = [(row.sequence > self._last, place_of(row), row.template) for row in pages]
        places = {place for new, place, _ in rows if not new}
        found = [template in site.before for new, place, template in rows if new and place in places]
        return sum(found), len(found)

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
