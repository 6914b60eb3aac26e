"""A Layout as a compact blob, for stores and workers: exact both ways, versioned, checked.

Sections of a blob: a JSON head (window and document size, shape of each column), then each column's bytes.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.blobs import Envelope
from intaglio.layout.layout import Layout, column_names

_ENVELOPE = Envelope("layout", b"ILy", 2, level=1)
_KINDS = ("<f4", "<i4", "|u1", "|b1")


def dumps(layout: Layout) -> bytes:
    """The layout as a blob."""
    columns = {name: np.ascontiguousarray(getattr(layout, name)) for name in column_names()}
    shapes = {name: (column.dtype.str, column.shape) for name, column in columns.items()}
    head = json.dumps({"viewport": layout.viewport, "size": layout.size, "columns": shapes}).encode()
    return _ENVELOPE.seal([head, *(column.tobytes() for column in columns.values())])


def loads(blob: bytes) -> Layout:
    """The layout of a blob; a damaged or foreign blob is a CodecError."""
    with _ENVELOPE.opened(blob) as sections:
        head = json.loads(next(sections))
        columns: dict[str, npt.NDArray[Any]] = {}
        for name in column_names():
            kind, shape = head["columns"][name]
            if kind not in _KINDS:
                raise ValueError(f"column of kind {kind}")
            columns[name] = np.frombuffer(next(sections), kind).reshape(shape).copy()
        width, height = head["viewport"]
        across, down = head["size"]
        return Layout(viewport=(width, height), size=(across, down), **columns)
