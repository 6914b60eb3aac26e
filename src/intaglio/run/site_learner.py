"""A site's templates for a run: `Site`, with the segmenter that makes templates and the store that keeps them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from intaglio.collection.lookup.area_results import Labels, page_result
from intaglio.collection.page_lines import PageResult
from intaglio.collection.readable_rows import readable_templates
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.run.pages.page_worker import TemplateReading
from intaglio.run.site_protocol import Assignment, Learner, OpenSite, TemplateChanges
from intaglio.segment import SEGMENTERS
from intaglio.segment.area_tree import AreaTree
from intaglio.segment.every_text import with_every_text
from intaglio.segment.roles import RoleOptions, with_roles
from intaglio.site import Changes as SiteChanges
from intaglio.site import Match, Miss, Result, Site, SiteOptions
from intaglio.store import TemplateRow, Transaction
from intaglio.templates import PageStructure, Template
from intaglio.templates.template_codec import dumps, lasting_sections

WITHOUT_LAYOUT = "text-blocks"
"""The method for pages that the browser cannot lay out."""


AT_HAND = 200
"""Templates for which more than themselves is kept."""


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """How templates are found, and how they are made."""

    method: str = "areas"
    """Its name in SEGMENTERS."""
    segmenter: Any = None
    """Options of the method; None: its default."""
    site: SiteOptions = field(default_factory=SiteOptions)
    roles: RoleOptions = field(default_factory=RoleOptions)
    complete: float = 0.7
    """Share of the areas that hold something; a page with less of them is incomplete."""


@dataclass(frozen=True, slots=True)
class SiteAssignment(Assignment):
    """An assignment with the decision of the site."""

    page: Page | None
    """The page that was taken, if it is here."""
    match: Match


@dataclass(slots=True)
class SiteLearner:
    """See `learner.Learner`."""

    site: Site
    options: LearnOptions
    revision: int
    labels: dict[str, Labels]
    handed: SiteChanges | None = None
    """What was handed out to be written."""
    readings: OrderedDict[str, TemplateReading] = field(default_factory=OrderedDict)
    """What was prepared to read pages elsewhere, for the templates used last."""
    lasting: OrderedDict[str, Sequence[bytes]] = field(default_factory=OrderedDict)
    """What does not change of the same as it is written, again and again while they learn."""

    def take(self, sketch: object) -> Assignment:
        """Find the template of a page, or reserve one to be made from it."""
        page = sketch if isinstance(sketch, Page) else None
        if page is None:
            assert isinstance(sketch, PageStructure)
            match = self.site.take(self.site.match_structure(sketch))
        else:
            match = self.site.take(self.site.match(page))
        return SiteAssignment(match.template, isinstance(match, Miss), page, match)

    def ready(self, ticket: Assignment) -> bool:
        """Whether the template's areas are known."""
        return self._name(ticket) in self.labels

    def _name(self, ticket: Assignment) -> str:
        """A page taken in this run keeps its template, merged since or not: what merges when must not matter."""
        return ticket.template if isinstance(ticket, SiteAssignment) else self.site.resolve(ticket.template)

    def found(self, ticket: Assignment, page: Page, layout: Layout | None) -> None:
        """Make the founder's template."""
        assert isinstance(ticket, SiteAssignment)
        assert isinstance(ticket.match, Miss)
        template = self.site.found(ticket.match, page, segmented(page, layout, self.options))
        self.labels[template.id] = Labels.of(template.areas)

    def give_up(self, ticket: Assignment) -> None:
        """Forget a template that could not be made."""
        assert isinstance(ticket, SiteAssignment)
        assert isinstance(ticket.match, Miss)
        self.site.give_up(ticket.match)

    def read(self, ticket: Assignment, page: Page) -> PageResult:
        """Carry the template's areas over to a page, which may be another view of the one that was taken."""
        if isinstance(ticket, SiteAssignment) and page is ticket.page:
            return self._reading(self.site.read(ticket.match, page), founder=ticket.founder)
        return self._reading(self.site.read_as(self._name(ticket), page), founder=ticket.founder)

    def _reading(self, result: Result, *, founder: bool) -> PageResult:
        return page_result(result, self.labels[result.template], self.options.complete, hit=not founder)

    def prepared(self, ticket: Assignment) -> tuple[str, TemplateReading]:
        """What it takes to carry a template's areas over to pages elsewhere."""
        name = self._name(ticket)
        if name not in self.readings:
            options = self.options
            self.readings[name] = TemplateReading(self.site.template(name), options.site.carrying, options.complete)
        found = self.readings[name]
        _forget_oldest(self.readings, name)
        return f"template {self.site.name} {name} {found.template.version}", found

    def changes(self) -> TemplateChanges:
        """What is to be written."""
        self.handed = self.site.changes()
        rows = [
            TemplateRow(self.site.name, template.id, template.version, dumps(template, self._lasting(template)))
            for template in self.handed.templates
        ]
        return TemplateChanges(rows, self.revision, self.handed.merged)

    def _lasting(self, template: Template) -> Sequence[bytes]:
        if template.id not in self.lasting:
            self.lasting[template.id] = lasting_sections(template)
        _forget_oldest(self.lasting, template.id)
        return self.lasting[template.id]

    def written(self, revision: int) -> None:
        """Note that what was handed out is in the store."""
        assert self.handed is not None
        self.site.saved(self.handed)
        self.revision = revision


def _forget_oldest(kept: OrderedDict[str, Any], used: str) -> None:
    """Note what was used; of too many, let go of what was not used for longest."""
    kept.move_to_end(used)
    if len(kept) > AT_HAND:
        kept.popitem(last=False)


def segmented(page: Page, layout: Layout | None, options: LearnOptions) -> AreaTree:
    """The areas of a page that founds a template, with their roles; by text blocks, if it cannot be laid out."""
    if layout is None and SEGMENTERS[options.method].needs_layout:
        options = replace(options, method=WITHOUT_LAYOUT, segmenter=None)
    tree = with_every_text(SEGMENTERS[options.method](page, layout, options.segmenter), page, layout)
    return with_roles(tree, page, layout, options.roles)


def opener(options: LearnOptions) -> OpenSite:
    """Give the function that loads a site."""

    def open_site(tx: Transaction, site: str) -> Learner:
        known = tx.templates.load(site)
        labels: dict[str, Labels] = {}

        def labelled() -> Iterator[Template]:
            for template in readable_templates(known.rows):
                labels[template.id] = Labels.of(template.areas)
                yield template

        versions = {row.id: row.version for row in known.rows}
        opened = Site(site, labelled(), known.aliases, options.site, versions)
        return SiteLearner(opened, options, known.revision, labels)

    return open_site
