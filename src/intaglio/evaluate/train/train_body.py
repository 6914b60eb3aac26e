"""Fits the models of the default method on all pages with a truth: first.txt, second.txt, net.txt
and words.txt.

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

from intaglio.articles.blocks.block_net import BlockNet, write_net
from intaglio.articles.blocks.counts import Floats
from intaglio.articles.blocks.lexicon import write_lexicon
from intaglio.articles.body.boosted_trees import Trees, probability, write
from intaglio.articles.body.features import FEATURES
from intaglio.articles.body.two_looks import SEEN_AGAIN, Looks
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.evaluate.train.block_examples import FOLDS, BlockExample, LookedAgain, block_examples
from intaglio.evaluate.train.boosting import BoostOptions, boost
from intaglio.evaluate.train.net_fitting import NetPage, fit_net
from intaglio.evaluate.train.word_weights import LineTable

FIRST_LOOK = BoostOptions(trees=40, rows=40_000)
SECOND_LOOK = BoostOptions(trees=600, rows=40_000, depth=6, rate=0.07, columns=0.25)
_TYPES = ("article", "documentation", "service", "forum", "listing", "collection", "product")


def main(corpora: Path) -> None:
    """Fit the trees of both looks, the net and the lexicon, and write them to the package."""
    examples = block_examples([
        *read_articles(open_corpus(corpora, "articles")), *read_articles(open_corpus(corpora, "news"))
    ])  # fmt: skip
    looks = _Lessons.of(examples).looks()
    about = f"Fitted on {len(examples)} pages by intaglio.evaluate.train.train_body; do not edit."
    seen, read = (Path(str(files(f"intaglio.articles.{part}"))) for part in ("body", "blocks"))
    for name, trees, columns in (("first", looks.first, FEATURES), ("second", looks.second, SEEN_AGAIN)):
        text = write(trees, columns, [f"The {name} look at a text block.", about])
        (seen / f"{name}.txt").write_text(text, encoding="utf-8")
    text = write_net(looks.net, SEEN_AGAIN, ["The net of the second look at the blocks of a page.", about])
    (read / "net.txt").write_text(text, encoding="utf-8")
    text = write_lexicon(looks.words, ["Words and pairs of words, and what they say of a line.", about])
    (read / "words.txt").write_text(text, encoding="utf-8")


def fold_looks(examples: Sequence[BlockExample], folds: int = FOLDS) -> list[Looks]:
    """For each of the folds that the examples are in, models that were fitted on the others."""
    lessons = _Lessons.of(examples, folds)
    return [lessons.looks(fold) for fold in range(folds)]


@dataclass(frozen=True, slots=True)
class _Lessons:
    """Examples with what a second look sees of them, after a first by a model that did not see their hosts."""

    examples: Sequence[BlockExample]
    again: Sequence[LookedAgain]
    lines: LineTable
    """The lines of all examples, one after the other."""

    @classmethod
    def of(cls, examples: Sequence[BlockExample], folds: int = FOLDS) -> _Lessons:
        likely: list[Floats] = [np.zeros(0)] * len(examples)
        for fold in range(folds):
            model = _first(examples, fold)
            for number, one in enumerate(examples):
                if one.fold == fold:
                    likely[number] = probability(model.score(one.rows))
        again = [one.look_again(look) for one, look in zip(examples, likely, strict=True)]
        return cls(examples, again, LineTable.of([line for one in again for line in one.known_lines()]))

    def looks(self, out: int | None = None) -> Looks:
        """All models, fitted on all examples but those of one fold."""
        chosen = np.repeat([one.fold != out for one in self.examples], [len(one.again) for one in self.again])
        words = self.lines.lexicon(self.lines.fit(chosen))
        cuts = np.cumsum([len(one.again) for one in self.again])[:-1]
        told = np.split(self.lines.told_by_others(chosen), cuts)
        seen = [one.rows(said) for one, said in zip(self.again, told, strict=True)]
        return Looks(_first(self.examples, out), words, self._second(seen, out), self._net(seen, out))

    def _second(self, seen: Sequence[Floats], out: int | None) -> Trees:
        """The trees of the second look, given what it sees: what words say is told by lexicons of other hosts."""
        pairs = zip(self.again, seen, strict=True)
        return _fit([_Known(one.example.fold, rows, *_of(one)) for one, rows in pairs], SECOND_LOOK, out)

    def _net(self, seen: Sequence[Floats], out: int | None) -> BlockNet:
        """The net of the second look, given the same."""
        pairs = zip(self.again, seen, strict=True)
        return fit_net([_net_page(one, rows) for one, rows in pairs if one.example.fold != out])


def _net_page(one: LookedAgain, rows: Floats) -> NetPage:
    example, again = one.example, one.again
    page = example.page
    kind = _TYPES.index(page.type) if page.set == "articles" and page.type in _TYPES else -1
    return NetPage(rows, *_of(one), example.around.groups[again], example.blocks.words[again], kind)


@dataclass(frozen=True, slots=True)
class _Known:
    """Blocks of a page as trees learn from them."""

    fold: int
    rows: Floats
    """[feature, block]."""
    share: Floats
    weight: Floats


def _of(one: LookedAgain) -> tuple[Floats, Floats]:
    return one.example.share[one.again], one.weight


def _first(examples: Sequence[BlockExample], out: int | None) -> Trees:
    return _fit([_Known(one.fold, one.rows, one.share, one.weight) for one in examples], FIRST_LOOK, out)


def _fit(pages: Sequence[_Known], options: BoostOptions, out: int | None) -> Trees:
    """Fit trees to all pages but those of one fold."""
    chosen = [(one, one.weight > 0) for one in pages if one.fold != out]
    every = np.concatenate([one.rows[:, known] for one, known in chosen], axis=1).T
    target = np.concatenate([one.share[known] for one, known in chosen])
    weight = np.concatenate([one.weight[known] for one, known in chosen])
    return boost(np.ascontiguousarray(every), target, weight, options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
