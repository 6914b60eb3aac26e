"""A Page as a compact blob, for stores and workers: exact both ways, versioned, checked.

The sections of a blob come in fixed order. A blob says which list of element names its numbers are of, and the names it
uses, so that releases with another list read it by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from intaglio.blobs import Envelope
from intaglio.compact_json import read_json
from intaglio.page.page import Page
from intaglio.page.stored import Attributes, StoredSource
from intaglio.page.structure import Ints, Texts, freeze, structure_of
from intaglio.page.tags import FIRST, KNOWN, KNOWN_HASH, RAW, names_hash, tag_codes

_ENVELOPE = Envelope("page", b"IPg", 1)


def dumps(page: Page) -> bytes:
    """The page as a blob."""
    attributes = page.every_attribute()
    written = np.isin(page.tag, sorted(RAW)) | page.listings
    raw = [(e, text) for e in np.flatnonzero(written).tolist() if (text := page.raw_text(e))]
    about = {
        "url": page.url, "encoding": page.encoding, "names": page.extra_names, "tags": KNOWN_HASH,
        "used": _used(page.tag, (*KNOWN, *page.extra_names)),
    }  # fmt: skip
    sections = [
        json.dumps(about).encode(),
        _ints(page.tag),
        _ints(np.subtract(page.parent, np.arange(page.size, dtype=np.int32))),
        _ints(_steps(attributes.owner)),
        _ints(attributes.name),
        _ints(attributes.value),
        *_strings(attributes.strings),
        _ints(_steps(page.text_owner)),
        _ints(_steps(page.text_seen)),
        np.packbits(page.space_before).tobytes(),
        *_strings(page.texts),
        _ints(np.array([e for e, _ in raw], dtype=np.int32)),
        *_strings([text for _, text in raw]),
    ]
    return _ENVELOPE.seal(sections)


def loads(blob: bytes) -> Page:
    """The page of a blob; a damaged or foreign blob is a CodecError."""
    with _ENVELOPE.opened(blob) as sections:
        return _page(sections)


def _page(sections: Iterator[bytes]) -> Page:
    about = read_json(next(sections))
    written = _column(next(sections))
    tag, extra = _todays_tags(written, about)
    parent = _column(next(sections)) + np.arange(len(tag), dtype=np.int32)
    structure = structure_of(tag, extra, parent.tolist())
    owner = np.cumsum(_column(next(sections)), dtype=np.int32)
    attributes = Attributes(owner, _column(next(sections)), _column(next(sections)), _table(sections))
    text_owner = np.cumsum(_column(next(sections)), dtype=np.int32)
    text_seen = np.cumsum(_column(next(sections)), dtype=np.int32)
    space = np.unpackbits(np.frombuffer(next(sections), np.uint8), count=len(text_owner)).astype(np.bool_)
    for made in (text_owner, text_seen, space):
        freeze(made)
    texts = Texts(_table(sections), text_owner, text_seen, space)
    raw_owner = _column(next(sections)).tolist()
    raw = dict(zip(raw_owner, _table(sections), strict=True))
    return Page(StoredSource(structure, texts, attributes, raw), url=about["url"], encoding=about["encoding"])


def _used(tag: Ints, names: Sequence[str]) -> list[str]:
    """The names of a page, in the order of their numbers."""
    return [names[code] for code in np.unique(tag).tolist()]


def _todays_tags(written: Ints, about: Mapping[str, Any]) -> tuple[list[int], tuple[str, ...]]:
    """The numbers that elements have in this release, and the names past the known ones."""
    extra = tuple(about["names"])
    if "tags" not in about:  # as release 0.1 wrote it
        if about["known"] != len(FIRST):
            raise ValueError("element names numbered by an unknown list")
        about = {**about, "tags": names_hash(FIRST), "used": _used(written, (*FIRST, *extra))}
    if about["tags"] == KNOWN_HASH:
        return written.tolist(), extra
    numbers, place = np.unique(written, return_inverse=True)
    if len(numbers) != len(about["used"]):
        raise ValueError("element names numbered by an unknown list")
    names = [about["used"][at] for at in place.tolist()]
    return tag_codes(names)


def _ints(values: Ints) -> bytes:
    return values.astype("<i4").tobytes()


def _steps(values: Ints) -> Ints:
    return np.diff(values, prepend=np.int32(0))


def _column(section: bytes) -> Ints:
    return np.frombuffer(section, "<i4").astype(np.int32)


def _strings(values: Sequence[str]) -> tuple[bytes, bytes]:
    lengths = np.fromiter(map(len, values), np.int32, len(values))
    return _ints(lengths), "".join(values).encode("utf-8", "surrogatepass")


def _table(sections: Iterator[bytes]) -> list[str]:
    lengths = _column(next(sections))
    buffer = next(sections).decode("utf-8", "surrogatepass")
    stops = np.cumsum(lengths).tolist()
    starts = [0, *stops[:-1]]
    return [buffer[start:stop] for start, stop in zip(starts, stops, strict=True)] if stops else []
