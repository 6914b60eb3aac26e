"""Strict mapping, after Zeleny and Burget: id, tag and count agree at every level, or nothing is found."""

from __future__ import annotations

from intaglio.align.mapping_plan import Plan, Step
from intaglio.align.nodemap import NodeMap
from intaglio.align.page_view import View
from intaglio.page import Page


def strict_map(plan: Plan, page: Page) -> NodeMap:
    """Find the right node for each wanted one, or none."""
    view = View.of(page)
    places: list[int] = []
    for step in plan.steps:
        above = places[step.above] if step.above >= 0 else -1
        places.append(strict_child(view, step, above))
    elements = [-1] * len(plan.wanted)
    for step, e in zip(plan.steps, places, strict=True):
        if step.wanted >= 0:
            elements[step.wanted] = e
    return NodeMap(tuple(elements), tuple(float(e >= 0) for e in elements))


def strict_child(view: View, step: Step, above: int) -> int:
    """The element for a step below the element that its parent was found at; -1 if anything differs."""
    if step.above < 0:
        e = 0
    elif above < 0 or len(children := view.children(above)) != step.count:
        return -1
    else:
        e = children[step.position]
    code = view.ids[e]
    if view.names[view.tags[e]] != step.tag or (view.strings[code] if code >= 0 else None) != step.id:
        return -1
    return e
