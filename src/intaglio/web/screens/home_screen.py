"""Home: the collection in figures, and what to look at next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from intaglio.counted import counted
from intaglio.tables import Kind
from intaglio.web.asking.questions import Question, questions
from intaglio.web.inspection import Figures, Inspection
from intaglio.web.screens.parts.area_boxes import card_view
from intaglio.web.screens.parts.asked import Asked

SHOWN = 8
"""Lines of each list."""
DOUBT = {"alarm": 1.0, "wrong": 1.0, "partial": 0.6, "error": 0.3, "single": 0.2}
"""How much doubt each sort of finding carries; findings come by pages concerned × doubt."""
QUIET = ("duplicate", "redirect")
"""Reasons why a page gave nothing that need nobody's attention."""


def home_screen(inspection: Inspection, _asked: Asked) -> Mapping[str, Any]:
    """Sites, pages, kinds, hit ratio, errors, alarms; what to look at next."""
    figures, kinds = inspection.figures(), inspection.kinds()
    sites = sorted({row.site for row in figures.tally})
    every = figures.of()
    return {
        "figures": {
            "sites": len(sites),
            "pages": figures.pages,
            "kinds": len(kinds),
            "templates": len({(row.site, row.template) for row in figures.tally if row.template}),
            "hit_ratio": every["hits"] / figures.pages if figures.pages else None,
            "errors": figures.failed,
        },
        "alarms": list(figures.alarms),
        "sites": [_site(site, figures, kinds) for site in sites[:100]],
        "kinds": [
            {"id": kind.id, "name": kind.name, "pages": kind.pages, "listing": kind.listing,
             "templates": len(kind.templates), "template": (largest := inspection.largest(kind)).template,
             "picture": card_view(inspection, largest)}
            for kind in kinds[:SHOWN]
        ],
        "next": _next(inspection, figures, kinds)[:SHOWN],
        "questions": len(questions(inspection)),
        "corrected": bool(inspection.said()),
        "errors": [
            {"stage": stage, "reason": reason, "count": count} for stage, reason, count in figures.errors[:SHOWN]
        ],
    }  # fmt: skip


def _site(site: str, figures: Figures, kinds: Sequence[Kind]) -> dict[str, Any]:
    own = figures.of(site)
    templates = {row.template for row in figures.tally if row.site == site and row.template}
    return {
        "site": site,
        "pages": own["pages"],
        "templates": len(templates),
        "kinds": sum(any(key.site == site for key in kind.templates) for kind in kinds),
        "hit_ratio": own["hits"] / own["pages"] if own["pages"] else None,
        "partial": own["partial"],
    }


def _next(inspection: Inspection, figures: Figures, kinds: Sequence[Kind]) -> list[dict[str, Any]]:
    """What deserves a look, by pages concerned × doubt."""
    found = [*_alarming(figures), *_incomplete(figures, kinds), *_failing(figures), *_wrong(inspection, kinds)]
    found += _asking(questions(inspection))
    alone = [kind for kind in kinds if kind.pages == 1]
    if len(alone) > 1:
        why = "each is a kind of its own; some may belong to another"
        found.append(
            _finding("single", f"{counted(len(alone), 'kind')} with one page", why, len(alone), "/kinds?order=small")
        )
    return sorted(found, key=lambda one: -one["weight"])


def _finding(sort: str, title: str, why: str, pages: int, href: str) -> dict[str, Any]:
    weight = round(pages * DOUBT[sort], 1)
    return {"sort": sort, "title": title, "why": why, "pages": pages, "href": href, "weight": weight}


def _alarming(figures: Figures) -> list[dict[str, Any]]:
    return [_finding("alarm", "A redesign?", alarm, figures.pages, "/") for alarm in figures.alarms]


def _incomplete(figures: Figures, kinds: Sequence[Kind]) -> list[dict[str, Any]]:
    made = []
    for kind in kinds:
        for key in kind.templates:
            partial = figures.of(key.site, key.template)["partial"]
            if partial:
                why = f"not all areas of template {key.template} were found there"
                title = f"{partial:,} incomplete in {kind.name}"
                made.append(_finding("partial", title, why, partial, f"/templates/{key.template}"))
    return made


def _failing(figures: Figures) -> list[dict[str, Any]]:
    return [
        _finding("error", f"{count:,} gave no page", f"at {stage}: {reason}", count, "/?errors#errors")
        for stage, reason, count in figures.errors
        if not reason.startswith(QUIET)
    ]


def _asking(every: Sequence[Question]) -> list[dict[str, Any]]:
    """Questions of the queue, which begins with the one that is chosen; of odd cells, one line a kind."""
    odd = Counter(one.kind.id for one in every if one.cell is not None)
    found: dict[str, dict[str, Any]] = {}
    for one in every:
        title, more = one.title, odd[one.kind.id] - 1
        if one.cell is not None:
            others = f", and {counted(more, 'other column')}" if more else ""
            title = f"“{one.cell[1].name}” of {one.kind.name} looks odd{others}"
        told = {"sort": one.sort, "title": title, "why": one.why, "pages": one.pages, "weight": one.weight}
        found.setdefault(one.id if one.cell is None else one.kind.id, {**told, "href": f"/queue?first={one.id}"})
    return list(found.values())


def _wrong(inspection: Inspection, kinds: Sequence[Kind]) -> list[dict[str, Any]]:
    """Columns with cells that people found wrong: likely so on all pages."""
    return [
        _finding(
            "wrong", f"“{column}” of {kind.name} is marked wrong", f"{counts[1]} of {sum(counts)} marked cells",
            round(kind.pages * counts[1] / sum(counts)), f"/kinds/{kind.id}/table?sort=odd",
        )
        for kind in kinds
        for column, counts in inspection.marked(kind).items()
        if counts[1]
    ]  # fmt: skip
