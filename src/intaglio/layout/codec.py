"""A Layout as a compact blob, for stores and workers: exact both ways, versioned, checked.

A blob is magic, version, CRC-32 of the rest, then one zlib stream: length of a JSON head (window and document size,
shape of each column), the head, and the columns' bytes one after the other.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.errors import CodecError
from intaglio.layout.layout import Layout, column_names

VERSION = 1
_MAGIC = b"ILy"
_HEAD = struct.Struct("<3sBI")
_LENGTH = struct.Struct("<I")
_KINDS = ("<f4", "<i4", "|u1", "|b1")


def dumps(layout: Layout) -> bytes:
    """The layout as a blob."""
    columns = {name: np.ascontiguousarray(getattr(layout, name)) for name in column_names()}
    shapes = {name: (column.dtype.str, column.shape) for name, column in columns.items()}
    head = json.dumps({"viewport": layout.viewport, "size": layout.size, "columns": shapes}).encode()
    body = b"".join([_LENGTH.pack(len(head)), head, *(column.tobytes() for column in columns.values())])
    packed = zlib.compress(body, 1)
    return _HEAD.pack(_MAGIC, VERSION, zlib.crc32(packed)) + packed


def loads(blob: bytes) -> Layout:
    """The layout of a blob; a damaged or foreign blob is a CodecError."""
    if len(blob) < _HEAD.size or not blob.startswith(_MAGIC):
        raise CodecError("not a layout blob")
    _, version, checksum = _HEAD.unpack_from(blob)
    if version != VERSION:
        raise CodecError(f"layout blob of version {version}; this release reads version {VERSION}")
    packed = blob[_HEAD.size :]
    if zlib.crc32(packed) != checksum:
        raise CodecError("damaged layout blob: checksum differs")
    try:
        return _layout(zlib.decompress(packed))
    except (struct.error, ValueError, KeyError, TypeError, zlib.error) as error:
        raise CodecError(f"damaged layout blob: {error}") from error


def _layout(body: bytes) -> Layout:
    (length,) = _LENGTH.unpack_from(body)
    at = _LENGTH.size + length
    head = json.loads(body[_LENGTH.size : at])
    columns: dict[str, npt.NDArray[Any]] = {}
    for name in column_names():
        kind, shape = head["columns"][name]
        if kind not in _KINDS:
            raise ValueError(f"column of kind {kind}")
        count = int(np.prod(shape))
        columns[name] = np.frombuffer(body, kind, count, at).reshape(shape).copy()
        at += columns[name].nbytes
    width, height = head["viewport"]
    across, down = head["size"]
    return Layout(viewport=(width, height), size=(across, down), **columns)
