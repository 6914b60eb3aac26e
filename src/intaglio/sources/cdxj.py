"""CDXJ → Captures: the pages that an index names, read from the WARC files beside it."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.resources import Resource
from intaglio.sources.page_check import HTML_TYPES
from intaglio.sources.source import Unread
from intaglio.sources.warc import WarcFiles

MOST_IN_LINE = 1 << 20


@dataclass(frozen=True)
class Cdxj:
    """The pages of an index whose lines are `urlkey timestamp {"url", "mime", "status", "offset", "filename", …}`."""

    path: Path

    def __iter__(self) -> Iterator[Capture | Unread]:
        """Give the pages in the index's order; other media types and statuses are passed over."""
        with self.path.open(encoding="utf-8", errors="replace") as file:
            while line := file.readline(MOST_IN_LINE):
                source, url, wanted = _entry(line)
                if source is None:
                    if line.strip() and not line.startswith("!"):
                        yield Unread(line[:80].strip(), "no line of a CDXJ index")
                elif wanted:
                    try:
                        yield self.read(source)
                    except SourceError as error:
                        yield Unread(source, str(error), url)

    def read(self, source: str) -> Capture:
        """Give the record at an offset of a file beside the index."""
        name = source.rpartition("#")[0]
        path = self.path.parent / name
        if Path(name).name != name or not os.path.isfile(path):  # noqa: PTH113 - no name makes it fail
            raise SourceError(f"{name[:80]}: no such WARC file beside {self.path.name}")
        return WarcFiles((path,)).read(source)

    def get(self, url: str) -> Resource | None:
        """Give what the index has under a URL, for the browser."""
        source = self._sources.get(url.partition("#")[0])
        if source is None:
            return None
        try:
            found = self.read(source)
        except SourceError:
            return None
        return Resource(found.body, found.content_type, found.http_status or 200)

    @cached_property
    def _sources(self) -> dict[str, str]:
        with self.path.open(encoding="utf-8", errors="replace") as file:
            entries = (_entry(line) for line in iter(lambda: file.readline(MOST_IN_LINE), ""))
            return {url: source for source, url, _ in entries if source and url}


def _entry(line: str) -> tuple[str | None, str | None, bool]:
    """File and offset of a line, its URL, and whether it is a page; nothing for a line that names no record."""
    _, _, said = line.partition("{")
    try:
        found = json.loads("{" + said)
        source = f"{found['filename']}#{int(found['offset'])}"
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None, None, False
    url, mime, status = found.get("url"), str(found.get("mime", "")), str(found.get("status", ""))
    return source, url if isinstance(url, str) else None, mime in HTML_TYPES and status in ("200", "")
