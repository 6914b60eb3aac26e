"""One shard: reads its pages by a pack and writes their rows. Knows no engine; pure but for the files it writes."""

from __future__ import annotations

import logging
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from intaglio.capture import Capture
from intaglio.collection.lookup.page_reader import PageReader
from intaglio.collection.packs.pack_file import PackFile
from intaglio.collection.packs.packed_knowledge import PackedKnowledge
from intaglio.collection.reading import Reading, ReadingOptions
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.run.page_budget import check_elements, limited
from intaglio.shards.destination import Destination
from intaglio.shards.pack_copy import local_pack
from intaglio.shards.part_tables import PartTables
from intaglio.shards.range_records import Found, read_shard
from intaglio.shards.shard import Job, Planned, Shard, ShardReport
from intaglio.sources import Unread
from intaglio.sources.crawl import site_of

log = logging.getLogger("intaglio")

NO_TEMPLATE, UNKNOWN = "no template", "unknown site"
BROKEN = ("broken", "the ", "compressed body", "chunked body", "larger than")
"""How reasons begin of records that may have been pages; the others say what else they are."""


@dataclass(slots=True)
class ShardWorker:
    """Does the shards of a job, one after the other; the pack stays open."""

    job: Job
    _reader: PageReader | None = None
    _pack: Path | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    def apply(self, shard: Shard) -> ShardReport:
        """Do a shard, unless it is done. Whatever fails is told in the report: an exception means a broken worker."""
        try:
            return self._applied(shard)
        except (IntaglioError, OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            log.debug("shard %s", shard.id, exc_info=True)
            said = str(error) if isinstance(error, IntaglioError | OSError) else f"{type(error).__name__}: {error}"
            return ShardReport(shard.id, size=shard.size, failed=" ".join(said.split())[:500] or type(error).__name__)

    def _applied(self, shard: Shard) -> ShardReport:
        target = Destination(self.job.out)
        before = target.manifest(shard.id)
        if before is not None:
            return before
        began = time.monotonic()
        tables, passed = PartTables(), Counter[str]()
        for found in read_shard(shard, self.job.limits):
            self._page(found, tables, passed)
        files = tables.files()
        seconds = time.monotonic() - began
        report = ShardReport(shard.id, tables.rows, dict(sorted(passed.items())), shard.size, shard.covers, seconds)
        target.commit(report, files)
        return report

    def _page(self, found: Found, tables: PartTables, passed: Counter[str]) -> None:
        capture = found.content
        if isinstance(capture, Unread):
            if capture.reason.startswith(BROKEN):
                tables.miss(found, None, capture.reason)
            else:
                passed[capture.reason.partition(",")[0]] += 1
            return
        reader = self._opened()
        site = site_of(capture.url or "") or None
        if site is None or site not in reader.names:
            tables.miss(found, site, UNKNOWN)
            return
        try:
            with limited(self.job.limits.page_seconds):
                reading = reader.read(self._parsed(capture), self._options())
                self._rows(found, capture, site, reading, tables)
        except Exception as error:  # noqa: BLE001 - whatever a page does, it costs itself
            said = str(error) if isinstance(error, IntaglioError) else f"{type(error).__name__}: {error}"
            tables.miss(found, site, f"failed: {' '.join(said.split())[:300]}")
            self._reader = None  # what was being filled when the page failed is not trusted

    def _parsed(self, capture: Capture) -> Page:
        page = Page.of(capture)
        check_elements(page.size)
        return page

    def _rows(self, found: Found, capture: Capture, site: str, reading: Reading, tables: PartTables) -> None:
        when = capture.time.isoformat() if capture.time is not None else None
        tables.page(found, replace(reading, source=capture.source, site=site), when)
        if reading.template is None:
            tables.miss(found, site, NO_TEMPLATE)

    def _options(self) -> ReadingOptions:
        want = self.job.want
        article = ReadingOptions().article if "articles" in want else None
        return ReadingOptions(
            areas="areas" in want, record="records" in want, article=article, why=False, elsewhere=False
        )

    def _opened(self) -> PageReader:
        if self._reader is None:
            if self._pack is None:
                self._pack = local_pack(self.job.pack, self.job.digest)
            self._open.close()
            pack = PackFile.open(self._pack, self.job.digest)
            self._open.callback(pack.close)
            self._reader = PageReader(PackedKnowledge(pack))
        return self._reader


def report_page(name: str, shard: Shard, job: Job, reason: str) -> ShardReport:
    """Write down a page that cannot be read: the shard of this id is done, with a miss."""
    (one,) = shard.ranges
    (record,) = one.records or (Planned(one.offset, one.length),)
    found = Found(one.file, record.offset, record.length, Unread(f"{one.file}#{record.offset}", reason, record.url))
    tables = PartTables()
    tables.miss(found, site_of(record.url or "") or None, reason)
    files = tables.files()
    report = ShardReport(name, tables.rows, {}, shard.size, shard.covers)
    Destination(job.out).commit(report, files)
    return report
