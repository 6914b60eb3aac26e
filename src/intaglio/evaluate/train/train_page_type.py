"""Fits the trees that tell the types of pages on the tuning hosts and writes them to the package as types.txt.

Run it as `python -m intaglio.evaluate.train.train_page_type CORPORA`, after the model of the body was fitted.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from intaglio.articles.body.body_finder import find_body
from intaglio.articles.body.boosted_trees import write
from intaglio.articles.type_features import type_features
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.evaluate.train.boosting import BoostOptions, boost, mean_of
from intaglio.page import Page

OPTIONS = BoostOptions(trees=40, depth=3, rate=0.2, ridge=6.0, columns=0.2)
SEEDS = 3
"""Models of which the mean is taken: pages are few, and another draw of questions alone moves F1 by .01."""


def main(corpora: Path) -> None:
    """Fit the trees and write them."""
    pages = [page for page in read_articles(open_corpus(corpora, "articles")) if part_of_host(page.host) == "tune"]
    rows: list[Mapping[str, float]] = []
    types: list[str] = []
    for truth in pages:
        page = Page.parse(truth.html.read_bytes(), url=truth.url)
        body = find_body(page)
        if body.keep.any():
            # Every page is read with and without its address, so that the trees do not lean on it.
            rows += [type_features(page, body), type_features(page.with_url(None), body)]
            types += [truth.type] * 2
    target = Path(str(files("intaglio.articles"))) / "types.txt"
    target.write_text(fitted(rows, types), encoding="utf-8")


def fitted(rows: Sequence[Mapping[str, float]], types: Sequence[str]) -> str:
    """The trees of every type, one type against all others, as `types.txt` has them; all types count the same."""
    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows], dtype=np.float32)
    share = {kind: types.count(kind) / len(types) for kind in set(types)}
    weight = np.array([0.5 / (share[kind] * len(share)) for kind in types])
    about = (
        f"Fitted on {len(rows) // 2} pages of the tuning hosts by intaglio.evaluate.train.train_page_type; do not edit."
    )
    parts = [f"# Trees for each type of page.\n# {about}\n"]
    for kind in sorted(set(types)):
        target = np.array([float(one == kind) for one in types])
        drawn = [boost(values, target, weight, replace(OPTIONS, seed=seed)) for seed in range(SEEDS)]
        parts.append(f"type {kind}\n{write(mean_of(drawn), names, ())}")
    return "".join(parts)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
