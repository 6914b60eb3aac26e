"""A page's record as a row of the store and a line of `records/<template>.jsonl`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import Any
from urllib.parse import quote

from intaglio.compact_json import compact_json
from intaglio.index.passages import lines_of
from intaglio.page import Page
from intaglio.store import CaptureRow, RecordRow, WrapperRow
from intaglio.wrapper import Record
from intaglio.wrapper.page_model.page_tree import collapsed_texts

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
    own = {*values, *chain.from_iterable(one.strings for one in record.prose.values())}
    without = steady - own
    strings = page.derived(collapsed_texts)
    texts = lines_of(strings, page.text_breaks.tolist(), without)
    shown = set(strings).difference(without, ("",)).union(record.prose)
    texts += [text for text in told if text not in shown]
    line = compact_json(record_content(capture.source, capture.url, wrapper.template, page.title, record)).decode()
    return RecordRow(capture.id, wrapper.site, wrapper.template, wrapper.version, line, texts)


def _texts_of(record: Record) -> tuple[list[str], list[str]]:
    """All values of a record's fields in order, and those of them that are not addresses."""
    addresses = {".".join(path) for path, type_ in record.types.items() if type_ == "url"}
    values: list[str] = []
    told: list[str] = []
    pending: list[Iterator[tuple[str, Any]]] = [iter(record.fields.items())]
    while pending:
        for name, value in pending[-1]:
            if isinstance(value, str):
                values.append(value)
                if name not in addresses:
                    told.append(value)
            elif value:
                pending.append(_inside(name, value))
                break
        else:
            pending.pop()
    return values, told


def _inside(name: str, value: object) -> Iterator[tuple[str, Any]]:
    """What is in a list, whose items go by its name, or in a sub-record."""
    if isinstance(value, dict):
        return zip([f"{name}.{inner}" for inner in value], value.values(), strict=True)
    assert isinstance(value, Sequence)
    return zip(repeat(name), value, strict=False)


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
