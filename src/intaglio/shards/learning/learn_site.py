"""One site: fetches some of its pages by an index, learns from them, and publishes what is known. Knows no engine."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from intaglio.browser.chromium import find
from intaglio.collection.folder import filled_folder, store_of
from intaglio.collection.packs.publish import publish
from intaglio.collection.packs.site_parts import StoreSites
from intaglio.errors import IntaglioError, NoBrowser, SourceError, WriteConflict
from intaglio.run.collect import RunOptions, collect
from intaglio.run.site_learner import LearnOptions
from intaglio.shards.learning.site_lock import alone_with
from intaglio.shards.remote_file import open_range
from intaglio.shards.shard import Limits, Planned
from intaglio.store import SqlStore, open_store
from intaglio.workers import Handler, WorkerOptions

log = logging.getLogger("intaglio")

TRIES = 3
"""How often a site is learned that somebody else writes, too."""


@dataclass(frozen=True, slots=True)
class SiteTask:
    """A site, and where some of its pages stand."""

    site: str
    records: tuple[tuple[str, Planned], ...]


@dataclass(frozen=True, slots=True)
class LearnJob:
    """What all sites have in common."""

    store: str
    """URL of the store."""
    browser: bool = True
    """Render the pages that found templates, where there is a browser."""
    limits: Limits = field(default_factory=Limits)
    wait: float = 1800.0
    """Seconds that a worker waits for another one that learns the same site."""


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What came of a site."""

    site: str
    pages: int = 0
    templates: int = 0
    wrappers: int = 0
    rendered: bool = False
    failed: str | None = None
    lost: bool = False
    """Its worker said nothing."""


@dataclass(frozen=True, slots=True)
class OpenLearnWorker:
    """Makes the handler of a worker process."""

    job: LearnJob

    def __call__(self) -> Handler:
        """Make it."""

        def handle(task: SiteTask, shared: Mapping[str, Any]) -> SiteReport:  # noqa: ARG001 - handlers have it
            return learn_site(task, self.job)

        return handle


def learn_site(task: SiteTask, job: LearnJob) -> SiteReport:
    """Learn a site and publish it; whatever fails is told in the report."""
    try:
        for _ in range(TRIES):
            try:
                return _learned(task, job)
            except WriteConflict as error:
                log.info("%s is learned again: %s", task.site, error)
        raise WriteConflict(f"templates of {task.site} are written by others all the time: try later")
    except (IntaglioError, OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        said = str(error) if isinstance(error, IntaglioError | OSError) else f"{type(error).__name__}: {error}"
        return SiteReport(task.site, failed=" ".join(said.split())[:500] or type(error).__name__)


def _learned(task: SiteTask, job: LearnJob) -> SiteReport:
    rendered = job.browser and _has_browser()
    options = RunOptions(
        LearnOptions() if rendered else LearnOptions(method="text-blocks"), browser=rendered,
        workers=WorkerOptions(1), picture_bytes=0,
    )  # fmt: skip
    with (
        TemporaryDirectory(prefix="intaglio-learn-") as folder,
        open_store(job.store) as shared,
        alone_with(task.site, shared, job.wait),
    ):
        out = Path(folder) / "out"
        archives = _fetched(task, Path(folder), job.limits)
        seen = _take_up(task.site, shared, out)
        ran = collect(archives, out, options)
        with store_of(out) as store:
            parts, pages = StoreSites(store).parts(task.site), _pages(store, task.site)
        if not parts.templates:
            raise SourceError("none of its pages could be read")
        with shared.writing() as tx:
            publish(tx, parts, seen, pages)
    return SiteReport(task.site, ran.pages, len(parts.templates), len(parts.wrappers), rendered)


def _take_up(site: str, shared: SqlStore, out: Path) -> int:
    """Begin with what the store knows of a site; give the revision it had."""
    with shared.reading() as tx:
        seen = tx.templates.load(site).revision
    with filled_folder(out) as mine:
        if seen:
            known, pages = StoreSites(shared).parts(site), _pages(shared, site)
            with mine.store.writing() as tx:
                publish(tx, known, 0, pages)
    return seen


def _pages(store: SqlStore, site: str) -> dict[str, list[bytes]]:
    """The compact pages that wrappers were learned from."""
    with store.reading() as tx:
        return {row.id: tx.records.learned_from(site, row.id) for row in tx.templates.load(site).rows}


def _fetched(task: SiteTask, folder: Path, limits: Limits) -> list[str]:
    """Copy the records to files of their own."""
    written = {}
    for name, record in task.records:
        target = folder / ("pages.warc.gz" if name.endswith(".gz") else "plain.warc")
        stop = record.offset + record.length
        with open_range(name, stop, limits) as file, target.open("ab") as copy:
            file.seek(record.offset)
            data = file.read(record.length)
            if len(data) < record.length:
                raise SourceError(f"{name} ends before the record at {record.offset} does")
            copy.write(data)
        written[str(target)] = True
    return list(written)


def _has_browser() -> bool:
    try:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            find(None, Path(playwright.chromium.executable_path))
    except (NoBrowser, ImportError):
        return False
    return True
