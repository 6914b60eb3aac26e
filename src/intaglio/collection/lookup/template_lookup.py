"""The sites of a collection, to find the templates of new pages by: nothing is learned, nothing written."""

from __future__ import annotations

from dataclasses import dataclass, field

from intaglio.collection.collection import Collection
from intaglio.collection.lookup.readable_rows import readable_templates
from intaglio.page import Page
from intaglio.site import Hit, Site
from intaglio.sources.crawl import site_of


@dataclass(slots=True)
class TemplateLookup:
    """The templates of a collection, loaded when first needed."""

    collection: Collection
    names: list[str]
    """The sites, in the order they are tried."""
    sites: dict[str, Site] = field(default_factory=dict)

    def match(self, page: Page) -> tuple[str, str] | None:
        """Site and template of a page: of the site its URL names, else of the first that has one for it."""
        own = site_of(page.url) if page.url else None
        for name in [own] if own in self.names and own is not None else self.names:
            match = self._site(name).match(page)
            if isinstance(match, Hit):
                return name, match.template
        return None

    def _site(self, name: str) -> Site:
        if name not in self.sites:
            with self.collection.store.reading() as tx:
                known = tx.templates.load(name)
            self.sites[name] = Site(name, readable_templates(known.rows), known.aliases)
        return self.sites[name]


def open_templates(collection: Collection) -> TemplateLookup:
    """What a collection knows, made ready."""
    with collection.store.reading() as tx:
        return TemplateLookup(collection, tx.templates.sites())
