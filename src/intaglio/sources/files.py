"""Folder → Captures: every .html and .htm file below it, compressed by gzip or not, in the order of their paths."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatch
from itertools import accumulate, islice
from pathlib import Path
from urllib.parse import quote

from intaglio.capture import Capture
from intaglio.errors import SourceError
from intaglio.sources.content_decoding import gunzipped, is_gzip
from intaglio.sources.page_check import why_no_page
from intaglio.sources.source import ReadOptions, Unread

ENDINGS = (".html", ".htm", ".html.gz", ".htm.gz")
COMPRESSED = ".gz"


def is_page(name: str, globs: tuple[str, ...] = ()) -> bool:
    """Whether a file is taken for a page by its name."""
    return any(fnmatch(name, glob) for glob in globs) if globs else name.lower().endswith(ENDINGS)


@dataclass(frozen=True, slots=True)
class Folder:
    """The saved pages below a folder; with a base URL each gets the URL it would have there."""

    root: Path
    base_url: str | None = None
    options: ReadOptions = ReadOptions()
    globs: tuple[str, ...] = ()
    """Patterns of the names of pages, such as `*.testhtml`; none: those of `ENDINGS`."""

    def __iter__(self) -> Iterator[Capture | Unread]:
        """Give every page in the order of `source`; links that lead out of the folder are refused."""
        for source, unread in sorted(self._listed(), key=lambda listed: listed[0]):
            if unread is not None:
                yield unread
                continue
            try:
                found = self.read(source)
            except SourceError as error:
                yield Unread(source, str(error), self.url_of(source))
                continue
            reason = why_no_page(found.body)
            yield found if reason is None else Unread(source, reason, found.url)

    def read(self, source: str) -> Capture:
        """Give the page with this path below the folder."""
        path = self.root / source
        try:
            found = path.stat()  # first: where links go round, there is nothing to resolve
            if self._leads_out(path, source):
                raise SourceError("leads out of the folder")
            if not stat.S_ISREG(found.st_mode):
                raise SourceError("not a regular file")
            if found.st_size > self.options.max_bytes:
                raise SourceError(f"larger than {self.options.max_bytes:,} bytes")
            body = path.read_bytes()
            if path.name.lower().endswith(COMPRESSED):
                if not is_gzip(body):
                    raise SourceError("no gzip file")
                body = gunzipped(body, self.options.max_bytes)
        except (OSError, ValueError) as error:
            raise SourceError(getattr(error, "strerror", None) or str(error)) from error
        time = datetime.fromtimestamp(found.st_mtime, UTC)
        return Capture(body, source=source, url=self.url_of(source), time=time)

    def _leads_out(self, path: Path, source: str) -> bool:
        """Whether a path leads out of the folder; one of plain steps down, none of them a link, is not resolved."""
        steps = source.split("/")
        if ".." not in steps and not Path(source).is_absolute():
            ways = accumulate([str(self.root), *steps], os.path.join)
            if not any(map(os.path.islink, islice(ways, 1, None))):
                return False
        return not path.resolve().is_relative_to(self.root.resolve())

    def url_of(self, source: str) -> str | None:
        """Give the URL of a page: base URL and path, or None without a base URL."""
        return None if self.base_url is None else f"{self.base_url.rstrip('/')}/{quote(source)}"

    def _listed(self) -> Iterator[tuple[str, Unread | None]]:
        """List the pages by their path, and beside them what has no path to be read by."""
        if not self.root.is_dir():
            raise SourceError(f"{self.root}: no such folder")
        failed: list[OSError] = []
        for folder, below, names in os.walk(self.root, onerror=failed.append):
            for name in below:
                if os.path.islink(os.path.join(folder, name)):  # noqa: PTH114, PTH118 (a million times)
                    source = self._source(folder, name)
                    yield source, Unread(source, "a link to a folder is not followed")
            for name in names:
                if is_page(name, self.globs):
                    source = self._source(folder, name)
                    known = source.encode("utf-8", "surrogateescape") == source.encode("utf-8", "replace")
                    yield source, None if known else Unread(_shown(source), "the file's name is not UTF-8")
        for error in failed:
            source = self._source(str(error.filename), "")
            yield source, Unread(_shown(source), error.strerror or str(error))

    def _source(self, folder: str, name: str) -> str:
        return Path(folder, name).relative_to(self.root).as_posix()


def _shown(source: str) -> str:
    return source.encode("utf-8", "replace").decode()
