"""Kinds that are built alike: the nearest neighbour of each, and pairs that may be one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intaglio.collection.corrections.correction import What
from intaglio.errors import IntaglioError
from intaglio.tables import Kind, KindOptions
from intaglio.web.inspection import Inspection

COMPARED = 300
"""Kinds that are compared with one another."""
ALIKE = 0.5
"""Share of their structure from which on two kinds may be one."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two kinds that may be one."""

    kind: Kind
    other: Kind
    alike: float
    why: str

    @property
    def question(self) -> str:
        """What people are asked."""
        return f"Are {self.kind.name} and {self.other.name} one kind?"

    @property
    def pages(self) -> int:
        """Pages that would be of another kind."""
        return min(self.kind.pages, self.other.pages)


def twins(inspection: Inspection, kinds: Sequence[Kind]) -> list[Twins]:
    """Pairs of kinds that share most of their structure, but for those that people keep apart."""
    near = neighbours(inspection)
    sizes = {kind.id: kind for kind in kinds if kind.pages > 1}
    seen = {frozenset((one.target.kind, one.value)) for one in inspection.said() if one.what is What.KEEP_APART}
    found = []
    for kind in sizes.values():
        other = near.get(kind.id)
        if other is None or other["id"] not in sizes or other["alike"] < ALIKE:
            continue
        if kind.listing != sizes[other["id"]].listing:  # a list of things is none of them
            continue
        pair = frozenset((kind.id, other["id"]))
        if pair not in seen:
            seen.add(pair)
            why = f"they share {100 * other['alike']:.0f} % of their fixed structure; {other['why']}"
            large, small = sorted((kind, sizes[other["id"]]), key=lambda one: -one.pages)
            found.append(Twins(large, small, other["alike"], why))
    return found


def neighbours(inspection: Inspection) -> dict[str, dict[str, Any]]:
    """For each kind the one most like it in its site, how alike they are, and why they are not the same."""
    return inspection.cached("neighbours", lambda: _neighbours(inspection, inspection.kinds(ignored=True)[:COMPARED]))


def _neighbours(inspection: Inspection, kinds: Sequence[Kind]) -> dict[str, dict[str, Any]]:
    options = KindOptions()
    steady: dict[str, frozenset[int]] = {}
    for kind in kinds:
        try:
            traits = inspection.template(inspection.largest(kind).template).traits
        except IntaglioError:
            continue
        least = options.steady * traits.pages
        steady[kind.id] = frozenset(path for path, trait in traits.paths.items() if trait.seen >= least)
    found = {}
    for kind in kinds:
        others = [one for one in kinds if one.id != kind.id and one.templates[0].site == kind.templates[0].site]
        likely = [(_shared(steady, kind, one), one) for one in others if one.id in steady and kind.id in steady]
        if likely:
            share, other = max(likely, key=lambda pair: pair[0])
            found[kind.id] = {"id": other.id, "name": other.name, "alike": share, "why": _why(inspection, kind, other)}
    return found


def _shared(steady: Mapping[str, frozenset[int]], one: Kind, other: Kind) -> float:
    either = len(steady[one.id] | steady[other.id])
    return len(steady[one.id] & steady[other.id]) / either if either else 0.0


def _why(inspection: Inspection, one: Kind, other: Kind) -> str:
    """What tells two kinds apart, in a line."""
    if one.listing != other.listing:
        return "one lists other pages, the other is such a page" if one.listing else "the other lists other pages"
    mine = [column.name for column in inspection.table(one).main]
    theirs = {column.name for column in inspection.table(other).main}
    alone = [name for name in mine if name not in theirs]
    if alone:
        return f"only here: {', '.join(alone[:4])}{' …' * (len(alone) > 4)}"
    return "their columns agree, their structure does not"
