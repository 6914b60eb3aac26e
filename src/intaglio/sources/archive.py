"""Captures → WARC files that only grow: one compressed record a page, cut back to what is known after a crash."""

from __future__ import annotations

import fcntl
import gzip
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self
from uuid import uuid4

from intaglio.capture import Capture
from intaglio.errors import MissingExtra, SourceError

LARGEST = 1 << 30
"""Bytes after which the next file is begun."""
PATIENCE = 20.0
"""Seconds to wait for a writer that is just being ended."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record is."""

    name: str
    offset: int
    length: int


class Archive:
    """The WARC files of a folder, to be written by one process at a time; use it in a `with` statement."""

    def __init__(self, folder: Path, known: Callable[[str], int], largest: int = LARGEST) -> None:
        """Write below a folder; `known` says how many bytes of a file are accounted for."""
        self.folder = folder
        self._known = known
        self._largest = largest

    def __enter__(self) -> Self:
        """Lock the folder, and cut the last file back to what is accounted for."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / ".lock").open("w")
        _lock(self._lock)
        names = sorted(path.name for path in self.folder.glob("pages-*.warc.gz"))
        self._number = max(len(names) - 1, 0)
        for name in names:
            with (self.folder / name).open("r+b") as file:
                if file.seek(0, io.SEEK_END) > self._known(name):
                    file.truncate(self._known(name))
        self._file = self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file and unlock the folder."""
        self._file.close()
        self._lock.close()

    def append(self, capture: Capture) -> Place:
        """Write a capture behind all others; it is in the file, for other processes too, when this returns."""
        if self._file.tell() >= self._largest:
            self._file.close()
            self._number += 1
            self._file = self._open()
        offset = self._file.tell()
        data = record_of(capture)
        try:
            written = 0
            while written < len(data):  # a disk that is filling up takes a part without saying so
                written += self._file.write(data[written:])
        except OSError:
            # Half a record must not stand in front of the next one.
            self._file.truncate(offset)
            self._file.seek(offset)
            raise
        return Place(self._name, offset, len(data))

    @property
    def _name(self) -> str:
        return f"pages-{self._number:05}.warc.gz"

    def _open(self) -> BinaryIO:
        file = (self.folder / self._name).open("ab", buffering=0)
        file.seek(0, io.SEEK_END)
        return file


def _lock(file: io.TextIOWrapper) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise SourceError(f"{Path(file.name).parent} is being written by another run") from None
            time.sleep(0.05)
        else:
            return


def record_of(capture: Capture) -> bytes:
    """A capture as a compressed WARC record, its body as it is."""
    try:
        from fastwarc.warc import WarcRecord, WarcRecordType
    except ImportError as error:
        raise MissingExtra("warc", "keeping what was crawled") from error
    status = capture.http_status or int(HTTPStatus.OK)
    lines = [f"HTTP/1.1 {status} {_phrase(status)}"]
    lines += [f"{name}: {' '.join(value.split())}" for name, value in capture.headers]
    lines.append(f"Content-Length: {len(capture.body)}")
    record = WarcRecord()
    record.init_headers(record_type=WarcRecordType.response, record_urn=uuid4().urn.encode())
    record.headers["WARC-Target-URI"] = capture.url or ""
    if capture.time is not None:
        record.headers["WARC-Date"] = capture.time.strftime("%Y-%m-%dT%H:%M:%SZ")
    record.headers["Content-Type"] = "application/http; msgtype=response"
    record.set_bytes_content("\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + capture.body)
    plain = io.BytesIO()
    record.write(plain)
    return gzip.compress(plain.getvalue(), 6, mtime=0)


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
