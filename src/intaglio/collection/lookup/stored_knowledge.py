"""What a store knows of sites: templates, wrappers and article lessons, decoded; what cannot be read is passed over."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from intaglio.article import Lesson
from intaglio.article.memory.lesson import loads as loads_lesson
from intaglio.collection.records.field_names import Names, load_names
from intaglio.errors import CodecError
from intaglio.site import Site
from intaglio.store import Store, TemplateRow, Transaction, WrapperRow
from intaglio.templates import Template
from intaglio.templates.template_codec import loads as loads_template
from intaglio.wrapper import Wrapper
from intaglio.wrapper.wrapper_codec import loads as loads_wrapper

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

    def lessons(self, site: str) -> dict[str, list[Lesson]]:
        """What was learned about articles from the first pages of each template."""
        with self.store.reading() as tx:
            return lessons_of(tx, site)


def readable_templates(rows: Iterable[TemplateRow]) -> list[Template]:
    """Those of some stored templates that can be read; one that cannot does not cost the site the others."""
    found = []
    for row in rows:
        try:
            found.append(loads_template(row.blob))
        except CodecError as error:
            log.warning("template %s of %s is passed over: %s", row.id, row.site, error)
    return found


def readable_wrapper(row: WrapperRow) -> Wrapper | None:
    """The wrapper of a row; None if this release cannot read it: the next run learns it anew."""
    try:
        return loads_wrapper(row.blob)
    except CodecError as error:
        log.warning("the wrapper of template %s cannot be read: %s", row.template, error)
        return None


def lessons_of(tx: Transaction, site: str) -> dict[str, list[Lesson]]:
    """What was learned about articles from the first pages of each template."""
    return {template: list(_readable_lessons(blobs)) for template, blobs in tx.templates.all_samples(site).items()}


def _readable_lessons(blobs: Sequence[bytes]) -> Iterator[Lesson]:
    for blob in blobs:
        try:
            yield loads_lesson(blob)
        except CodecError as error:
            log.info("an article lesson is passed over: %s", error)
            return
