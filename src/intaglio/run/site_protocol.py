"""The protocol between scheduler and methods: what a run asks of the learner of a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from intaglio.collection.page_lines import PageResult
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.store import TemplateRow, Transaction


@dataclass(frozen=True, slots=True)
class Assignment:
    """A page's place in the queue of a template."""

    template: str
    founder: bool
    """The template is to be made from this page."""


@dataclass(frozen=True, slots=True)
class TemplateChanges:
    """What a site has learned since it was last written."""

    rows: Sequence[TemplateRow]
    seen: int
    """The revision it was learned on."""
    merged: Mapping[str, str] = field(default_factory=dict)


class Learner(Protocol):
    """All that is known of one site; grows with every page, which must come in input order."""

    def take(self, sketch: object) -> Assignment:
        """Find the template of a page, or reserve one to be made from it; by the page or what a reader made of it."""

    def ready(self, ticket: Assignment) -> bool:
        """Whether the template's areas are known."""

    def found(self, ticket: Assignment, page: Page, layout: Layout | None) -> None:
        """Make the founder's template; the page may be another view of the one handed in."""

    def give_up(self, ticket: Assignment) -> None:
        """Forget a template that could not be made."""

    def read(self, ticket: Assignment, page: Page) -> PageResult:
        """Carry the template's areas over to a page."""

    def prepared(self, ticket: Assignment) -> tuple[str, object]:
        """What it takes to carry a template's areas over to pages elsewhere, under a name; it can be pickled."""

    def changes(self) -> TemplateChanges:
        """What is to be written."""

    def written(self, revision: int) -> None:
        """Note that all changes up to now are in the store, under this revision."""


OpenSite = Callable[[Transaction, str], Learner]
"""Loads a site from the store."""
