"""Queue: one question at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.tables import Kind
from intaglio.web.asking.questions import Question, answers, questions
from intaglio.web.inspection import Inspection
from intaglio.web.screens.kinds_screen import kind_card
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.page_views import page_view, texts_of_column

SKIPPED = 200
"""Questions that an address can pass over."""


def queue_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """The weightiest question that is not passed over, or the one that is named; of one kind, if one is named."""
    only, skipped = asked.text("only"), [one for one in asked.text("skip").split(",") if one.isalnum()][-SKIPPED:]
    every = [one for one in questions(inspection) if not only or _is_of(one, only)]
    left = [one for one in every if one.id not in skipped]
    named = asked.text("first")
    first = next((one for one in left if one.id == named), left[0] if left else None)
    said = inspection.said()
    return {
        "question": _shown(inspection, first) if first is not None else None,
        "left": len(left),
        "skipped": skipped,
        "answered": sum(one.what in ("mark", "merge-kind", "keep-apart") for one in said),
        "only": only,
        "kind": next((one.name for one in inspection.kinds() if one.id == only), None),
    }


def _is_of(one: Question, kind: str) -> bool:
    return kind == one.kind.id or (one.twins is not None and kind == one.twins.other.id)


def _shown(inspection: Inspection, one: Question) -> dict[str, Any]:
    told = {
        "id": one.id, "sort": one.sort, "title": one.title, "why": one.why, "pages": one.pages, "weight": one.weight,
        "kind": {"id": one.kind.id, "name": one.kind.name, "pages": one.kind.pages}, "answers": answers(one),
    }  # fmt: skip
    return told | (_kinds(inspection, one) if one.twins is not None else _cell(inspection, one))


def _kinds(inspection: Inspection, one: Question) -> dict[str, Any]:
    """Two kinds side by side."""
    assert one.twins is not None
    pair: list[Kind] = [one.twins.kind, one.twins.other]
    shown = {kind.id for kind in inspection.kinds()}
    return {"pair": [kind_card(inspection, kind, shown, None) for kind in pair]}


def _cell(inspection: Inspection, one: Question) -> dict[str, Any]:
    """A cell, what others of its column look like, and the page it is of."""
    assert one.cell is not None
    row, column, text = one.cell
    page = inspection.page(row.capture)
    template = inspection.template(page.row.template) if page.row.template else None
    view = page_view(inspection, page, template)
    texts = texts_of_column(inspection, page).get(column.id, [])[:8]
    if view["form"] == "frame" and texts:
        view["href"] += f"?lit={','.join(map(str, texts))}"
    return {
        "page": {"capture": row.capture, "title": row.title or row.url or row.source},
        "column": {"id": column.id, "name": column.name, "type": column.type, "fill": column.fill,
                   "examples": [example[:120] for example in column.examples[:5]]},
        "text": text, "texts": texts, "view": view,
    }  # fmt: skip
