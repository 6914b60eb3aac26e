"""WARC files → Captures: the HTML among their response and resource records, named `file.warc.gz#offset`.

What is no page (images, redirects, errors) and what is broken is reported; reading goes on at the next whole record.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from intaglio.capture import Capture
from intaglio.errors import MissingExtra, SourceError
from intaglio.sources.decode import decoded
from intaglio.sources.source import ReadOptions, Unread
from intaglio.sources.warc_places import next_record, open_warc, record_end, rest_is_blank

if TYPE_CHECKING:
    from fastwarc.warc import ArchiveIterator, WarcRecord

HTML = ("text/html", "application/xhtml+xml")
OK = range(200, 300)
MAX_BROKEN = 1000  # a file made of beginnings only would be searched without end


@dataclass(frozen=True)
class WarcFiles:
    """The pages in some WARC files, compressed or not, whose names must differ."""

    paths: tuple[Path, ...]
    options: ReadOptions = field(default_factory=ReadOptions)

    def __iter__(self) -> Iterator[Capture | Unread]:
        """Give every page in the order of the files and of the records in them."""
        for name, path in self._files.items():
            for offset, found in read_records(path, self.options):
                if isinstance(found, Capture) and (reason := _no_page(found)):
                    yield Unread(f"{name}#{offset}", reason, found.url)
                else:
                    yield found

    def read(self, source: str) -> Capture:
        """Give the record of this name, whatever its type."""
        name, _, offset = source.rpartition("#")
        if name not in self._files or not offset.isdigit():
            raise SourceError(f"{source}: no such record in these WARC files")
        for found_offset, found in read_records(self._files[name], self.options, int(offset)):
            if isinstance(found, Unread) or found_offset != int(offset):
                break
            return found
        raise SourceError(f"{source}: cannot be read")

    def find(self, url: str) -> Capture | None:
        """Give what the files have under a URL, of whatever type; of several the last."""
        source = self._sources.get(url)
        return None if source is None else self.read(source)

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        files = {path.name: path for path in self.paths}
        if len(files) < len(self.paths):
            raise SourceError("two WARC files have the same name, so their records cannot be told apart")
        return files

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        sources = {}
        for path in self.paths:
            for _, found in read_records(path, self.options):
                if isinstance(found, Capture) and found.url and found.http_status in (None, *OK):
                    sources[found.url] = found.source
        return sources


def read_records(path: Path, options: ReadOptions, start: int = 0) -> Iterator[tuple[int, Capture | Unread]]:
    """Read the records of a file that hold something from the web, from an offset on, each with its own offset."""
    try:
        file = open_warc(path)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror or error}") from error
    with file:
        position = start
        for _ in range(MAX_BROKEN):
            behind = yield from _read_until_broken(file, path.name, position, options)
            if behind is None:
                return
            position = behind
        yield position, Unread(f"{path.name}#{position}", f"the rest is left out after {MAX_BROKEN:,} broken records")


def _read_until_broken(
    file: BinaryIO, name: str, start: int, options: ReadOptions
) -> Generator[tuple[int, Capture | Unread], None, int | None]:
    """Read on from a record; gives back where to start again behind a broken one, or None at the end."""
    last = found = None
    reading = False
    try:
        for record in _archive(file, start):
            last = record.stream_pos
            reading = True
            found = _taken(record, f"{name}#{last}", options)
            reading = False
            if found is not None:
                yield last, found
    except (OSError, ValueError, EOFError) as error:
        broken = start if last is None else last if reading else record_end(file, last) or last + 1
        yield broken, Unread(f"{name}#{broken}", f"broken WARC record: {error}")
        return next_record(file, broken + 1)
    end = start if last is None else record_end(file, last)
    if end is None and found is None:  # of a page that is cut short it is known already
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


def _taken(record: "WarcRecord", source: str, options: ReadOptions) -> Capture | Unread | None:
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


def _url(record: "WarcRecord") -> str | None:
    """Give the record's URL; some writers put it in angle brackets."""
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    return url if url.startswith(("http://", "https://")) else None


def _no_page(capture: Capture) -> str | None:
    """Say why a capture is no page; None if it is one."""
    if capture.http_status is not None and capture.http_status not in OK:
        location = next((value for name, value in capture.headers if name.lower() == "location"), None)
        return f"HTTP status {capture.http_status}" + (f", to {location}" if location else "")
    media = (capture.content_type or "").partition(";")[0].strip().lower()
    if media in HTML or (not media and capture.body.lstrip()[:1] == b"<"):
        return None
    return f"not HTML: {media or 'no content type'}"
