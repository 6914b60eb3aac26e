"""Boosted oblivious trees: a sum of small tables, each looked up by the same few yes/no questions for all blocks.

A tree asks its D questions (is a feature above a threshold?); the answers, read as a binary number, pick one of its
2^D values. A model is the sum over its trees, kept as a text file of one line a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from intaglio.article.characters import Floats
from intaglio.article.tree import Longs

_WIDTH = 2048
"""Blocks scored at once, so that memory stays small on huge pages."""


@dataclass(frozen=True, slots=True)
class Trees:
    """A model over features given as rows."""

    base: float
    feature: Longs
    """[trees, depth]: which row each question is about."""
    threshold: Floats
    """[trees, depth]."""
    value: Floats
    """[trees, 2 ** depth]; the first question is the highest bit."""

    def score(self, rows: Floats) -> Floats:
        """Log-odds of each column of the rows [feature, block]."""
        depth = self.feature.shape[1]
        width = rows.shape[1]
        scores = np.empty(width, dtype=np.float32)
        offset = np.arange(0, self.value.size, 1 << depth)[:, None]
        flat = self.value.ravel()
        for at in range(0, width, _WIDTH):
            part = rows[:, at : at + _WIDTH]
            leaf = np.zeros((len(offset), part.shape[1]), dtype=np.uint8)
            for question in range(depth):
                leaf += leaf
                leaf += part[self.feature[:, question]] > self.threshold[:, question, None]
            scores[at : at + _WIDTH] = flat[leaf + offset].sum(axis=0)
        return scores + np.float32(self.base)


def probability(score: Floats) -> Floats:
    """Log-odds as a probability."""
    odds: Floats = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
    return odds


@cache
def load(name: str, features: tuple[str, ...]) -> Trees:
    """The model of the file `NAME.txt` beside this one, over rows of these features."""
    return parse((files("intaglio.article") / f"{name}.txt").read_text(encoding="utf-8"), features)


def parse(text: str, features: Sequence[str]) -> Trees:
    """Read a model: a line `base NUMBER`, then `feature>threshold … : value …` a tree; `#` begins a comment."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    base = float(lines[0].split()[1])
    trees = []
    for line in lines[1:]:
        questions, _, values = line.partition(" : ")
        trees.append(([question.split(">") for question in questions.split()], [float(v) for v in values.split()]))
    number = {name: place for place, name in enumerate(features)}
    return Trees(
        base,
        np.array([[number[name] for name, _ in questions] for questions, _ in trees], dtype=np.int64),
        np.array([[float(threshold) for _, threshold in questions] for questions, _ in trees], dtype=np.float32),
        np.array([values for _, values in trees], dtype=np.float32),
    )


def write(trees: Trees, features: Sequence[str], comments: Sequence[str]) -> str:
    """The model as `parse` reads it."""
    lines = [f"# {comment}" for comment in comments] + [f"base {trees.base:.4f}"]
    for feature, threshold, value in zip(trees.feature, trees.threshold, trees.value, strict=True):
        questions = (f"{features[f]}>{t:.5g}" for f, t in zip(feature, threshold, strict=True))
        lines.append(" ".join(questions) + " : " + " ".join(f"{v:.3f}" for v in value))
    return "\n".join(lines) + "\n"
