"""Fits the rule that tells the types of pages on the tuning hosts and writes it to the package as types.txt.

Run it as `python -m intaglio.evaluate.train.train_page_type CORPORA`, after the model of the body was fitted.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from intaglio.article.body.body_finder import find_body
from intaglio.article.page_type import type_features
from intaglio.evaluate.articles.text_scores import part_of_host
from intaglio.evaluate.corpora import open_corpus, read_articles
from intaglio.page import Page

STRENGTH = 0.02
"""How much the weights may say; smaller is more cautious."""


def main(corpora: Path) -> None:
    """Fit the rule and write it."""
    pages = [page for page in read_articles(open_corpus(corpora, "articles")) if part_of_host(page.host) == "tune"]
    rows: list[dict[str, float]] = []
    types: list[str] = []
    for truth in pages:
        # Half of the pages are read without their address, so that the rule does not lean on it.
        page = Page.parse(truth.html.read_bytes(), url=truth.url if len(rows) % 2 else None)
        body = find_body(page)
        if body.keep.any():
            rows.append(type_features(page, body))
            types.append(truth.type)
    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows])
    middle, scale = values.mean(axis=0), np.maximum(values.std(axis=0), 1e-3)
    fitted = LogisticRegression(C=STRENGTH, max_iter=2000).fit((values - middle) / scale, types)
    weights = fitted.coef_.T / scale[:, None]
    weights[names.index("one")] = fitted.intercept_ - middle @ weights
    lines = [
        "# Weight of each feature for each type of page.",
        f"# Fitted on {len(rows)} pages of the tuning hosts by intaglio.evaluate.train.train_page_type; do not edit.",
        " ".join(["feature", *fitted.classes_]),
        *(" ".join([name, *(f"{w:.4f}" for w in row)]) for name, row in zip(names, weights, strict=True)),
    ]
    (Path(str(files("intaglio.article"))) / "types.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
