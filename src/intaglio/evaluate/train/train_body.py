"""Fits the models of the default method on all pages with a truth: first.txt, names.txt and second.txt.

It learns from all truths at once: whole texts of all kinds of pages, bodies of news, and snippets that must and must
not appear. Run it as `python -m intaglio.evaluate.train.train_body CORPORA` with `intaglio[evaluate]` installed; it
takes some minutes. What such models are worth on hosts that they were not fitted on is told by `intaglio evaluate
articles --folds`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.boosted_trees import Trees, probability, write
from intaglio.article.body.features import FEATURES
from intaglio.article.body.name_weights import NameWeights, write_names
from intaglio.article.body.two_looks import SEEN_AGAIN, Looks, hopeful
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.evaluate.train.block_examples import FOLDS, BlockExample, block_examples
from intaglio.evaluate.train.boosting import BoostOptions, boost
from intaglio.evaluate.train.name_words import NameLesson, fit_names

FIRST_LOOK = BoostOptions(trees=40, rows=40_000)
SECOND_LOOK = BoostOptions(trees=300, rows=40_000, depth=5, rate=0.075, columns=0.25)


def main(corpora: Path) -> None:
    """Fit both looks and write them to the package."""
    examples = block_examples([
        *read_articles(open_corpus(corpora, "articles")), *read_articles(open_corpus(corpora, "news"))
    ])  # fmt: skip
    looks = _Lessons.of(examples).looks()
    about = f"Fitted on {len(examples)} pages by intaglio.evaluate.train.train_body; do not edit."
    written = {
        "first": write(looks.first, FEATURES, ["The first look at a text block.", about]),
        "names": write_names(looks.names, ["What words in names add to the first look: near, above.", about]),
        "second": write(looks.second, SEEN_AGAIN, ["The second look at a text block.", about]),
    }
    folder = Path(str(files("intaglio.article.body")))
    for name, text in written.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def fold_looks(examples: Sequence[BlockExample]) -> list[Looks]:
    """For each fold of the hosts, models that were fitted on the others."""
    lessons = _Lessons.of(examples)
    return [lessons.looks(fold) for fold in range(FOLDS)]


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Examples with what a second look sees of them, after a first by models that did not see their hosts."""

    examples: Sequence[BlockExample]
    scores: Sequence[Floats]
    """What the trees of the first look say of each block."""
    again: Sequence[Longs]
    """The blocks that are looked at again."""
    seen: Sequence[Floats]
    """What is seen of them."""

    @classmethod
    def of(cls, examples: Sequence[BlockExample]) -> _Lessons:
        firsts = [_first(examples, fold) for fold in range(FOLDS)]
        scores = [firsts[one.fold].score(one.rows) for one in examples]
        named = [_names(examples, scores, fold) for fold in range(FOLDS)]
        looked = []
        for one, score in zip(examples, scores, strict=True):
            names, base = named[one.fold]
            looked.append(one.looked_at(score + np.float32(base), names))
        return cls(examples, scores, [again for again, _ in looked], [seen for _, seen in looked])

    def looks(self, out: int | None = None) -> Looks:
        """All models, fitted on all examples but those of one fold."""
        first, (names, base) = _first(self.examples, out), _names(self.examples, self.scores, out)
        shares, weights = (
            [getattr(one, name)[again] for one, again in zip(self.examples, self.again, strict=True)]
            for name in ("share", "weight")
        )
        chosen = [number for number, one in enumerate(self.examples) if one.fold != out]
        return Looks(
            replace(first, base=first.base + base), names, _fit(chosen, self.seen, shares, weights, SECOND_LOOK)
        )  # fmt: skip


def _first(examples: Sequence[BlockExample], out: int | None) -> Trees:
    rows, shares, weights = ([getattr(one, name) for one in examples] for name in ("rows", "share", "weight"))
    chosen = [number for number, one in enumerate(examples) if one.fold != out]
    return _fit(chosen, rows, shares, weights, FIRST_LOOK)


def _names(examples: Sequence[BlockExample], scores: Sequence[Floats], out: int | None) -> tuple[NameWeights, float]:
    """What words in names add to what trees say that did not see their hosts; and to all blocks."""
    lessons = []
    for one, score in zip(examples, scores, strict=True):
        if one.fold != out:
            hoped = np.zeros(len(score))
            hoped[hopeful(probability(score))] = 1
            lessons.append(NameLesson(one.page.host, one.named, score, one.share, one.weight * hoped))
    return fit_names(lessons)


def _fit(
    chosen: Sequence[int],
    rows: Sequence[Floats],
    shares: Sequence[Floats],
    weights: Sequence[Floats],
    options: BoostOptions,
) -> Trees:
    """Fit trees to the chosen examples; rows are [feature, block]."""
    pairs = [(number, weights[number] > 0) for number in chosen]
    every = np.concatenate([rows[number][:, kept] for number, kept in pairs], axis=1).T
    target = np.concatenate([shares[number][kept] for number, kept in pairs])
    weight = np.concatenate([weights[number][kept] for number, kept in pairs])
    return boost(np.ascontiguousarray(every), target, weight, options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
