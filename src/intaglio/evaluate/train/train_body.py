"""Fits the models of the default method on all pages with a truth, and writes them: first.txt and second.txt.

It learns from all truths at once: whole texts of all kinds of pages, bodies of news, and snippets that must and must
not appear. Run it as `python -m intaglio.evaluate.train.train_body CORPORA`; it takes some minutes. What such models
are worth on hosts that they were not fitted on is told by `intaglio evaluate articles --folds`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from intaglio.article.blocks.counts import Floats
from intaglio.article.body.boosted_trees import Trees, probability, write
from intaglio.article.body.features import FEATURES
from intaglio.article.body.two_looks import SEEN_AGAIN, Looks, hopeful
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.evaluate.train.block_examples import FOLDS, BlockExample, block_examples
from intaglio.evaluate.train.boosting import BoostOptions, boost

FIRST_LOOK = BoostOptions(trees=40, rows=40_000)
SECOND_LOOK = BoostOptions(trees=300, rows=40_000, depth=5, rate=0.075, columns=0.25)


def main(corpora: Path) -> None:
    """Fit both looks and write them to the package."""
    examples = block_examples([
        *read_articles(open_corpus(corpora, "articles")), *read_articles(open_corpus(corpora, "news"))
    ])  # fmt: skip
    looks = _Lessons.of(examples).looks()
    about = f"Fitted on {len(examples)} pages by intaglio.evaluate.train.train_body; do not edit."
    folder = Path(str(files("intaglio.article.body")))
    for name, trees, columns in (("first", looks.first, FEATURES), ("second", looks.second, SEEN_AGAIN)):
        text = write(trees, columns, [f"The {name} look at a text block.", about])
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def fold_looks(examples: Sequence[BlockExample]) -> list[Looks]:
    """For each fold of the hosts, models that were fitted on the others."""
    lessons = _Lessons.of(examples)
    return [lessons.looks(fold) for fold in range(FOLDS)]


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Examples with what a second look sees of them, after a first by a model that did not see their hosts."""

    examples: Sequence[BlockExample]
    seen: Sequence[Floats]
    hoped: Sequence[Floats]
    """The weights of the blocks that are looked at again."""

    @classmethod
    def of(cls, examples: Sequence[BlockExample]) -> _Lessons:
        likely: list[Floats] = [np.zeros(0)] * len(examples)
        for fold in range(FOLDS):
            model = _first(examples, fold)
            for number, one in enumerate(examples):
                if one.fold == fold:
                    likely[number] = probability(model.score(one.rows))
        pairs = list(zip(examples, likely, strict=True))
        return cls(examples, [one.seen_again(look) for one, look in pairs], [_hoped(one, look) for one, look in pairs])

    def looks(self, out: int | None = None) -> Looks:
        """Both models, fitted on all examples but those of one fold."""
        return Looks(
            _first(self.examples, out), _fit(self.examples, self.seen, self.hoped, SECOND_LOOK, out),
        )  # fmt: skip


def _first(examples: Sequence[BlockExample], out: int | None) -> Trees:
    return _fit(examples, [one.rows for one in examples], [one.weight for one in examples], FIRST_LOOK, out)


def _hoped(one: BlockExample, look: Floats) -> Floats:
    kept = np.zeros(len(look))
    kept[hopeful(look)] = 1
    return one.weight * kept


def _fit(
    examples: Sequence[BlockExample],
    rows: Sequence[Floats],
    weights: Sequence[Floats],
    options: BoostOptions,
    out: int | None,
) -> Trees:
    """Fit trees to all examples but those of one fold; rows are [feature, block]."""
    chosen = [number for number, one in enumerate(examples) if one.fold != out]
    counted = [weights[number] > 0 for number in chosen]
    pairs = list(zip(chosen, counted, strict=True))
    every = np.concatenate([rows[number][:, kept] for number, kept in pairs], axis=1).T
    target = np.concatenate([examples[number].share[kept] for number, kept in pairs])
    weight = np.concatenate([weights[number][kept] for number, kept in pairs])
    return boost(np.ascontiguousarray(every), target, weight, options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
