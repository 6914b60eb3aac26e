"""Page: what one page looks like, says and gave, and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from intaglio.articles import Article
from intaglio.collection.corrections.area_roles import role_now
from intaglio.collection.lookup.page_reader import PageReader
from intaglio.collection.page_lines import ARTICLES
from intaglio.collection.reading import Reading
from intaglio.collection.records.field_stats import leaves
from intaglio.collection.review.cases import raw_value
from intaglio.errors import IntaglioError
from intaglio.page import Page
from intaglio.tables import Kind, TemplateKey
from intaglio.tables.table import fields_of
from intaglio.web.inspection import Inspection, ShownPage
from intaglio.web.row_index import shown as as_text
from intaglio.web.safe_view.page_marks import PageMarks
from intaglio.web.screens.parts.area_boxes import drawn_areas
from intaglio.web.screens.parts.asked import Asked
from intaglio.web.screens.parts.frame import LOOKS, pointing_address
from intaglio.web.screens.parts.page_views import LIT, STANDING, images_of_column, page_view, texts_of_column

TABS = ("record", "text", "markdown", "areas", "why")
BLOCKS = 400
"""Blocks that are listed."""
LONGEST = 400
"""Characters of a text that are shown."""
TEXTS = 3000
"""Texts that are listed."""


def page_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """Picture or safe view; record, text, Markdown, areas, or why."""
    shown = inspection.page(asked.number("capture"))
    name = shown.row.template
    template = inspection.template(name) if name is not None else None
    kind = inspection.kind_of_template().get((shown.row.site, name)) if name is not None else None
    pick = _picked(inspection, kind, asked.text("pick"))
    tab = "text" if pick is not None else asked.choice("show", TABS)
    view = page_view(inspection, shown, template)
    looks = tuple(look for look in LOOKS if look != "picture" or view["form"] != "frame")
    chosen = asked.choice("view", looks)
    if view["form"] == "picture" and chosen in ("frame", "article"):
        view = {"form": "frame", "href": f"/pages/{shown.row.capture}/frame", "areas": view["areas"]}
    view["view"] = {"article": "article", "light": "light"}.get(chosen, "plain")
    if view["form"] == "frame":
        named = "?names=1" if tab == "record" else ""
        view["href"] += f"?look={chosen}&pick={quote(pick['id'], safe='')}" if pick is not None else named
    return {
        "page": {
            "capture": shown.row.capture, "title": shown.title, "url": shown.row.url, "source": shown.row.source,
            "site": shown.row.site, "template": name, "status": shown.row.status, "hit": shown.row.hit,
            "confidence": shown.line.get("confidence"), "ms": shown.row.ms, "unread": shown.reason,
        },
        "kind": {"id": kind.id, "name": kind.name} if kind is not None else None,
        "view": view,
        "looks": list(looks) if view["form"] != "boxes" else [],
        "look": chosen,
        "tab": tab,
        "tabs": list(TABS),
        "pick": pick,
        "point": pointing_address(shown.row.capture, chosen, pick["id"]) if pick is not None else None,
        tab: PARTS[tab](inspection, shown),
    }  # fmt: skip


def _picked(inspection: Inspection, kind: Kind | None, column: str) -> dict[str, str] | None:
    """The column whose right value is to be pointed at, if there is such a one."""
    columns = inspection.table(kind).columns if kind is not None and column else ()
    return next(({"id": one.id, "name": one.name} for one in columns if one.id == column), None)


def _record(inspection: Inspection, shown: ShownPage) -> dict[str, Any]:
    line = inspection.record_line(shown.row.capture)
    if line is None:
        return {"cells": [], "fields": [], "misfits": []}
    marks = inspection.marks(shown)
    places = marks.fields() if marks is not None else {}
    columns = inspection.column_of_field(shown.row.site, line["template"])
    fields: dict[str, list[str]] = {}
    for name, value in leaves(line["fields"]):
        if value is not None:
            fields.setdefault(name, []).append(str(value))
    return {
        "cells": _cells(inspection, shown, line),
        "fields": [
            {"name": columns[name].name if name in columns else name, "raw": name, "count": len(values),
             "values": [value[:LONGEST] for value in values[:8]], "texts": places.get(name, [])[:STANDING]}
            for name, values in fields.items()
        ],
        "misfits": line["misfits"],
    }  # fmt: skip


def _cells(inspection: Inspection, shown: ShownPage, line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The page's row: the cells of its kind's main columns, with what people said of them."""
    kind = inspection.kind_of_template().get((shown.row.site, line["template"]))
    if kind is None:
        return []
    key = TemplateKey(shown.row.site, line["template"])
    said, fields = inspection.marks_of(kind), fields_of(line)
    texts, images = texts_of_column(inspection, shown), images_of_column(inspection, shown)
    return [
        {"id": column.id, "name": column.name, "type": column.type, "text": as_text(column.value(fields, key)),
         "raw": raw_value(column, fields, key),
         "mark": str(mark.value) if (mark := said.get((column.id, shown.row.source))) is not None else None,
         "said": mark.id if mark is not None else None,
         "places": [[one.site, one.template, ".".join(place)] for one, place in column.places.items()],
         "texts": texts.get(column.id, [])[:STANDING], "images": images.get(column.id, [])[:STANDING]}
        for column in inspection.table(kind).main
    ]  # fmt: skip


def _article(inspection: Inspection, shown: ShownPage) -> dict[str, Any]:
    """The article as the store has it; as people want it, if they said something of its places."""
    template = shown.row.template
    if template is not None and inspection.memory(shown.row.site, template).given is not None:
        found = inspection.article(shown)
        if found is not None:
            return found.as_dict()
    with inspection.collection.store.reading() as tx:
        line = tx.lookups.stage_line(ARTICLES, shown.row.capture)
    return json.loads(line) if line is not None else {}


def _text(inspection: Inspection, shown: ShownPage) -> dict[str, Any]:
    """The page's texts in order, each with what it is: the way to point at one without a picture."""
    found = _article(inspection, shown)
    marks = inspection.marks(shown)
    names = inspection.field_names(shown.row.site, shown.row.template) if shown.row.template is not None else {}
    texts = [] if shown.page is None else _texts(shown.page, marks, names)
    return {"article": found.get("text"), "title": found.get("title"), "author": found.get("author"),
            "date": found.get("date"), "texts": texts}  # fmt: skip


def _texts(page: Page, marks: PageMarks | None, names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"number": number, "text": " ".join(text.split())[:LONGEST],
         "state": marks.texts[number] if marks is not None else "unknown",
         "field": names.get(raw, raw) if marks is not None and (raw := marks.text_fields.get(number)) else None}
        for number, text in enumerate(page.texts[:TEXTS])
    ]  # fmt: skip


def _markdown(inspection: Inspection, shown: ShownPage) -> dict[str, Any]:
    return {"markdown": _article(inspection, shown).get("markdown")}


def _areas(inspection: Inspection, shown: ShownPage) -> list[dict[str, Any]]:
    if shown.row.template is None:
        return []
    roles = inspection.area_roles(shown.row.site, shown.row.template)
    areas = drawn_areas(inspection.template(shown.row.template).areas, shown.line)
    held = inspection.area_texts(shown)
    return [
        {**area, "role": role_now(area["role"], area["number"], roles), "texts": held.get(area["number"], [])[:LIT]}
        for area in areas
    ]


def _why(inspection: Inspection, shown: ShownPage) -> dict[str, Any]:
    if shown.captured is None:
        return {"problem": shown.reason}
    try:
        reading = PageReader(inspection.knowledge()).read(shown.captured)
    except IntaglioError as error:
        return {"problem": str(error)}
    why = reading.why
    return {
        "problem": None,
        "template": why.template if why else None, "difference": why.difference if why else None,
        "runner_up": why.runner_up if why else None,
        "runner_up_difference": why.runner_up_difference if why else None,
        "threshold": why.threshold if why else None,
        "now": reading.template, "confidence": reading.confidence, "complete": reading.complete,
        "misfits": [{"tag": one.tag, "text": one.text} for one in reading.misfits],
        "blocks": _blocks(reading, inspection.marks(shown)),
    }  # fmt: skip


def _blocks(reading: Reading, marks: PageMarks | None) -> list[dict[str, Any]]:
    """The text blocks of a page: taken as content, or left out and on whose account; neighbours left out as one."""
    found: Article | None = reading.article
    if found is None:
        return []
    body = found.body
    blocks = body.blocks
    rows = zip(blocks.start.tolist(), blocks.stop.tolist(), body.keep.tolist(), body.likely.tolist(), strict=True)
    told: list[dict[str, Any]] = []
    for start, stop, kept, likely in rows:
        account = None if kept else _account(range(start, stop), likely, marks)
        text = reading.page.flow(range(start, stop))[:LONGEST]
        if told and account is not None and told[-1]["account"] == account:
            told[-1]["blocks"] += 1
            told[-1]["text"] = f"{told[-1]['text']} · {text}"[:LONGEST]
        elif len(told) < BLOCKS:
            told.append({"text": text, "kept": kept, "likely": round(likely, 3), "first": start, "blocks": 1,
                         "account": account})  # fmt: skip
    return told


def _account(texts: range, likely: float, marks: PageMarks | None) -> str:
    """Why a block was left out."""
    if marks is not None and all(marks.texts[text] == "fixed" for text in texts):
        return "the template: it is fixed there"
    if likely >= 0.5:
        return "its template's other pages: it repeats there, or is a copy of another block"
    return "the block itself: it does not read like content"


PARTS: Mapping[str, Callable[[Inspection, ShownPage], Any]] = {
    "record": _record, "text": _text, "markdown": _markdown, "areas": _areas, "why": _why,
}  # fmt: skip
