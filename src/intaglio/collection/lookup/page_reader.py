"""PageReader: reads pages by what is known of sites. Learns nothing, renders nothing, writes nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol

from intaglio.articles import Lesson, Memory, article
from intaglio.capture import Capture
from intaglio.collection.lookup.area_results import Labels, page_result
from intaglio.collection.lookup.known_parts import KnownWrapper
from intaglio.collection.page_lines import PageResult
from intaglio.collection.reading import Reading, ReadingOptions, Why
from intaglio.collection.records.field_names import renamed_record
from intaglio.collection.records.record_lines import url_for_links
from intaglio.collection.tables.table_rows import ShownTable
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.site import Hit, Match, Site
from intaglio.sources.crawl import site_of
from intaglio.wrapper import Record, extract, extract_strictly


class Knowledge(Protocol):
    """Where a reader gets what is known of sites from."""

    def sites(self) -> list[str]:
        """The sites that have templates, in a fixed order."""

    def site(self, name: str) -> Site:
        """A site with its templates."""

    def wrapper(self, site: str, template: str) -> KnownWrapper | None:
        """The newest wrapper of a template, and the names that people gave to its fields."""

    def roles(self, site: str, template: str) -> Mapping[int, str | None]:
        """The roles that people gave to areas of a template."""

    def table(self, site: str, template: str) -> ShownTable | None:
        """The table that a template's records belong to, with its main columns; None if it is of no kind."""

    def lessons(self, site: str) -> Mapping[str, list[Lesson]]:
        """What was learned about articles from the first pages of each template."""


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """The record of a page, and its row in the table of its kind."""

    record: Record | None = None
    wrapper: int = 0
    """Version of the wrapper that found it."""
    kind: str | None = None
    row: dict[str, Any] | None = None


@dataclass(slots=True, eq=False)
class KnownSite:
    """What is known of one site; parts are loaded when first needed."""

    site: Site
    labels: dict[str, Labels] = field(default_factory=dict)
    wrappers: dict[str, KnownWrapper | None] = field(default_factory=dict)
    tables: dict[str, ShownTable | None] = field(default_factory=dict)
    memories: dict[str, Memory] | None = None
    lock: Lock = field(default_factory=Lock)
    """Matching fills caches, so one page of a site is matched at a time; parsing and articles need no lock."""


@dataclass(slots=True, eq=False)
class PageReader:
    """Reads pages by what is known of sites; safe to share between threads."""

    knowledge: Knowledge
    most: int = 256
    """Sites that stay at hand; the one that was not asked for longest gives way."""
    _names: dict[str, None] | None = None
    _sites: OrderedDict[str, KnownSite] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    @property
    def names(self) -> dict[str, None]:
        """The sites that have templates, in the order in which pages without a known URL try them."""
        if self._names is None:
            self._names = dict.fromkeys(self.knowledge.sites())
        return self._names

    def read(
        self, captured: Capture | Page, options: ReadingOptions = ReadingOptions(), layout: Layout | None = None
    ) -> Reading:
        """What is known of a page; its template is None if it has none here."""
        page, source = (captured, captured.url or "") if isinstance(captured, Page) else _parsed(captured)
        known, result, found, why = self._matched(page, source, options)
        memory = self._memory(known, result.template) if known and result and options.article is not None else None
        return Reading(
            page=page,
            source=source,
            url=page.url,
            site=known.site.name if known and result else None,
            template=result.template if result else None,
            version=result.version if result else 0,
            confidence=result.confidence if result else 0.0,
            complete=result.complete if result else False,
            areas=tuple(result.areas) if result else (),
            record=found.record,
            wrapper=found.wrapper,
            kind=found.kind,
            row=found.row,
            article=article(page, options=options.article, layout=layout, memory=memory) if options.article else None,
            why=why,
        )

    def _matched(
        self, page: Page, source: str, options: ReadingOptions
    ) -> tuple[KnownSite | None, PageResult | None, FoundRecord, Why | None]:
        """Try the site that the page's URL names, else all of them, until one has a template for the page."""
        own = site_of(page.url or "") or None
        reasons = []
        for name in [own] if own is not None and own in self.names else self.names if options.elsewhere else ():
            known = self._known(name)
            with known.lock:
                match = known.site.match(page)
                why = _why(known.site, match) if options.why else None
                if isinstance(match, Hit):
                    result = self._areas(known, match, page, options)
                    found = (
                        self._record(known, match.template, page, source, options) if options.record else FoundRecord()
                    )
                    return known, result, found, why
                if why is not None:
                    reasons.append(why)
        nearest = min(reasons, key=lambda one: (one.difference is None, one.difference or 0.0), default=None)
        return None, None, FoundRecord(), nearest

    def _record(self, known: KnownSite, template: str, page: Page, source: str, options: ReadingOptions) -> FoundRecord:
        if template not in known.wrappers:
            known.wrappers[template] = self.knowledge.wrapper(known.site.name, template)
            known.tables[template] = self.knowledge.table(known.site.name, template)
        found, table = known.wrappers[template], known.tables[template]
        if found is None:
            return FoundRecord()
        wrapper, names, version = found
        linked = page if page.url else page.with_url(url_for_links(source))
        record = extract_strictly(wrapper, linked) if options.strict else extract(wrapper, linked, where=options.where)
        if record is None:
            return FoundRecord()
        if table is None:
            return FoundRecord(renamed_record(record, names), version)
        row = table.cells(
            {"template": template, "title": page.title, "fields": record.fields, "typed": record.markdown()}
        )
        return FoundRecord(renamed_record(record, names), version, table.table.kind.name, row)

    def _areas(self, known: KnownSite, match: Hit, page: Page, options: ReadingOptions) -> PageResult:
        template = known.site.template(match.template)
        if not options.areas:
            return PageResult(template.id, template.version, hit=True, confidence=1.0, areas=())
        if template.id not in known.labels:
            roles = self.knowledge.roles(known.site.name, template.id)
            known.labels[template.id] = Labels.of(template.areas, roles)
        return page_result(known.site.read(match, page), known.labels[template.id], options.complete, hit=True)

    def _memory(self, known: KnownSite, template: str) -> Memory | None:
        with known.lock:
            if known.memories is None:
                lessons = self.knowledge.lessons(known.site.name)
                known.memories = {name: Memory.lent(some) for name, some in lessons.items()}
            return known.memories.get(template)

    def _known(self, name: str) -> KnownSite:
        with self._lock:
            if name not in self._sites:
                self._sites[name] = KnownSite(self.knowledge.site(name))
                if len(self._sites) > self.most:
                    self._sites.popitem(last=False)
            self._sites.move_to_end(name)
            return self._sites[name]


def _parsed(capture: Capture) -> tuple[Page, str]:
    return Page.of(capture), capture.source


def _why(site: Site, match: Match) -> Why:
    near = [*site.ranking(match), (None, None)]
    first = near[0]
    second = near[1] if len(near) > 1 else (None, None)
    return Why(*first, *second, site.threshold)
