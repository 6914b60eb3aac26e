"""Reads pages again whose template was made anew, or merged into another: a result names template and version."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import STALE
from intaglio.collection.page_cache import PageCache
from intaglio.collection.page_lines import line_of, mark_of, with_mark
from intaglio.errors import IntaglioError
from intaglio.run.methods import Methods
from intaglio.run.passes.reread import OnProgress, Reread, Rereader, reread_sites
from intaglio.run.site_protocol import Assignment, Learner
from intaglio.run.stages import StageFunction
from intaglio.store import PageRow

log = logging.getLogger(__name__)


def refresh(
    collection: Collection,
    methods: Methods,
    on_progress: OnProgress = lambda _: None,
    cache: PageCache | None = None,
) -> int:
    """Read pages again whose template has a newer version or was merged into another; give how many there were."""
    phase = "pages of changed templates"
    pages = Rereader(collection, open_captures(collection), on_progress=on_progress, phase=phase, cache=cache)
    return reread_sites(
        pages, lambda tx, site: tx.pages.count_outdated(site), lambda site: _refresh_site(pages, methods, site)
    )


def _refresh_site(pages: Rereader, methods: Methods, site: str) -> int:
    count = 0
    learner: Learner | None = None
    makes: dict[str, StageFunction] = {}
    store = pages.collection.store
    for _, some in pages.batches(lambda tx, after, most: tx.pages.outdated(site, after, most)):
        if learner is None:
            with store.reading() as tx:
                learner = methods.open_site(tx, site)
                makes = {stage.name: stage.open_site(tx, site, learning=False) for stage in methods.stages}
        new = [made for one in some if (made := _again(learner, makes, one)) is not None]
        with store.writing() as tx:
            tx.pages.replace(new)
            tx.notes.put(STALE, value=True)
        count += len(new)
    return count


def _again(learner: Learner, makes: Mapping[str, StageFunction], one: Reread) -> PageRow | None:
    """The row of a page by its template as it is now; None if it stays as it was."""
    row, page = one.row, one.page
    assignment = Assignment(row.template or "", founder=False)
    if not learner.ready(assignment):
        return None
    try:
        result = replace(learner.read(assignment, page), hit=row.hit)
        made = {name: make(page, result, one.capture).line for name, make in makes.items()}
    except IntaglioError as error:
        log.info("%s stays as it was: %s", row.source, error)
        return None
    line = with_mark(line_of(one.capture, page.title, result, result.status, row.ms), mark_of(row.line))
    extras = {name: line for name, line in made.items() if line is not None}
    return replace(
        row, template=result.template, template_version=result.version, status=result.status, line=line, extras=extras
    )
