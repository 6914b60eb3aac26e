"""A Template as a compact blob, for stores and workers: versioned, checked; rectangles to a hundredth of a pixel.

The sections of a blob come in fixed order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.blobs import Envelope, version_of
from intaglio.compact_json import read_json
from intaglio.page import page_codec
from intaglio.segment.area_tree import Area, AreaTree
from intaglio.templates.first_release import renamed_traits
from intaglio.templates.statistics import PathTrait, Traits
from intaglio.templates.template import Template, nested

_FIRST = 1
"""The version whose traits have paths of ids rather than classes."""
_ENVELOPE = Envelope("template", b"ITm", 2, older=(_FIRST,))


def dumps(template: Template, lasting: Sequence[bytes] | None = None) -> bytes:
    """The template as a blob; those of its sections that never change can be given as they were before."""
    return _ENVELOPE.seal([*(lasting or lasting_sections(template)), *_traits(template.traits)])


def lasting_sections(template: Template) -> tuple[bytes, ...]:
    """The sections of what a template is, without what it goes on to learn."""
    about = {"id": template.id, "site": template.site, "version": template.version}
    areas = json.dumps(_areas(template.areas), separators=(",", ":")).encode()
    return json.dumps(about).encode(), page_codec.dumps(template.dom), areas


def loads(blob: bytes) -> Template:
    """The template of a blob; a damaged or foreign blob is a CodecError."""
    with _ENVELOPE.opened(blob) as sections:
        about = read_json(next(sections))
        dom = page_codec.loads(next(sections))
        areas = _tree(read_json(next(sections)))
        traits = _read_traits(sections)
        if version_of(blob) == _FIRST:
            traits = renamed_traits(dom, traits)
        return Template(about["id"], about["site"], about["version"], dom, areas, traits)


def outline_of(blob: bytes) -> Traits:
    """The outline of a blob's template, see `Traits.outline`, without reading the rest of it."""
    with _ENVELOPE.opened(blob) as sections:
        if version_of(blob) == _FIRST:
            return loads(blob).traits.outline
        several, paths, seen, distinct, _, _, shares = islice(sections, 3, 10)
        (pages,) = _column(several)
        columns = np.frombuffer(shares, "<f8").tolist(), _column(seen), _column(distinct)
        faces: list[int] = []
        keys: dict[int, int] = {}
        each = zip(_numbers(paths), *columns, strict=True)
        return Traits(pages, {path: PathTrait(share, had, shown, faces, keys) for path, share, had, shown in each})


def _areas(tree: AreaTree) -> dict[str, Any]:
    rows = [
        [parent, None if area.rect is None else [round(side, 2) for side in area.rect], area.elements, area.texts,
         dict(area.attributes)]
        for area, parent in zip(tree.areas, tree.parents, strict=True)
    ]  # fmt: skip
    return {"method": tree.method, "options": dict(tree.options), "areas": rows}


def _tree(content: dict[str, Any]) -> AreaTree:
    areas = [
        Area(None if rect is None else (rect[0], rect[1], rect[2], rect[3]), tuple(elements), tuple(texts), (),
             MappingProxyType(attributes))
        for _, rect, elements, texts, attributes in content["areas"]
    ]  # fmt: skip
    root = nested(areas, [row[0] for row in content["areas"]])
    return AreaTree(root, content["method"], MappingProxyType(content["options"]))


def _traits(traits: Traits) -> list[bytes]:
    """Paths in the order they were met, their faces and keys one after the other; a child is the number of its path."""
    number = {path: n for n, path in enumerate(traits.paths)}
    known = list(traits.paths.values())
    keys = [key for trait in known for key in trait.keys]
    return [
        _ints([traits.pages]),
        _hashes(traits.paths),
        _ints(trait.seen for trait in known),
        _ints(trait.distinct for trait in known),
        _ints(len(trait.faces) for trait in known),
        _ints(len(trait.keys) for trait in known),
        np.array([trait.share for trait in known], dtype="<f8").tobytes(),
        _hashes(face for trait in known for face in trait.faces),
        _hashes(keys),
        _ints(times for trait in known for times in trait.keys.values()),
        _ints(number[traits.child[key]] for key in keys),
        _hashes(traits.shapes),
    ]


def _read_traits(sections: Iterator[bytes]) -> Traits:
    (pages,) = _column(next(sections))
    paths = _numbers(next(sections))
    seen, distinct, faces, counts = (_column(next(sections)) for _ in range(4))
    shares = np.frombuffer(next(sections), "<f8").tolist()
    all_faces, keys = _numbers(next(sections)), _numbers(next(sections))
    times, child, shapes = _column(next(sections)), _column(next(sections)), _numbers(next(sections))
    made = Traits(pages, shapes=shapes, child={key: paths[n] for key, n in zip(keys, child, strict=True)})
    at = face_at = 0
    for n, path in enumerate(paths):
        own = dict(zip(keys[at : at + counts[n]], times[at : at + counts[n]], strict=True))
        shown = all_faces[face_at : face_at + faces[n]]
        made.paths[path] = PathTrait(shares[n], seen[n], distinct[n], shown, own)
        at, face_at = at + counts[n], face_at + faces[n]
    return made


def _ints(values: Iterable[int]) -> bytes:
    return np.array(list(values), dtype="<i4").tobytes()


def _hashes(values: Iterable[int]) -> bytes:
    return np.array(list(values), dtype="<u8").tobytes()


def _column(section: bytes) -> list[int]:
    values: npt.NDArray[np.int32] = np.frombuffer(section, "<i4")
    found: list[int] = values.tolist()
    return found


def _numbers(section: bytes) -> list[int]:
    found: list[int] = np.frombuffer(section, "<u8").tolist()
    return found


def areas_of(blob: bytes) -> AreaTree:
    """The areas of a stored template."""
    with _ENVELOPE.opened(blob) as sections:
        return _tree(read_json(next(islice(sections, 2, None))))
