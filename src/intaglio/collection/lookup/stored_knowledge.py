"""What a store knows of sites: templates, wrappers and article lessons, decoded; what cannot be read is passed over."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from intaglio.article import Lesson
from intaglio.article.memory.lesson import loads
from intaglio.collection.readable_rows import readable_templates, readable_wrapper
from intaglio.collection.records.field_names import Names, load_names
from intaglio.collection.tables.make_tables import make_tables, tables_are_current
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import ShownTable, shown_table
from intaglio.errors import CodecError
from intaglio.site import Site
from intaglio.store import Store, Transaction
from intaglio.wrapper import Wrapper

log = logging.getLogger(__name__)


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

    def wrapper(self, site: str, template: str) -> tuple[Wrapper, Names] | None:
        """The newest wrapper of a template, and the names that people gave to its fields."""
        with self.store.reading() as tx:
            row, names = tx.records.wrapper(site, template), load_names(tx, template)
        wrapper = readable_wrapper(row) if row is not None else None
        return (wrapper, names) if wrapper is not None else None

    def table(self, site: str, template: str) -> ShownTable | None:
        """The table that a template's records belong to, with its main columns; found now, if no run has."""
        with self.store.reading() as tx:
            current = tables_are_current(tx)
        if not current:
            make_tables(self.store)
        with self.store.reading() as tx:
            stored = StoredTables(tx)
            kind = stored.by_template.get((site, template))
            return shown_table(stored.table(kind)) if kind is not None else None

    def lessons(self, site: str) -> dict[str, list[Lesson]]:
        """What was learned about articles from the first pages of each template."""
        with self.store.reading() as tx:
            return lessons_of(tx, site)


def lessons_of(tx: Transaction, site: str) -> dict[str, list[Lesson]]:
    """What was learned about articles from the first pages of each template."""
    return {template: list(_readable_lessons(blobs)) for template, blobs in tx.templates.lessons(site).items()}


def _readable_lessons(blobs: Sequence[bytes]) -> Iterator[Lesson]:
    for blob in blobs:
        try:
            yield loads(blob)
        except CodecError as error:
            log.info("an article lesson is passed over: %s", error)
            return
