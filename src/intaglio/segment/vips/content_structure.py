"""Content structure: a region cut along its separators, the heaviest first, into a tree of regions with degrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from intaglio.segment.vips import coherence
from intaglio.segment.vips.block_extraction import Block
from intaglio.segment.vips.looks import Looks
from intaglio.segment.vips.separators import Axis, Separator, Weigher, cells

DEEPEST = 60
"""Cuts within cuts in one round; only pages made to be cut forever reach it."""

Cut = tuple[list[list[int]], list[Separator]]
"""Runs of blocks, and the separators between each and the next."""


@dataclass(slots=True, eq=False)
class Region:
    """Some blocks, or regions below it with separators between them; under construction."""

    blocks: list[Block]
    degree: int = 1
    parts: list[Region] = field(default_factory=list)
    separators: list[Separator] = field(default_factory=list)
    """Between part i and part i + 1."""


def construct(whole: Region, looks: Looks, slack: float, page_size: float) -> None:
    """Cut a region's blocks along all separators, and set the degrees of what comes out."""
    weigher = Weigher([looks.side(block) for block in whole.blocks], looks.rulers, slack)
    regions: list[Region] = []
    stack: list[tuple[Region, Sequence[int], int]] = [(whole, range(len(whole.blocks)), 0)]
    while stack:
        region, members, depth = stack.pop()
        regions.append(region)
        cut = _heaviest_cut(members, weigher) if len(members) > 1 and depth < DEEPEST else None
        if cut is not None:
            runs, region.separators = cut
            region.parts = [Region([whole.blocks[member] for member in sorted(run)]) for run in runs]
            stack += [(part, run, depth + 1) for part, run in zip(region.parts, runs, strict=True)]
    _set_degrees(regions, looks, page_size)


def _heaviest_cut(members: Sequence[int], weigher: Weigher) -> Cut | None:
    """Along the heaviest separators of one direction, horizontal if both weigh the same."""
    best: Cut | None = None
    heaviest = 0
    for axis in (Axis.DOWN, Axis.ACROSS):
        runs = cells(weigher.sides, members, axis, weigher.slack)
        straps = [weigher.weigh(one, other, axis) for one, other in pairwise(runs)]
        weight = max((strap.weight for strap in straps), default=0)
        if weight > heaviest:
            heaviest, best = weight, _joined(runs, straps, weight)
    return best


def _joined(runs: Sequence[list[int]], straps: Sequence[Separator], weight: int) -> Cut:
    """Join the runs that only lighter separators part."""
    parts = [runs[0]]
    for run, strap in zip(runs[1:], straps, strict=True):
        if strap.weight == weight:
            parts.append(run)
        else:
            parts[-1] += run
    return parts, [strap for strap in straps if strap.weight == weight]


def _set_degrees(regions: Sequence[Region], looks: Looks, page_size: float) -> None:
    """By the heaviest separator anywhere in a region, or by its blocks; never below the degree of what is around it.

    Regions come with parents before children; the first has its degree.
    """
    heaviest: dict[Region, int] = {}
    for region in reversed(regions):
        inside = [strap.weight for strap in region.separators] + [heaviest[part] for part in region.parts]
        heaviest[region] = max(inside, default=0)
    for region in regions:
        if region.parts and region is not regions[0]:
            share = looks.size(region.blocks) / page_size if page_size else 0.0
            region.degree = max(region.degree, coherence.of_region(heaviest[region], share))
        elif region is not regions[0]:
            region.degree = max(region.degree, min(block.degree for block in region.blocks))
        for part in region.parts:
            part.degree = region.degree
