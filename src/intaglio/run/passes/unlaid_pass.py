"""Reads pages that the browser could not lay out once more, without layout, when all others are read.

Another page of their template has been laid out by then, as a rule, and they are hits like others. What founds a
template here gets its areas from text blocks. `pages.jsonl` says of these pages why they were read so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

from intaglio.capture import Capture
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection
from intaglio.collection.export.jsonl import STALE
from intaglio.errors import SourceError
from intaglio.resources import Nothing
from intaglio.run.inputs.feed import InputPage
from intaglio.run.methods import Methods
from intaglio.run.scheduler import Runner
from intaglio.sources import Unread
from intaglio.store import CaptureRow, ErrorRow

log = logging.getLogger(__name__)
RENDER = "render"
"""The stage at which a page fails that cannot be laid out."""


def without_browser(methods: Methods) -> Methods:
    """What reads pages as they were captured."""
    return replace(methods, render=None, render_all=False, keep_picture=None)


def read_without_layout(collection: Collection, runner: Runner) -> int:
    """Read the pages of a collection that failed to be laid out; give how many there were."""
    with collection.store.reading() as tx:
        failed = [
            (capture, error)
            for error in tx.pages.errors()
            if error.stage == RENDER and error.capture is not None and (capture := tx.captures.get(error.capture))
        ]
    if failed:
        _take_back(collection, [capture for capture, _ in failed])
        log.warning("%d pages are read without layout, as the browser could not lay them out", len(failed))
        runner.run(_pages(collection, failed))
    return len(failed)


def _take_back(collection: Collection, captures: list[CaptureRow]) -> None:
    with collection.store.writing() as tx:
        for capture in captures:
            tx.captures.renew(capture)
            tx.pages.remove(capture.id)
        tx.notes.put(STALE, value=True)


def _pages(collection: Collection, failed: list[tuple[CaptureRow, ErrorRow]]) -> Iterator[InputPage]:
    library = open_captures(collection)
    for row, error in failed:
        found: Capture | Unread
        try:
            found = library.read(row)
        except SourceError as gone:
            found = Unread(row.source, str(gone))
        yield InputPage(row, found, Nothing(), error.reason)
