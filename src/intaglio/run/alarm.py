"""Redesign alarm: a known site whose pages no longer fit its templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from intaglio.store import PageRow, Store


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
class _Site:
    known: dict[str, int]
    """Pages of each template before this run."""
    ratio: float
    """Hit ratio before this run."""
    now: Counter[str] = field(default_factory=Counter)
    partial: Counter[str] = field(default_factory=Counter)
    partial_before: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    fitting: int = 0


class Watch:
    """Compares what a run finds with what was known before it."""

    def __init__(self, store: Store, options: AlarmOptions = AlarmOptions()) -> None:
        """Remember how things stood."""
        self._options = options
        self._sites: dict[str, _Site] = {}
        hits: Counter[str] = Counter()
        with store.reading() as tx:
            for row in tx.pages.tally():
                site = self._sites.setdefault(row.site, _Site({}, 0.0))
                if row.template is not None:
                    site.known[row.template] = site.known.get(row.template, 0) + row.pages
                    site.partial_before[row.template] += row.pages if row.status == "partial" else 0
                hits[row.site] += row.pages if row.hit else 0
        for name, site in self._sites.items():
            site.ratio = hits[name] / sum(site.known.values()) if site.known else 0.0

    def add(self, pages: Sequence[PageRow]) -> None:
        """Look at what a commit brought."""
        for row in pages:
            site = self._sites.get(row.site)
            if site is not None and row.template is not None:
                site.pages += 1
                site.fitting += row.template in site.known
                site.now[row.template] += 1
                site.partial[row.template] += row.status == "partial"

    def alarms(self) -> list[str]:
        """What is to be said, a line each."""
        return [line for name, site in self._sites.items() for line in self._of_site(name, site)]

    def _of_site(self, name: str, site: _Site) -> list[str]:
        options, lines = self._options, []
        before, fitting = sum(site.known.values()), site.fitting / max(site.pages, 1)
        if min(before, site.pages) >= options.pages and fitting < options.drop * site.ratio:
            gone = [one for one, _ in Counter(site.known).most_common() if not site.now[one]]
            lines.append(
                f"{name} looks redesigned: {100 * fitting:.0f} % of {site.pages} new pages fit known templates, "
                f"{100 * site.ratio:.0f} % of {before} did before; no page of {_list(gone)}"
            )
        broken = [one for one in site.known if self._stopped_mapping(site, one)]
        if broken:
            lines.append(f"{name}: areas stopped mapping on pages of {_list(broken)}")
        return lines

    def _stopped_mapping(self, site: _Site, template: str) -> bool:
        now, before = site.now[template], site.known[template]
        if now < self._options.partial_pages:
            return False
        share, earlier = site.partial[template] / now, site.partial_before[template] / before
        return share > self._options.partial and earlier < share / 2


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return f"template{'s' if len(names) != 1 else ''} {shown}" if names else "no template"
