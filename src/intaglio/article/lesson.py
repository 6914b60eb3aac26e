"""Lesson: what an article finder keeps of one page, as arrays and as a compact blob for stores."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass

import numpy as np

from intaglio.article.characters import Floats
from intaglio.article.tree import Longs
from intaglio.errors import CodecError
from intaglio.page import Bools

MOST = 4096
"""Blocks of a page that are kept."""
VERSION = 1
_MAGIC = b"ILn"
_HEAD = struct.Struct("<3sBI")
_COLUMNS = (("place", "<i8"), ("text", "<i8"), ("words", "<f4"), ("keep", "?"))


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The blocks of a page: where they stood, what they said, and which were body."""

    place: Longs
    text: Longs
    """A number for what the block says at its place."""
    words: Floats
    keep: Bools
    confidence: float
    method: str
    """How the body was found; what one method found is no lesson for another."""
    source: str = ""
    """Which page it was taken of, for those who keep it."""


def dumps(lesson: Lesson) -> bytes:
    """The lesson as a blob."""
    about = json.dumps({"confidence": lesson.confidence, "method": lesson.method, "source": lesson.source}).encode()
    columns = [getattr(lesson, name).astype(kind).tobytes() for name, kind in _COLUMNS]
    packed = zlib.compress(b"".join([struct.pack("<II", len(about), len(lesson.place)), about, *columns]))
    return _HEAD.pack(_MAGIC, VERSION, zlib.crc32(packed)) + packed


def loads(blob: bytes) -> Lesson:
    """The lesson of a blob; a damaged or foreign blob is a CodecError."""
    if len(blob) < _HEAD.size or blob[:3] != _MAGIC:
        raise CodecError("not a lesson about articles")
    _, version, checksum = _HEAD.unpack_from(blob)
    if version != VERSION:
        raise CodecError(f"lesson of version {version}; this release reads version {VERSION}")
    packed = blob[_HEAD.size :]
    if zlib.crc32(packed) != checksum:
        raise CodecError("damaged lesson: checksum differs")
    data = zlib.decompress(packed)
    size, count = struct.unpack_from("<II", data)
    about = json.loads(data[8 : 8 + size])
    columns, at = {}, 8 + size
    for name, kind in _COLUMNS:
        columns[name] = np.frombuffer(data, kind, count, at)
        at += columns[name].nbytes
    return Lesson(**columns, confidence=about["confidence"], method=about["method"], source=about["source"])
