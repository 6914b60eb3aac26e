"""A line of `pages.jsonl`, and what lines that are stored say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from intaglio.compact_json import compact_json, read_json
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
_NO_KIND = re.compile(r',( ?)"kind": ?null, ?"hit":')
_NO_AREAS = b'"areas":[],"ms":'


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
        "areas": nested_areas(reading.areas),
        "ms": ms,
    }
    try:
        return compact_json(content).decode()
    except RecursionError:  # areas within hundreds of others
        about, behind = compact_json({**content, "areas": []}).rsplit(_NO_AREAS, 1)
        return (about + b'"areas":[' + _deep_areas(content["areas"]) + b'],"ms":' + behind).decode()


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

    >>> with_kind('{"template":"t","kind":null,"hit":true}', "goods")
    '{"template":"t","kind":"goods","hit":true}'
    """
    if kind is None:
        return line
    if found := _NO_KIND.search(line):  # no text can hold this: within texts, quotes are escaped
        blank = found[1]  # lines of older releases have them
        told = f',{blank}"kind":{blank}{json_text(kind)},{blank}"hit":'
        return line[: found.start()] + told + line[found.end() :]
    content: dict[str, object] = {}
    for name, value in read_json(line).items():  # of an older release
        content[name] = value
        if name == "template":
            content["kind"] = kind
    return compact_json(content).decode()


def with_mark(line: str, reason: str | None) -> str:
    """A line of `pages.jsonl` that says why the page was read without layout, before its title.

    >>> with_mark('{"confidence":1.0,"title":"Tides"}', "the browser died")
    '{"confidence":1.0,"without_layout":"the browser died","title":"Tides"}'
    """
    if reason is None:
        return line
    content = read_json(line)
    at = list(content).index("title")
    parts = list(content.items())
    return compact_json(dict([*parts[:at], (WITHOUT_LAYOUT, reason), *parts[at:]])).decode()


def mark_of(line: str) -> str | None:
    """Why a page was read without layout, as its line says; None if it does not."""
    return read_json(line).get(WITHOUT_LAYOUT) if f'"{WITHOUT_LAYOUT}":' in line else None


def json_text(text: str) -> str:
    """A text as JSON, escaped as lines are."""
    return compact_json(text).decode()


def areas_in(areas: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All areas of a line, parents before what is in them."""
    rest = list(areas)[::-1]
    while rest:
        area = rest.pop()
        yield area
        rest.extend(reversed(area["children"]))


def nested_areas(areas: Sequence[AreaResult]) -> list[dict[str, Any]]:
    """The areas of a page as JSON values, paths as tuples, those inside others as their children."""
    forms: dict[int, dict[str, Any]] = {
        number: {
            "id": number, "role": role, "confidence": round(confidence, 4), "text": text, "elements": elements,
            "children": [],
        }
        for number, role, confidence, text, elements, _ in areas
    }  # fmt: skip
    inner: set[int] = set()
    for area in areas:
        if area.children:
            forms[area.id]["children"] = [forms[child] for child in area.children]
            inner.update(area.children)
    return [form for number, form in forms.items() if number not in inner]


def _deep_areas(areas: Sequence[dict[str, Any]]) -> bytes:
    """Areas as JSON, made from the innermost on: no depth is too deep for it."""
    made: dict[int, bytes] = {}
    for area in reversed(list(areas_in(areas))):  # those inside are made before
        own = compact_json({**area, "children": []})  # which come last
        made[area["id"]] = own[: -len(b"]}")] + b",".join([made.pop(one["id"]) for one in area["children"]]) + b"]}"
    return b",".join([made[area["id"]] for area in areas])


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
