"""What a store knows of templates when kinds are found: structure, addresses, declared types, titles, fields."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from intaglio.collection.readable_rows import readable_templates
from intaglio.collection.tables.stored_facts import facts_of
from intaglio.errors import CodecError
from intaglio.page import Page, page_codec
from intaglio.store import Transaction
from intaglio.tables import TemplateEvidence, TemplateKey

log = logging.getLogger(__name__)

URLS = 40
"""Addresses of a template that are looked at."""
PAGES = 3
"""Pages kept with a template whose titles and declared types are looked at."""


def template_evidence(tx: Transaction) -> list[TemplateEvidence]:
    """The evidence of all templates that have pages, in the order in which they were founded."""
    return [one for site in tx.templates.sites() for one in _of_site(tx, site)]


def _of_site(tx: Transaction, site: str) -> Iterator[TemplateEvidence]:
    sizes = tx.pages.by_template(site)
    urls: dict[str, list[str]] = {}
    for row in tx.pages.pages(site=site, lines=False):
        known = urls.setdefault(row.template or "", [])
        if len(known) < URLS:
            known.append(row.url or row.source)
    for template in readable_templates(tx.templates.load(site).rows):
        if sizes.get(template.id):
            key = TemplateKey(site, template.id)
            pages = list(_kept_pages(tx, key))
            yield TemplateEvidence(
                key, sizes[template.id], template.traits, urls.get(template.id, ()),
                [type_ for page in pages for type_ in declared_types(page)[:1]],
                [page.title for page in pages if page.title], facts_of(tx, key),
            )  # fmt: skip


def declared_types(page: Page) -> Sequence[str]:
    """What a page says it is about: types of its structured data, then `og:type`."""
    found = [type_ for thing in page.metadata.things for type_ in thing.types]
    graph = page.metadata.graph.get("og:type")
    return [*found, *([graph.rpartition(".")[2]] if graph else [])]


def _kept_pages(tx: Transaction, key: TemplateKey) -> Iterator[Page]:
    for blob in tx.records.learned_from(*key)[:PAGES]:
        try:
            yield page_codec.loads(blob)
        except CodecError as error:
            log.info("a page kept with template %s is passed over: %s", key.template, error)
