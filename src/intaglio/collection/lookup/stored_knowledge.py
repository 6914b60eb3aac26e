"""What a store knows of sites: templates, wrappers and article lessons, decoded; what cannot be read is passed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from intaglio.articles import Lesson
from intaglio.collection.corrections.area_roles import area_roles, roles_of
from intaglio.collection.corrections.article_places import given_lessons
from intaglio.collection.lookup.known_parts import KnownWrapper
from intaglio.collection.readable_rows import readable_lessons, readable_templates, readable_wrapper
from intaglio.collection.records.field_names import load_names
from intaglio.collection.tables.make_tables import current_tables
from intaglio.collection.tables.table_rows import ShownTable, shown_table
from intaglio.site import Site
from intaglio.store import Store, Transaction


@dataclass(frozen=True, slots=True)
class StoredKnowledge:
    """Reads what a store knows, in a transaction each."""

    store: Store

    def sites(self) -> list[str]:
        """The sites that have templates, in a fixed order."""
        with self.store.reading() as tx:
            return tx.templates.sites()

    def site(self, name: str) -> Site:
        """A site with its templates."""
        with self.store.reading() as tx:
            known = tx.templates.load(name)
        return Site(name, readable_templates(known.rows), known.aliases)

    def wrapper(self, site: str, template: str) -> KnownWrapper | None:
        """The newest wrapper of a template, and the names that people gave to its fields."""
        with self.store.reading() as tx:
            row, names = tx.records.wrapper(site, template), load_names(tx, template)
        wrapper = readable_wrapper(row) if row is not None else None
        return KnownWrapper(wrapper, names, row.version) if wrapper is not None and row is not None else None

    def roles(self, site: str, template: str) -> Mapping[int, str | None]:
        """The roles that people gave to areas of a template."""
        with self.store.reading() as tx:
            return roles_of(area_roles(tx), site, template)

    def table(self, site: str, template: str) -> ShownTable | None:
        """The table that a template's records belong to, with its main columns; found now, if no run has."""
        with current_tables(self.store) as stored:
            kind = stored.by_template.get((site, template))
            if kind is None or kind.id in stored.ignored:
                return None
            return shown_table(stored.table(kind))

    def lessons(self, site: str) -> dict[str, list[Lesson]]:
        """What was learned about articles from the first pages of each template."""
        with self.store.reading() as tx:
            return lessons_of(tx, site)


def lessons_of(tx: Transaction, site: str) -> dict[str, list[Lesson]]:
    """What was learned about articles from the first pages of each template, and what people said of places."""
    found = {template: list(readable_lessons(blobs)) for template, blobs in tx.templates.lessons(site).items()}
    for template, given in given_lessons(tx, site).items():
        found.setdefault(template, []).append(given)
    return found
