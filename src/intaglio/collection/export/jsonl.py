"""The files beside the database that grow line by line: brought in step with it at the start, then appended to."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from intaglio.collection.corrections.area_roles import area_roles, line_with_roles, roles_of
from intaglio.collection.page_lines import json_text, with_kind
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.trust import file_name
from intaglio.compact_json import read_json
from intaglio.store import ErrorRow, PageRow, Store, Transaction
from intaglio.tables import Kind

STALE = "exports are stale"
"""Note that lines of the database have changed since the files were written: of all, or the names of some."""
PAGE_KINDS = "page kinds"
"""Note of what the kinds in `pages.jsonl` were written from."""
PIECE = 1 << 20
_KIND = re.compile(rb',( ?)"kind": ?(?:null|"(?:[^"\\]|\\.)*"), ?"hit":')
"""A page's kind in its line, with blanks in those of older releases; no text can hold it, as its quotes are escaped."""


@dataclass(frozen=True, slots=True)
class Export:
    """One file: its name, how many lines the database has for it, and which."""

    name: str
    count: Callable[[Transaction], int]
    lines: Callable[[Transaction], Iterator[str]]


def _page_lines(tx: Transaction) -> Iterator[str]:
    kinds, roles = StoredTables(tx).by_template, area_roles(tx)
    for row in tx.pages.pages():
        kind = kinds.get((row.site, row.template or ""))
        line = with_kind(row.line, kind.name if kind is not None else None)
        yield line_with_roles(line, roles_of(roles, row.site, row.template))


def _error_lines(tx: Transaction) -> Iterator[str]:
    return (error_line(row) for row in tx.pages.errors())


PAGES = Export("pages.jsonl", lambda tx: tx.pages.counts()[0], _page_lines)
ERRORS = Export("errors.jsonl", lambda tx: tx.pages.counts()[1], _error_lines)


def stage_export(stage: str) -> Export:
    """The file of a further stage."""
    return Export(
        f"{file_name(stage, 'stage')}.jsonl",
        lambda tx: tx.pages.stages().get(stage, 0),
        lambda tx: (line for _, line in tx.pages.extras(stage)),
    )


def exports_of(tx: Transaction) -> list[Export]:
    """All files that a collection has lines for."""
    return [PAGES, ERRORS, *map(stage_export, tx.pages.stages())]


def error_line(row: ErrorRow) -> str:
    """A failure as a line of `errors.jsonl`."""
    content = {"source": row.source, "url": row.url, "stage": row.stage, "reason": row.reason}
    return json.dumps(content, ensure_ascii=False)


def sync_exports(folder: Path, store: Store) -> None:
    """Cut the files back to what is committed, and add what is committed but not in them."""
    with store.reading() as tx:
        stale = tx.notes.get(STALE)
        for export in exports_of(tx):
            path, count = folder / export.name, export.count(tx)
            changed = export.name in stale if isinstance(stale, list) else bool(stale)
            kept = 0 if changed else _cut(path, count)
            if kept == 0:
                rewrite(path, export.lines(tx))
            elif kept < count:
                with path.open("a", encoding="utf-8", newline="\n") as file:
                    file.writelines(f"{line}\n" for line in islice(export.lines(tx), kept, None))
    if stale:
        with store.writing() as tx:
            tx.notes.put(STALE, value=False)


def note_stale(tx: Transaction, stage: str) -> None:
    """Note that lines of a stage have changed, and no others."""
    before = tx.notes.get(STALE)
    known = before if isinstance(before, list) else []
    if known or not before:
        tx.notes.put(STALE, sorted({*map(str, known), stage_export(stage).name}))


def sync_stale(folder: Path, store: Store) -> None:
    """Write the files anew if pages that were in them have been read again."""
    with store.reading() as tx:
        stale = bool(tx.notes.get(STALE))
    if stale:
        sync_exports(folder, store)


def write_page_kinds(folder: Path, store: Store) -> None:
    """Write `pages.jsonl` anew if kinds, the pages they are of, or roles of areas have changed since it was written."""
    with store.reading() as tx:
        kinds = StoredTables(tx).by_template
        names = sorted([*key, kind.name] for key, kind in kinds.items())
        roles = sorted([*key, number, role] for key, given in area_roles(tx).items() for number, role in given.items())
        state = [tx.pages.last_page(), names, *([roles] if roles else [])]
        before = tx.notes.get(PAGE_KINDS)
        same = before == state and (folder / PAGES.name).exists()
        plain = not roles and not tx.notes.get(STALE) and (not isinstance(before, list) or len(before) == len(state))
        if not same and not (plain and _kinds_replaced(folder / PAGES.name, kinds, PAGES.count(tx))):
            rewrite(folder / PAGES.name, PAGES.lines(tx))
    if not same:
        with store.writing() as tx:
            tx.notes.put(PAGE_KINDS, state)


def _kinds_replaced(path: Path, kinds: Mapping[tuple[str, str], Kind], lines: int) -> bool:
    """Write a file anew with the kinds of its pages, and all else as it is: lines are long, and the database has them
    packed. False, and nothing is done, if it has not all lines, or some that are damaged or of an older release.
    """
    if not path.exists():
        return False
    names = {key: json_text(kind.name).encode() for key, kind in kinds.items()}
    new = path.with_name(path.name + ".new")
    seen = 0
    with path.open("rb") as old, new.open("wb") as file:
        for line in old:
            found = _KIND.search(line)
            key = _template_of(line[: found.start()]) if found is not None else None
            if found is None or key is None:
                break
            told = b',%b"kind":%b%b,%b"hit":' % (found[1], found[1], names.get(key, b"null"), found[1])
            file.writelines((line[: found.start()], told, memoryview(line)[found.end() :]))
            seen += line.endswith(b"\n")
        whole = seen == lines and not old.read(1)
    if whole:
        new.replace(path)
    else:
        new.unlink()
    return whole


def _template_of(beginning: bytes) -> tuple[str, str] | None:
    """Site and template by the beginning of a page's line; None if it is damaged."""
    try:
        about = read_json(beginning + b"}")
        return about["site"], about["template"] or ""
    except (ValueError, KeyError, RecursionError):
        return None


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


def rewrite(path: Path, lines: Iterable[str]) -> None:
    """Write a file anew, in one go."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    new.replace(path)


@dataclass(slots=True)
class Appender:
    """Writes lines behind what is there, once they are committed; use it in a `with` statement."""

    folder: Path
    store: Store
    _files: dict[str, int] = field(default_factory=dict)
    _last_error: int = 0

    def __enter__(self) -> Self:
        """Take up where the store is; the files must be in step with it."""
        with self.store.reading() as tx:
            self._last_error = tx.pages.last_error()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files."""
        while self._files:
            os.close(self._files.popitem()[1])

    def add(self, pages: Sequence[PageRow]) -> list[ErrorRow]:
        """Append the lines of a batch, and of all errors since the last one, whoever committed them: gives these."""
        with self.store.reading() as tx:
            errors = list(tx.pages.errors(self._last_error))
        self._write(PAGES.name, [row.line for row in pages])
        self._write(ERRORS.name, [error_line(row) for row in errors])
        for stage in dict.fromkeys(stage for row in pages for stage in row.extras):
            self._write(stage_export(stage).name, [row.extras[stage] for row in pages if stage in row.extras])
        self._last_error = errors[-1].sequence if errors else self._last_error
        return errors

    def _write(self, name: str, lines: Sequence[str]) -> None:
        if name not in self._files:
            self._files[name] = os.open(self.folder / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        data = memoryview("".join(f"{line}\n" for line in lines).encode())
        while data:
            data = data[os.write(self._files[name], data) :]
