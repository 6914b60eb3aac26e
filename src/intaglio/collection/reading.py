"""Reading: what a collection knows of one page, from one parse. Nothing is learned from the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intaglio.articles import Article, ArticleOptions
from intaglio.collection.page_lines import AreaResult, areas_in, nested_areas
from intaglio.page import Page
from intaglio.wrapper import Misfit, Record


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """What is wanted of a page; what is not wanted costs nothing."""

    areas: bool = True
    record: bool = True
    strict: bool = False
    """Take the record of a page only if the page is in the strict language of its template's pattern tree."""
    article: ArticleOptions | None = field(default_factory=ArticleOptions)
    """How the content is found; None: not at all."""
    where: bool = False
    """Tell where the values of the record stand."""
    why: bool = True
    """Compare the page with the nearest other templates, too."""
    elsewhere: bool = True
    """Match a page whose URL is of no known site, or that has none, with the templates of all sites."""
    complete: float = 0.7
    """Share of the areas that hold something; a page with less of them is incomplete."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a page was put to its template, or to none: how far it is from the nearest two."""

    template: str | None
    """The page's own template, or the nearest one if it has none; None if none shares anything with the page."""
    difference: float | None
    """From 0 (built alike) upwards."""
    runner_up: str | None
    runner_up_difference: float | None
    threshold: float
    """A page whose difference from all templates is larger belongs to none."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a collection knows of one page; made by `Collection.read`."""

    page: Page
    source: str
    """Where the page came from, as in `Capture.source`."""
    url: str | None
    site: str | None
    """The site whose template the page has; None if it has none."""
    template: str | None
    version: int
    """Of the template; 0 without one."""
    confidence: float
    """Mean confidence of the areas, from 0 to 1; 0 without a template, 1 if areas were not asked for."""
    complete: bool
    """All areas that the template has for certain were found; false without a template."""
    areas: Sequence[AreaResult] = ()
    record: Record | None = None
    """The variant data, under the names that people gave to fields; None if the template has no wrapper."""
    wrapper: int = 0
    """Version of the wrapper that found the record; 0 without one."""
    article: Article | None = None
    why: Why | None = None
    kind: str | None = None
    """The name of the page's kind; None without a record."""
    row: Mapping[str, Any] | None = None
    """The page's row in the table of its kind: main columns, typed; None without a record."""

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """Parts of the page that its template does not provide for."""
        return self.record.misfits if self.record is not None else ()

    def texts(self, role: str) -> list[str]:
        """What the areas with a role hold, `headline` or `body`."""
        return [area.text for area in self.areas if area.role == role and area.text]

    def as_dict(self) -> dict[str, Any]:
        """Everything as JSON values; areas as in `pages.jsonl`, the article as in `articles.jsonl`."""
        why, record = self.why, self.record
        areas = nested_areas(self.areas)
        for area in areas_in(areas):
            area["elements"] = list(map(list, area["elements"]))
        return {
            "source": self.source,
            "url": self.url,
            "site": self.site,
            "template": self.template,
            "kind": self.kind,
            "confidence": round(self.confidence, 4),
            "complete": self.complete,
            "title": self.page.title,
            "areas": areas,
            "fields": record.fields if record is not None else {},
            "typed": record.typed() if record is not None else {},
            "misfits": [one.as_dict() for one in self.misfits],
            "furniture": record.furniture if record is not None else {},
            "row": self.row,
            "article": self.article.as_dict() if self.article is not None else None,
            "why": {name: getattr(why, name) for name in Why.__slots__} if why is not None else None,
        }
