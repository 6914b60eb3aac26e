"""Capture: the bytes of one page as they came, with where and when they came from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Capture:
    """One page as it was found, before anything was made of it."""

    body: bytes
    source: str = ""
    """Path below the source folder with `/`, or the URL, or `file.warc.gz#offset`."""
    url: str | None = None
    """The real URL, or base URL + path; None if unknown, never `file:`."""
    content_type: str | None = None
    """The Content-Type header, charset and all."""
    headers: tuple[tuple[str, str], ...] = ()
    time: datetime | None = None
    http_status: int | None = None
