"""The envelope that all blobs share: magic, version, CRC-32 of the rest, then one zlib stream of sections.

A section is its length and its bytes; what is in them, and their order, is the affair of whoever seals the blob.
This is also the one place that knows who packs: ISA-L, where there is a build of it, takes a third of zlib's time for
the same format, and each reads what the other wrote.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from intaglio.errors import CodecError

try:
    from isal.isal_zlib import compress, decompressobj
    from isal.isal_zlib import error as unreadable
except ImportError:
    from zlib import compress, decompressobj
    from zlib import error as unreadable

_HEAD = struct.Struct("<3sBI")
_LENGTH = struct.Struct("<I")
ANEW = "restore the collection from a copy, or fill a new folder with `intaglio run`"
"""What to do about damage."""
LARGEST = 200_000_000
"""Bytes of a blob, unpacked; what a page of the largest size gives is less."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One kind of blob."""

    name: str
    magic: bytes
    """Three bytes."""
    version: int
    level: int = 2
    """How hard it is packed: zlib by itself would take twice as long for a tenth less."""
    older: tuple[int, ...] = ()
    """Versions of earlier releases whose sections can be read, too."""

    def seal(self, sections: Iterable[bytes]) -> bytes:
        """The sections as a blob."""
        body = b"".join(part for section in sections for part in (_LENGTH.pack(len(section)), section))
        blob = packed(body, self.level)
        return _HEAD.pack(self.magic, self.version, zlib.crc32(blob)) + blob

    @contextmanager
    def opened(self, blob: bytes) -> Iterator[Iterator[bytes]]:
        """The sections of a blob; a foreign or damaged one, in whatever way that shows, is a CodecError."""
        if len(blob) < _HEAD.size or not blob.startswith(self.magic):
            raise CodecError(f"not a {self.name} blob; the next run learns it anew")
        _, version, checksum = _HEAD.unpack_from(blob)
        if version != self.version and version not in self.older:
            raise CodecError(f"{self.name} blob of version {version}; this release reads version {self.version}")
        body = blob[_HEAD.size :]
        if zlib.crc32(body) != checksum:
            raise CodecError(f"damaged {self.name} blob: checksum differs; the next run learns it anew")
        try:
            yield _sections(unpacked(body))
        except (struct.error, ValueError, LookupError, TypeError, StopIteration) as error:
            raise CodecError(f"damaged {self.name} blob: {error}") from error


def version_of(blob: bytes) -> int:
    """The version of an opened blob."""
    version: int = _HEAD.unpack_from(blob)[1]
    return version


def packed(data: bytes, level: int = 1) -> bytes:
    """Bytes as a zlib stream.

    >>> unpacked(packed(b"tides")), zlib.decompress(packed(b"tides")), unpacked(zlib.compress(b"tides"))
    (b'tides', b'tides', b'tides')
    """
    found: bytes = compress(data, level)
    return found


def unpacked(stream: bytes, limit: int = LARGEST) -> bytes:
    """What was packed; CodecError if it is damaged, or would be larger than anything that is kept."""
    inflater = decompressobj()
    try:
        data: bytes = inflater.decompress(stream, limit)
    except (unreadable, TypeError) as error:  # a database may give a text where it has one
        raise CodecError(f"damaged: {error}; {ANEW}") from error
    if inflater.unconsumed_tail or not inflater.eof:
        raise CodecError(f"damaged: cut short, or larger than {limit:,} bytes; {ANEW}")
    return data


def _sections(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        (length,) = _LENGTH.unpack_from(data, at)
        at += _LENGTH.size
        yield data[at : at + length]
        at += length
