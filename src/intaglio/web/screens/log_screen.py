"""Log: everything that people said, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intaglio.collection.corrections.correction import Correction, What
from intaglio.counted import counted
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked

SHOWN = 100
"""Corrections on a screen."""
SAID = {
    What.RENAME: "renamed {target} to “{value}”", What.HIDE: "{hides} {target}", What.MAIN: "{mains} {target}",
    What.TYPE: "made {target} a {value}", What.MERGE_COLUMN: "took “{value}” into {target}",
    What.WANT: "wants a column “{value}”",
    What.NAME_KIND: "named a kind “{value}”", What.MERGE_KIND: "merged {merged} into {target}",
    What.KEEP_APART: "keeps {merged} apart from {target}", What.SPLIT_KIND: "split {target} off its kind",
    What.IGNORE_KIND: "{ignores} {target}",
    What.MARK: "marked {target} {value}", What.ROLE: "gave {target} {role}",
    What.BODY: "says that {what_stands} {target} is {content}", What.LIST: "says that {target} is {listed}",
    What.UNDO: "took back number {undone}",
}  # fmt: skip
"""What each sort of correction says, in words."""


def log_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """All corrections with their effect, the newest first."""
    said = inspection.collection.corrections()
    standing = {one.id for one in inspection.said()}
    undone = {one.target.correction: one.id for one in said if one.what is What.UNDO}
    newest, start = said[::-1], asked.number("from")
    shown = newest[start : start + SHOWN]
    return {
        "total": len(said),
        "standing": len(standing),
        "stale": inspection.stale(),
        "corrections": [_entry(inspection, one, standing, undone) for one in shown],
        "next": start + SHOWN if start + SHOWN < len(newest) else None,
        "previous": max(0, start - SHOWN) if start else None,
    }


def _entry(
    inspection: Inspection, one: Correction, standing: set[int], undone: Mapping[int | None, int]
) -> dict[str, Any]:
    state = "holds" if one.id in standing else "undone" if one.id in undone else "replaced"
    return {
        "id": one.id, "who": one.who, "time": f"{one.time:%Y-%m-%d %H:%M}" if one.time else None,
        "what": str(one.what), "words": in_words(inspection, one),
        "state": "" if one.what is What.UNDO else state,
        "examples": [{"value": example.value[:120], "url": example.url or example.source} for example in one.examples],
        "effect": effect(inspection, one) if one.id in standing else None,
    }  # fmt: skip


def in_words(inspection: Inspection, one: Correction) -> str:
    """A correction as a sentence."""
    kinds = {kind.id: kind.name for kind in inspection.kinds(ignored=True)}
    columns = _names(inspection, one)
    value = columns.get(str(one.value), one.value) if one.what is What.MERGE_COLUMN else one.value
    return SAID[one.what].format(
        target=_target(one, kinds, columns), value=value,
        role=f"the role {value}" if value else "no role", hides="hid" if one.value else "showed",
        mains="put among the main columns" if one.value else "put behind the main columns:",
        ignores="ignores" if one.value else "no longer ignores", merged=kinds.get(str(one.value), str(one.value)),
        undone=one.target.correction, content="content" if one.value else "no content",
        what_stands="what stands in" if one.target.area is not None else "what stands at a place of",
        listed="a list" if one.value else "no list",
    )  # fmt: skip


def _names(inspection: Inspection, one: Correction) -> Mapping[str, str]:
    """What the columns of the kind that a correction is about are called now; those that it renames as they were."""
    kind = next((kind for kind in inspection.kinds(ignored=True) if kind.id == one.target.kind), None)
    if kind is None or one.what is What.RENAME:
        return {}
    return {column.id: column.name for column in inspection.table(kind).columns}


def _target(one: Correction, kinds: Mapping[str, str], columns: Mapping[str, str]) -> str:
    target = one.target
    place = target.places[0] if target.places else None
    if target.area is not None and place is not None:
        return f"area {target.area} of template {place.template}"
    column = columns.get(target.column or "", target.column) or (place.field if place is not None else None)
    kind = kinds.get(target.kind or "", target.kind) or (place.template if place is not None else "")
    if column is None:
        by_template = one.what in (What.SPLIT_KIND, What.BODY) and place is not None
        return f"template {place.template}" if by_template and place is not None else str(kind)
    return f"“{column}” of {kind}" + (f" on {target.source}" if target.source else "")


def effect(inspection: Inspection, one: Correction) -> str:
    """What a correction concerns, in a few words."""
    if one.what is What.MARK:
        return "1 cell, a case for intaglio check"
    figures = inspection.figures()
    kind = next((kind for kind in inspection.kinds(ignored=True) if kind.id == one.target.kind), None)
    if kind is not None and one.target.column is None:
        return counted(kind.pages, "page")
    if kind is not None:
        column = next((each for each in inspection.table(kind).columns if each.id == one.target.column), None)
        if column is not None:
            return f"{round(column.fill * inspection.table(kind).rows):,} of {inspection.table(kind).rows:,} rows"
    pages = sum(figures.of(place.site or None, place.template)["pages"] for place in one.target.places)
    return counted(pages, "page") if pages else "nothing at present"
