"""A shard's ranges → captures: the pages in them, or why there is none, each with file, offset and length."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.shards.remote_file import open_range
from intaglio.shards.shard import Limits, Planned, Range, Shard
from intaglio.sources import ReadOptions, Unread
from intaglio.sources.warc import no_page, records_from, taken
from intaglio.sources.warc_recovery import MAGIC, holds_many, next_record, record_end

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord


@dataclass(frozen=True, slots=True)
class Found:
    """A record, or what is broken, and where it stands."""

    file: str
    offset: int
    length: int
    content: Capture | Unread


@dataclass(frozen=True, slots=True)
class _Beyond:
    """The first record behind a range."""


def read_shard(shard: Shard, limits: Limits) -> Iterator[Found]:
    """Every page of a shard, in order; SourceError if a file cannot be read at all."""
    options = ReadOptions(max_bytes=limits.page_bytes, digests=True)
    for one in shard.ranges:
        with open_range(one.file, one.stop, limits) as file:
            yield from _of_range(file, one, options) if one.records is None else _named(file, one, options)


def locate(shard: Shard, limits: Limits) -> Shard:
    """The same shard with all its records named, so that it can be halved."""
    ranges = []
    for one in shard.ranges:
        if one.records is not None:
            ranges.append(one)
            continue
        with open_range(one.file, one.stop, limits) as file:
            starts = list(_starts(file, one))
            ends = [*starts[1:], _end(file, one, starts[-1])] if starts else []
        records = tuple(Planned(start, end - start) for start, end in zip(starts, ends, strict=True))
        if records:
            ranges.append(Range(one.file, one.offset, one.length, records))
    return Shard(tuple(ranges))


def _starts(file: BinaryIO, one: Range) -> Iterator[int]:
    """Where records begin; nothing but their beginnings is looked at."""
    at = _first(file, one)
    while at is not None and at < one.stop:
        yield at
        at = next_record(file, record_end(file, at) or at + 1)


def _first(file: BinaryIO, one: Range) -> int | None:
    """Where the first record of a range begins."""
    if one.offset == 0:
        if file.read(len(MAGIC)) == MAGIC and holds_many(file):
            raise SourceError(
                f"{one.file} is compressed as a whole, so that records cannot be found by their offsets: "
                "compress it anew with `warcio recompress`, or read it with `intaglio run`"
            )
        return 0
    return next_record(file, one.offset)


def _of_range(file: BinaryIO, one: Range, options: ReadOptions) -> Iterator[Found]:
    """The records that begin in a range; how long one is shows where the next begins."""
    start = _first(file, one)
    if start is None or start >= one.stop:
        return
    starts: list[int] = []

    def take(record: WarcRecord, source: str) -> Capture | Unread | _Beyond | None:
        starts.append(record.stream_pos)
        return _Beyond() if record.stream_pos >= one.stop else taken(record, source, options)

    waiting: list[tuple[int, Capture | Unread]] = []
    records: Iterator[tuple[int, Capture | Unread | _Beyond]] = records_from(file, one.file, take, start)
    for offset, found in records:
        yield from _measured(one.file, waiting, starts)
        if isinstance(found, _Beyond) or offset >= one.stop:
            return
        waiting.append((offset, found))
    if starts:
        yield from _measured(one.file, waiting, [*starts, _end(file, one, starts[-1])])


def _end(file: BinaryIO, one: Range, last: int) -> int:
    """Where the last record of a file ends; of one that is cut short, where its range does."""
    return record_end(file, last) or max(one.stop, last + 1)


def _measured(file: str, waiting: list[tuple[int, Capture | Unread]], starts: list[int]) -> Iterator[Found]:
    """What was found before, now that it is known where the next record begins."""
    for offset, found in waiting:
        behind = next((start for start in starts if start > offset), offset)
        yield Found(file, offset, behind - offset, _page_or_why(found, f"{file}#{offset}"))
    waiting.clear()
    del starts[:-1]


def _page_or_why(found: Capture | Unread, source: str) -> Capture | Unread:
    reason = no_page(found) if isinstance(found, Capture) else None
    return Unread(source, reason, found.url) if reason is not None else found


def _named(file: BinaryIO, one: Range, options: ReadOptions) -> Iterator[Found]:
    """The records that an index names; one that is not there, or is of another URL, is told."""
    for planned in one.records or ():
        file.seek(planned.offset)
        data = _read(file, planned.length)
        source = f"{one.file}#{planned.offset}"
        found: Capture | Unread = Unread(source, "the index names no record here", planned.url)
        if len(data) < planned.length:
            found = Unread(source, "the file ends before the record does", planned.url)
        else:
            found = _first_of(data, one.file, source, options) or found
        yield Found(one.file, planned.offset, planned.length, _as_planned(found, planned, source))


def _first_of(data: bytes, name: str, source: str, options: ReadOptions) -> Capture | Unread | None:
    """The record that some bytes begin with."""

    def take(record: WarcRecord, _: str) -> Capture | Unread:
        return _taken(record, source, options)

    records: Iterator[tuple[int, Capture | Unread]] = records_from(io.BytesIO(data), name, take)
    offset, found = next(records, (0, None))
    return found if offset == 0 else None


def _taken(record: WarcRecord, source: str, options: ReadOptions) -> Capture | Unread:
    found = taken(record, source, options)
    return Unread(source, f"a record of the type {record.record_type}") if found is None else found


def _as_planned(found: Capture | Unread, planned: Planned, source: str) -> Capture | Unread:
    if isinstance(found, Capture) and planned.url is not None and found.url != planned.url:
        return Unread(source, f"the record is of {found.url}, not what the index says", planned.url)
    return _page_or_why(found, source)


def _read(file: BinaryIO, length: int) -> bytes:
    parts = []
    while length and (part := file.read(length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
