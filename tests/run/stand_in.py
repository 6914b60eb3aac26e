"""A learner that takes pages whose body has the same class for one template; for tests of running alone."""

from dataclasses import dataclass, field
from typing import cast

from intaglio.collection.page_lines import AreaResult, PageResult
from intaglio.layout import Layout
from intaglio.page import TAGS, Page
from intaglio.run.site_protocol import Assignment, TemplateChanges
from intaglio.store import TemplateRow, Transaction


@dataclass
class StandIn:
    """Templates by name, each with how many pages it has seen."""

    site: str
    seen: int
    pages: dict[str, int]
    stored: dict[str, int]
    ready_ones: set[str]
    log: list[str] = field(default_factory=list)

    def take(self, sketch: object) -> Assignment:
        page = cast("Page", sketch)
        name = class_of(page)
        founder = name not in self.pages
        self.pages[name] = self.pages.get(name, 0) + 1
        return Assignment(name, founder)

    def ready(self, ticket: Assignment) -> bool:
        return ticket.template in self.ready_ones

    def found(self, ticket: Assignment, page: Page, layout: Layout | None) -> None:
        self.ready_ones.add(ticket.template)

    def give_up(self, ticket: Assignment) -> None:
        del self.pages[ticket.template]

    def read(self, ticket: Assignment, page: Page) -> PageResult:
        area = AreaResult(0, None, 1.0, page.text(0), ((),), ())
        return PageResult(ticket.template, 1, not ticket.founder, 1.0, [area])

    def prepared(self, ticket: Assignment) -> tuple[str, object]:
        return ticket.template, None

    def changes(self) -> TemplateChanges:
        rows = [
            TemplateRow(self.site, name, count, b"%d" % count)
            for name, count in self.pages.items()
            if name in self.ready_ones and self.stored.get(name) != count
        ]
        return TemplateChanges(rows, self.seen)

    def written(self, revision: int) -> None:
        self.seen = revision
        self.stored = {name: self.pages[name] for name in self.ready_ones}


def open_stand_in(tx: Transaction, site: str) -> StandIn:
    known = tx.templates.load(site)
    pages = {row.id: int(row.blob) for row in known.rows}
    return StandIn(site, known.revision, pages, dict(pages), set(pages))


def class_of(page: Page) -> str:
    body = next(e for e in range(page.size) if page.tag[e] == TAGS["body"])
    return page.class_of(body) or "none"
