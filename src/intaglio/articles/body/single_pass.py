"""The body after Shen and Zou: text blocks clustered in a single pass by look and DOM path; the class with most stops.

Distance of two blocks D = V + S; V from left edge, width and font size where there is a layout, else from the font size
that tags have by default; S = θ / (cos + 0.1) with the cosine of their DOM paths as tag vectors.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intaglio.articles.article_options import SinglePassOptions
from intaglio.articles.blocks.ancestors import Longs, chains_of
from intaglio.articles.blocks.block_columns import known_tags
from intaglio.articles.blocks.counts import Floats
from intaglio.layout import Layout
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.segment.text_blocks import TextBlock, text_blocks
from intaglio.similarity.hashing import Hashes, chained, tag_hashes

STOPS = (".", "。")
"""What the paper counts as a full stop."""
_SCALES = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 0.83, "big": 1.2, "sub": 0.83,
           "sup": 0.83, "pre": 0.81, "code": 0.81}  # fmt: skip
"""How much larger tags make their text by a browser's own style sheet."""
_LOG_SCALE = np.zeros(len(KNOWN) + 1, dtype=np.float32)
_LOG_SCALE[[TAGS[name] for name in _SCALES]] = np.log(list(_SCALES.values()))
_LOG_SCALE.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Described:
    """The text blocks of a page and what clustering looks at."""

    blocks: list[TextBlock]
    looks: Floats
    """[block, 3]: left, width, font size, each as a share; without layout the first two are 0."""
    paths: Floats
    """[block, tag]: how often each tag is on the way from the root."""
    tags: Longs
    """Which tag each column is, as `TAGS` numbers it."""
    stops: Longs
    ways: Hashes
    """DOM path of each block: the tags on the way from the root in their order."""
    boxes: Floats | None
    """[block, 4]: left, top, right, bottom; None without layout."""
    screen: float
    """Height of the screen."""


def describe(page: Page, layout: Layout | None = None) -> Described:
    """Find the text blocks and their features."""
    blocks = text_blocks(page, layout)
    elements = np.array([block.element for block in blocks], dtype=np.int64)
    stops = np.array(
        [sum(page.texts[t].count(stop) for t in block.texts for stop in STOPS) for block in blocks], dtype=np.int64
    )
    looks = np.zeros((len(blocks), 3), dtype=np.float64)
    boxes = None
    screen = float("inf")
    if layout is None:
        looks[:, 2] = np.exp(chains_of(page).total(_LOG_SCALE[known_tags(page)])[elements])
    else:
        x, y, wide, high = layout.box[elements].T
        across, screen = float(layout.viewport[0]), float(layout.viewport[1])
        boxes = np.stack([x, y, x + wide, y + high], axis=1)
        looks[:, 0] = x / across
        looks[:, 1] = np.where(x + wide < across, wide, across - x) / across
        looks[:, 2] = layout.font_size[elements]
    looks[:, 2] /= max(float(looks[:, 2].max(initial=0)), 1e-9)
    ways = chained(page, tag_hashes(page))[elements]
    return Described(blocks, looks, *_path_vectors(page, elements), stops, ways, boxes, screen)


def _path_vectors(page: Page, elements: Longs) -> tuple[Floats, Longs]:
    """Tags on the way from the root to each element, counted; one column a tag of the page."""
    found, tags = np.unique(known_tags(page), return_inverse=True)
    vectors = np.zeros((len(elements), len(found)), dtype=np.float64)
    rows = np.arange(len(elements))
    up = chains_of(page).parent
    at = elements.copy()
    while len(at):
        vectors[rows, tags[at]] += 1
        below = at > 0
        rows, at = rows[below], up[at[below]]
    return vectors, found


def cluster(described: Described, options: SinglePassOptions = SinglePassOptions()) -> Longs:
    """The class of each block: that of the nearest representative, or a new one if that is too far."""
    looks, paths = described.looks, described.paths
    norms = np.sqrt((paths**2).sum(axis=1))
    count = len(looks)
    classes = np.zeros(count, dtype=np.int64)
    mean, path, size = np.empty_like(looks), np.empty_like(paths), np.zeros(count)
    known = 0
    for block in range(count):
        nearest, distance = -1, np.inf
        if known:
            seen = np.sqrt(((mean[:known] - looks[block]) ** 2).sum(axis=1))
            along = path[:known]
            cosine = along @ paths[block] / (np.sqrt((along**2).sum(axis=1)) * norms[block])
            distances = seen + options.theta / (cosine + 0.1)
            nearest = int(distances.argmin())
            distance = float(distances[nearest])
        if distance > options.threshold:
            nearest = known
            mean[known], path[known] = 0, 0
            known += 1
        size[nearest] += 1
        mean[nearest] += (looks[block] - mean[nearest]) / size[nearest]
        path[nearest] += paths[block]
        classes[block] = nearest
    return classes


def body_blocks(described: Described, options: SinglePassOptions = SinglePassOptions()) -> Bools:
    """Which text blocks are the body: the class the two rules choose, completed."""
    if not described.blocks:
        return np.zeros(0, dtype=np.bool_)
    classes = cluster(described, options)
    stops = np.bincount(classes, described.stops)
    if described.boxes is not None:
        first = np.unique(classes, return_index=True)[1]
        high = described.boxes[first, 1] <= options.screens * described.screen
        stops = np.where(high, stops, -1) if high.any() else stops
    chosen: Bools = np.equal(classes, int(stops.argmax()))
    return chosen | _completed(described, chosen)


def _completed(described: Described, chosen: Bools) -> Bools:
    """Blocks of the class's commonest font size and of a DOM path it has, within its bounds."""
    sizes, counts = np.unique(described.looks[chosen, 2], return_counts=True)
    usual: Bools = np.equal(described.looks[:, 2], sizes[counts.argmax()])
    like = usual & np.isin(described.ways, described.ways[chosen])
    if described.boxes is None:
        inside = np.zeros(len(chosen), dtype=np.bool_)
        inside[np.flatnonzero(chosen)[0] : np.flatnonzero(chosen)[-1]] = True
        return like & inside
    low, high = described.boxes[chosen].min(axis=0), described.boxes[chosen].max(axis=0)
    within: Bools = (described.boxes[:, :2] >= low[:2]).all(axis=1) & (described.boxes[:, 2:] <= high[2:]).all(axis=1)
    return like & within
