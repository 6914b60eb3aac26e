"""The thirteen rules of VIPS as a table, and which of them each kind of node is tried on, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from intaglio.segment.vips.nodes import Group, Nodes


class Verdict(Enum):
    """What happens to a node."""

    CUT = "cut"
    """It shows nothing: dropped."""
    DIVIDE = "divide"
    KEEP = "keep"
    """It is a block."""


@dataclass(frozen=True, slots=True)
class Case:
    """A node as the rules see it."""

    nodes: Nodes
    node: int
    only_root: bool
    """It is the root of the part being divided, and the part has no other root."""
    previous_kept: bool
    """The sibling before it was not divided."""
    small: float
    """Square pixels below which a node stays whole in this part of the page."""


@dataclass(frozen=True, slots=True)
class Rule:
    """If it applies, its verdict holds and no further rule is tried."""

    number: int
    name: str
    applies: Callable[[Case], bool]
    verdict: Verdict


def _one_child_not_text(case: Case) -> bool:
    children = case.nodes.children[case.node]
    return len(children) == 1 and children[0] < case.nodes.elements


def _child_of_other_ground(case: Case) -> bool:
    ground = case.nodes.other_ground
    return any(ground[child] for child in case.nodes.children[case.node])


RULES: tuple[Rule, ...] = (
    Rule(1, "no valid child", lambda case: not case.nodes.children[case.node], Verdict.CUT),
    Rule(2, "one valid child, not a text", _one_child_not_text, Verdict.DIVIDE),
    Rule(3, "only root of its part", lambda case: case.only_root, Verdict.DIVIDE),
    Rule(4, "all children are text", lambda case: case.nodes.all_text[case.node], Verdict.KEEP),
    Rule(5, "a line-break child", lambda case: case.nodes.breaks[case.node], Verdict.DIVIDE),
    Rule(6, "an HR child", lambda case: case.nodes.has_rule[case.node], Verdict.DIVIDE),
    Rule(
        7, "children larger than it",
        lambda case: case.nodes.children_size[case.node] > case.nodes.size[case.node], Verdict.DIVIDE,
    ),
    Rule(8, "a child of another background", _child_of_other_ground, Verdict.DIVIDE),
    Rule(
        9, "small, with a text child",
        lambda case: case.nodes.some_text[case.node] and case.nodes.size[case.node] < case.small, Verdict.KEEP,
    ),
    Rule(10, "all children small", lambda case: case.nodes.largest_child[case.node] < case.small, Verdict.KEEP),
    Rule(11, "previous sibling kept", lambda case: case.previous_kept, Verdict.KEEP),
    Rule(12, "divide", lambda _: True, Verdict.DIVIDE),
    Rule(13, "do not divide", lambda _: True, Verdict.KEEP),
)  # fmt: skip


def _tried(*numbers: int) -> tuple[Rule, ...]:
    return tuple(RULES[number - 1] for number in numbers)


BY_GROUP: Mapping[Group, tuple[Rule, ...]] = MappingProxyType(
    {
        Group.INLINE: _tried(1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
        Group.TABLE: _tried(1, 2, 3, 8, 10, 13),
        Group.TR: _tried(1, 2, 3, 7, 8, 10, 13),
        Group.TD: _tried(1, 2, 3, 4, 9, 10, 11, 13),
        Group.P: _tried(1, 2, 3, 4, 5, 6, 7, 9, 10, 12),
        Group.OTHER: _tried(1, 2, 3, 4, 6, 7, 9, 10, 12),
    }
)


def decide(case: Case) -> Rule:
    """The first rule that applies; the last one of every group always does."""
    return next(rule for rule in BY_GROUP[Group(case.nodes.group[case.node])] if rule.applies(case))
