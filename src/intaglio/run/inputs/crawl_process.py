"""A crawl in a process of its own: it fills the store and the archive, the run reads what is there."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self

from intaglio.errors import IntaglioError, SourceError
from intaglio.run.inputs.store_ledger import StoreLedger
from intaglio.sources.archive import Archive
from intaglio.sources.crawl import CrawlOptions, crawl
from intaglio.store import open_store


@dataclass(frozen=True, slots=True)
class CrawlJob:
    """What the process is to do; small, and fit to be handed to it."""

    store_url: str
    origin: int
    folder: Path
    """Where captures are kept."""
    starts: Sequence[str]
    options: CrawlOptions


@dataclass(slots=True)
class CrawlProcess:
    """The process of a crawl, in a `with` statement. It ends when this process does, however that ends."""

    job: CrawlJob
    _line: Connection = field(init=False)
    _process: BaseProcess = field(init=False)

    def __enter__(self) -> Self:
        """Start it."""
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_main, args=(theirs, self.job), name="intaglio-crawl", daemon=True)
        self._process.start()
        theirs.close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it: its books are in order at any moment."""
        self._line.close()
        self._process.kill()
        self._process.join()

    @property
    def running(self) -> bool:
        """Whether it is still at work."""
        return self._process.is_alive()

    def check(self) -> None:
        """Raise what ended it, unless it finished."""
        if not self.running and self._process.exitcode != 0:
            try:
                reason = self._line.recv() if self._line.poll() else f"ended with status {self._process.exitcode}"
            except EOFError:
                reason = f"ended with status {self._process.exitcode}"
            raise SourceError(f"the crawl stopped: {reason}")


def _main(line: Connection, job: CrawlJob) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent's to handle, with which this process ends
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, args=(line,), daemon=True).start()
    try:
        with open_store(job.store_url) as store, _archive(job) as archive:
            ledger = StoreLedger(store, job.origin, archive, job.options)
            ledger.begin(job.starts)
            crawl(ledger, job.options)
    except (IntaglioError, OSError) as error:
        line.send(str(error))
        raise SystemExit(1) from None


def _archive(job: CrawlJob) -> Archive:
    def known(name: str) -> int:
        with open_store(job.store_url) as store, store.reading() as tx:
            return tx.captures.archive_size(job.origin, name)

    return Archive(job.folder, known)


def _end_with_parent(line: Connection) -> None:
    try:
        line.recv()
    except (EOFError, OSError):
        os._exit(1)
