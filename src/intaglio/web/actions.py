"""What the screens' buttons do: preview a correction, keep it, take it back, import some, write files anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from intaglio.collection.collection import fill_collection
from intaglio.collection.corrections.correction import Correction, Example, What
from intaglio.collection.export.jsonl import sync_stale
from intaglio.collection.review.cases import cases_of, mark_of
from intaglio.collection.review.correction_files import import_corrections
from intaglio.collection.review.stale_files import write_files
from intaglio.collection.tables.said.column_choices import OF_COLUMNS
from intaglio.collection.tables.said.said_of_columns import EXAMPLES, examples_of
from intaglio.collection.tables.said.said_of_kinds import said_of_two
from intaglio.errors import BadCorrection
from intaglio.run.passes.article_pass import finish_articles
from intaglio.tables import Column, TemplateKey
from intaglio.web.asking.area_pages import addressed
from intaglio.web.correction_preview import preview_of, preview_of_case, preview_of_import, preview_of_mark
from intaglio.web.inspection import Inspection

Action = Callable[[Inspection, Mapping[str, Any]], Mapping[str, Any]]


def preview(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a correction, a mark, a case or an import would change: how many rows, and ten of them. Keeps nothing."""
    mark = given.get("mark")
    if isinstance(mark, dict):
        one, column, key, line = _marked(inspection, mark)
        return preview_of_mark(inspection, one, column, key, line)
    if "case" in given:
        return preview_of_case(inspection, _cases(inspection, given["case"]))
    if "lines" in given:
        return preview_of_import(inspection, _lines(given))
    return preview_of(inspection, _correction(given))


def keep(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Keep a correction."""
    one = addressed(inspection, _correction(given))
    if one.what in (What.MERGE_KIND, What.KEEP_APART):
        kind, other = inspection.kind(str(one.target.kind)), inspection.kind(str(one.value))
        with inspection.collection.store.reading() as tx:
            one = said_of_two(tx, one.what, kind, other)
    examples = one.examples or _examples(inspection, one)
    kept = inspection.collection.correct(one.what, one.target, one.value, examples=examples)
    return {"kept": kept.as_dict()}


def _examples(inspection: Inspection, one: Correction) -> tuple[Example, ...]:
    """Values of the column that is corrected, or taken in, so that it is found again when it has been learned anew;
    of a kind, or a template that leaves it, some pages.
    """
    if one.what in (What.NAME_KIND, What.IGNORE_KIND, What.SPLIT_KIND):
        lines = [
            line for place in one.target.places for _, line in inspection.lines(place.site, place.template, EXAMPLES)
        ]
        count = min(EXAMPLES, len(lines))
        some = [lines[at * len(lines) // count] for at in range(count)]
        return tuple(Example(line["source"], line.get("title") or "", line.get("url")) for line in some)
    if one.what not in (*OF_COLUMNS, What.MERGE_COLUMN) or one.target.kind is None:
        return ()
    wanted = one.value if one.what is What.MERGE_COLUMN else one.target.column
    table = inspection.table(inspection.kind(one.target.kind))
    column = next((column for column in table.columns if column.id == wanted), None)
    if column is None:
        return ()
    with inspection.collection.store.reading() as tx:
        return examples_of(tx, table, column)


def undo(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Take a correction back."""
    number = _number(given.get("correction"))
    if number is None:
        raise BadCorrection("undo does not say which correction")
    return {"kept": inspection.collection.undo(number).as_dict()}


def case(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Keep a page as a case: all its cells of main columns are right."""
    made = _cases(inspection, given.get("case"))
    for one in made:
        inspection.collection.correct(one.what, one.target, one.value, examples=one.examples)
    return {"kept": len(made)}


def _cases(inspection: Inspection, capture: object) -> list[Correction]:
    """The marks that a page as a case is."""
    number = _number(capture)
    shown = inspection.page(number) if number is not None else None
    if shown is None or shown.row.template is None:
        raise BadCorrection("a case needs a page with a template")
    kind = inspection.kind_of_template().get((shown.row.site, shown.row.template))
    if kind is None:
        raise BadCorrection("this page is of no kind")
    made = cases_of(inspection.collection, inspection.table(kind), shown.row.capture)
    if not made:
        raise BadCorrection("this page has no values to be kept")
    return made


def mark(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Keep that a cell is right or wrong; or that another text of the page is the right value."""
    one, column, key, _ = _marked(inspection, given)
    kind = inspection.kind(str(one.target.kind))
    now = next(each for each in inspection.table_with(kind, one).columns if each.id == column.id)
    kept = inspection.collection.correct(one.what, one.target, one.value, examples=one.examples)
    words = f"“{column.name}” is marked {one.value}."
    if column.is_in(key) and not now.is_in(key):
        words = f"“{column.name}” is wrong again and again: nothing is taken from template {key.template} any more."
    elif column.whence(key) != now.whence(key):
        words = f"“{column.name}” is taken from there now, on all pages of template {key.template}."
    return {"kept": kept.as_dict(), "words": words}


def _marked(inspection: Inspection, given: Mapping[str, Any]) -> tuple[Correction, Column, TemplateKey, dict[str, Any]]:
    """What is said of a cell, its column, the template of its page, and the page's record."""
    kind, capture, value = inspection.kind(str(given.get("kind"))), _number(given.get("capture")), given.get("value")
    line = inspection.record_line(capture) if capture is not None else None
    table = inspection.table(kind)
    column = next((one for one in table.columns if one.id == given.get("column")), None)
    key = next((one for one in kind.templates if line is not None and one.template == line["template"]), None)
    if line is None or column is None or key is None or not isinstance(value, str):
        raise BadCorrection("a mark names a kind, a column, a page, and right or wrong")
    rightly = given.get("rightly")
    one = mark_of(table, column, line, key, value, rightly.strip() if isinstance(rightly, str) else None)
    return one, column, key, line


def _number(value: object) -> int | None:
    """The number of a page or a correction, if it can be one."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63 else None


def bring_in(inspection: Inspection, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Import corrections, given as JSON Lines."""
    added, known = import_corrections(inspection.collection, _lines(given))
    return {"added": added, "known": known}


def _lines(given: Mapping[str, Any]) -> list[str]:
    lines = given.get("lines")
    if not isinstance(lines, str):
        raise BadCorrection("an import is JSON Lines")
    return lines.splitlines()


def write(inspection: Inspection, _given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Write the files beside the database anew; articles first, where people said something of their places."""
    with fill_collection(inspection.folder) as filled:
        finish_articles(filled)
        sync_stale(filled.folder, filled.store)
    write_files(inspection.folder)
    return {"written": True}


def _correction(given: Mapping[str, Any]) -> Correction:
    """A correction as the browser says it; who, when and its number are not the browser's to say."""
    one = Correction.of(given)
    if one.what is What.UNDO:
        raise BadCorrection("undo has an address of its own")
    return replace(one, who="", time=None, id=0)


ACTIONS: Mapping[str, Action] = {
    "preview": preview, "correct": keep, "undo": undo, "mark": mark, "case": case, "import": bring_in, "write": write,
}  # fmt: skip
