"""Learns templates anew that this release cannot read: from the pages that the collection has of them, by their ids."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from intaglio.collection.capture_reader import CaptureReader, open_captures
from intaglio.collection.collection import Collection
from intaglio.errors import CodecError, IntaglioError, WriteConflict
from intaglio.layout import Layout
from intaglio.page import Page
from intaglio.run.methods import Methods
from intaglio.run.site_learner import LearnOptions, segmented
from intaglio.store import CaptureRow, TemplateRow
from intaglio.templates import Clustering, PathTable, StreamOptions, Template, make_template
from intaglio.templates.template_codec import dumps, loads

log = logging.getLogger(__name__)


def relearn_unreadable(collection: Collection, methods: Methods, options: LearnOptions) -> int:
    """Put new templates in the place of those that cannot be read; their pages are outdated then. Gives how many."""
    with collection.store.reading() as tx:
        sites = tx.templates.sites()
    count = 0
    library = open_captures(collection)
    for site in sites:
        with collection.store.reading() as tx:
            known = tx.templates.load(site)
        rows = [made for row in known.rows if (made := _replaced(collection, library, methods, options, row))]
        if rows:
            count += _saved(collection, site, rows, known.revision)
    return count


def _saved(collection: Collection, site: str, rows: Sequence[TemplateRow], seen: int) -> int:
    try:
        with collection.store.writing() as tx:
            tx.templates.save(site, rows, seen=seen)
    except WriteConflict:  # another run is at it
        return 0
    return len(rows)


def _replaced(
    collection: Collection, library: CaptureReader, methods: Methods, options: LearnOptions, row: TemplateRow
) -> TemplateRow | None:
    """A template to put in the place of one that cannot be read, if it is to be had."""
    try:
        loads(row.blob)
    except CodecError as unreadable:
        log.warning("template %s of %s cannot be read, and is learned anew: %s", row.id, row.site, unreadable)
    else:
        return None
    try:
        captures = islice(_captures(collection, row), options.site.matching.traits.pages)
        template = _learned(row, captures, library, methods, options)
    except IntaglioError as error:
        log.warning("template %s of %s cannot be learned anew: %s", row.id, row.site, error)
        return None
    return None if template is None else replace(row, version=template.version, blob=dumps(template))


def _captures(collection: Collection, row: TemplateRow) -> Iterator[CaptureRow]:
    with collection.store.reading() as tx:
        for page in tx.pages.pages(site=row.site, template=row.id, lines=False):
            capture = tx.captures.get(page.capture)
            if capture is not None:
                yield capture


def _learned(
    row: TemplateRow, captures: Iterator[CaptureRow], library: CaptureReader, methods: Methods, options: LearnOptions
) -> Template | None:
    """The template of some pages, the first of which founds it; None if none of them can be read any more."""
    matching = options.site.matching
    table, stream = PathTable(), Clustering(matching if isinstance(matching, StreamOptions) else StreamOptions())
    template: Template | None = None
    for capture in captures:
        try:
            found = library.read(capture)
        except IntaglioError as error:
            log.info("%s teaches nothing: %s", capture.source, error)
            continue
        page, layout = Page.of(found), None
        if methods.render is not None and (template is None or methods.render_all):
            rendered = methods.render(found, library.resources(capture)).result()
            page, layout = (page if rendered.parsed else rendered.page), rendered.layout
        if template is not None:
            stream.learn(0, table.read(page))
        else:
            stream.found(0, table.read(page))
            template = _founded(row, page, layout, stream, options)
    return template


def _founded(
    row: TemplateRow, page: Page, layout: Layout | None, stream: Clustering, options: LearnOptions
) -> Template:
    areas = segmented(page, layout, options)
    return make_template(row.site, row.id, page, areas, stream.traits[0], row.version + 1)
