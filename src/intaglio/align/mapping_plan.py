"""Plan: what of a template's DOM must be found on a page, made once, used for every page.

It holds the wanted nodes and everything above them, parents first, each with its address among its siblings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from intaglio.align.built_alike import LOOK, WIDTH, Numbers
from intaglio.align.page_view import View
from intaglio.align.siblings import Looks
from intaglio.page import Page


@dataclass(frozen=True, slots=True)
class Step:
    """One element of the template on the way to a wanted node."""

    element: int
    """Its number on the template's page."""
    above: int
    """Number in the plan of its parent, -1 for the root."""
    position: int
    count: int
    tag: str
    id: str | None
    look: bytes
    """Its tag, id and class attribute, see `Numbers.built`."""
    wanted: int
    """Which wanted node it is, -1 if it is only on the way."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps to all wanted nodes of a template's page."""

    looks: Looks
    """The elements of the template's page."""
    wanted: tuple[int, ...]
    wanted_steps: tuple[int, ...]
    """The step of each wanted node."""
    steps: tuple[Step, ...]
    below: tuple[tuple[int, ...], ...]
    """For each step, the steps right below it."""
    stops: tuple[int, ...]
    """For each step, one past the last of all steps below it."""
    named: tuple[bool, ...]
    """For each step, whether one below it has an id."""
    elements: list[int]
    """The element of each step."""
    numbers: Numbers
    built: bytes
    """The elements of the template's page, to be compared with others."""

    @classmethod
    def of(cls, template: Page, wanted: Sequence[int]) -> Plan:
        """Plan the way to some elements of a template's page."""
        needed: set[int] = set()
        parent = template.parent
        for e in wanted:
            at = e
            while at >= 0 and at not in needed:
                needed.add(at)
                at = int(parent[at])
        order = sorted(needed)
        place = {e: number for number, e in enumerate(order)}
        asked = {e: number for number, e in enumerate(wanted)}
        numbers = Numbers.of(template)
        built = numbers.built(template)
        steps = tuple(
            Step(
                e,
                place.get(int(parent[e]), -1),
                int(template.position[e]),
                int(template.siblings[e]),
                template.tag_name(e),
                template.id_of(e),
                built[WIDTH * e : WIDTH * e + LOOK],
                asked.get(e, -1),
            )
            for e in order
        )
        below: list[list[int]] = [[] for _ in steps]
        for number, step in enumerate(steps):
            if step.above >= 0:
                below[step.above].append(number)
        stops, named = list(range(1, len(steps) + 1)), [False] * len(steps)
        for number in range(len(steps) - 1, 0, -1):
            step = steps[number]
            stops[step.above] = max(stops[step.above], stops[number])
            named[step.above] |= named[number] or step.id is not None
        found = tuple(place[e] for e in wanted)
        return cls(
            Looks.of_template(View.of(template)), tuple(wanted), found, steps, tuple(map(tuple, below)), tuple(stops),
            tuple(named), order, numbers, built,
        )  # fmt: skip
