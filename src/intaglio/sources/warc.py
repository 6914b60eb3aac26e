"""WARC files → Captures: the HTML among their response and resource records, named `file.warc.gz#offset`.

What is no page (images, redirects, errors) and what is broken is reported; reading goes on at the next whole record.
"""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from intaglio.capture import Capture
from intaglio.errors import MissingExtra, SourceError
from intaglio.resources import Resource
from intaglio.sources.content_decoding import decoded
from intaglio.sources.crawl.urls import is_web_address
from intaglio.sources.page_check import why_no_answer
from intaglio.sources.payload_digest import payload_fits
from intaglio.sources.source import ReadOptions, Unread
from intaglio.sources.warc_recovery import BROKEN, most_broken, next_record, open_warc, record_end, rest_is_blank

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

Found = TypeVar("Found")

OK = range(200, 300)
DIGEST = "the payload is not what its digest says"
OFFSET = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True)
class WarcFiles:
    """The pages in some WARC files, compressed or not, whose names must differ."""

    paths: tuple[Path, ...]
    options: ReadOptions = field(default_factory=ReadOptions)

    def __iter__(self) -> Iterator[Capture | Unread]:
        """Give every page in the order of the files and of the records in them."""
        for name, path in self._files.items():
            for offset, found in self._captures(path):
                if isinstance(found, Capture) and (reason := no_page(found)):
                    yield Unread(f"{name}#{offset}", reason, found.url)
                else:
                    yield found

    def read(self, source: str) -> Capture:
        """Give the record of this name, whatever its type."""
        name, _, offset = source.rpartition("#")
        if name not in self._files or OFFSET.fullmatch(offset) is None:
            raise SourceError(f"{source}: no such record in these WARC files")
        for found_offset, found in self._captures(self._files[name], int(offset)):
            if isinstance(found, Unread) or found_offset != int(offset):
                break
            return found
        raise SourceError(f"{source}: cannot be read")

    def get(self, url: str) -> Resource | None:
        """Give what the files have under a URL, of whatever type, for the browser; of several records the last."""
        source = self._sources.get(url.partition("#")[0])
        if source is None:
            return None
        try:
            capture = self.read(source)
        except SourceError:
            return None
        return Resource(capture.body, capture.content_type, capture.http_status or 200)

    def _captures(self, path: Path, start: int = 0) -> Iterator[tuple[int, Capture | Unread]]:
        def take(record: "WarcRecord", source: str) -> Capture | Unread | None:
            return taken(record, source, self.options)

        return _records(path, take, start)

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        files = {path.name: path for path in self.paths}
        if len(files) < len(self.paths):
            raise SourceError("two WARC files have the same name, so their records cannot be told apart")
        return files

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        found = (located for path in self.paths for _, located in _records(path, _located))
        return {located.url: located.source for located in found if isinstance(located, Located)}


@dataclass(frozen=True, slots=True)
class Located:
    """Where the content of a URL is."""

    url: str
    source: str


Take = Callable[["WarcRecord", str], Found | None]


def _records(path: Path, take: Take[Found], start: int = 0) -> Iterator[tuple[int, Found | Unread]]:
    """Give what is taken from each record from an offset on, and what is broken, each with its own offset."""
    try:
        file = open_warc(path)
    except (*BROKEN, RuntimeError) as error:  # what is encrypted, or packed in a way of its own, is a RuntimeError
        raise SourceError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    with file:
        yield from records_from(file, path.name, take, start)


def records_from(file: BinaryIO, name: str, take: Take[Found], start: int = 0) -> Iterator[tuple[int, Found | Unread]]:
    """The same from an open file, however it is stored, whose records begin at their offsets."""
    position, most = start, most_broken(file)
    for _ in range(most):
        behind = yield from _until_broken(file, name, position, take)
        if behind is None:
            return
        position = behind
    yield position, Unread(f"{name}#{position}", f"the rest is left out after {most:,} broken records")


def _until_broken(
    file: BinaryIO, name: str, start: int, take: Take[Found]
) -> Generator[tuple[int, Found | Unread], None, int | None]:
    """Read on from a record; gives back where to start again behind a broken one, or None at the end."""
    last = taken = None
    reading = False
    try:
        for record in _archive(file, start):
            last = record.stream_pos
            reading = True
            taken = take(record, f"{name}#{last}")
            reading = False
            if taken is not None:
                yield last, taken
    except BROKEN as error:
        if last is not None and not reading and (end := record_end(file, last)) is not None:
            return end  # what the record said of its length was wrong: the next may be whole
        broken = start if last is None else last if reading else last + 1
        yield broken, Unread(f"{name}#{broken}", f"broken WARC record: {error}")
        return next_record(file, broken + 1)
    end = start if last is None else record_end(file, last)
    if end is None and taken is None:  # of a page that is cut short it is known already
        end = last
    if end is not None and not rest_is_blank(file, end):
        yield end, Unread(f"{name}#{end}", "the file ends in the middle of a record")
    return None


def _archive(file: BinaryIO, start: int) -> "ArchiveIterator":
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise MissingExtra("warc", "reading WARC files") from error
    file.seek(start)
    return ArchiveIterator(file, parse_http=False)


def taken(record: "WarcRecord", source: str, options: ReadOptions) -> Capture | Unread | None:
    """Make a capture of a record; None for records that hold nothing from the web."""
    kind = str(record.record_type)
    url = _url(record)
    if kind == "revisit":
        return Unread(source, "a revisit record has no content", url)
    if kind not in ("response", "resource"):
        return None
    over_http = kind == "response"
    if over_http:
        record.parse_http()
        if not record.is_http_parsed or record.http_headers.status_code is None:
            return Unread(source, "a response record without an HTTP response", url)
    size = record.content_length
    if size > options.max_bytes:
        return Unread(source, f"larger than {options.max_bytes:,} bytes", url)
    body = record.reader.read(size)
    if len(body) < size:
        return Unread(source, "the record is cut short", url)
    headers = record.http_headers.to_tuples() if over_http else ()
    named = {key.lower(): value for key, value in headers}
    if options.digests and not payload_fits(body, record.headers.get("WARC-Payload-Digest"), named):
        return Unread(source, DIGEST, url)
    try:
        body = decoded(body, named, options.max_bytes)
    except SourceError as error:
        return Unread(source, str(error), url)
    return Capture(
        body,
        source=source,
        url=url,
        content_type=named.get("content-type") if over_http else record.headers.get("Content-Type"),
        headers=headers,
        time=record.record_date,
        http_status=record.http_headers.status_code if over_http else None,
    )


def _located(record: "WarcRecord", source: str) -> Located | None:
    """Say where the content of a URL is, without reading it."""
    url = _url(record)
    if url is None or str(record.record_type) not in ("response", "resource"):
        return None
    if str(record.record_type) == "response":
        record.parse_http()
        if not record.is_http_parsed or record.http_headers.status_code not in OK:
            return None
    return Located(url, source)


def _url(record: "WarcRecord") -> str | None:
    """Give the record's URL, if it is one of the web; some writers put it in angle brackets."""
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    return url if is_web_address(url) else None


def no_page(capture: Capture) -> str | None:
    """Say why a capture is no page; None if it is one."""
    if capture.http_status is not None and capture.http_status not in OK:
        location = next((value for name, value in capture.headers if name.lower() == "location"), None)
        return f"HTTP status {capture.http_status}" + (f", to {location}" if location else "")
    return why_no_answer(capture.body, capture.content_type)
