"""Where a page's own resources come from: a saved folder, an archive, the web; all behind `Resources`."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote, urlsplit

FOLDER_URL = "http://folder.invalid/"
"""What a folder is mounted at when nobody says where it came from."""

LARGEST = 30_000_000
"""Bytes of a resource beyond which it counts as missing."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A style sheet, image, font or frame as it is handed to the browser."""

    body: bytes
    content_type: str | None = None
    status: int = 200


class Resources(Protocol):
    """Something that may have the resource at a URL; asked from several threads."""

    def get(self, url: str) -> Resource | None:
        """The resource, or None if it is not there."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No resources at all."""

    def get(self, url: str) -> Resource | None:  # noqa: ARG002 - the protocol's
        """Have nothing."""
        return None


@dataclass(frozen=True, slots=True)
class Chain:
    """Several places, asked in turn."""

    places: Sequence[Resources]

    def get(self, url: str) -> Resource | None:
        """The first answer that is not None."""
        return next((found for place in self.places if (found := place.get(url)) is not None), None)


@dataclass(frozen=True, slots=True)
class Folder:
    """A saved site: files below `root`, as if they were served at `base_url`. Nothing outside is ever read."""

    root: Path
    base_url: str = FOLDER_URL
    _real: Path = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Resolve the root once; links that lead out of it are told by it."""
        object.__setattr__(self, "_real", self.root.resolve())
        object.__setattr__(self, "base_url", self.base_url.rstrip("/") + "/")

    def url_of(self, source: str) -> str:
        """The URL of a file by its path below the root."""
        return self.base_url + quote(source.lstrip("/"))

    def get(self, url: str) -> Resource | None:
        """The file that a URL below the base stands for, its query part of the name, or index.html of a folder.

        Paths from the root of the base's host are looked up below the root, too, and other hosts in folders of their
        names, as mirroring tools lay them out.
        """
        for relative in self._relatives(url):
            path = self._inside(relative)
            if path is not None:
                try:
                    if path.stat().st_size <= LARGEST:
                        return Resource(path.read_bytes(), type_of(path))
                except OSError:
                    continue
        return None

    def _relatives(self, url: str) -> list[str]:
        asked, base = urlsplit(url), urlsplit(self.base_url)
        if asked.netloc.lower() != base.netloc.lower():
            paths = [f"{asked.netloc.lower()}{asked.path}"]
        else:
            paths = [asked.path.removeprefix(base.path)] if asked.path.startswith(base.path) else []
            paths.append(asked.path.lstrip("/"))
        names: list[str] = []
        for path in map(unquote, paths):
            names += [f"{path}?{unquote(asked.query)}", f"{path}?{asked.query}"] if asked.query else []
            names.append(path)
        return list(dict.fromkeys(names))

    def _inside(self, relative: str) -> Path | None:
        """The file, provided that it lies below the root once all links are followed."""
        if "\0" in relative:
            return None
        try:
            path = (self._real / relative.lstrip("/")).resolve()
            if path.is_dir():
                path = (path / "index.html").resolve()
            return path if path.is_relative_to(self._real) and path.is_file() else None
        except (OSError, RuntimeError, ValueError):
            return None


_STARTS = (
    (b"\x89PNG", "image/png"), (b"GIF8", "image/gif"), (b"\xff\xd8\xff", "image/jpeg"), (b"RIFF", "image/webp"),
    (b"wOF2", "font/woff2"), (b"wOFF", "font/woff"), (b"%PDF-", "application/pdf"), (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"), (b"<svg", "image/svg+xml"), (b"<?xml", "application/xml"),
)  # fmt: skip


def starts_like(body: bytes) -> str | None:
    """The media type that a body starts like, for a few that are no HTML; XHTML is not among them."""
    kind = next((kind for magic, kind in _STARTS if body.startswith(magic)), None)
    return None if kind == "application/xml" and b"<html" in body[:2048].lower() else kind


def type_of(path: Path) -> str | None:
    """The media type of a saved file by its name, a query in it left out; else by how it starts; None if unknown."""
    for name in (path.name, path.name.partition("?")[0]):
        kind = mimetypes.guess_type(name)[0]
        if kind is not None:
            return kind
    with path.open("rb") as file:
        return starts_like(file.read(2048))
