"""A strip of pages of a template: the first, a typical one, the one most unlike the others, and one at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import choice
from typing import Any

from intaglio.collection.page_lines import page_of
from intaglio.store import PageRow
from intaglio.web.inspection import Inspection
from intaglio.web.screens.parts.page_titles import told_titles

SAMPLED = 40
"""Pages of a template that are chosen from."""


def strip(inspection: Inspection, site: str, template: str, current: int | None = None) -> list[dict[str, Any]]:
    """Pages by what they are, each once; the current one is among them, the one at random is another every time."""
    sampled, chosen = inspection.cached(("strip", site, template), lambda: _chosen(inspection, site, template))
    made = dict(chosen)
    if current is not None and current not in made:
        known = sampled.get(current) or _looked_up(inspection, current)
        if known is not None:
            made[current] = {**known, "why": "this one"}
    others = [thumb for capture, thumb in sampled.items() if capture not in made]
    if others:
        other = choice(others)  # noqa: S311 - nothing depends on it
        made[other["capture"]] = {**other, "why": "random"}
    return _told_apart(list(made.values()))


def _chosen(
    inspection: Inspection, site: str, template: str
) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Some pages of a template, and those of them that stand for something."""
    sampled = {row.capture: _thumb(row, line) for row, line in inspection.lines(site, template, SAMPLED)}
    ranked = sorted(sampled, key=lambda capture: (sampled[capture]["confidence"], capture))
    chosen: dict[int, dict[str, Any]] = {}
    for why, some in (("first", list(sampled)), ("typical", ranked[len(ranked) // 2 :]), ("most unlike", ranked)):
        for capture in some[:1]:
            chosen.setdefault(capture, {**sampled[capture], "why": why})
    return sampled, chosen


def _looked_up(inspection: Inspection, capture: int) -> dict[str, Any] | None:
    with inspection.collection.store.reading() as tx:
        row = tx.lookups.page(capture)
    return None if row is None else _thumb(row, page_of(row.line))


def _thumb(row: PageRow, line: Mapping[str, Any]) -> dict[str, Any]:
    title = " ".join((line.get("title") or "").split())
    address = row.url or row.source
    return {"capture": row.capture, "title": title or address, "address": address, "confidence": line["confidence"],
            "status": row.status}  # fmt: skip


def _told_apart(thumbs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pages by what tells their titles apart."""
    titles = told_titles([one["title"] for one in thumbs], [one["address"] for one in thumbs])
    return [{**one, "title": title} for one, title in zip(thumbs, titles, strict=True)]
