"""Reads pages again whose template was made anew, or merged into another: a result names template and version."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from intaglio.collection.capture_reader import CaptureReader, open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import STALE, sync_exports
from intaglio.collection.page_lines import line_of
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.run.site_protocol import Assignment, Learner
from intaglio.run.stages import Methods, StageFunction
from intaglio.store import CaptureRow, PageRow

log = logging.getLogger(__name__)

BATCH = 64


def refresh(collection: Collection, methods: Methods) -> int:
    """Read pages again whose template has a newer version or was merged into another; give how many there were."""
    library = open_captures(collection)
    with collection.store.reading() as tx:
        sites = tx.templates.sites()
    count = sum(_refresh_site(collection, methods, library, site) for site in sites)
    if count:
        sync_exports(collection.folder, collection.store)
    return count


def _refresh_site(collection: Collection, methods: Methods, library: CaptureReader, site: str) -> int:
    count = after = 0
    learner: Learner | None = None
    makes: dict[str, StageFunction] = {}
    while True:
        with collection.store.reading() as tx:
            rows = tx.pages.outdated(site, after, BATCH)
            captures = [tx.captures.get(row.capture) for row in rows]
            if rows and learner is None:
                learner = methods.open_site(tx, site)
                makes = {stage.name: stage.open_site(tx, site, learning=False) for stage in methods.stages}
        if not rows or learner is None:
            return count
        found = zip(rows, captures, strict=True)
        new = [made for row, one in found if one and (made := _again(learner, library, makes, row, one))]
        with collection.store.writing() as tx:
            tx.pages.replace(new)
            tx.notes.put(STALE, value=True)
        count, after = count + len(new), rows[-1].sequence


def _again(
    learner: Learner, library: CaptureReader, makes: Mapping[str, StageFunction], row: PageRow, capture: CaptureRow
) -> PageRow | None:
    ticket = Assignment(row.template or "", founder=False)
    if not learner.ready(ticket):
        return None
    try:
        page = Page.of(library.read(capture))
        reading = replace(learner.read(ticket, page), hit=row.hit)
        made = {name: make(page, reading, capture).line for name, make in makes.items()}
    except IntaglioError as error:
        log.info("%s stays as it was: %s", row.source, error)
        return None
    status = "ok" if reading.complete else "partial"
    line = line_of(capture, page.title, reading, status, row.ms)
    extras = {name: line for name, line in made.items() if line is not None}
    return replace(
        row, template=reading.template, template_version=reading.version, status=status, line=line, extras=extras
    )
