"""Where a job writes: parts of tables, and manifests, which are the truth about what is done.

    DEST/pages/part-<shard>.parquet, articles/, records/, misses/
    DEST/_done/<shard>.json     the shard's manifest, written last
    DEST/_split/<shard>.json    the shard was halved: its halves are done in its place
    DEST/_job.json              what all shards have in common

A file is there whole or not at all: on a disk it is renamed into its place, in an object store that is what a PUT does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from intaglio.errors import SourceError
from intaglio.shards.remote_file import filesystem, is_local
from intaglio.shards.shard import PARTS, Job, Shard, ShardReport

DONE, SPLIT, JOB, PART = "_done", "_split", "_job.json", "part-"


def _overlap(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two ranges of a file, each with the offsets that an index names or None for all, share a record."""
    (start, length, named), (start2, length2, named2) = one, other
    low, high = max(start, start2), min(start + length, start2 + length2)
    if low >= high:
        return False
    inside = [{at for at in offsets if low <= at < high} for offsets in (named, named2) if offsets is not None]
    return not inside or bool(set.intersection(*inside))


@dataclass(frozen=True)
class Destination:
    """A folder, here or in an object store."""

    url: str

    @cached_property
    def _place(self) -> tuple[Any, str]:
        fs, path = filesystem(self.url)
        return fs, path.rstrip("/")

    def put(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""
        fs, root = self._place
        if not is_local(fs):
            fs.pipe_file(f"{root}/{name}", data)
            return
        target = Path(root) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        new = target.parent / f".{target.name}.{uuid4().hex}"
        try:
            with new.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)

    def get(self, name: str) -> dict[str, Any] | None:
        """A file of JSON; None if there is none."""
        fs, root = self._place
        try:
            return cast("dict[str, Any]", json.loads(fs.cat_file(f"{root}/{name}")))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, RecursionError) as error:
            raise SourceError(f"{self.url}/{name} is damaged: remove it, and the shard is done again") from error

    def names(self, folder: str) -> list[str]:
        """The files of a folder."""
        fs, root = self._place
        fs.invalidate_cache()
        try:
            found = fs.ls(f"{root}/{folder}", detail=False)
        except FileNotFoundError:
            return []
        return sorted(name for one in found if (name := str(one).rstrip("/").rpartition("/")[2]))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        fs, root = self._place
        with suppress(FileNotFoundError):
            fs.rm_file(f"{root}/{name}")

    def begin(self, job: Job) -> None:
        """Note what the job is; SourceError if another one writes here."""
        before = self.get(JOB)
        if before is None:
            self.put(JOB, json.dumps(job.content, sort_keys=True).encode())
        elif before != job.content:
            differs = ", ".join(
                name for name in sorted({*before, *job.content}) if before.get(name) != job.content.get(name)
            )
            raise SourceError(f"{self.url} was begun with another {differs}: write to another folder, or remove it")

    def manifest(self, shard: str) -> ShardReport | None:
        """What came of a shard that is done."""
        found = self.get(f"{DONE}/{shard}.json")
        return None if found is None else ShardReport(**found, before=True)

    def commit(self, report: ShardReport, files: Mapping[str, bytes]) -> None:
        """Write the parts of a shard, and its manifest last."""
        for name, data in files.items():
            self.put(f"{name}/{PART}{report.id}.parquet", data)
        self.put(f"{DONE}/{report.id}.json", json.dumps(report.content, sort_keys=True).encode())

    def done(self) -> set[str]:
        """Ids of the shards that are done."""
        return {name.removesuffix(".json") for name in self.names(DONE) if name.endswith(".json")}

    def refuse_doubles(self, todo: Sequence[Shard], own: set[str]) -> None:
        """SourceError if shards of an earlier job, cut otherwise, have the rows of what is to be done: none twice."""
        before: dict[str, list[Any]] = {}
        for name in sorted(self.done() - own - set(self.halved())):
            for file, *covered in (self.get(f"{DONE}/{name}.json") or {}).get("covers", ()):
                before.setdefault(file, []).append(covered)
        for file, *covered in (one for shard in todo for one in shard.covers if before):
            if any(_overlap(covered, other) for other in before.get(file, ())):
                raise SourceError(
                    f"{self.url} has rows of {file} from a job that cut it otherwise: give the sources and sizes of "
                    "that job, or write to another folder"
                )

    def split(self, shard: Shard, parts: tuple[Shard, ...]) -> None:
        """Note that a shard was halved."""
        content = {"id": shard.id, "parts": [part.content for part in parts]}
        self.put(f"{SPLIT}/{shard.id}.json", json.dumps(content).encode())

    def halved(self) -> dict[str, list[Shard]]:
        """Shards that were halved, and what is done in their place."""
        names = [name for name in self.names(SPLIT) if name.endswith(".json")]
        found = [one for name in names if (one := self.get(f"{SPLIT}/{name}")) is not None]
        return {one["id"]: [Shard.of(part) for part in one["parts"]] for one in found}

    def tidy(self) -> list[str]:
        """Remove parts that no manifest has: of workers that were killed, and of shards that were halved since."""
        true = self.done() - set(self.halved())
        gone = [f"{DONE}/{one}.json" for one in self.done() - true]
        for table in PARTS:
            names = (name for name in self.names(table) if name.startswith((PART, f".{PART}")))
            gone += [
                f"{table}/{name}" for name in names if name.removeprefix(PART).removesuffix(".parquet") not in true
            ]
        for name in gone:
            self.remove(name)
        return gone

    def parts(self, table: str) -> Iterator[str]:
        """The files of a table, as filesystems of their own take them."""
        fs, root = self._place
        true = self.done() - set(self.halved())
        for name in self.names(table):
            if name.removeprefix(PART).removesuffix(".parquet") in true:
                yield f"{root}/{table}/{name}" if is_local(fs) else fs.unstrip_protocol(f"{root}/{table}/{name}")
