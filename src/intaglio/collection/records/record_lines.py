"""A page's record as a row of the store and a line of `records/<template>.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import repeat
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from intaglio.compact_json import compact_json
from intaglio.index.passages import lines_of
from intaglio.page import Page
from intaglio.store import CaptureRow, RecordRow, WrapperRow
from intaglio.wrapper import Record
from intaglio.wrapper.page_model.page_tree import collapsed_texts

Names = Mapping[str, Any]
"""Names of fields, with those of the fields in them and so on; an empty one ends a full name."""
_NONE: Names = MappingProxyType({})
_IN_PATHS = "/:@!$&'()*+,;=~"
"""What links have in paths as it is."""


def url_for_links(source: str) -> str | None:
    """What the links of a page without URL resolve against: its place in its folder."""
    return quote(os.fsencode(source), _IN_PATHS) if source else None


def record_row(
    wrapper: WrapperRow, capture: CaptureRow, page: Page, record: Record, steady: frozenset[str]
) -> RecordRow:
    """The record of a page, with those of its texts that are not the template's."""
    values, told = _texts_of(record)
    strings = page.derived(collapsed_texts)
    shown = set(strings)
    without = (steady & shown).difference(values, *(one.strings for one in record.prose.values()))
    texts = lines_of(strings, page.text_breaks.tolist(), without)
    shown -= without
    shown.discard("")
    shown.update(record.prose)
    texts += [text for text in told if text not in shown]
    line = compact_json(record_content(capture.source, capture.url, wrapper.template, page.title, record)).decode()
    return RecordRow(capture.id, wrapper.site, wrapper.template, wrapper.version, line, texts)


def _texts_of(record: Record) -> tuple[list[str], list[str]]:
    """All values of a record's fields in order, and those of them that are not addresses."""
    addresses: dict[str, Any] = {}
    for path, type_ in record.types.items():
        if type_ == "url":
            inner = addresses
            for name in path:
                inner = inner.setdefault(name, {})
            inner[""] = {}
    values: list[str] = []
    told: list[str] = []
    _take_texts(record.fields.items(), addresses, values, told)
    return values, told


def _take_texts(fields: Iterable[tuple[str, Any]], addresses: Names, values: list[str], told: list[str]) -> None:
    """Take in the values of some fields, given with their names, those of lists one by one."""
    for name, value in fields:
        if isinstance(value, str):
            values.append(value)
            if "" not in addresses.get(name, _NONE):
                told.append(value)
        elif isinstance(value, dict):
            _take_texts(value.items(), addresses.get(name, _NONE), values, told)
        elif value:
            _take_texts(zip(repeat(name), value, strict=False), addresses, values, told)


def record_content(
    source: str, url: str | None, template: str | None, title: str | None, record: Record | None
) -> dict[str, Any]:
    """What a line of `records/<template>.jsonl` says."""
    content = {
        "source": source,
        "url": url,
        "template": template,
        "title": title,
        "fields": {} if record is None else record.fields,
        "typed": {} if record is None else record.typed(),
        "misfits": [] if record is None else [one.as_dict() for one in record.misfits],
        "furniture": {} if record is None else record.furniture,
    }
    if record is not None and record.where is not None:
        content["where"] = {name: [list(path) for path in paths] for name, paths in record.where.items()}
    return content
