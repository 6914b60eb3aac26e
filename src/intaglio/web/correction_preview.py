"""What a correction would change, before it is kept: how many rows or pages, and ten of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from intaglio.collection.corrections.correction import Correction, What
from intaglio.collection.page_lines import areas_in
from intaglio.collection.review.correction_files import foreseen
from intaglio.errors import BadCorrection
from intaglio.tables import Column, Kind, TemplateKey
from intaglio.tables.table import fields_of
from intaglio.web.asking.area_pages import addressed
from intaglio.web.asking.placed_blocks import placed_blocks
from intaglio.web.inspection import Inspection
from intaglio.web.row_index import Wish, shown
from intaglio.web.screens.log_screen import in_words
from intaglio.web.screens.parts.page_titles import told_titles

TEN = 10


def preview_of(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """Rows concerned, all rows, and ten of them before and after."""
    return PREVIEWS[one.what](inspection, one)


def preview_of_mark(
    inspection: Inspection, one: Correction, column: Column, key: TemplateKey, line: Mapping[str, Any]
) -> dict[str, Any]:
    """The cell that is marked, `alone` if no other changes by it; else all that do."""
    kind = _kind(inspection, one)
    after = next(other for other in inspection.table_with(kind, one).columns if other.id == column.id)
    if after.whence(key) != column.whence(key):
        return {**preview_of(inspection, one), "alone": False}
    rows, _ = inspection.rows(kind, Wish(natural=True, count=TEN))
    titles = [line["title"] or line["url"] or line["source"], *(row.title for row in rows)]
    before = shown(column.value(fields_of(line), key))
    told = {"title": told_titles(titles, titles)[0], "before": before, "after": None}
    words = f"“{column.name}” will be marked {one.value}"
    if len(one.examples) > 1:
        words = f"“{column.name}” should be “{one.examples[-1].value[:80]}” here; other pages keep what they have"
    return {**_said(words, 1, inspection.table(kind).rows, [told]), "alone": True}


def preview_of_case(inspection: Inspection, cases: Sequence[Correction]) -> dict[str, Any]:
    """The cells of a page that will be held to what they have."""
    kind = _kind(inspection, cases[0])
    main = {column.id: column.name for column in inspection.table(kind).main}
    ten = [{"title": main.get(str(one.target.column)), "before": one.examples[0].value, "after": None} for one in cases]
    words = "what this page has will be confirmed, and held by intaglio check"
    return _said(words, len(cases), len(main), ten[:TEN], "cells")


def preview_of_import(inspection: Inspection, lines: Sequence[str]) -> dict[str, Any]:
    """The corrections that an import adds."""
    added, known = foreseen(inspection.collection, lines)
    words = f"{len(added):,} corrections will be added" + (f", {known:,} are known" if known else "")
    ten = [{"title": in_words(inspection, one), "before": one.who, "after": None} for one in added[:TEN]]
    return _said(words, len(added), len(added) + known, ten, "corrections")


def _said(words: str, rows: int, of: int, ten: list[dict[str, Any]], what: str = "rows") -> dict[str, Any]:
    titles = [one["title"] or "" for one in ten]
    if len(set(titles)) > 1:
        ten = [{**one, "title": title} for one, title in zip(ten, told_titles(titles, titles), strict=True)]
    return {"words": words, "rows": rows, "of": of, "ten": ten, "what": what}


def _kind(inspection: Inspection, one: Correction) -> Kind:
    if one.target.kind is None:
        raise BadCorrection("this does not say which kind")
    return inspection.kind(one.target.kind)


def _column(inspection: Inspection, one: Correction) -> tuple[Kind, Column]:
    kind = _kind(inspection, one)
    found = next((column for column in inspection.table(kind).columns if column.id == one.target.column), None)
    if found is None:
        raise BadCorrection(f"{kind.name} has no column '{one.target.column}'")
    return kind, found


def _of_column(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """A column gets another name, place or type."""
    kind, column = _column(inspection, one)
    table = inspection.table(kind)
    if one.what is What.RENAME and any(other.name == one.value and other.id != column.id for other in table.kept):
        raise BadCorrection(f"{kind.name} has a column '{one.value}' already")
    after = replace(column, type=one.value) if one.what is What.TYPE else column  # type: ignore[arg-type]
    ten, looked, lost = [], 0, 0
    for line in _lines(inspection, kind):
        key = next(key for key in kind.templates if key.template == line["template"])
        before = shown(column.value(fields_of(line), key))
        if before is not None or one.what is What.TYPE:
            gone = one.what is What.HIDE and one.value
            new = None if gone else shown(after.value(fields_of(line), key))
            if one.what is What.TYPE and before is not None:
                new, looked, lost = new or "nothing", looked + 1, lost + (new is None)
            ten.append({"title": line["title"], "before": before, "after": new})
    words = {
        What.RENAME: f"“{column.name}” will be called “{one.value}”",
        What.TYPE: f"“{column.name}”, now {column.type}, will be {one.value}"
        + (f"; {lost} of {looked} values that were looked at are none, and will be empty" if lost else ""),
        What.HIDE: f"“{column.name}” will {'be left out' if one.value else 'be shown'}",
        What.MAIN: f"“{column.name}” will {'be a main column' if one.value else 'stand behind the main columns'}",
    }[one.what]
    return _said(words, round(column.fill * table.rows), table.rows, ten[:TEN])


def _lines(inspection: Inspection, kind: Kind) -> list[dict[str, Any]]:
    """The records of some pages of a kind, spread over it."""
    captures = [
        page.capture for key in kind.templates[:5] for page in inspection.spread(key.site, key.template, 2 * TEN)
    ]
    return [line for capture in captures if (line := inspection.record_line(capture)) is not None]


def _of_kind(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """A kind gets another name, or none wants it."""
    kind = _kind(inspection, one)
    words = f"{kind.name} will be called “{one.value}”"
    if one.what is What.IGNORE_KIND:
        words = f"{kind.name} will have {'no table' if one.value else 'a table again'}"
    return _said(words, kind.pages, inspection.figures().pages, _pages(inspection, kind), "pages")


def _pages(inspection: Inspection, kind: Kind) -> list[dict[str, Any]]:
    rows, _ = inspection.rows(kind, Wish(natural=True, count=TEN))
    return [{"title": row.title, "before": row.url or row.source, "after": None} for row in rows]


def _merge(inspection: Inspection, one: Correction) -> dict[str, Any]:
    kind, other = _kind(inspection, one), inspection.kind(str(one.value))
    if kind.id == other.id:
        raise BadCorrection("a kind cannot be merged with itself")
    mine = {column.name for column in inspection.table(kind).main}
    theirs = [column.name for column in inspection.table(other).main]
    both = [name for name in theirs if name in mine]
    words = (
        f"{other.name} will be part of {kind.name}: {len(both)} of its {len(theirs)} main columns have the same name"
    )
    return _said(words, other.pages, kind.pages + other.pages, _pages(inspection, other), "pages")


def _apart(inspection: Inspection, one: Correction) -> dict[str, Any]:
    kind, other = _kind(inspection, one), inspection.kind(str(one.value))
    words = f"{kind.name} and {other.name} will stay two kinds, whatever later runs find"
    return _said(words, 0, kind.pages + other.pages, [], "pages")


def _merge_columns(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """Where a column has nothing, it will have what another one has."""
    kind, kept = _column(inspection, one)
    taken = next((column for column in inspection.table(kind).columns if column.id == one.value), None)
    if taken is None or taken.id == kept.id:
        raise BadCorrection(f"{kind.name} has no other column '{one.value}'")
    if kept.items or taken.items:
        raise BadCorrection("lists whose items are more than a text each cannot be merged")
    both = f"; its type will be text, for one is {kept.type}, the other {taken.type}" if kept.type != taken.type else ""
    return _of_cells(inspection, one, f"“{taken.name}” will be part of “{kept.name}”{both}")


def _of_cells(inspection: Inspection, one: Correction, words: str) -> dict[str, Any]:
    """Cells of a column that will have other values, by the records of some pages."""
    kind, column = _column(inspection, one)
    table = inspection.table(kind)
    after = next(other for other in inspection.table_with(kind, one).columns if other.id == column.id)
    changed, looked = [], 0
    for line in _lines(inspection, kind):
        key = next(key for key in kind.templates if key.template == line["template"])
        old, new = (shown(each.value(fields_of(line), key)) for each in (column, after))
        looked += 1
        if old != new:
            changed.append({"title": line["title"], "before": old, "after": new})
    return _said(words, round(table.rows * len(changed) / max(looked, 1)), table.rows, changed[:TEN])


def _split(inspection: Inspection, one: Correction) -> dict[str, Any]:
    place = one.target.places[0]
    kind = inspection.kind_of_template().get((place.site, place.template))
    if kind is None:
        raise BadCorrection(f"template {place.template} is of no kind")
    if len(kind.templates) == 1:
        raise BadCorrection(f"{kind.name} has no other template")
    pages = inspection.figures().of(place.site, place.template)["pages"]
    ten = [
        {"title": line.get("title"), "before": row.url or row.source, "after": None}
        for row, line in inspection.lines(place.site, place.template, TEN)
    ]
    return _said(f"template {place.template} will leave {kind.name}", pages, kind.pages, ten, "pages")


def _mark(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """A mark is of one cell; where the right value stands elsewhere, its column is led there on all pages."""
    kind, column = _column(inspection, one)
    words = f"a cell of “{column.name}” will be marked {one.value}"
    after = next(other for other in inspection.table_with(kind, one).columns if other.id == column.id)
    left = [key.template for key in kind.templates if column.is_in(key) and not after.is_in(key)]
    if one.value == "right" and len(one.examples) > 1:
        words = f"“{column.name}” will be taken from where “{one.examples[-1].value[:80]}” stands"
    elif left:
        words = f"“{column.name}” is wrong again and again: nothing will be taken from template {left[0]} any more"
    return _of_cells(inspection, one, words)


def _body(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """What stands at a place, or in an area, of a template's pages is content, or is not."""
    place = one.target.places[0]
    meant = addressed(inspection, one).target
    blocks = {meant.block, *meant.blocks}
    pages = inspection.figures().of(place.site, place.template)["pages"]
    ten, there, looked = [], 0, 0
    for row in inspection.spread(place.site, place.template, TEN):
        shown_page = inspection.page(row.capture)
        looked += 1
        texts = [block.text for block in placed_blocks(inspection, shown_page) if block.place in blocks]
        if texts:
            there += 1
            words = shown(" · ".join(texts))
            ten.append({"title": shown_page.title, "before": words, "after": words if one.value else None})
    what = "what stands there" if meant.area is None else f"area {meant.area}"
    words = f"{what} on pages of template {place.template} will be {'' if one.value else 'no '}content"
    return _said(words, round(pages * there / max(looked, 1)), pages, ten, "pages")


def _role(inspection: Inspection, one: Correction) -> dict[str, Any]:
    """An area has another role, or is a list or none."""
    place = one.target.places[0]
    meant = addressed(inspection, one).target
    pages = inspection.figures().of(place.site, place.template)["pages"]
    ten = []
    for row, line in inspection.lines(place.site, place.template, TEN):
        text = next((area["text"] for area in areas_in(line["areas"]) if area["id"] == one.target.area), "")
        ten.append({"title": line.get("title") or row.url or row.source, "before": shown(text), "after": None})
    role = f"have the role {one.value}" if one.value else "have no role"
    if one.what is What.LIST:
        role = "be a list" if one.value else "be no list"
    words = f"area {one.target.area} of template {place.template} will {role}"
    if meant.blocks:
        words += ", and articles go by it"
    if meant.path is not None:
        words += ", and the next run learns its records so"
    return _said(words, pages, pages, ten, "pages")


PREVIEWS: Mapping[What, Callable[[Inspection, Correction], dict[str, Any]]] = {
    What.RENAME: _of_column, What.HIDE: _of_column, What.MAIN: _of_column, What.TYPE: _of_column,
    What.NAME_KIND: _of_kind, What.IGNORE_KIND: _of_kind, What.MERGE_KIND: _merge, What.SPLIT_KIND: _split,
    What.MARK: _mark, What.ROLE: _role, What.LIST: _role, What.MERGE_COLUMN: _merge_columns,
    What.KEEP_APART: _apart, What.BODY: _body,
}  # fmt: skip
