"""Sitemaps: the pages they tell of, within bounds of size and number."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

LARGEST = 50_000_000
"""Bytes of a sitemap, unpacked; the protocol's own limit."""
MOST = 50_000
"""URLs of a sitemap; the protocol's own limit."""
ELEMENTS = 1_000_000
PIECE = 1 << 18


class _Enough(Exception):
    """The sitemap has an entity, or more elements or URLs than are read."""


@dataclass(slots=True)
class _Reading:
    """What has been read of a sitemap in XML."""

    pages: list[str] = field(default_factory=list)
    maps: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    elements: int = 0

    def start(self, name: str, _attributes: object) -> None:
        self.elements += 1
        if self.elements > ELEMENTS or len(self.pages) + len(self.maps) >= MOST:
            raise _Enough
        self.inside.append(name.rpartition(":")[2])
        self.text.clear()

    def end(self, _name: str) -> None:
        name = self.inside.pop()
        if name == "loc" and self.inside:
            url = "".join(self.text).strip()
            if url:
                (self.maps if self.inside[-1] == "sitemap" else self.pages).append(url)
        self.text.clear()

    def data(self, text: str) -> None:
        if self.inside and self.inside[-1] == "loc" and len(self.text) < MOST:
            self.text.append(text)

    def entity(self, *_: object) -> None:
        raise _Enough


def sitemap_links(body: bytes) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps that a sitemap names; as many as come before it breaks, if it is broken."""
    pieces = _unpacked(body)
    first = next(pieces, b"").lstrip(b"\xef\xbb\xbf \t\r\n")
    if not first.startswith(b"<"):
        return _listed(first, pieces), []
    reading = _Reading()
    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reading.start, reading.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = reading.data, reading.entity
    try:
        parser.Parse(first)
        for piece in pieces:
            parser.Parse(piece)
    except (ExpatError, ValueError, _Enough):
        pass
    return reading.pages, reading.maps


def _listed(first: bytes, pieces: Iterator[bytes]) -> list[str]:
    """The URLs of a sitemap that is a plain list, a line each."""
    urls: list[str] = []
    rest = first
    for piece in (*pieces, b"\n"):
        *lines, rest = (rest + piece).split(b"\n")
        urls += [
            line.strip().decode("utf-8", "replace") for line in lines if line.startswith((b"http://", b"https://"))
        ]
        if len(urls) >= MOST or len(rest) > PIECE:
            break
    return urls[:MOST]


def _unpacked(body: bytes) -> Iterator[bytes]:
    """A sitemap piece by piece, so that neither it nor what a bomb holds is ever whole in memory."""
    if not body.startswith(b"\x1f\x8b"):
        yield from (body[at : at + PIECE] for at in range(0, min(len(body), LARGEST), PIECE))
        return
    inflater = zlib.decompressobj(31)
    given = 0
    while body and given < LARGEST and not inflater.eof:
        try:
            piece = inflater.decompress(body, PIECE)
        except zlib.error:
            return
        given += len(piece)
        body = inflater.unconsumed_tail
        yield piece
