"""The files beside the database that grow line by line: brought in step with it at the start, then appended to."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from intaglio.store import ErrorRow, PageRow, Store, Transaction

STALE = "exports are stale"
"""Note that lines of the database have changed since the files were written."""
PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Export:
    """One file: its name, how many lines the database has for it, and which."""

    name: str
    count: Callable[[Transaction], int]
    lines: Callable[[Transaction], Iterator[str]]


def _page_lines(tx: Transaction) -> Iterator[str]:
    return (row.line for row in tx.pages.pages())


def _error_lines(tx: Transaction) -> Iterator[str]:
    return (error_line(row) for row in tx.pages.errors())


PAGES = Export("pages.jsonl", lambda tx: tx.pages.counts()[0], _page_lines)
ERRORS = Export("errors.jsonl", lambda tx: tx.pages.counts()[1], _error_lines)
EXPORTS = (PAGES, ERRORS)


def error_line(row: ErrorRow) -> str:
    """A failure as a line of `errors.jsonl`."""
    content = {"source": row.source, "url": row.url, "stage": row.stage, "reason": row.reason}
    return json.dumps(content, ensure_ascii=False)


def bring_in_step(folder: Path, store: Store) -> None:
    """Cut the files back to what is committed, and add what is committed but not in them."""
    with store.reading() as tx:
        stale = bool(tx.notes.get(STALE))
        for export in EXPORTS:
            path = folder / export.name
            kept = 0 if stale else _cut(path, export.count(tx))
            if kept == 0:
                _rewrite(path, export.lines(tx))
            elif kept < export.count(tx):
                with path.open("a", encoding="utf-8", newline="\n") as file:
                    file.writelines(f"{line}\n" for line in islice(export.lines(tx), kept, None))
    if stale:
        with store.writing() as tx:
            tx.notes.put(STALE, value=False)


def _cut(path: Path, lines: int) -> int:
    """Cut a file behind so many lines, or behind its last whole one; give how many are left."""
    if not path.exists():
        return 0
    seen = place = end = 0
    with path.open("r+b") as file:
        while seen < lines and (piece := file.read(PIECE)):
            at = -1
            while seen < lines and (at := piece.find(b"\n", at + 1)) >= 0:
                seen, end = seen + 1, place + at + 1
            place += len(piece)
        file.truncate(end)
    return seen


def _rewrite(path: Path, lines: Iterator[str]) -> None:
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    new.replace(path)


@dataclass(slots=True)
class Appender:
    """Writes lines behind what is there, once they are committed."""

    store: Store
    files: dict[str, int]
    last_error: int

    def add(self, pages: Sequence[PageRow]) -> list[ErrorRow]:
        """Append the lines of a batch, and of all errors since the last one, whoever committed them: gives these."""
        with self.store.reading() as tx:
            errors = list(tx.pages.errors(self.last_error))
        self._write(PAGES.name, "".join(f"{row.line}\n" for row in pages))
        self._write(ERRORS.name, "".join(f"{error_line(row)}\n" for row in errors))
        self.last_error = errors[-1].sequence if errors else self.last_error
        return errors

    def _write(self, name: str, text: str) -> None:
        data = memoryview(text.encode())
        while data:
            data = data[os.write(self.files[name], data) :]


@contextmanager
def appending(folder: Path, store: Store) -> Iterator[Appender]:
    """Open the files, which must be in step with the store, for appending."""
    files = {export.name: os.open(folder / export.name, os.O_WRONLY | os.O_APPEND | os.O_CREAT) for export in EXPORTS}
    try:
        with store.reading() as tx:
            last = tx.pages.last_error()
        yield Appender(store, files, last)
    finally:
        for file in files.values():
            os.close(file)
