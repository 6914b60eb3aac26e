"""Table: rows and columns, sorted, filtered, the oddest first; each cell can be marked right or wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from intaglio.collection.corrections.correction import Correction
from intaglio.tables import Column
from intaglio.web.inspection import Inspection
from intaglio.web.row_index import COUNTED, IndexedRow, Wish, kept_columns
from intaglio.web.screens.fields_screen import kind_about
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_titles import told_titles

ROWS = 50
"""Rows on a screen."""


def table_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """Rows × columns, sort, filter, oddest first."""
    kind = inspection.kind(asked.text("kind"))
    table = inspection.table(kind)
    columns = list(kept_columns(table))
    everything = asked.choice("columns", ("main", "all")) == "all"
    shown = [at for at, column in enumerate(columns) if everything or column.main]
    wish = _wish(columns, asked)
    rows, total = inspection.rows(kind, wish)
    titles = told_titles([row.title or row.url or row.source for row in rows], [row.url or row.source for row in rows])
    marks = inspection.marks_of(kind)
    following = wish.start + ROWS if len(rows) == ROWS and (wish.start + ROWS < total or total > COUNTED) else None
    query = {name: text for name, text in asked.items() if text and name not in ("kind", "from")}
    return {
        "kind": kind_about(inspection, kind),
        "columns": [
            {"id": columns[at].id, "name": columns[at].name, "type": columns[at].type, "main": columns[at].main,
             "filter": wish.filters.get(at, ""), "fill": columns[at].fill}
            for at in shown
        ],
        "every": everything,
        "rows": [
            {**_row(row, shown, columns, marks), "title": title} for row, title in zip(rows, titles, strict=True)
        ],
        "sort": asked.text("sort") or "odd",
        "descending": wish.descending,
        "filtered": bool(wish.filters),
        "total": total,
        "more": total > COUNTED and bool(wish.filters),
        "counted": COUNTED,
        "from": wish.start,
        "next": following,
        "previous": max(0, wish.start - ROWS) if wish.start else None,
        "query": query,
        "kept": urlencode({name: text for name, text in query.items() if name not in ("sort", "desc")}),
        "told": _told(wish, len(rows), total),
    }  # fmt: skip


def _told(wish: Wish, rows: int, total: int) -> str:
    """Which rows are shown, of how many."""
    many = f"more than {COUNTED:,}" if wish.filters and total > COUNTED else f"{total:,}"
    return f"{wish.start + 1:,} to {wish.start + rows:,} of {many}" if rows else ""


def _wish(columns: Sequence[Column], asked: Asked) -> Wish:
    ids = {column.id: at for at, column in enumerate(columns)}
    sort = asked.text("sort")
    filters = {
        ids[name[2:]]: text for name, text in asked.items() if name.startswith("f.") and text and name[2:] in ids
    }
    return Wish(ids.get(sort), asked.text("desc") == "1", sort == "read", filters, asked.number("from"), ROWS)


def _row(
    row: IndexedRow, shown: Sequence[int], columns: Sequence[Column], marks: Mapping[tuple[str, str], Correction]
) -> dict[str, Any]:
    return {
        "capture": row.capture, "url": row.url or row.source, "source": row.source,
        "template": row.template, "odd": row.odd, "why": row.reasons.get(-1),
        "cells": [
            {"text": row.cells[at], "odd": row.reasons.get(at),
             "mark": str(mark.value) if (mark := marks.get((columns[at].id, row.source))) is not None else None,
             "said": mark.id if mark is not None else None,
             "rightly": mark.examples[-1].value if mark is not None and mark.value == "right" and mark.examples
             and mark.examples[-1].value != row.cells[at] else None}
            for at in shown
        ],
    }  # fmt: skip
