"""Visual block extraction: walk down from the roots of a part of the page and let the rules say what is a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from intaglio.segment.vips import coherence
from intaglio.segment.vips.nodes import Nodes
from intaglio.segment.vips.rules import Case, Verdict, decide


@dataclass(frozen=True, slots=True)
class Block:
    """A node that is not divided in this round."""

    node: int
    degree: int
    rule: int
    """Number of the rule that kept it; 0 for texts, images and the like, which nothing divides."""
    frame: int
    """The outermost node around it that holds nothing else: what is seen of the block is as large as that."""


def extract(nodes: Nodes, roots: Sequence[int], small: float, page_size: float) -> list[Block]:
    """The blocks below the roots, in document order; HRs are none, they mark separators."""
    blocks: list[Block] = []
    whole: set[int] = set()
    coloured: set[int] = set()
    # Each with the sibling before it, -1 for none, and its frame; the next one last. Pages nest too deeply to recurse.
    stack = [(root, -1, root) for root in reversed(roots)]
    while stack:
        node, before, frame = stack.pop()
        if nodes.ruler[node]:
            continue
        case = Case(nodes, node, len(roots) == 1 and node == roots[0], before in whole, small)
        verdict, rule = _decided(case, coloured=node in coloured)
        if verdict is Verdict.DIVIDE:
            if rule == 8:
                coloured.update(child for child in nodes.children[node] if nodes.other_ground[child])
            stack += _below(nodes, node, frame)
        elif verdict is Verdict.KEEP:
            degree = coherence.of_kept(nodes, node, rule, page_size) if rule else coherence.WHOLE
            blocks.append(Block(node, degree, rule, frame))
            whole.add(node)
    return blocks


def _decided(case: Case, *, coloured: bool) -> tuple[Verdict, int]:
    """What happens to a node, and the rule that says so; 0 for what nothing divides."""
    if case.nodes.indivisible[case.node]:
        return Verdict.KEEP, 0
    if coloured:
        return Verdict.KEEP, 8
    rule = decide(case)
    return rule.verdict, rule.number


def _below(nodes: Nodes, node: int, frame: int) -> list[tuple[int, int, int]]:
    """The children of a node, the next one last; an only child keeps the frame."""
    children = nodes.children[node]
    if len(children) == 1:
        return [(children[0], -1, frame)]
    return [*zip(children, [-1, *children], children, strict=False)][::-1]
