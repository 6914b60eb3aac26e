"""Lesson: what an article finder keeps of one page, as arrays and as a compact blob for stores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import Floats
from intaglio.blobs import Envelope
from intaglio.compact_json import read_json
from intaglio.page import Bools

MOST = 4096
"""Blocks of a page that are kept."""
GIVEN = "given"
"""The method of what people said: no page taught it, and it holds whatever pages teach."""
_ENVELOPE = Envelope("lesson", b"ILn", 2)
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
    type: str | None = None
    """What kind of page it was; None in lessons of old."""


def given_lesson(given: Mapping[int, bool]) -> Lesson:
    """What people said of places: which are body, and which are not."""
    place = np.array(sorted(given), dtype=np.int64)
    keep = np.array([given[number] for number in sorted(given)], dtype=np.bool_)
    return Lesson(place, np.zeros_like(place), np.zeros(len(place), dtype=np.float32), keep, 1.0, GIVEN)


def dumps(lesson: Lesson) -> bytes:
    """The lesson as a blob."""
    about = {name: getattr(lesson, name) for name in ("confidence", "method", "source", "type")}
    columns = [getattr(lesson, name).astype(kind).tobytes() for name, kind in _COLUMNS]
    return _ENVELOPE.seal([json.dumps(about).encode(), *columns])


def loads(blob: bytes) -> Lesson:
    """The lesson of a blob; a damaged or foreign blob is a CodecError."""
    with _ENVELOPE.opened(blob) as sections:
        about = read_json(next(sections))
        place, text, words, keep = (np.frombuffer(next(sections), kind) for _, kind in _COLUMNS)
        told = about["confidence"], about["method"], about["source"], about.get("type")
        return Lesson(place, text, words, keep, *told)
