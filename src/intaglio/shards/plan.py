"""Sources → shards: WARC files, lists of them, and indexes of their records. Knows no engine.

The same sources always give the same shards. Files are cut into ranges of bytes; what an index names is sorted on
disk by file and offset, and what is near each other is read together.
"""

from __future__ import annotations

import posixpath
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from tempfile import NamedTemporaryFile

from intaglio.errors import SourceError
from intaglio.shards.index_rows import index_kind, index_rows
from intaglio.shards.remote_file import absolute, filesystem, is_local
from intaglio.shards.shard import Planned, Range, Shard, shard_of

WARCS = (".warc", ".warc.gz")
PATHS = (".paths", ".paths.gz")
"""Files with the name of a WARC file on each line."""
MAGIC = "*?["


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """How work is cut."""

    gap: int = 1 << 20
    """Bytes between two records that are read through rather than left out."""
    size: int = 256 << 20
    """Bytes of a shard, at most."""
    least: int = 1 << 20
    """Bytes that a piece of a file has at least, if the file has as many."""
    pieces: int = 4
    """Pieces that a file is cut into at least, so that several workers share it."""
    records: int = 20_000
    """Records that a shard names, at most."""
    some: int = 250
    """Records that a shard of an index names at least, if there are as many."""
    shards: int = 16
    """Shards that an index is cut into at least, so that several workers share it."""
    base: str | None = None
    """What the names of files in indexes are below; the index's own folder if nothing is said."""


@dataclass(frozen=True)
class Plan:
    """The shards of some sources; they can be gone through again and again."""

    sources: tuple[str, ...]
    options: PlanOptions = field(default_factory=PlanOptions)

    def __iter__(self) -> Iterator[Shard]:
        """The shards in their order."""
        yield from self._of_files()
        if self._indexes:
            yield from self._of_indexes()

    @cached_property
    def _found(self) -> list[str]:
        found = [one for source in self.sources for one in _expanded(source)]
        if not found:
            raise SourceError(f"{', '.join(self.sources)}: nothing there")
        return found

    @cached_property
    def _files(self) -> list[tuple[str, int]]:
        """WARC files with their sizes."""
        named = [one for one in self._found if one.endswith(WARCS)]
        for listed in (one for one in self._found if one.endswith(PATHS)):
            named += [_below(self._base, listed, line) for line in _lines(listed)]
        return [(one, _size(one)) for one in dict.fromkeys(named)]

    @cached_property
    def _base(self) -> str | None:
        return absolute(self.options.base) if self.options.base else None

    @cached_property
    def _indexes(self) -> list[str]:
        return [one for one in self._found if not one.endswith((*WARCS, *PATHS))]

    def _of_files(self) -> Iterator[Shard]:
        """Files in pieces. How one is cut depends on nothing but itself, so that files can join a job later."""
        for file, size in self._files:
            # Without compression, text of a page may look like the beginning of a record: such a file stays whole.
            step = self._step(size) if file.endswith(".gz") else max(size, 1)
            for start in range(0, size, step):
                yield Shard((Range(file, start, min(step, size - start)),))

    def _step(self, size: int) -> int:
        """Bytes of the pieces of a file."""
        options = self.options
        return min(options.size, max(options.least, -(-size // options.pieces)))

    def _of_indexes(self) -> Iterator[Shard]:
        """Records that indexes name, but for those of files that are read whole, as of a folder that has both."""
        with self._spooled() as spool:
            spool.executemany("DELETE FROM rows WHERE file = ?", ((file,) for file, _ in self._files))
            (count,) = spool.execute('SELECT count(*) FROM (SELECT DISTINCT file, "offset" FROM rows)').fetchone()
            options = self.options
            most = min(options.records, max(options.some, -(-count // options.shards)))
            yield from self._cut(_sorted(spool), most)

    def named(self) -> Iterator[tuple[str, Planned]]:
        """Every record that the indexes name, in the order of files and offsets."""
        with self._spooled() as spool:
            yield from _sorted(spool)

    @contextmanager
    def _spooled(self) -> Iterator[sqlite3.Connection]:
        """The rows of all indexes on disk, so that their number does not matter."""
        with NamedTemporaryFile(prefix="intaglio-plan-") as file, closing(sqlite3.connect(file.name)) as spool:
            spool.execute("PRAGMA journal_mode = OFF")
            spool.execute("PRAGMA synchronous = OFF")
            spool.execute('CREATE TABLE rows (file TEXT, "offset" INTEGER, length INTEGER, url TEXT)')
            for index in self._indexes:
                rows = (
                    (_below(self._base, index, row.file), row.offset, row.length, row.url) for row in index_rows(index)
                )
                spool.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", rows)
            yield spool

    def _cut(self, named: Iterator[tuple[str, Planned]], most: int) -> Iterator[Shard]:
        """Shards of records: never more bytes, or records, than a shard may have."""
        waiting: list[tuple[str, Planned]] = []
        size = 0
        for _, same in groupby(named, key=lambda one: (one[0], one[1].offset)):
            file, record = next(same)
            last = waiting[-1] if waiting else None
            more = record.length
            if last is not None and last[0] == file:
                between = record.offset - (last[1].offset + last[1].length)
                more += max(between, 0) if between <= self.options.gap else 0
            if waiting and (size + more > self.options.size or len(waiting) >= most):
                yield shard_of(waiting, self.options.gap)
                waiting, size, more = [], 0, record.length
            waiting.append((file, record))
            size += more
        if waiting:
            yield shard_of(waiting, self.options.gap)


def _sorted(spool: sqlite3.Connection) -> Iterator[tuple[str, Planned]]:
    rows = spool.execute('SELECT DISTINCT file, "offset", length, url FROM rows ORDER BY file, "offset", length, url')
    return ((row[0], Planned(*row[1:])) for row in rows)


def _expanded(source: str) -> list[str]:
    """The files that a source means: itself, those that fit a pattern, or those of a folder."""
    fs, path = filesystem(source)
    if is_local(fs):
        found = sorted(map(str, fs.glob(path))) if any(sign in path for sign in MAGIC) else [path]
        if found == [path] and not Path(path).exists():
            raise SourceError(f"{path}: no such file or folder")
        return [one for name in found for one in (_in_folder(name) if Path(name).is_dir() else [name])]
    if any(sign in source for sign in MAGIC):
        return sorted(fs.unstrip_protocol(one) for one in fs.glob(path))
    if source.endswith((*WARCS, *PATHS)) or index_kind(source) is not None:
        return [source]
    return sorted(url for one in fs.find(path) if _is_source(url := fs.unstrip_protocol(one)))


def _in_folder(folder: str) -> list[str]:
    return sorted(str(one) for one in Path(folder).rglob("*") if one.is_file() and _is_source(one.name))


def _is_source(name: str) -> bool:
    return name.endswith(WARCS) or index_kind(name) is not None


def _below(base: str | None, index: str, name: str) -> str:
    """The file that an index names."""
    if "://" in name or name.startswith("/"):
        return name
    if ".." in name.split("/"):
        raise SourceError(f"{index} names {name}, which is outside its folder")
    return f"{base.rstrip('/')}/{name}" if base else posixpath.join(posixpath.dirname(index), name)


def _lines(url: str) -> Iterator[str]:
    fs, path = filesystem(url)
    try:
        with fs.open(path, "rt", encoding="utf-8", compression="infer") as file:
            yield from filter(None, map(str.strip, file))
    except OSError as error:
        raise SourceError(f"{url}: {error.strerror or error}") from error


def _size(url: str) -> int:
    fs, path = filesystem(url)
    try:
        size = fs.info(path).get("size")
    except OSError as error:
        raise SourceError(f"{url}: {error.strerror or 'no such file'}") from error
    if size is None:
        raise SourceError(f"{url}: the server does not say how long it is, so it cannot be read in ranges")
    return int(size)
