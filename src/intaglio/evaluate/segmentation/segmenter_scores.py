"""Scores segmenters on the corpus `segmentation`: extended B³ against people's blocks, beside simple baselines.

Every page is rendered offline once; each method runs at its defaults (`areas` at its preset `parts`, which is as coarse
as what people marked) and at every setting of its grid. The row
"METHOD tuned" of a page is at the setting that did best on the other sites (five folds by site).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from intaglio.browser import Folder, Renderer, Rendering, RenderOptions
from intaglio.capture import Capture
from intaglio.evaluate.corpora import SegmentationPage
from intaglio.evaluate.segmentation.bcubed import Agreement, bcubed
from intaglio.evaluate.segmentation.units import (
    Segment,
    char_weights,
    chars,
    node_weights,
    nodes,
    of_area,
    of_element,
    pixels,
)
from intaglio.segment import SEGMENTERS
from intaglio.segment.visible import body_of

Row = dict[str, Any]

TRUTHS = ("level 1", "all blocks")
ATOMS = ("chars", "nodes", "pixels")
FOLDS = 5
DEPTHS = (1, 2, 3, 4)
GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "vips": {"pdoc": (3, 4, 5, 6, 7, 8), "small": (0.1, 0.25)},
    "burget": {"cut": (0.7, 0.8, 0.9, 0.95)},
    "boxes": {"most": (2, 3, 4, 6), "similarity": ("graded", "paper", "reference")},
    "areas": {"span": (0.85, 0.9, 0.92, 0.95), "edge": (0.1, 0.15)},
    "text-blocks": {"literal": (False, True)},
}
"""Settings that are tried for each method, by option; all combinations."""
SCORED = {"areas": "parts"}
"""Presets that are scored as a method where its default divides further than the blocks that people marked."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What one method at one setting made of a page."""

    method: str
    setting: str
    segments: list[Segment]
    seconds: float | None = None


def rendered(pages: Iterable[SegmentationPage], options: RenderOptions) -> Iterator[tuple[SegmentationPage, Rendering]]:
    """Lay out each page, one at a time, its folder as the site's root."""
    with Renderer(replace(options, workers=1)) as renderer:
        for page in pages:
            # The corpus was saved as UTF-8 whatever the pages themselves say.
            source = page.html.relative_to(page.root).as_posix()
            capture = Capture(page.html.read_bytes(), source, content_type="text/html; charset=utf-8")
            yield page, renderer.render(capture, Folder(page.root))


def score_page(page: SegmentationPage, rendering: Rendering, methods: Sequence[str]) -> list[Row]:
    """One row for each method, setting, baseline and truth; a truth without blocks on this page has none."""
    tried = [*_baselines(rendering), *_methods(rendering, methods)]
    rows = []
    for truth in TRUTHS:
        elements = [rendering.page.at(block.path) for block in page.blocks if truth != TRUTHS[0] or block.level == 1]
        blocks = [of_element(rendering.page, rendering.layout, e) for e in elements if e is not None]
        rows += [_row(page, rendering, truth, blocks, one) for one in tried] if blocks else []
    return rows


def _baselines(rendering: Rendering) -> Iterator[Tried]:
    page, layout = rendering.page, rendering.layout
    body = body_of(page)
    yield Tried("whole page", "", [of_element(page, layout, body)])
    for depth in DEPTHS:
        level = np.flatnonzero(page.depth[body : page.end[body]] == page.depth[body] + depth) + body
        yield Tried(f"depth {depth}", "", [of_element(page, layout, e) for e in level.tolist()])


def _methods(rendering: Rendering, methods: Sequence[str]) -> Iterator[Tried]:
    for name in methods:
        segmenter = SEGMENTERS[name]
        default = scored_options(name)
        for options in [default, *(option for option in grid(name) if option != default)]:
            started = time.perf_counter()
            tree = segmenter(rendering.page, rendering.layout, options)
            seconds = time.perf_counter() - started
            segments = [of_area(tree.areas[number]) for number in tree.leaves]
            yield Tried(name, "" if options == default else str(options), segments, seconds)


def scored_options(name: str) -> Any:  # noqa: ANN401 - each method has a type of its own
    """The options at which a method is scored."""
    return SEGMENTERS[name].presets[SCORED[name]] if name in SCORED else SEGMENTERS[name].default


def grid(name: str) -> list[Any]:
    """The options objects to try for a method."""
    default = scored_options(name)
    choices = GRIDS.get(name, {})
    return [replace(default, **dict(zip(choices, values, strict=True))) for values in product(*choices.values())]


def _row(page: SegmentationPage, rendering: Rendering, truth: str, blocks: list[Segment], one: Tried) -> Row:
    layout = rendering.layout
    weights = char_weights(rendering.page)
    found, wanted = chars(rendering.page, one.segments), chars(rendering.page, blocks)
    seen = [nodes(rendering.page, layout, segments) for segments in (one.segments, blocks)]
    readable = weights * layout.text_visible
    row: Row = {
        "page": f"{page.set}/{page.site}", "truth": truth, "method": one.method, "setting": one.setting,
        "segments": int(np.count_nonzero(seen[0] @ node_weights(layout))), "blocks": len(blocks),
        "in_none": float(readable[~found.any(axis=0)].sum() / max(readable.sum(), 1)),
        "relative_time": None if one.seconds is None else 1000 * one.seconds / rendering.ms,
    }  # fmt: skip
    if (wanted @ weights).any():
        row |= _figures("chars", bcubed(found, wanted, weights))
    row |= _figures("nodes", bcubed(seen[0], seen[1], node_weights(layout)))
    row |= _figures("pixels", bcubed(*pixels(layout.size, one.segments, blocks)))
    return row


def _figures(atoms: str, score: Agreement) -> Row:
    return {f"{atoms}_p": score.precision, f"{atoms}_r": score.recall, f"{atoms}_f": score.f}


def with_tuned(rows: Sequence[Row]) -> list[Row]:
    """Rows at the defaults, and for each method with a grid those at the setting best on other sites, by chars F."""
    kept = [row for row in rows if not row["setting"]]
    for truth in TRUTHS:
        for method in [name for name in SEGMENTERS if len(grid(name)) > 1]:
            kept += _tuned([row for row in rows if row["method"] == method and row["truth"] == truth], method)
    return kept


def _tuned(tried: Sequence[Row], method: str) -> Iterator[Row]:
    """The rows of each fold at the setting that is best on the others."""
    for fold in range(FOLDS):
        best = _best_setting([row for row in tried if fold_of(row["page"]) != fold])
        for row in tried:
            if fold_of(row["page"]) == fold and row["setting"] == best:
                yield row | {"method": f"{method} tuned"}


def _best_setting(rows: Sequence[Row]) -> str:
    scores: dict[str, list[float]] = {}
    for row in rows:
        if row.get("chars_f") is not None:
            scores.setdefault(row["setting"], []).append(row["chars_f"])
    return max(scores, key=lambda setting: float(np.mean(scores[setting])), default="")


def fold_of(page: str) -> int:
    """The fold of a page; every page of the corpus is a site of its own."""
    return hashlib.sha256(page.encode()).digest()[1] % FOLDS
