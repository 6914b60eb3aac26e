"""Runs of rectangles that a line across the region parts: what separators of every kind start from."""

from __future__ import annotations

from collections.abc import Iterable


def runs(spans: Iterable[tuple[float, float, int]], slack: float) -> list[list[int]]:
    """Part (start, stop, number) along one axis into runs of numbers, in order, with a line between any two.

    The same as starting with one separator for the whole region and deleting, splitting and trimming it block by
    block, but that spans that touch or overlap by no more than the slack are parted, too.
    """
    found: list[list[int]] = []
    reach = float("-inf")
    for start, stop, number in sorted(spans):
        if start >= reach - slack:
            found.append([])
        found[-1].append(number)
        reach = max(reach, stop)
    return found
