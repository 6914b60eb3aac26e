"""A site's templates for a run: `Site`, with the segmenter that makes templates and the store that keeps them."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from intaglio.collection.lookup.readable_rows import readable_templates
from intaglio.collection.page_lines import AreaResult, PageResult
from intaglio.layout import Layout
from intaglio.page import Page, page_codec
from intaglio.run.site_protocol import Assignment, Learner, OpenSite, TemplateChanges
from intaglio.segment import SEGMENTERS
from intaglio.segment.area_tree import AreaTree
from intaglio.segment.areas_method import AreaOptions
from intaglio.segment.roles import RoleOptions, with_roles
from intaglio.site import Changes as SiteChanges
from intaglio.site import Match, Miss, Result, Site, SiteOptions
from intaglio.store import TemplateRow, Transaction
from intaglio.templates import Template
from intaglio.templates.template_codec import dumps

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """How templates are found, and how they are made."""

    method: str = "areas"
    """Its name in SEGMENTERS."""
    areas: AreaOptions = AreaOptions(levels=2, headline=True)
    """For the method `areas`: parts of the page, their parts, and the headline by itself."""
    site: SiteOptions = field(default_factory=SiteOptions)
    roles: RoleOptions = field(default_factory=RoleOptions)
    complete: float = 0.7
    """Share of the areas that hold something; a page with less of them is incomplete."""


@dataclass(frozen=True, slots=True)
class SiteAssignment(Assignment):
    """A ticket with what the site decided."""

    page: Page
    match: Match


@dataclass(frozen=True, slots=True)
class Labels:
    """What the areas of a template are, on every page."""

    roles: tuple[str | None, ...]
    children: tuple[tuple[int, ...], ...]
    holding: tuple[int, ...]
    """Numbers of those that hold something themselves."""

    @classmethod
    def of(cls, tree: AreaTree) -> Labels:
        """The labels of a tree of areas."""
        below: list[list[int]] = [[] for _ in tree.areas]
        for number, parent in enumerate(tree.parents):
            if parent >= 0:
                below[parent].append(number)
        roles = (area.attributes.get("role") for area in tree.areas)
        holding = (number for number, area in enumerate(tree.areas) if area.elements or area.texts)
        return cls(tuple(str(role) if role else None for role in roles), tuple(map(tuple, below)), tuple(holding))


DEEPEST = 64
"""Steps below which the paths on the way are not kept: pages can be a hundred thousand elements deep."""


class Paths(dict[int, tuple[int, ...]]):
    """The paths of a page's elements, each made once and from the one above it: a page has many areas."""

    def __init__(self, page: Page) -> None:
        """Begin at the root element."""
        super().__init__({0: ()})
        self._parent, self._position = page.parent.tolist(), page.position.tolist()

    def __missing__(self, e: int) -> tuple[int, ...]:
        """Go up to an element whose path is known, and down again."""
        way = [e]
        while (above := self._parent[way[-1]]) not in self:
            way.append(above)
        path = self[above]
        for step in way[: -DEEPEST - 1 : -1] if len(path) < DEEPEST else ():
            path = self[step] = (*path, self._position[step])
            way.pop()
        self[e] = path = (*path, *(self._position[step] for step in reversed(way)))
        return path


@dataclass(slots=True)
class SiteLearner:
    """See `learner.Learner`."""

    site: Site
    options: LearnOptions
    revision: int
    labels: dict[str, Labels]
    handed: SiteChanges | None = None
    """What was handed out to be written."""
    doms: dict[str, bytes] = field(default_factory=dict)
    """The DOMs of templates as they are written, again and again while those learn."""

    def take(self, page: Page) -> Assignment:
        """Find the template of a page, or reserve one to be made from it."""
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
        labels, path = self.labels[result.template], Paths(result.page)
        areas = [
            AreaResult(
                area.number, labels.roles[area.number], area.confidence, text,
                tuple(map(path.__getitem__, area.elements)), labels.children[area.number],
            )
            for area, text in zip(result.areas, result.texts, strict=True)
        ]  # fmt: skip
        there = sum(result.areas[number].confidence > 0 for number in labels.holding)
        complete = there >= self.options.complete * len(labels.holding)
        return PageResult(result.template, result.version, not founder, result.confidence, areas, complete)

    def changes(self) -> TemplateChanges:
        """What is to be written."""
        self.handed = self.site.changes()
        rows = [
            TemplateRow(self.site.name, template.id, template.version, dumps(template, self._dom(template)))
            for template in self.handed.templates
        ]
        return TemplateChanges(rows, self.revision, self.handed.merged)

    def _dom(self, template: Template) -> bytes:
        if template.id not in self.doms:
            self.doms[template.id] = page_codec.dumps(template.dom)
        return self.doms[template.id]

    def written(self, revision: int) -> None:
        """Note that what was handed out is in the store."""
        assert self.handed is not None
        self.site.saved(self.handed)
        self.revision = revision


def segmented(page: Page, layout: Layout | None, options: LearnOptions) -> AreaTree:
    """The areas of a page that founds a template, with their roles."""
    tree = SEGMENTERS[options.method](page, layout, options.areas if options.method == "areas" else None)
    return with_roles(tree, page, layout, options.roles)


def opener(options: LearnOptions) -> OpenSite:
    """Give the function that loads a site."""

    def open_site(tx: Transaction, site: str) -> Learner:
        known = tx.templates.load(site)
        templates = readable_templates(known.rows)
        labels = {template.id: Labels.of(template.areas) for template in templates}
        unread = {row.id: row.version for row in known.rows if row.id not in labels}
        opened = Site(site, templates, known.aliases, options.site, unread)
        return SiteLearner(opened, options, known.revision, labels)

    return open_site
