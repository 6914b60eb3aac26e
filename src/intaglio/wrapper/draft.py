"""Draft, Place: nodes of a pattern tree while it is being learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from intaglio.wrapper.align.evidence import Evidence
from intaglio.wrapper.align.sequence_alignment import Follow
from intaglio.wrapper.pattern import Kind


@dataclass(slots=True)
class Draft:
    """A node of a pattern tree in the making: a place, or a set or optional part that holds drafts."""

    type: Kind
    place: Place | None = None
    children: list[Draft] = field(default_factory=list)
    filled: float = 1.0
    instances: Sequence[Instance] = ()
    """The nodes of the pages that it stands for."""
    follow: Follow = Follow(0.0, 0.0, 0.0, 0.0, 0.0)
    whole: bool = False
    """It is prose: all that is in it is one text."""


Instance = tuple[int, int]
"""A page's number and a node of it."""


@dataclass(slots=True)
class Place:
    """One place among the children: its evidence, and its members by the instance they are children of."""

    evidence: Evidence
    members: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of an instance's number and the child's node, in document order."""
    having: int = 0
    """A bit for each instance that has it."""
    loose: bool = False
    """It is for children too far down their lists to be aligned one by one."""
    labelled: bool = False
    """Its one member starts with a label that tells itself, or is a row of header cells."""
    folded: int = -1
    """Number of the list, among those of the same parent, that its members are in; -1 for none."""
    body: bool = False
    """Its members are parts of one text."""
