"""Shard: ranges of WARC files, the unit of work on many machines; and what a job says of all of them.

Descriptors travel, pages do not: everything here is small, frozen and made of plain values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

PARTS = ("pages", "articles", "records", "misses")
"""The tables that a shard writes."""
WANTED = ("articles", "records", "areas")
"""What can be left out."""


class Planned(NamedTuple):
    """A record that an index names."""

    offset: int
    length: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """The records of a file that begin in a range of its bytes, or those of them that an index names."""

    file: str
    offset: int = 0
    length: int = 0
    records: tuple[Planned, ...] | None = None

    @property
    def stop(self) -> int:
        """Where it ends."""
        return self.offset + self.length


@dataclass(frozen=True)
class Shard:
    """Some ranges, read one after the other by one worker."""

    ranges: tuple[Range, ...]

    @cached_property
    def id(self) -> str:
        """Digest of the ranges: the same over restarts."""
        return sha256(json.dumps(self.content, separators=(",", ":")).encode()).hexdigest()[:24]

    @property
    def content(self) -> list[Any]:
        """The ranges as JSON values."""
        return [[one.file, one.offset, one.length, one.records] for one in self.ranges]

    @classmethod
    def of(cls, content: Sequence[Any]) -> Shard:
        """A shard of JSON values."""
        return cls(tuple(
            Range(file, offset, length, None if records is None else tuple(Planned(*one) for one in records))
            for file, offset, length, records in content
        ))  # fmt: skip

    @property
    def size(self) -> int:
        """Bytes to read."""
        return sum(one.length for one in self.ranges)

    @property
    def covers(self) -> list[Any]:
        """The ranges as JSON values; of records that an index names, only where they begin."""
        named = [None if one.records is None else [record.offset for record in one.records] for one in self.ranges]
        return [[one.file, one.offset, one.length, offsets] for one, offsets in zip(self.ranges, named, strict=True)]

    @property
    def is_one_page(self) -> bool:
        """Whether it cannot be halved."""
        return len(self.ranges) == 1 and self.ranges[0].records is not None and len(self.ranges[0].records) == 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What a page, a request and a shard may cost."""

    page_seconds: float = 30.0
    """Processor time of a page."""
    page_bytes: int = 32 << 20
    deadline: float = 60.0
    """Seconds that a shard has, at least; four times what others took, if that is more."""
    slowest: int = 128 << 10
    """Bytes a second that a worker reads at least; counts while it is not known how long shards take."""
    tries: int = 3
    """How often a shard is tried that fails by itself, as when a disk is full."""
    block: int = 8 << 20
    """Bytes of one request."""
    request_seconds: float = 120.0
    """Seconds that one request may take."""
    requests: int = 5
    """How often a request is tried."""
    pause: float = 0.5
    """Seconds before the second try; twice as many before each further one."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that shards have in common."""

    pack: str
    """Path or URL of the pack."""
    digest: str
    """SHA-256 of the pack's content."""
    out: str
    """Folder or URL to write below."""
    want: frozenset[str] = frozenset({"articles", "records"})
    limits: Limits = field(default_factory=Limits)

    @property
    def content(self) -> dict[str, Any]:
        """What decides the rows, as JSON values: jobs that differ in it cannot share a destination."""
        told = asdict(self.limits)
        bounds = {name: told[name] for name in ("page_seconds", "page_bytes")}
        return {"format": 1, "pack": self.digest, "want": sorted(self.want), **bounds}


@dataclass(frozen=True, slots=True)
class ShardReport:
    """What came of a shard; its manifest, as soon as it is done."""

    id: str
    rows: Mapping[str, int] = field(default_factory=dict)
    """Rows of each table."""
    passed: Mapping[str, int] = field(default_factory=dict)
    """What was no page, by reason."""
    size: int = 0
    """Bytes of the ranges."""
    covers: Sequence[Any] = ()
    """What it was cut from: `Shard.covers`."""
    seconds: float = 0.0
    failed: str | None = None
    """Why it gave nothing."""
    before: bool = False
    """It was done before."""

    @property
    def content(self) -> dict[str, Any]:
        """The manifest as JSON values: nothing in it depends on when or where the shard was done."""
        return {
            "id": self.id, "rows": dict(self.rows), "passed": dict(self.passed), "size": self.size,
            "covers": list(self.covers),
        }  # fmt: skip


def halves(shard: Shard) -> tuple[Shard, Shard]:
    """A shard whose records are all named, in two; by bytes in the middle of its list."""
    named = [(one.file, record) for one in shard.ranges for record in one.records or ()]
    middle = len(named) // 2
    return shard_of(named[:middle]), shard_of(named[middle:])


def shard_of(named: Sequence[tuple[str, Planned]], gap: int = 1 << 20) -> Shard:
    """The shard of some records in the order of files and offsets; what is near each other is read together."""
    ranges: list[list[tuple[str, Planned]]] = []
    for file, record in named:
        last = ranges[-1][-1] if ranges else None
        if last is not None and last[0] == file and record.offset - (last[1].offset + last[1].length) <= gap:
            ranges[-1].append((file, record))
        else:
            ranges.append([(file, record)])
    return Shard(tuple(map(_range_of, ranges)))


def _range_of(named: Sequence[tuple[str, Planned]]) -> Range:
    records = tuple(record for _, record in named)
    start = records[0].offset
    return Range(named[0][0], start, max(one.offset + one.length for one in records) - start, records)
