"""Degrees of coherence, 1 to 10: of a node by the rule that kept it, of a region by its separators and its size."""

from __future__ import annotations

from intaglio.segment.vips.nodes import Nodes

WHOLE = 10
"""Nothing left to divide."""

_CLAMPS = {8: (6, 8), 9: (5, 8)}
"""Degrees that the paper allows to nodes kept by these rules."""


def of_kept(nodes: Nodes, node: int, rule: int, page_size: float) -> int:
    """Degree of a node that a rule kept: 10 or 9 for text, else by its tag and its share of the page."""
    if rule == 4:
        return WHOLE if nodes.one_font[node] else WHOLE - 1
    share = nodes.size[node] / page_size if page_size else 0.0
    low, high = _CLAMPS.get(rule, (1, WHOLE))
    return min(max(int(WHOLE - 5 * share) - (not nodes.meant_as_text[node]), low), high)


def of_region(heaviest: int, share: float) -> int:
    """Degree of a region by its heaviest separator and its share of the page.

    Weights run from 1 to 23, so that both take away about as much: a large region is seldom one thing even where
    gaps are narrow, a small one often is even where they are wide.
    """
    return min(max(int(13 - 10 * share - heaviest / 3), 1), WHOLE)
