"""Boosted oblivious trees: a sum of small tables, each chosen from by the same few yes/no questions for all rows.

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

_ROWS = 2048
"""Rows scored at once, so that memory stays small on huge pages."""


@dataclass(frozen=True, slots=True)
class Trees:
    """A model: which features it asks for, and its trees."""

    base: float
    names: tuple[str, ...]
    feature: Longs
    """[trees, depth] numbers in `names`."""
    threshold: Floats
    """[trees, depth]."""
    value: Floats
    """[trees, 2 ** depth]; the first question is the highest bit."""

    def score(self, rows: Floats) -> Floats:
        """Log-odds of each row, whose columns are those of `names`."""
        trees, depth = self.feature.shape
        flat = self.value.ravel()
        offset = np.arange(trees) << depth
        weights = (1 << np.arange(depth)[::-1]).astype(np.float32)
        parts: list[Floats] = [np.zeros(0, dtype=np.float32)]
        for at in range(0, len(rows), _ROWS):
            part = rows[at : at + _ROWS]
            answers = part[:, self.feature.ravel()].reshape(len(part), trees, depth) > self.threshold
            parts.append(flat[(answers @ weights).astype(np.intp) + offset].sum(axis=1))
        return np.concatenate(parts) + np.float32(self.base)


def probability(score: Floats) -> Floats:
    """Log-odds as a probability."""
    odds: Floats = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
    return odds


@cache
def load(name: str) -> Trees:
    """The model of the file `NAME.txt` beside this one."""
    return parse((files("intaglio.article") / f"{name}.txt").read_text(encoding="utf-8"))


def parse(text: str) -> Trees:
    """Read a model: a line `base NUMBER`, then `feature>threshold … : value …` a tree; `#` begins a comment."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    base = float(lines[0].split()[1])
    trees = []
    for line in lines[1:]:
        questions, values = line.split(":")
        trees.append(([question.split(">") for question in questions.split()], [float(v) for v in values.split()]))
    names = tuple(sorted({name for questions, _ in trees for name, _ in questions}))
    number = {name: place for place, name in enumerate(names)}
    return Trees(
        base,
        names,
        np.array([[number[name] for name, _ in questions] for questions, _ in trees], dtype=np.int64),
        np.array([[float(threshold) for _, threshold in questions] for questions, _ in trees], dtype=np.float32),
        np.array([values for _, values in trees], dtype=np.float32),
    )


def write(trees: Trees, comments: Sequence[str]) -> str:
    """The model as `parse` reads it."""
    lines = [f"# {comment}" for comment in comments] + [f"base {trees.base:.4f}"]
    for feature, threshold, value in zip(trees.feature, trees.threshold, trees.value, strict=True):
        questions = (f"{trees.names[f]}>{t:.5g}" for f, t in zip(feature, threshold, strict=True))
        lines.append(" ".join(questions) + " : " + " ".join(f"{v:.4f}" for v in value))
    return "\n".join(lines) + "\n"
