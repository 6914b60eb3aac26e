"""Changes: templates and columns over time, and two runs compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.collection.corrections.redesigned_templates import note_of
from intaglio.collection.template_pictures import has_picture
from intaglio.shapes import decoding
from intaglio.store import RunRow
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.asked import Asked

RUNS = 30
"""Runs that are shown."""
TEMPLATES = 100
"""Templates that are shown, those first that changed most."""
MOVED = 0.05
"""A column whose fill changed by less is as it was."""


def changes_screen(inspection: Inspection, asked: Asked) -> Mapping[str, Any]:
    """The last runs; what became of templates and columns between two of them."""
    with inspection.collection.store.reading() as tx:
        runs = tx.runs.newest(RUNS)
        redesigned: dict[str, str] = {}
        for site in tx.templates.sites():
            known = tx.notes.get(note_of(site))
            redesigned |= known if isinstance(known, dict) else {}
    with decoding("what runs left"):
        return _changes(inspection, asked, runs, redesigned)


def _changes(
    inspection: Inspection, asked: Asked, runs: Sequence[RunRow], redesigned: Mapping[str, str]
) -> Mapping[str, Any]:
    numbers = {run.id: run for run in runs}
    after = numbers.get(asked.number("after")) or (runs[0] if runs else None)
    earlier = [run for run in runs if after is not None and run.id < after.id]
    before = numbers.get(asked.number("before")) or (earlier[0] if earlier else None)
    templates = _templates(runs[::-1], before, after) if after is not None else []
    for one in templates[:TEMPLATES]:
        one["instead_of"] = redesigned.get(one["template"])
        one["picture"] = has_picture(inspection.folder, one["template"])
    return {
        "runs": [_run(run, older) for run, older in zip(runs, [*runs[1:], None], strict=False)],
        "before": before.id if before is not None else None,
        "after": after.id if after is not None else None,
        "templates": templates[:TEMPLATES],
        "columns": _columns(before, after) if before is not None and after is not None else [],
    }


def _run(run: RunRow, older: RunRow | None) -> dict[str, Any]:
    pages, templates = run.content["pages"], {tuple(one[:2]) for one in run.content["templates"]}
    known = {tuple(one[:2]) for one in older.content["templates"]} if older is not None else set()
    hits = sum(one[3] for one in run.content["templates"])
    return {
        "id": run.id, "ended": run.ended.isoformat(sep=" ", timespec="minutes")[:16],
        "seconds": round((run.ended - run.started).total_seconds()), "pages": pages,
        "new": pages - older.content["pages"] if older is not None else pages, "templates": len(templates),
        "new_templates": len(templates - known), "gone_templates": len(known - templates),
        "kinds": len(run.content["kinds"]), "hit_ratio": hits / pages if pages else None,
        "errors": run.content["errors"], "alarms": run.content["alarms"],
    }  # fmt: skip


def _templates(runs: Sequence[RunRow], before: RunRow | None, after: RunRow) -> list[dict[str, Any]]:
    """Each template before and after, and its pages over all runs; those that changed first."""
    then, now = (_counts(run) for run in (before, after))
    series = [_counts(run) for run in runs]
    names = {
        (key[0], key[1]): kind["name"]
        for run in (before, after) if run is not None for kind in run.content["kinds"] for key in kind["templates"]
    }  # fmt: skip
    told = []
    for key in {**then, **now}:
        old, new = then.get(key), now.get(key)
        state = "new" if old is None else "gone" if new is None else "as it was" if old == new else "changed"
        told.append({
            "site": key[0], "template": key[1], "kind": names.get(key), "state": state if before is not None else "",
            "before": _figures(old), "after": _figures(new),
            "change": abs((new or (0,))[0] - (old or (0,))[0]),
            "pages": [counts.get(key, (0, 0, 0))[0] for counts in series],
        })  # fmt: skip
    return sorted(told, key=lambda one: (-one["change"], one["site"], one["template"]))


def _counts(run: RunRow | None) -> dict[tuple[str, str], tuple[int, int, int]]:
    if run is None:
        return {}
    return {(site, id_): (pages, hits, partial) for site, id_, pages, hits, partial in run.content["templates"]}


def _figures(counts: tuple[int, int, int] | None) -> dict[str, Any] | None:
    if counts is None:
        return None
    return {"pages": counts[0], "partial": counts[2], "incomplete": counts[2] / counts[0] if counts[0] else None}


def _columns(before: RunRow, after: RunRow) -> list[dict[str, Any]]:
    """Columns that were lost, found, renamed, or are much fuller or emptier than before."""
    then = {kind["id"]: kind for kind in before.content["kinds"]}
    told = []
    for kind in after.content["kinds"]:
        old, new = (
            {id_: (name, fill) for id_, name, fill in (one or kind)["columns"]} for one in (then.get(kind["id"]), kind)
        )
        for id_ in {**old, **new}:
            change = _column(old.get(id_), new.get(id_))
            if change is not None:
                told.append({"kind": {"id": kind["id"], "name": kind["name"]}, **change})
    return told


def _column(was: tuple[str, float] | None, now: tuple[str, float] | None) -> dict[str, Any] | None:
    """What became of a column; None if it is as it was."""
    if was is not None and now is not None:
        if abs(was[1] - now[1]) < MOVED and was[0] == now[0]:
            return None
        renamed = was[0] if was[0] != now[0] else None
        return {"name": now[0], "state": "changed", "was": renamed, "before": was[1], "after": now[1]}
    if now is not None:
        return {"name": now[0], "state": "found", "was": None, "before": None, "after": now[1]}
    assert was is not None
    return {"name": was[0], "state": "lost", "was": None, "before": was[1], "after": None}
