"""The whole run, as a table of contents: sources in, a collection out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import sleep

from intaglio.articles import ArticleOptions
from intaglio.browser import Renderer, RenderOptions
from intaglio.collection.capture_reader import open_captures
from intaglio.collection.collection import Collection, fill_collection
from intaglio.collection.export.capture_index import index_captures
from intaglio.collection.export.jsonl import Appender, sync_exports, sync_stale, write_page_kinds
from intaglio.collection.export.record_files import write_records
from intaglio.collection.export.table_formats.table_files import TableFileOptions
from intaglio.collection.page_cache import KEPT, PageCache
from intaglio.collection.phase_progress import Progress
from intaglio.collection.redesign import FINISHED, AlarmOptions, RedesignDetector
from intaglio.collection.report.write_report import write_report
from intaglio.collection.review.run_history import note_run
from intaglio.collection.review.stale_files import noting_files
from intaglio.collection.tables.make_tables import TablesOptions, make_tables
from intaglio.collection.tables.said.wanted_columns import keep_wishes
from intaglio.collection.template_pictures import forget_pictures, keep_picture
from intaglio.collection.trust import remember
from intaglio.errors import SourceError
from intaglio.garbage import seldom_collected
from intaglio.page import Page
from intaglio.page.scripts import ScriptOptions, needs_javascript
from intaglio.run.inputs.arguments import Sources, feeds_of, sort_sources
from intaglio.run.inputs.feed import Feed, pages_to_read
from intaglio.run.methods import Methods
from intaglio.run.outputs.index_pass import index_by_workers
from intaglio.run.outputs.table_pass import write_tables_by_workers
from intaglio.run.page_budget import watch_ended
from intaglio.run.pages.pooled_reader import PooledReader
from intaglio.run.passes.article_pass import article_stage
from intaglio.run.passes.record_pass import RecordOptions, find_records
from intaglio.run.passes.refresh_pass import refresh
from intaglio.run.passes.relearn_pass import relearn_unreadable
from intaglio.run.passes.unlaid_pass import read_without_layout, without_browser
from intaglio.run.progress import Figures
from intaglio.run.run_worker import OpenRunWorker
from intaglio.run.scheduler import Runner, RunnerOptions
from intaglio.run.site_learner import LearnOptions, opener
from intaglio.run.stages import Stage
from intaglio.sources import SavedOptions
from intaglio.sources.crawl import CrawlOptions
from intaglio.templates import FixedOptions
from intaglio.workers import WorkerOptions, WorkerPool

PAUSE = 0.1
"""Seconds between two looks at what a crawl has brought."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """All that can be said about a run; each part's defaults are written with the part."""

    learn: LearnOptions = field(default_factory=LearnOptions)
    browser: bool = True
    """Render the pages that found templates; else areas are found without layout."""
    render: RenderOptions = field(default_factory=RenderOptions)
    saved: SavedOptions = field(default_factory=SavedOptions)
    crawl: CrawlOptions = field(default_factory=CrawlOptions)
    scripts: ScriptOptions = field(default_factory=ScriptOptions)
    runner: RunnerOptions = field(default_factory=RunnerOptions)
    alarm: AlarmOptions = field(default_factory=AlarmOptions)
    articles: ArticleOptions | None = field(default_factory=ArticleOptions)
    """How the content of pages is found; None: not at all."""
    records: RecordOptions | None = field(default_factory=RecordOptions)
    """How records are found; None: not at all."""
    tables: TablesOptions = field(default_factory=TablesOptions)
    """How kinds and tables are found, if records are."""
    table_files: TableFileOptions = field(default_factory=TableFileOptions)
    want: Sequence[tuple[str, str]] = ()
    """Examples: the name of a column, and a value it has on some page."""
    workers: WorkerOptions = field(default_factory=WorkerOptions)
    """Processes that share the work; what comes out does not depend on them."""
    picture_bytes: int = 200_000
    """Size of the picture that is kept of each template, at most; 0: none is kept."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run did."""

    figures: Figures
    pages: int
    """Pages in the collection, this run's and earlier ones'."""
    refreshed: int
    """Pages read again because their template had changed."""
    alarms: Sequence[str]
    unsearched: str | None = None
    """Why the collection cannot be searched, if it cannot."""
    not_found: Sequence[str] = ()
    """Columns that were wanted and are nowhere, a line each."""


def collect(
    sources: str | Path | Sequence[str | Path],
    out: str | Path,
    options: RunOptions = RunOptions(),
    *,
    store_url: str | None = None,
    stages: Sequence[Stage] = (),
    watch: Callable[[Figures | Progress], None] = lambda _: None,
) -> RunSummary:
    """Fill the collection in a folder from sources; go on where an earlier run was stopped.

    A source is a URL, a folder of saved pages, a WARC file, or a file with a URL on each line.
    """
    named, out = [str(one) for one in ([sources] if isinstance(sources, str | Path) else sources)], Path(out)
    if not named:
        raise SourceError("nothing to read: name a folder, WARC files, a URL or a list of URLs")
    wanted, started = sort_sources(named), datetime.now(UTC)
    if options.articles is not None:
        stages = [*stages, article_stage(options.articles)]
    remember(out, *(str(path) for paths in wanted.saved.values() for path in paths))
    with (
        fill_collection(out, store_url) as collection,
        working(options, wanted, out, stages) as methods,
        seldom_collected(),
        watch_ended(),
    ):
        relearn_unreadable(collection, methods, options.learn)
        sync_exports(out, collection.store)
        feeds = feeds_of(collection, wanted, options.saved, options.crawl, lambda: sleep(PAUSE))
        cache = PageCache(open_captures(collection), kept=KEPT // max(options.workers.processes, 1))
        if methods.reader is not None:
            methods.reader.keep_in(cache)
        figures = Figures(watch, total=_total(collection, feeds))
        if methods.pool is not None:
            methods.pool.expect(2 * (figures.total() or 0))  # each page is parsed, then read by its template
        before = RedesignDetector(collection.store, options.alarm)
        with Appender(out, collection.store) as files:
            Runner(collection.store, methods, files, figures, options.runner, before.add).run(pages_to_read(feeds))
            plain = Runner(collection.store, without_browser(methods), files, figures, options.runner, before.add)
            figures.mended(read_without_layout(collection, plain))
        refreshed = 0 if options.render.javascript else refresh(collection, methods, watch, cache)
        if not options.render.javascript:  # what scripts made of a page is not kept
            for stage in stages:
                if stage.finish is not None:
                    stage.finish(collection, watch, cache, methods.pool)
        sync_stale(collection.folder, collection.store)
        unsearched = None
        not_found: list[str] = []
        if options.records is not None:
            find_records(collection, options.records, watch, methods.pool, cache)
            cache.clear()
            with noting_files(collection.store):
                write_records(collection, parquet=options.records.parquet)
                not_found = _tables(collection, options, methods.pool)
            unsearched = index_by_workers(collection, methods.pool, watch)
        alarms = before.alarms()
        _note(collection, options, alarms)
        note_run(collection.store, started, datetime.now(UTC), alarms)
        write_report(collection)
        index_captures(collection)
        with collection.store.reading() as tx:
            tally = tx.pages.tally()
        pages = sum(row.pages for row in tally)
        figures.templates &= {(row.site, row.template) for row in tally if row.template}  # without those merged away
        forget_pictures(out, {row.template for row in tally if row.template})
    return RunSummary(figures, pages, refreshed, alarms, unsearched, not_found)


def _tables(collection: Collection, options: RunOptions, pool: WorkerPool | None) -> list[str]:
    """Find kinds and tables, and write their files; give what was wanted and is nowhere."""
    keep_wishes(collection.store, options.want)
    not_found = make_tables(collection.store, options.tables)
    write_page_kinds(collection.folder, collection.store)
    return not_found + write_tables_by_workers(collection, options.table_files, pool)


@contextmanager
def working(options: RunOptions, wanted: Sources, out: Path, stages: Sequence[Stage] = ()) -> Iterator[Methods]:
    """What a run works with, for as long as it lasts; browsers start with the first page that needs one."""

    def check(page: Page) -> str | None:
        return "needs-javascript" if needs_javascript(page, options.scripts) else None

    open_site = opener(options.learn)
    with _workers(options, stages) as pool:
        fixed = isinstance(options.learn.site.matching, FixedOptions)  # compares pages themselves
        here = options.render.javascript or fixed or not all(stage.worker for stage in stages)
        reader = None if here else PooledReader(pool, {one.name: one.worker for one in stages if one.worker})
        if not options.browser:
            yield Methods(open_site, check=check, stages=stages, reader=reader, pool=pool)
            return
        # Saved pages have what they need beside them; only what was crawled may fetch more.
        web = options.render.web and bool(wanted.starts or wanted.listed)
        render = replace(options.render, web=web, trusted=wanted.trusted, picture_bytes=options.picture_bytes)
        with Renderer(render) as renderer:
            scripts = render.javascript
            keep = partial(keep_picture, out) if options.picture_bytes else None
            yield Methods(open_site, renderer.submit, scripts, None if scripts else check, stages, reader, pool, keep)


def _workers(options: RunOptions, stages: Sequence[Stage]) -> WorkerPool:
    known = {stage.name: stage.worker for stage in stages if stage.worker is not None}
    return WorkerPool(OpenRunWorker(options.scripts, known), options.workers)


def _total(collection: Collection, feeds: Sequence[Feed]) -> Callable[[], int | None]:
    with collection.store.reading() as tx:
        before = sum(tx.captures.count([number]) for number in {feed.origin for feed in feeds})

    def total() -> int | None:
        counts = {feed.origin: feed.total() for feed in feeds}
        known = [count for count in counts.values() if count is not None]
        return sum(known) - before if len(known) == len(counts) else None

    return total


def _note(collection: Collection, options: RunOptions, alarms: Sequence[str]) -> None:
    with collection.store.writing() as tx:
        tx.notes.put("alarms", list(alarms))
        tx.notes.put(FINISHED, value=True)
        tx.notes.put("method", options.learn.method)
