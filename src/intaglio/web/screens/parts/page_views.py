"""Pictures, boxes and strips of pages, for the screens that show a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from intaglio.collection.page_lines import areas_in
from intaglio.collection.template_pictures import TemplatePicture, digest_of, load_picture
from intaglio.page import Page
from intaglio.segment.area_tree import AreaTree
from intaglio.store import PageRow
from intaglio.templates import Template
from intaglio.web.inspection import Inspection, ShownPage
from intaglio.web.safe_view.page_marks import PageMarks
from intaglio.web.screens.parts.page_titles import told_titles

SAMPLED = 40
"""Pages of a template that typical and unlike ones are chosen from."""


def page_view(inspection: Inspection, shown: ShownPage, template: Template | None) -> dict[str, Any]:
    """How a page can be shown: its picture with boxes, the safe view, or boxes alone."""
    picture = founding_picture(inspection, shown, template) if template is not None else None
    areas = drawn_areas(template.areas, shown.line) if template is not None else []
    marks = inspection.marks(shown)
    columns = inspection.column_of_field(template.site, template.id) if template is not None else {}
    names = {raw: column.name for raw, column in columns.items()}
    if picture is not None and template is not None:
        size = (picture.width, picture.height)
        return {
            "form": "picture", "width": size[0], "height": size[1], "href": f"/templates/{template.id}/picture.webp",
            "areas": [area for area in areas if area["rect"] and area["rect"][1] < size[1]],
            "texts": _text_boxes(picture, marks, names), "images": _image_boxes(picture, shown.page, marks, names),
        }  # fmt: skip
    if shown.page is not None:
        return {"form": "frame", "href": f"/pages/{shown.row.capture}/frame", "areas": areas, "view": "plain"}
    placed = [area for area in areas if area["rect"]]
    width = max((area["rect"][0] + area["rect"][2] for area in placed), default=0)
    height = max((area["rect"][1] + area["rect"][3] for area in placed), default=0)
    return {"form": "boxes", "width": width, "height": height, "areas": placed, "reason": shown.reason}


def founding_picture(inspection: Inspection, shown: ShownPage, template: Template) -> TemplatePicture | None:
    """The picture of a template, if it shows this very page."""
    picture = load_picture(inspection.folder, template.id)
    same = picture is not None and shown.captured is not None and digest_of(shown.captured) == picture.digest
    return picture if same else None


def _text_boxes(picture: TemplatePicture, marks: PageMarks | None, names: Mapping[str, str]) -> list[dict[str, Any]]:
    if marks is None:
        return []
    return [
        {"text": text, "state": marks.texts[text], "field": (raw := marks.text_fields.get(text)),
         "name": names.get(raw or "", raw), "rect": rect}
        for text, *rect in picture.texts
        if text < len(marks.texts) and marks.texts[text] != "fixed"
    ]  # fmt: skip


def _image_boxes(
    picture: TemplatePicture, page: Page | None, marks: PageMarks | None, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Images whose address varies; links and the like are lit by their texts."""
    if marks is None or page is None:
        return []
    return [
        {"element": element, "field": (raw := marks.elements[element]), "name": names.get(raw, raw), "rect": rect}
        for element, *rect in picture.elements
        if element in marks.elements and page.tag_name(element) in ("img", "video", "svg", "picture", "canvas")
    ]


def drawn_areas(tree: AreaTree, line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The areas of a template as its tree has them, with what a page has there."""
    found = {area["id"]: area for area in areas_in(line.get("areas", ()))}
    depths: list[int] = []
    drawn = []
    for number, (area, parent) in enumerate(zip(tree.areas, tree.parents, strict=True)):
        depths.append(0 if parent < 0 else depths[parent] + 1)
        here = found.get(number, {})
        drawn.append({
            "number": number, "depth": depths[number], "leaf": not area.children,
            "role": str(area.attributes.get("role") or "") or None,
            "rect": None if area.rect is None else [round(side) for side in area.rect],
            "text": " ".join((here.get("text") or "").split())[:300], "confidence": here.get("confidence"),
            "attributes": {name: value for name, value in area.attributes.items() if name != "role"},
        })  # fmt: skip
    return drawn


def texts_of_column(inspection: Inspection, shown: ShownPage) -> Mapping[str, list[int]]:
    """The texts of each column on a page, by the column's id."""
    marks = inspection.marks(shown)
    if marks is None or shown.row.template is None:
        return {}
    columns = inspection.column_of_field(shown.row.site, shown.row.template)
    found: dict[str, list[int]] = {}
    for raw, texts in marks.fields().items():
        parts = raw.split(".")
        for length in range(len(parts), 0, -1):
            column = columns.get(".".join(parts[:length]))
            if column is not None:
                found.setdefault(column.id, []).extend(texts)
    return found


def strip(inspection: Inspection, site: str, template: str) -> list[dict[str, Any]]:
    """Some pages of a template: the first, a typical one, the one most unlike the others, and one at random."""
    return inspection.cached(("strip", site, template), lambda: _strip(inspection, site, template))


def _strip(inspection: Inspection, site: str, template: str) -> list[dict[str, Any]]:
    with inspection.collection.store.reading() as tx:
        rows = tx.lookups.spread_pages(site, template, SAMPLED)
        lines = {row.capture: json.loads(full.line) for row in rows if (full := tx.lookups.page(row.capture))}
    if not rows:
        return []
    ranked = sorted(rows, key=lambda row: (lines[row.capture]["confidence"], row.sequence))
    chosen = {"first": rows[0], "typical": ranked[len(ranked) // 2], "most unlike": ranked[0]}
    others = [row for row in rows if row not in chosen.values()]
    if others:
        chosen["another"] = others[(7 * len(others)) // 11]
    made: dict[int, dict[str, Any]] = {}
    for why, row in chosen.items():
        made.setdefault(row.capture, _thumb(why, row, lines[row.capture]))
    return _told_apart(list(made.values()))


def _told_apart(thumbs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pages by what tells their titles apart."""
    titles = told_titles([one["title"] for one in thumbs], [one["address"] for one in thumbs])
    return [{**one, "title": title} for one, title in zip(thumbs, titles, strict=True)]


def _thumb(why: str, row: PageRow, line: Mapping[str, Any]) -> dict[str, Any]:
    title = " ".join((line.get("title") or "").split())
    address = row.url or row.source
    return {"why": why, "capture": row.capture, "title": title or address, "address": address,
            "confidence": line["confidence"], "status": row.status}  # fmt: skip
