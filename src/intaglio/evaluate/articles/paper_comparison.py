"""The comparison of Shen and Zou again, on the corpus `articles`: blocks, the body by each method, and what it takes.

Text segments are the non-blank lines of the truth. A segment is found if its words stand in a block. The learned
methods see the same block features as the clustering and are trained on other hosts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intaglio.articles.article_options import SinglePassOptions
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.body.single_pass import Described, body_blocks, describe
from intaglio.errors import MissingExtra
from intaglio.evaluate.articles.text_scores import part_of_host, word_f1, words_of
from intaglio.evaluate.corpora import ArticlePage
from intaglio.layout import Layout
from intaglio.page import KNOWN, TAGS, Bools, Page
from intaglio.segment import AreaTree, content_of

THETAS = (0.1, 0.4, 1.6, 6.4)
COSINES = (1.0, 0.98, 0.96, 0.93, 0.9, 0.85, 0.8, 0.7, 0.5)
"""Thresholds are tried at the distance of blocks that look alike and whose paths have these cosines."""
NOT_TEXT = frozenset(TAGS[name] for name in (
    "img", "video", "audio", "iframe", "object", "embed", "canvas", "svg", "input", "button", "select", "textarea",
))  # fmt: skip
_WIDTH = len(KNOWN) + 1


@dataclass(frozen=True, slots=True)
class Case:
    """A page with its text blocks and truth."""

    page: ArticlePage
    part: str
    parsed: Page
    described: Described
    texts: list[str]
    """Words of each block run together, so that white space and punctuation do not matter."""
    segments: list[str]
    """Words of each segment, likewise."""

    def is_content(self) -> Bools:
        """Which blocks stand in the truth."""
        whole = "\n".join(self.segments)
        return np.array([bool(text) and text in whole for text in self.texts], dtype=np.bool_)


def squeezed(text: str) -> str:
    """The words of a text run together."""
    return "".join(words_of(text))


def case(truth: ArticlePage, parsed: Page | None = None, layout: Layout | None = None) -> Case:
    """Find the text blocks of a page."""
    page = parsed or Page.parse(truth.html.read_bytes(), url=truth.url)
    described = describe(page, layout)
    texts = [squeezed(" ".join(page.texts[t] for t in block.texts)) for block in described.blocks]
    segments = [squeezed(line) for line in truth.text.splitlines() if squeezed(line)]
    return Case(truth, part_of_host(truth.host), page, described, texts, segments)


@dataclass(frozen=True, slots=True)
class Count:
    """The columns of the paper's tables."""

    segments: int
    found: int
    correct: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.precision * self.recall / max(self.precision + self.recall, 1e-9)


def block_count(blocks: Iterable[tuple[str, bool]], segments: Sequence[str]) -> tuple[int, int]:
    """How many segments stand in some block, and how many in a block with nothing but text (Tables 1 and 2)."""
    known = list(blocks)
    anywhere = "\n".join(text for text, _ in known)
    alone = "\n".join(text for text, pure in known if pure)
    return sum(segment in anywhere for segment in segments), sum(segment in alone for segment in segments)


def area_blocks(page: Page, tree: AreaTree) -> Iterator[tuple[str, bool]]:
    """The leaves of a segmentation, likewise."""
    other = np.concatenate([[0], np.cumsum(np.isin(page.tag, sorted(NOT_TEXT)))])
    for number in tree.leaves:
        area = tree.areas[number]
        text = squeezed(" ".join(page.texts[t] for t in content_of(page, area)))
        yield text, all(other[page.end[e]] == other[e] for e in area.elements)


def node_blocks(one: Case) -> Iterator[tuple[str, bool]]:
    """The text blocks, each with whether it holds nothing but text."""
    page = one.parsed
    other = np.concatenate([[0], np.cumsum(np.isin(page.tag, sorted(NOT_TEXT)))])
    for block, text in zip(one.described.blocks, one.texts, strict=True):
        yield text, bool(other[page.end[block.element]] == other[block.element])


def body_count(cases: Sequence[Case], chosen: Sequence[Bools]) -> Count:
    """Precision over the blocks taken as body, recall over the segments (Tables 3 and 4).

    A span in a block that is taken, too, counts with that block: the paper identifies about as many as there are.
    """
    segments = found = correct = held = 0
    for one, taken in zip(cases, chosen, strict=True):
        outer = outermost(one, taken & np.array([bool(text) for text in one.texts], dtype=np.bool_))
        found += int(outer.sum())
        correct += int((outer & one.is_content()).sum())
        text = "\n".join(text for text, take in zip(one.texts, outer.tolist(), strict=True) if take)
        held += sum(segment in text for segment in one.segments)
        segments += len(one.segments)
    return Count(segments, found, correct, correct / max(found, 1), held / max(segments, 1))


def outermost(one: Case, taken: Bools) -> Bools:
    """The blocks taken that lie in no other one taken."""
    elements = [block.element for block in one.described.blocks]
    kept = taken.copy()
    end = -1
    for place in sorted(np.flatnonzero(taken).tolist(), key=lambda place: elements[place]):
        kept[place] = elements[place] >= end
        end = max(end, int(one.parsed.end[elements[place]]))
    return kept


def features(described: Described) -> Floats:
    """What the learned methods see of each block: its look, its path, and its full stops."""
    paths = np.zeros((len(described.blocks), _WIDTH), dtype=np.float32)
    paths[:, described.tags] = described.paths
    return np.hstack([described.looks, described.stops[:, None], paths]).astype(np.float32)


Classify = Callable[[Described], Bools]


def learned(examples: Sequence[tuple[Described, Bools]]) -> dict[str, Classify]:
    """Naive Bayes and C4.5, the tree by information gain, trained on the blocks of pages and which are content."""
    try:
        from sklearn.naive_bayes import GaussianNB
        from sklearn.tree import DecisionTreeClassifier
    except ImportError as error:
        raise MissingExtra("evaluate", "the comparison with learned methods") from error
    rows = np.concatenate([features(described) for described, _ in examples if described.blocks])
    truth = np.concatenate([content for described, content in examples if described.blocks])
    made: dict[str, Classify] = {}
    models: dict[str, Any] = {
        "Naive Bayes": GaussianNB(var_smoothing=1e-3),
        "C4.5": DecisionTreeClassifier(criterion="entropy", min_samples_leaf=20, random_state=0),
    }
    for name, model in models.items():
        model.fit(rows, truth)
        made[name] = lambda described, model=model: (  # type: ignore[misc]
            model.predict(features(described)).astype(np.bool_) if described.blocks else np.zeros(0, np.bool_)
        )
    return made


def curve(cases: Sequence[Case]) -> list[dict[str, float]]:
    """Word F1 of the clustering for each θ and threshold."""
    rows = []
    for theta in THETAS:
        for cosine in COSINES:
            options = SinglePassOptions(theta, theta / (cosine + 0.1) + 1e-9)
            scores = [word_f1(words_of(_text(one, body_blocks(one.described, options))), words_of(one.page.text))
                      for one in cases]  # fmt: skip
            tried = {"theta": theta, "cosine": cosine, "threshold": options.threshold}
            rows.append({**tried, "f1": float(np.mean(scores))})
    return rows


def _text(one: Case, chosen: Bools) -> str:
    numbers = sorted({int(t) for block in np.flatnonzero(chosen) for t in one.described.blocks[block].texts})
    return " ".join(one.parsed.texts[t] for t in numbers)


def timed(cases: Sequence[Case], methods: dict[str, Classify]) -> list[dict[str, Any]]:
    """What each method takes on each page, by the number of its blocks (figure 8)."""
    rows = []
    for one in cases:
        for name, classify in methods.items():
            start = time.perf_counter()
            classify(one.described)
            rows.append({"method": name, "blocks": len(one.texts), "ms": (time.perf_counter() - start) * 1000})
    return rows
