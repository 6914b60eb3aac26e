"""Kinds as the report shows them: columns with fill and examples, some rows, and where the columns are on the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from itertools import islice
from typing import Any

from intaglio.collection.page_lines import areas_in, page_of, record_of
from intaglio.collection.report.template_drawing import Box, draw
from intaglio.collection.tables.stored_tables import StoredTables
from intaglio.collection.tables.table_rows import ShownTable, listed_items, shown_table
from intaglio.counted import counted
from intaglio.errors import CodecError
from intaglio.segment.area_tree import AreaTree
from intaglio.store import PageRow, RecordRow, Transaction
from intaglio.tables import Column, Table, TemplateKey
from intaglio.tables.columns.examples import raw_texts
from intaglio.tables.table import fields_of
from intaglio.templates.template_codec import areas_of

KINDS = 24
"""Kinds that are shown, those with most pages."""
ROWS = 5
CELL = 80
"""Letters of a cell."""
LOOKED = 20
"""Records that are looked through for one whose areas are known."""


def kinds_section(tx: Transaction) -> str:
    """The kinds of a collection as HTML; nothing if none are known."""
    stored = StoredTables(tx)
    kinds = [kind for kind in stored.kinds if kind.id not in stored.ignored]
    if not kinds:
        return ""
    blobs = {site: {row.id: row.blob for row in tx.templates.load(site).rows} for site in tx.templates.sites()}
    shown = "".join(_kind(tx, stored.table(kind), blobs) for kind in kinds[:KINDS])
    rest = len(kinds) - KINDS
    more = f'<p class="quiet">… and {rest} more with fewer pages; <code>intaglio kinds</code> lists them.</p>'
    return f"<section><h2>Kinds of pages, and their tables</h2>{shown}{more if rest > 0 else ''}</section>"


def _kind(tx: Transaction, table: Table, blobs: Mapping[str, Mapping[str, bytes]]) -> str:
    kind, shown = table.kind, shown_table(table)
    facts = [
        counted(kind.pages, "page"),
        counted(len(table.main), "main column"),
        f"{len(table.kept) - len(table.main)} more",
    ]
    facts += [f"{len(table.columns) - len(table.kept)} left out", *(["a listing"] if kind.listing else [])]
    templates = ", ".join(f'<a href="#{escape(key.site)}-{key.template}">{key.template}</a>' for key in kind.templates)
    picture = _picture(tx, table, blobs)
    frame = f'<div class="frame">{picture}</div>' if picture else ""
    return (
        f'<article class="kind"><h3>{escape(kind.name)}</h3><p>{" · ".join(facts)}</p>'
        f'<p class="quiet">templates: {templates}</p>'
        f'<div class="{"beside" if picture else ""}">{_columns(table)}{frame}</div>{_rows(tx, shown)}</article>'
    )


def _columns(table: Table) -> str:
    rows = "".join(_column(column) for column in table.main)
    head = "<tr><th>column</th><th>type</th><th>filled</th><th>examples</th></tr>"
    return f'<div class="wide"><table>{head}{rows}</table></div>' if rows else ""


def _column(column: Column) -> str:
    inner = [item.name for item in column.items if item.left_out is None]
    said = "{" + ", ".join(inner) + "}" if inner else " · ".join(one[:CELL] for one in column.examples)
    return (
        f"<tr><td><b>{escape(column.name)}</b></td><td>{escape(column.type)}</td><td>{100 * column.fill:.0f} %</td>"
        f'<td class="quiet">{escape(said)}</td></tr>'
    )


def _rows(tx: Transaction, shown: ShownTable) -> str:
    rows = list(islice(shown.rows(tx), ROWS)) if shown.columns else []
    if not rows:
        return ""
    name, items = listed_items(shown, rows, ROWS) or ("", [])
    below = f'<p class="quiet">rows of {escape(name)}:</p>{_table(items, list(items[0]))}' if items else ""
    return _table(rows, list(shown.columns)) + below


def _table(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(_cell(row[name]))}</td>" for name in names) + "</tr>" for row in rows)
    return f'<div class="wide rows"><table><tr>{head}</tr>{body}</table></div>'


def _cell(value: object) -> str:
    if isinstance(value, dict) and value.keys() == {"amount", "currency"}:
        return f"{value['currency']} {value['amount']:,.2f}"
    if isinstance(value, list):
        texts = [one for one in value if isinstance(one, str)]
        return ", ".join(texts)[:CELL] or counted(len(value), "item")
    return "" if value is None else str(value)[:CELL]


def _picture(tx: Transaction, table: Table, blobs: Mapping[str, Mapping[str, bytes]]) -> str:
    """The areas of the largest template, those that hold a column named by it; empty without layout."""
    kind = table.kind
    counts = {site: tx.pages.by_template(site) for site in {key.site for key in kind.templates}}
    sizes = {key: counts[key.site].get(key.template, 0) for key in kind.templates}
    key = max(kind.templates, key=lambda one: sizes[one])
    tree = None
    with suppress(CodecError, LookupError):  # told of when the run met it
        tree = areas_of(blobs[key.site][key.template])
    if tree is None or all(area.rect is None for area in tree.areas):
        return ""
    page, record = _page_with_record(tx, key)
    if page is None or record is None:
        return ""
    texts = {area["id"]: _folded(area["text"]) for area in areas_in(page_of(page.line)["areas"])}
    places = column_places(table, key, fields_of(record_of(record.line)), texts)
    return draw(_boxes(tree, texts, places), f"where the columns of {kind.name} stand")


def _boxes(tree: AreaTree, texts: Mapping[int, str], places: Mapping[int, Sequence[str]]) -> list[Box]:
    boxes = []
    for number, area in enumerate(tree.areas):
        if area.rect is not None:
            named = ", ".join(places.get(number, ()))
            role, text = ("column", named) if named else (None, texts.get(number, ""))
            boxes.append(Box(number, area.rect, role, text, leaf=not area.children))
    return boxes


def column_places(
    table: Table, key: TemplateKey, fields: Mapping[str, Any], texts: Mapping[int, str]
) -> dict[int, list[str]]:
    """Which areas hold the main columns of a page: for each the one with the least text that has its value, and its
    label before others: many areas have a `7` in them.
    """
    found: dict[int, list[str]] = {}
    for column in table.main:
        values = raw_texts(column, fields, key)
        value = _folded(values[0]) if values else ""
        holding = [number for number, text in texts.items() if value and _says(text, value)]
        label = _folded(column.label or "")
        told = [number for number in holding if label and label in texts[number]] or holding
        if told:
            found.setdefault(min(told, key=lambda number: (len(texts[number]), number)), []).append(column.name)
    return found


def _says(text: str, value: str) -> bool:
    """Whether a text has a value in it, and not as a part of a longer word or number."""
    before = r"(?<!\w)(?<!\d[.,])" if value[0].isalnum() else ""
    behind = r"(?!\w|[.,]\d)" if value[-1].isalnum() else ""
    return value in text and re.search(before + re.escape(value) + behind, text) is not None


def _page_with_record(tx: Transaction, key: TemplateKey) -> tuple[PageRow | None, RecordRow | None]:
    pages = {row.capture: row for row in islice(tx.pages.pages(site=key.site, template=key.template), LOOKED)}
    for record in islice(tx.records.records(site=key.site, template=key.template), LOOKED):
        if record.capture in pages:
            return pages[record.capture], record
    return None, None


def _folded(text: str) -> str:
    return " ".join(text.split())
