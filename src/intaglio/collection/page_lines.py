"""A line of `pages.jsonl`, and what lines that are stored say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, NamedTuple

from intaglio.compact_json import read_json
from intaglio.shapes import Shape, checked, decoding

if TYPE_CHECKING:
    from intaglio.store import CaptureRow

ARTICLES = "articles"
"""Name of the stage that finds articles: its lines are those of `articles.jsonl`."""

WITHOUT_LAYOUT = "without_layout"
PAGE: Shape = {"source": str, "areas": [{"id": int, "text": str, "children": list}]}
"""What every line of a page has."""
RECORD: Shape = {"source": str, "url": str | None, "template": str | None, "title": str | None, "fields": dict}
"""What every line of a record has."""
Path = tuple[int, ...]
"""Positions on the way from the root element to an element."""
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_NO_KIND = ', "kind": null, "hit": '
_NO_AREAS = '"areas": [], "ms": '


def line_of(row: CaptureRow, title: str | None, reading: PageResult, status: str, ms: Mapping[str, float]) -> str:
    """What a page gave, as JSON on one line."""
    content: dict[str, Any] = {
        "source": row.source,
        "url": row.url,
        "site": row.site,
        "status": status,
        "http_status": row.http_status,
        "template": reading.template,
        "kind": None,  # not known before a run's end
        "hit": reading.hit,
        "confidence": round(reading.confidence, 4),
        **({} if reading.verified is None else {"verified": round(reading.verified, 4)}),
        "title": title,
        "areas": [],
        "ms": ms,
    }
    about, behind = json.dumps(content, ensure_ascii=False).rsplit(_NO_AREAS, 1)
    line = f'{about}"areas": [{", ".join(_area_texts(reading.areas))}], "ms": {behind}'
    return line if _is_text(line) else json.dumps({**content, "areas": nested_areas(reading.areas)})


def json_line(content: object) -> str:
    """A JSON value on one line. Lone surrogates, which broken pages bring, have no UTF-8: they are escaped."""
    line = _ENCODER.encode(content)
    return line if _is_text(line) else json.dumps(content)


def page_of(line: str) -> dict[str, Any]:
    """What a line of `pages.jsonl` says; StoreError if it is none."""
    with decoding("a page's line"):
        content = read_json(line)
    found: dict[str, Any] = checked(content, PAGE, "a page's line")
    return found


def record_of(line: str) -> dict[str, Any]:
    """What a line of a record says; StoreError if it is none."""
    with decoding("a record"):
        content = read_json(line)
    found: dict[str, Any] = checked(content, RECORD, "a record")
    return found


def with_kind(line: str, kind: str | None) -> str:
    """A line of `pages.jsonl` with the name of the page's kind.

    >>> with_kind('{"template": "t", "kind": null, "hit": true}', "goods")
    '{"template": "t", "kind": "goods", "hit": true}'
    """
    if kind is None:
        return line
    if _NO_KIND in line:  # no text can hold this: within texts, quotes are escaped
        return line.replace(_NO_KIND, f', "kind": {json_text(kind)}, "hit": ', 1)
    content: dict[str, object] = {}
    for name, value in json.loads(line).items():  # of an older release
        content[name] = value
        if name == "template":
            content["kind"] = kind
    return json_line(content)


def with_mark(line: str, reason: str | None) -> str:
    """A line of `pages.jsonl` that says why the page was read without layout, before its title.

    >>> with_mark('{"confidence": 1.0, "title": "Tides"}', "the browser died")
    '{"confidence": 1.0, "without_layout": "the browser died", "title": "Tides"}'
    """
    if reason is None:
        return line
    content = json.loads(line)
    at = list(content).index("title")
    parts = list(content.items())
    return json_line(dict([*parts[:at], (WITHOUT_LAYOUT, reason), *parts[at:]]))


def mark_of(line: str) -> str | None:
    """Why a page was read without layout, as its line says; None if it does not."""
    return json.loads(line).get(WITHOUT_LAYOUT) if f'"{WITHOUT_LAYOUT}": ' in line else None


def json_text(text: str) -> str:
    """A text as JSON, escaped as lines are."""
    return json_line({"": text})[len('{"": ') : -1]


def areas_in(areas: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All areas of a line, parents before what is in them."""
    rest = list(areas)[::-1]
    while rest:
        area = rest.pop()
        yield area
        rest.extend(reversed(area["children"]))


def nested_areas(areas: Sequence[AreaResult]) -> list[dict[str, Any]]:
    """The areas of a page as JSON values, those inside others as their children."""
    forms: dict[int, dict[str, Any]] = {
        area.id: {
            "id": area.id,
            "role": area.role,
            "confidence": round(area.confidence, 4),
            "text": area.text,
            "elements": [list(path) for path in area.elements],
            "children": [],
        }
        for area in areas
    }
    inner: set[int] = set()
    for area in areas:
        forms[area.id]["children"] = [forms[child] for child in area.children]
        inner.update(area.children)
    return [form for number, form in forms.items() if number not in inner]


def _area_texts(areas: Sequence[AreaResult]) -> list[str]:
    """What `nested_areas` gives, as JSON: a page has hundreds of areas, whose values are much the same."""
    forms: dict[int, str] = {}
    sure = {value: repr(round(value, 4)) for value in {area.confidence for area in areas}}
    roles = {role: "null" if role is None else encode_basestring(role) for role in {area.role for area in areas}}
    for number, role, confidence, text, elements, children in reversed(areas):  # what is in others before them
        below = ", ".join([forms.pop(child) for child in children]) if children else ""
        forms[number] = (
            f'{{"id": {number}, "role": {roles[role]}, "confidence": {sure[confidence]}, '
            f'"text": {encode_basestring(text)}, "elements": {_paths_text(elements)}, "children": [{below}]}}'
        )
    return list(reversed(forms.values()))


def _paths_text(elements: tuple[Path, ...]) -> str:
    return f"[{', '.join([_path_text(path) for path in elements])}]"


@lru_cache(maxsize=8192)
def _path_text(path: Path) -> str:
    """The path of an element as JSON; most are the same on all pages of a template."""
    return str(list(path))


def _is_text(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


class AreaResult(NamedTuple):
    """One area of a template as found on a page."""

    id: int
    """The area's number in the template."""
    role: str | None
    confidence: float
    text: str
    elements: tuple[Path, ...]
    """Elements of this page as paths of element positions from the root element."""
    children: tuple[int, ...]
    """Numbers of the areas inside."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """What a page gave."""

    template: str
    version: int
    hit: bool
    confidence: float
    areas: Sequence[AreaResult]
    complete: bool = True
    """All areas that the template has for certain were found."""
    verified: float | None = None
    """Share of the elements found whose subtree is the template's; None if that was not asked for."""

    @property
    def status(self) -> str:
        """What the page's line says of it."""
        return "ok" if self.complete else "partial"
