"""Boosted oblivious trees: a sum of small tables, each looked up by the same few yes/no questions for all blocks.

A tree asks its D questions (is a feature above a threshold?); the answers, read as a binary number, pick one of its
2^D values. A model is the sum over its trees, kept as a text file of one line a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import Floats, constant

_CELLS = 80_000
"""Values of trees that are looked up at once: what is made of more leaves the processor's cache, and the system gives
memory anew for it each time.
"""
_PARTS = 24
"""Parts that trees are added up in first, if they can be parted so."""


@dataclass(frozen=True, slots=True)
class Trees:
    """A model over features given as rows."""

    base: float
    feature: Longs
    """[questions]: which row each question is about; no question is asked twice."""
    threshold: Floats
    """[questions]."""
    question: Longs
    """[depth, trees]: the questions of each tree."""
    value: Floats
    """[trees, 2 ** depth]; the first question is the highest bit."""
    first: npt.NDArray[np.unsignedinteger[Any]]
    """[trees, 1]: where the values of each tree begin, in as few bytes as hold it: many such numbers are written."""

    def score(self, rows: Floats) -> Floats:
        """Log-odds of each column of the rows [feature, block]."""
        width, most = rows.shape[1], max(_CELLS // len(self.value), 1)
        if width <= most:
            return self._score(rows)
        return np.concatenate([self._score(rows[:, at : at + most]) for at in range(0, width, most)])

    def _score(self, rows: Floats) -> Floats:
        said = self.values(rows)
        parts = gcd(len(said), _PARTS)  # long rows are added up quicker than many
        sums = np.add.reduce(said.reshape(parts, -1)).reshape(-1, said.shape[1])
        scores: Floats = np.add.reduce(sums) + np.float32(self.base)
        return scores

    def values(self, rows: Floats) -> Floats:
        """What each tree says, as [tree, block]."""
        answers = (rows.take(self.feature, axis=0) > self.threshold[:, None]).view(np.uint8)
        leaf, *bits = answers.take(self.question, axis=0)
        for bit in bits:
            leaf += leaf
            leaf += bit
        found: Floats = self.value.ravel().take(self.first + leaf, mode="wrap")  # all are inside: no need to check
        return found


_MOST, _ONE = constant(30, np.float32), constant(1, np.float32)

Tree = tuple[Sequence[tuple[int, float]], Sequence[float]]
"""The questions of a tree (feature, threshold), and its values."""


def trees_of(base: float, trees: Sequence[Tree]) -> Trees:
    """A model of trees."""
    known: dict[tuple[int, float], int] = {}
    asked = [[known.setdefault(question, len(known)) for question in questions] for questions, _ in trees]
    value = np.array([values for _, values in trees], dtype=np.float32)
    first = np.arange(0, value.size, value.shape[1], dtype=np.min_scalar_type(value.size))
    return Trees(
        base,
        np.array([feature for feature, _ in known], dtype=np.int64),
        np.array([threshold for _, threshold in known], dtype=np.float32),
        np.array(asked, dtype=np.int64).T.copy(),
        value,
        first[:, None],
    )


def probability(score: Floats) -> Floats:
    """Log-odds as a probability."""
    odds = np.exp(np.minimum(-score, _MOST))  # beyond that it makes no difference
    odds += _ONE
    likely: Floats = np.reciprocal(odds, out=odds)
    return likely


@cache
def load(name: str, features: tuple[str, ...]) -> Trees:
    """The model of the file `NAME.txt` beside this one, over rows of these features."""
    from importlib.resources import files

    return parse((files("intaglio.articles.body") / f"{name}.txt").read_text(encoding="utf-8"), features)


def parse(text: str, features: Sequence[str]) -> Trees:
    """Read a model: a line `base NUMBER`, then `feature>threshold … : value …` a tree; `#` begins a comment."""
    return trees_of(*grown(text, features))


def grown(text: str, features: Sequence[str]) -> tuple[float, list[Tree]]:
    """The base and the trees of a model."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    number = {name: place for place, name in enumerate(features)}
    trees: list[Tree] = []
    for line in lines[1:]:
        questions, _, values = line.partition(" : ")
        asked = [question.split(">") for question in questions.split()]
        trees.append(([(number[name], float(above)) for name, above in asked], [float(v) for v in values.split()]))
    return float(lines[0].split()[1]), trees


def _threshold(value: np.floating[Any]) -> str:
    """A threshold in few digits, if these make the same number: many pages may have just this value."""
    short = f"{value:.5g}"
    return short if np.float32(short) == value else f"{value:.9g}"


def write(trees: Trees, features: Sequence[str], comments: Sequence[str]) -> str:
    """The model as `parse` reads it."""
    lines = [f"# {comment}" for comment in comments] + [f"base {trees.base:.4f}"]
    named = [f"{features[f]}>{_threshold(t)}" for f, t in zip(trees.feature, trees.threshold, strict=True)]
    for asked, value in zip(trees.question.T, trees.value, strict=True):
        lines.append(" ".join(named[q] for q in asked) + " : " + " ".join(f"{v:.3f}" for v in value))
    return "\n".join(lines) + "\n"
