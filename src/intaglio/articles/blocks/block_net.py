"""A small net over the blocks of a page: what it makes of a block is seen beside its neighbours, its look-alikes and
the whole page.

It has two layers. The first sees the features of a block alone; the second what the first made of it, of the two
blocks to either side, of the blocks that look like it and of all blocks, on average. Where trees ask yes or no, nets
weigh; the two err on different pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.counts import ONE_WORD, ZERO_WORDS, Floats, constant

SHIFTS = (1, -1, 2, -2)
"""The neighbours that are seen, by how many blocks a block stands behind each."""
_REACH = max(SHIFTS)
_LONGEST, _LEAST = constant(60, np.float32), constant(3, np.float32)
"""Words up to which a block counts the more in a mean the longer it is, and what each counts beside them."""
_SOME = 32 * 48 * 240
"""Products that are made at once: so few that the linear algebra library starts no threads."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside what: the blocks of a page by their look."""

    share: Floats
    """[block]: its share of the page."""
    group: Longs
    """[block]: the group of those that look like it, from 0 on."""
    order: Longs
    """The blocks, group by group."""
    first: Longs
    """Where each group begins there."""
    group_share: Floats
    """[block]: its share of its group."""

    @classmethod
    def of(cls, groups: Longs, words: Floats) -> Beside:
        """Given any number for each block's group, and its words."""
        counted = np.minimum(words, _LONGEST).astype(np.float32, copy=False) + _LEAST
        order = groups.argsort(kind="stable")
        ranked = groups[order]
        begins = np.ones(len(order), dtype=np.bool_)
        np.not_equal(ranked[1:], ranked[:-1], out=begins[1:])
        group = np.empty(len(order), dtype=np.int64)
        first = begins.nonzero()[0]
        begins[0] = False
        group[order] = begins.cumsum()
        held = np.add.reduceat(counted[order], first)
        return cls(counted / np.add.reduce(counted), group, order, first, counted / held[group])

    def group_means(self, made: Floats) -> Floats:
        """The mean of what was made of the blocks of each group."""
        means: Floats = np.add.reduceat((made * self.group_share[:, None]).take(self.order, axis=0), self.first)
        return means


def bent(rows: Floats, some: Longs) -> Floats:
    """The rows, with those that are numbered bent by the logarithm."""
    level = rows.copy()
    large = level.take(some, axis=0)
    size = np.abs(large)
    size += ONE_WORD
    level[some] = np.copysign(np.log(size, out=size), large, out=size)
    return level


@dataclass(frozen=True, slots=True)
class BlockNet:
    """The numbers of a net."""

    bent: Longs
    """The features that the logarithm bends: those that grow large."""
    least: Floats
    """[feature, 1]: none is seen as less; nor as more than `most`."""
    most: Floats
    inner: Floats
    """[feature, hidden]."""
    inner_base: Floats
    outer: Floats
    """[hidden, 5 hidden]: of the block and its neighbours, side by side."""
    of_page: Floats
    """[hidden, hidden]."""
    of_looks: Floats
    outer_base: Floats
    last: Floats
    """[hidden]."""
    last_base: np.float32
    around: Floats = field(init=False)
    """[6 hidden, hidden]: of the blocks from two before to two behind, then of those that look like it."""

    def __post_init__(self) -> None:
        """Set side by side what is seen together."""
        outer = dict(zip((0, *SHIFTS), np.split(self.outer, 1 + len(SHIFTS), axis=1), strict=True))
        ordered = [outer[shift] for shift in sorted(outer, reverse=True)]
        object.__setattr__(self, "around", np.concatenate([*ordered, self.of_looks]))

    def made(self, rows: Floats) -> Floats:
        """What the first layer makes of blocks [block, hidden], given their features [feature, block]."""
        level = bent(rows, self.bent)
        np.maximum(level, self.least, out=level)
        np.minimum(level, self.most, out=level)
        made = times(level.T, self.inner)
        made += self.inner_base
        np.maximum(made, ZERO_WORDS, out=made)
        return made

    def score(self, made: Floats, beside: Beside) -> Floats:
        """Log-odds of each block, given what the first layer made of all of the page."""
        width, size = made.shape
        wide = np.zeros((width + 2 * _REACH, size), dtype=np.float32)
        wide[_REACH:-_REACH] = made
        near = (2 * _REACH + 1) * size
        seen = np.empty((width, near + size), dtype=np.float32)
        seen[:, :near] = np.ndarray((width, near), np.float32, wide, 0, wide.strides)
        seen[:, near:] = beside.group_means(made).take(beside.group, axis=0)
        sums = times(seen, self.around)
        sums += beside.share.dot(made).dot(self.of_page) + self.outer_base
        scores: Floats = np.maximum(sums, ZERO_WORDS, out=sums).dot(self.last)
        scores += self.last_base
        return scores


def times(rows: Floats, weights: Floats) -> Floats:
    """The product, made of few rows at a time."""
    made = np.empty((len(rows), weights.shape[1]), dtype=np.float32)
    some = max(_SOME // weights.size, 1)
    for at in range(0, len(rows), some):
        np.dot(rows[at : at + some], weights, out=made[at : at + some])
    return made


@cache
def load_net(features: tuple[str, ...]) -> BlockNet:
    """The net that comes with the package, over these features."""
    from importlib.resources import files

    return parse_net((files("intaglio.articles.blocks") / "net.txt").read_text(encoding="utf-8"), features)


def parse_net(text: str, features: Sequence[str]) -> BlockNet:
    """Read a net: a line `NAME bent|plain LEAST MOST NUMBER …` a feature, in any order, then one a further row."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    place = {line[0]: line for line in lines[: len(features)]}
    known = [place[name] for name in features]
    bent = np.array([line[1] == "bent" for line in known]).nonzero()[0]
    seen = np.array([line[2:] for line in known], dtype=np.float32)
    base, *above, outer_base, last, last_base = (np.array(line, dtype=np.float32) for line in lines[len(features) :])
    outer, of_page, of_looks = (np.array(above[at : at + len(base)]) for at in range(0, len(above), len(base)))
    inner = np.ascontiguousarray(seen[:, 2:])
    return BlockNet(
        bent, seen[:, :1], seen[:, 1:2], inner, base, outer, of_page, of_looks, outer_base, last, last_base[0]
    )


def write_net(net: BlockNet, features: Sequence[str], comments: Sequence[str]) -> str:
    """The net as `parse_net` reads it."""
    bent = set(net.bent.tolist())
    seen = np.concatenate([net.least, net.most, net.inner], axis=1)
    rows = (
        net.inner_base, *net.outer, *net.of_page, *net.of_looks, net.outer_base, net.last, np.array([net.last_base])
    )  # fmt: skip
    lines = [f"# {comment}" for comment in comments]
    for number, name in enumerate(features):
        lines.append(f"{name} {'bent' if number in bent else 'plain'} {_numbers(seen[number])}")
    return "\n".join([*lines, *map(_numbers, rows)]) + "\n"


def _numbers(row: Floats) -> str:
    return " ".join(f"{number:.3g}" for number in row.tolist())
