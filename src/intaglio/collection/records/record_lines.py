"""A page's record as a row of the store and a line of `records/<template>.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any
from urllib.parse import quote

from intaglio.collection.page_lines import json_line
from intaglio.collection.records.field_stats import leaves
from intaglio.index.passages import BETWEEN, lines_of
from intaglio.page import Page
from intaglio.store import CaptureRow, RecordRow, WrapperRow
from intaglio.wrapper import Record

_IN_PATHS = "/:@!$&'()*+,;=~"
"""What links have in paths as it is."""


def url_for_links(source: str) -> str | None:
    """What the links of a page without URL resolve against: its place in its folder."""
    return quote(os.fsencode(source), _IN_PATHS) if source else None


def record_row(
    wrapper: WrapperRow, capture: CaptureRow, page: Page, record: Record, steady: frozenset[str]
) -> RecordRow:
    """The record of a page, with those of its texts that are not the template's."""
    own = {*values_of(record.fields), *chain.from_iterable(one.strings for one in record.prose.values())}
    texts = lines_of(page, steady - own)
    shown = {text for line in texts for text in line.split(BETWEEN)} | record.prose.keys()
    texts += [text for text in _said(record) if text not in shown]
    line = json_line(record_content(capture.source, capture.url, wrapper.template, page.title, record))
    return RecordRow(capture.id, wrapper.site, wrapper.template, wrapper.version, line, texts)


def _said(record: Record) -> Iterator[str]:
    """The values of a record's fields that are not addresses."""
    for name, value in leaves(record.fields):
        if value is not None and record.types.get(tuple(name.split("."))) != "url":
            yield value


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


def values_of(fields: object) -> Iterator[str]:
    """All texts of a record, in order."""
    pending = [fields]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            pending.extend(reversed(list(value.values())))
        elif isinstance(value, Sequence):
            pending.extend(reversed(value))
