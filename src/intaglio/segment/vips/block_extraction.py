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
        if nodes.indivisible[node]:
            kept, degree = 0, coherence.WHOLE
        elif node in coloured:
            kept, degree = 8, coherence.of_kept(nodes, node, 8, page_size)
        else:
            rule = decide(Case(nodes, node, len(roots) == 1 and node == roots[0], before in whole, small))
            if rule.verdict is Verdict.DIVIDE:
                children = nodes.children[node]
                if rule.number == 8:
                    coloured.update(child for child in children if nodes.other_ground[child])
                if len(children) == 1:
                    stack.append((children[0], -1, frame))
                else:
                    stack += [*zip(children, [-1, *children], children, strict=False)][::-1]
            if rule.verdict is not Verdict.KEEP:
                continue
            kept, degree = rule.number, coherence.of_kept(nodes, node, rule.number, page_size)
        blocks.append(Block(node, degree, kept, frame))
        whole.add(node)
    return blocks
