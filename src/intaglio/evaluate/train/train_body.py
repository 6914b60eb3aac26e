"""Fits the model of the default method on the tuning hosts and writes it to the package: first.txt and second.txt.

It learns from all truths at once: whole texts of all kinds of pages, bodies of news, and snippets that must and must
not appear. Run it as `python -m intaglio.evaluate.train.train_body CORPORA`; it takes some minutes. With `--folds` it
writes nothing, and prints how well models do on hosts that they were not fitted on, for all hosts of all sets.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
from rich.console import Console

from intaglio.article.article_options import BETA
from intaglio.article.blocks.counts import Floats
from intaglio.article.body.body_finder import once
from intaglio.article.body.boosted_trees import Trees, probability, write
from intaglio.article.body.choose_blocks import choose
from intaglio.article.body.features import FEATURES
from intaglio.article.body.two_looks import SEEN_AGAIN, hopeful
from intaglio.evaluate.articles.article_rows import scored
from intaglio.evaluate.articles.set_table import OURS, set_table
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.evaluate.train.block_examples import FOLDS, BlockExample, block_examples
from intaglio.evaluate.train.boosting import BoostOptions, boost

FIRST_LOOK = BoostOptions(trees=40, rows=40_000)
SECOND_LOOK = BoostOptions(trees=180, rows=40_000, depth=5, rate=0.11)


def main(corpora: Path, *, folds: bool = False) -> None:
    """Fit both looks and write them; or fit them fold by fold, and say how they do on hosts that they did not see."""
    pages = [*read_articles(open_corpus(corpora, "articles")), *read_articles(open_corpus(corpora, "news"))]
    if folds:
        return say_folds(block_examples(pages))
    examples = block_examples([page for page in pages if part_of_host(page.host) == "tune"])
    looks, seen = look_again(examples)
    about = f"Fitted on {len(examples)} pages of the tuning hosts by intaglio.evaluate.train.train_body; do not edit."
    folder = Path(str(files("intaglio.article.body")))
    for name, rows, options, columns in (
        ("first", [one.rows for one in examples], FIRST_LOOK, FEATURES),
        ("second", seen, SECOND_LOOK, SEEN_AGAIN),
    ):
        weights = [
            one.weight if name == "first" else hoped(one, look) for one, look in zip(examples, looks, strict=True)
        ]
        text = write(fit(examples, rows, weights, options), columns, [f"The {name} look at a text block.", about])
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return None


def look_again(examples: list[BlockExample]) -> tuple[list[Floats], list[Floats]]:
    """First looks by models that did not see the page's host, and what a second look then sees."""
    looks: list[Floats] = [np.zeros(0)] * len(examples)
    for fold in range(FOLDS):
        model = fit(examples, [one.rows for one in examples], [one.weight for one in examples], FIRST_LOOK, fold)
        for number, one in enumerate(examples):
            if one.fold == fold:
                looks[number] = probability(model.score(one.rows))
    return looks, [one.seen_again(look) for one, look in zip(examples, looks, strict=True)]


def hoped(one: BlockExample, look: Floats) -> Floats:
    """The weights of the blocks that are looked at again."""
    kept = np.zeros(len(look))
    kept[hopeful(look)] = 1
    return one.weight * kept


def fit(
    examples: list[BlockExample],
    rows: list[Floats],
    weights: list[Floats],
    options: BoostOptions,
    out: int | None = None,
) -> Trees:
    """Fit trees to all examples but those of one fold; rows are [feature, block]."""
    chosen = [number for number, one in enumerate(examples) if one.fold != out]
    counted = [weights[number] > 0 for number in chosen]
    pairs = list(zip(chosen, counted, strict=True))
    every = np.concatenate([rows[number][:, kept] for number, kept in pairs], axis=1).T
    target = np.concatenate([examples[number].share[kept] for number, kept in pairs])
    weight = np.concatenate([weights[number][kept] for number, kept in pairs])
    return boost(np.ascontiguousarray(every), target, weight, options)


def say_folds(examples: list[BlockExample]) -> None:
    """Print the scores of all pages, each by models that did not see its host."""
    looks, seen = look_again(examples)
    weights = [hoped(one, look) for one, look in zip(examples, looks, strict=True)]
    rows = []
    for fold in range(FOLDS):
        model = fit(examples, seen, weights, SECOND_LOOK, fold)
        for number, one in enumerate(examples):
            if one.fold == fold:
                again = hopeful(looks[number])
                likely = np.zeros(len(one.blocks), dtype=np.float32)
                likely[again] = probability(model.score(seen[number][:, again]))
                keep, _ = choose(once(one.blocks, likely), one.blocks.words, BETA["balance"])
                rows.append({**scored(one.page, one.text(keep)), "method": OURS, "ms": 0.0})
    Console().print(set_table(rows, f"{FOLDS} folds of hosts, none scored by a model that saw it"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), folds="--folds" in sys.argv)
