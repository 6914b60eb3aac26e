"""Weighted levels: tags compared level by level below BODY (Kang), as printed and with the levels aligned."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.page import TAGS, Page

STRUCTURAL = tuple(TAGS[name] for name in ("table", "tr", "td", "div", "span"))
"""Tags that count double."""


@dataclass(frozen=True, slots=True)
class LevelOptions:
    """How far down to look, and when two pages count as alike."""

    depth: int = 8
    """D: levels compared; the first has BODY's children."""
    alike: float = 0.8
    """Q: pages with a similarity above it have one structure. The lowest similarity is 1 - (D + 1) / (2 D), not 0."""
    longest: int = 20_000
    """Elements of a level, between equal beginnings and ends, that are aligned; what is beyond counts as changed."""


@dataclass(frozen=True, slots=True)
class Level:
    """How much of one level changed."""

    number: int
    changed: int
    total: int
    """Both with structural tags counted twice."""
    loss: float
    """What it takes off the similarity."""


def levels(a: Page, b: Page, options: LevelOptions = LevelOptions()) -> float:
    """S of the paper's printed program, position by position."""
    return 1.0 - sum(level.loss for level in compare_levels(a, b, options))


def aligned_levels(a: Page, b: Page, options: LevelOptions = LevelOptions()) -> float:
    """S with each pair of levels aligned by its longest common subsequence: an insertion shifts nothing."""
    return 1.0 - sum(level.loss for level in compare_levels(a, b, options, aligned=True))


def compare_levels(a: Page, b: Page, options: LevelOptions = LevelOptions(), *, aligned: bool = False) -> list[Level]:
    """The levels that at least one of the pages has, down to the depth asked for."""
    count = _aligned if aligned else _by_position
    made = []
    pairs = zip(level_tags(a, options.depth), level_tags(b, options.depth), strict=True)
    for number, (left, right) in enumerate(pairs, start=1):
        changed, total = count(left, right, options.longest)
        if total:
            weight = (options.depth - number + 1) / options.depth
            made.append(Level(number, changed, total, changed / total / options.depth * weight))
    return made


def level_tags(page: Page, depth: int) -> list[list[str | int]]:
    """Tags of the elements 1, 2, … depth steps below BODY, each in document order.

    A tag is its number, or its name where the number is the page's own.
    """
    bodies = np.flatnonzero((page.tag == TAGS["body"]) & (page.depth == 1))
    top = int(bodies[0]) if bodies.size else 0
    inside = slice(top + 1, int(page.end[top]))
    tag, below = page.tag[inside], page.depth[inside] - page.depth[top]
    known = len(TAGS)
    return [
        [code if code < known else page.extra_names[code - known] for code in tag[below == level].tolist()]
        for level in range(1, depth + 1)
    ]


def _weight(tag: str | int) -> int:
    return 2 if tag in STRUCTURAL else 1


def _by_position(left: list[str | int], right: list[str | int], longest: int) -> tuple[int, int]:
    del longest
    changed = total = 0
    shared = min(len(left), len(right))
    for one, other in zip(left, right, strict=False):
        weight = max(_weight(one), _weight(other))
        total += weight
        changed += weight * (one != other)
    rest = sum(map(_weight, left[shared:])) + sum(map(_weight, right[shared:]))
    return changed + rest, total + rest


def _aligned(left: list[str | int], right: list[str | int], longest: int) -> tuple[int, int]:
    total = sum(map(_weight, left)) + sum(map(_weight, right))
    start = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    ends = zip(reversed(left[start:]), reversed(right[start:]), strict=False)
    shared = min(len(left), len(right)) - start
    end = next((i for i, (a, b) in enumerate(ends) if a != b), shared)
    same = sum(map(_weight, left[:start])) + sum(map(_weight, left[len(left) - end :]))
    between = common_weight(left[start : len(left) - end][:longest], right[start : len(right) - end][:longest])
    return total - 2 * (same + between), total


def common_weight(left: list[str | int], right: list[str | int]) -> int:
    """Weight of the heaviest common subsequence, bit-parallel: a structural tag stands twice, as two halves.

    A tag whose halves match different partners can always be matched whole to one of them, so this is exact.
    """
    one, other = _halves(left), _halves(right)
    places: dict[tuple[str | int, int], int] = {}
    for place, tag in enumerate(one):
        places[tag] = places.get(tag, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for tag in other:
        found = row & places.get(tag, 0)
        row = ((row + found) | (row - found)) & full
    return len(one) - row.bit_count()


def _halves(tags: list[str | int]) -> list[tuple[str | int, int]]:
    return [(tag, half) for tag in tags for half in range(_weight(tag))]
