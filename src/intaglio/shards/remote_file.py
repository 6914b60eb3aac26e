"""Files wherever fsspec reaches, read in ranges that are checked: status, Content-Range, length.

A server that fails, is slow or answers with other bytes than were asked for is asked again, and then is an error.
"""

from __future__ import annotations

import io
import logging
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from intaglio.errors import MissingExtra, SourceError
from intaglio.shards.shard import Limits

log = logging.getLogger("intaglio")

BEHIND = 1 << 16
"""Bytes of a request behind the range that is wanted, where the last record ends."""
ABSENT = (FileNotFoundError, PermissionError, IsADirectoryError)
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+|\*)")
OK, PARTIAL, SERVER = 200, 206, 500
AGAIN = (408, 425, 429)
"""Statuses below 500 that are worth another try."""


class _TryAgainError(Exception):
    """An answer that may be better next time."""


def filesystem(url: str) -> tuple[Any, str]:
    """The filesystem of a URL or path, and the path in it; MissingExtra if fsspec lacks what it needs."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingExtra("apply", "reading and writing files elsewhere") from error
    try:
        found: tuple[Any, str] = url_to_fs(url)
    except ImportError as error:
        raise MissingExtra("s3" if url.startswith("s3") else "apply", f"reaching {url}") from error
    except ValueError as error:
        raise SourceError(f"{url}: {error}") from error
    return found


def is_local(fs: Any) -> bool:  # noqa: ANN401 - fsspec has no types
    """Whether a filesystem is this machine's own."""
    return "file" in (fs.protocol if isinstance(fs.protocol, tuple) else (fs.protocol,))


def absolute(url: str) -> str:
    """A path from the root of its filesystem, for workers have folders of their own; a URL as it is."""
    fs, path = filesystem(url)
    return path if is_local(fs) else url


def open_range(url: str, stop: int, limits: Limits) -> BinaryIO:
    """A file to be read up to an offset, and a little further."""
    fs, path = filesystem(url)
    try:
        if is_local(fs):
            return Path(path).open("rb")
        return io.BufferedReader(RangeFile(_fetcher(fs, path, url, limits), stop, limits), BEHIND)
    except OSError as error:
        raise SourceError(f"{url}: {error.strerror or error}") from error


class RangeFile(io.RawIOBase):
    """A file of another machine, one block in memory at a time."""

    def __init__(self, fetch: Callable[[int, int], bytes], stop: int, limits: Limits) -> None:
        """Read by `fetch(start, stop)`, which gives less only at the end of the file."""
        self._fetch, self._stop, self._limits = fetch, stop, limits
        self._at = self._start = 0
        self._held = b""

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """Where the next byte is read."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to an offset; how long the file is, is not known."""
        if whence == io.SEEK_END:
            raise io.UnsupportedOperation("the end is not known")
        self._at = offset if whence == io.SEEK_SET else self._at + offset
        return self._at

    def readinto(self, into: Any) -> int:  # noqa: ANN401 - any buffer
        """Fill a buffer as far as the block goes that holds the next byte."""
        view = memoryview(into).cast("B")
        if not self._start <= self._at < self._start + len(self._held):
            wanted = self._stop - self._at
            size = min(self._limits.block, wanted) if wanted > 0 else BEHIND
            self._held, self._start = self._fetch(self._at, self._at + max(size, 1)), self._at
        found = self._held[self._at - self._start :][: len(view)]
        view[: len(found)] = found
        self._at += len(found)
        return len(found)


def _fetcher(fs: Any, path: str, url: str, limits: Limits) -> Callable[[int, int], bytes]:  # noqa: ANN401
    protocol = fs.protocol if isinstance(fs.protocol, tuple) else (fs.protocol,)
    once = _over_http if "http" in protocol else _from_s3 if "s3" in protocol else _from_others

    def fetch(start: int, stop: int) -> bytes:
        pause = limits.pause
        for tried in range(1, limits.requests + 1):
            try:
                return once(fs, path, start, stop, limits.request_seconds)
            except ABSENT as error:
                raise SourceError(f"{url}: {error.strerror or error}") from error
            except (_TryAgainError, OSError, TimeoutError, EOFError, _client_error()) as error:
                if tried == limits.requests:
                    reason = str(error) or type(error).__name__
                    raise SourceError(f"{url}: bytes {start}-{stop - 1}: {reason}, {tried} times") from error
                log.info("%s: bytes %d-%d are asked for again: %s", url, start, stop - 1, error)
            time.sleep(pause)
            pause *= 2
        raise AssertionError

    return fetch


def _client_error() -> type[Exception]:
    from aiohttp import ClientError

    return ClientError


def _checked(body: bytes, status: int, said: str | None, start: int, stop: int) -> bytes:
    """The body of an answer, if it is the range that was asked for, or what the file has of it."""
    if status != PARTIAL:
        raise _TryAgainError(f"status {status} instead of {PARTIAL}")
    found = _CONTENT_RANGE.fullmatch(said or "")
    if found is None:
        raise _TryAgainError(f"Content-Range is {said!r}")
    first, last = int(found[1]), int(found[2])
    at_end = found[3] != "*" and last + 1 == int(found[3]) and last + 1 < stop
    if first != start or (last + 1 != stop and not at_end):
        raise _TryAgainError(f"Content-Range is {said!r}, asked for were {start}-{stop - 1}")
    if len(body) != last + 1 - first:
        raise _TryAgainError(f"{len(body)} bytes instead of {last + 1 - first}")
    return body


def _over_http(fs: Any, url: str, start: int, stop: int, seconds: float) -> bytes:  # noqa: ANN401
    from fsspec.asyn import sync

    async def get() -> bytes:
        session = await fs.set_session()
        headers = {"Range": f"bytes={start}-{stop - 1}", "Accept-Encoding": "identity"}
        async with session.get(url, headers=headers) as answer:
            if answer.status == 416:
                return b""
            if OK < answer.status < SERVER and answer.status not in (PARTIAL, *AGAIN):
                raise SourceError(f"{url}: status {answer.status}")
            if answer.status != PARTIAL:
                raise _TryAgainError(f"status {answer.status} instead of {PARTIAL}")
            return _checked(await answer.read(), answer.status, answer.headers.get("Content-Range"), start, stop)

    return cast("bytes", sync(fs.loop, get, timeout=seconds))


def _from_s3(fs: Any, path: str, start: int, stop: int, seconds: float) -> bytes:  # noqa: ANN401
    from fsspec.asyn import sync

    bucket, key, version = fs.split_path(path)

    async def get() -> bytes:
        named = {"VersionId": version} if version else {}
        wanted = f"bytes={start}-{stop - 1}"
        try:
            answer = await fs._call_s3("get_object", Bucket=bucket, Key=key, Range=wanted, **named)  # noqa: SLF001
        except OSError as error:
            if "range" in str(error).lower() and "satisf" in str(error).lower():
                return b""
            raise
        async with answer["Body"] as stream:
            body = await stream.read()
        status = answer["ResponseMetadata"]["HTTPStatusCode"]
        return _checked(body, status, answer.get("ContentRange"), start, stop)

    return cast("bytes", sync(fs.loop, get, timeout=seconds))


def _from_others(fs: Any, path: str, start: int, stop: int, _seconds: float) -> bytes:  # noqa: ANN401
    return cast("bytes", fs.cat_file(path, start, stop))
