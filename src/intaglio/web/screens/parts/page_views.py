"""How a page is shown, and where on it columns stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.collection.template_pictures import TemplatePicture, digest_of, load_picture
from intaglio.page import Page
from intaglio.templates import Template
from intaglio.web.inspection import Inspection, ShownPage
from intaglio.web.safe_view.page_marks import PageMarks
from intaglio.web.screens.parts.area_boxes import boxes, drawn_areas

IMAGES = ("img", "video", "svg", "picture", "canvas")
STANDING = 1000
"""Texts, and images, of a column that the lists of columns know."""
LIT = 120
"""Texts of an area that are lit on the safe view, which is told them in an address."""


def page_view(inspection: Inspection, shown: ShownPage, template: Template | None) -> dict[str, Any]:
    """How a page can be shown: its picture with boxes, the safe view, or boxes alone."""
    picture = founding_picture(inspection, shown, template) if template is not None else None
    areas = drawn_areas(template.areas, shown.line) if template is not None else []
    marks = inspection.marks(shown)
    names = inspection.field_names(template.site, template.id) if template is not None else {}
    if picture is not None and template is not None:
        size = (picture.width, picture.height)
        return {
            "form": "picture", "width": size[0], "height": size[1], "href": f"/templates/{template.id}/picture.webp",
            "areas": areas,
            "texts": _text_boxes(picture, marks, names), "images": _image_boxes(picture, shown.page, marks, names),
        }  # fmt: skip
    if shown.page is not None:
        held = inspection.area_texts(shown)
        for area in areas:
            area["texts"] = held.get(area["number"], [])[:LIT]
        return {"form": "frame", "href": f"/pages/{shown.row.capture}/frame", "areas": areas, "view": "plain"}
    return {"form": "boxes", **boxes(areas), "reason": shown.reason}


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
        if element in marks.elements and page.tag_name(element) in IMAGES
    ]


def texts_of_column(inspection: Inspection, shown: ShownPage) -> Mapping[str, list[int]]:
    """The texts of each column on a page, by the column's id."""
    marks = inspection.marks(shown)
    return _by_column(inspection, shown, marks.text_fields) if marks is not None else {}


def images_of_column(inspection: Inspection, shown: ShownPage) -> Mapping[str, list[int]]:
    """The images of each column on a page, as numbers of elements."""
    marks, page = inspection.marks(shown), shown.page
    if marks is None or page is None:
        return {}
    images = {element: raw for element, raw in marks.elements.items() if page.tag_name(element) in IMAGES}
    return _by_column(inspection, shown, images)


def _by_column(inspection: Inspection, shown: ShownPage, fields: Mapping[int, str]) -> Mapping[str, list[int]]:
    """What has a raw field, by the columns that the field, or what it is part of, has become."""
    columns = inspection.column_of_field(shown.row.site, shown.row.template) if shown.row.template else {}
    found: dict[str, list[int]] = {}
    for number, raw in fields.items():
        parts = raw.split(".")
        for length in range(len(parts), 0, -1):
            column = columns.get(".".join(parts[:length]))
            if column is not None:
                found.setdefault(column.id, []).append(number)
    return found
