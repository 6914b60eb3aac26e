"""Questions to people, by pages concerned × doubt: whether an odd cell is right, whether two kinds are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from intaglio.tables import Column, Kind
from intaglio.web.asking.twin_kinds import Twins, twins
from intaglio.web.inspection import Inspection
from intaglio.web.row_index import IndexedRow, Wish, kept_columns

KINDS = 40
"""Kinds that questions are asked of, the largest."""
LOOKED = 100
"""Rows of each that are looked at, the oddest."""
TWINS = 0.4
"""Doubt that two kinds of much the same structure are two."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and what its answers do."""

    id: str
    sort: str
    kind: Kind
    title: str
    why: str
    weight: float
    pages: int
    cell: tuple[IndexedRow, Column, str | None] | None = None
    """The row, the column and the text of a cell."""
    twins: Twins | None = None


def questions(inspection: Inspection) -> list[Question]:
    """All questions, the weightiest first."""
    return inspection.cached("questions", lambda: _questions(inspection))


def _questions(inspection: Inspection) -> list[Question]:
    kinds = inspection.kinds()[:KINDS]
    found = [_of_twins(one) for one in twins(inspection, kinds)]
    for kind in kinds:
        found += _of_cells(inspection, kind)
    return sorted(found, key=lambda one: (-one.weight, one.id))


def _id(*parts: object) -> str:
    return blake2b("\0".join(map(str, parts)).encode("utf-8", "replace"), digest_size=5).hexdigest()


def _of_twins(one: Twins) -> Question:
    id_, weight = _id("kinds", one.kind.id, one.other.id), round(one.pages * TWINS * one.alike, 2)
    return Question(id_, "kinds", one.kind, one.question, one.why, weight, one.pages, twins=one)


def _of_cells(inspection: Inspection, kind: Kind) -> Iterator[Question]:
    """One question of each column and each way to be odd; what was answered makes the rest less doubtful."""
    table = inspection.table(kind)
    columns = kept_columns(table)
    rows, _ = inspection.rows(kind, Wish(count=LOOKED))
    marks = inspection.marks_of(kind)
    answered = Counter(column for column, _ in marks)
    first: dict[tuple[int, bool], IndexedRow] = {}
    concerned: Counter[tuple[int, bool]] = Counter()
    for row in rows:
        for at in row.reasons:
            group = (at, not row.cells[at]) if at >= 0 else (-1, False)
            if at >= 0 and (columns[at].id, row.source) not in marks:
                concerned[group] += 1
                first.setdefault(group, row)
    for (at, empty), row in first.items():
        column, pages = columns[at], concerned[at, empty]
        title = f"Has this page no “{column.name}”?" if empty else f"Is this the “{column.name}”?"
        doubt = min(1.0, row.odd / len(row.reasons)) / (1 + answered[column.id])
        id_ = _id("cell", kind.id, column.id, row.source)
        yield Question(
            id_, "cell", kind, title, row.reasons[at], round(pages * doubt, 2), pages, cell=(row, column, row.cells[at])
        )


def answers(one: Question) -> Mapping[str, Any]:
    """What the two answers ask of the server."""
    if one.twins is not None:
        places = [[key.site, key.template, None] for key in one.twins.kind.templates]
        target = {"kind": one.twins.kind.id, "places": places}
        both = {"target": target, "value": one.twins.other.id, "examples": []}
        return {"yes": {"what": "merge-kind", **both}, "no": {"what": "keep-apart", **both}}
    assert one.cell is not None
    row, column, _ = one.cell
    cell = {"kind": one.kind.id, "column": column.id, "capture": row.capture}
    return {"yes": {**cell, "value": "right"}, "no": {**cell, "value": "wrong"}}
