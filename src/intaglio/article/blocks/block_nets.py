"""Small nets over the blocks of a page: what each makes of a block is seen beside its neighbours, its look-alikes and
the whole page.

A net has two layers. The first sees the features of a block alone; the second what the first made of it, of the two
blocks to either side, of the blocks that look like it and of all blocks, on average. Where trees ask yes or no, nets
weigh; the two err on different pages. Numbers are kept as whole numbers, in 256ths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from intaglio.article.blocks.ancestors import Longs
from intaglio.article.blocks.counts import Floats
from intaglio.page import Bools

SHIFTS = (1, -1, 2, -2)
"""The neighbours that are seen, by how many blocks a block stands behind each."""
PARTS = 3 + len(SHIFTS)
"""What the second layer sees: the block itself, the page, the look-alikes, the neighbours."""
_MUCH, _FURTHEST = 8.0, 4.0
"""Features that go beyond this are bent by the logarithm; none is seen farther from the middle than so many spreads."""
_LONGEST, _LEAST = 60.0, 3.0
"""Words up to which a block counts the more in a mean the longer it is, and what each counts beside them."""
_UNIT = 256
_SOME = 32
"""Rows that are multiplied at once: so few that the linear algebra library starts no threads."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How features are brought to one scale."""

    bent: Bools
    middle: Floats
    spread: Floats

    @classmethod
    def of(cls, rows: Floats, weight: Floats) -> Scale:
        """The scale of rows [feature, block], given what each block counts."""
        bent = np.abs(rows).max(axis=1) > _MUCH
        share = weight / weight.sum()
        level = _bent(rows, bent)
        middle = level @ share
        spread = np.sqrt(np.maximum(level**2 @ share - middle**2, 1e-6))
        return cls(bent, middle.astype(np.float32), spread.astype(np.float32))

    def scaled(self, rows: Floats) -> Floats:
        """Rows [block, feature] of features [feature, block]."""
        level = (_bent(rows, self.bent) - self.middle[:, None]) / self.spread[:, None]
        made: Floats = np.minimum(np.maximum(level, -_FURTHEST), _FURTHEST).astype(np.float32).T
        return made


def _bent(rows: Floats, bent: Bools) -> Floats:
    level = rows.copy()
    some = level[bent]
    level[bent] = np.copysign(np.log1p(np.abs(some)), some)
    return level


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
        counted = np.minimum(words, _LONGEST).astype(np.float32) + np.float32(_LEAST)
        order = groups.argsort(kind="stable")
        ranked = groups.take(order)
        begins = np.ones(len(order), dtype=np.bool_)
        np.not_equal(ranked[1:], ranked[:-1], out=begins[1:])
        group = np.empty(len(order), dtype=np.int64)
        group[order] = begins.cumsum() - 1
        first = begins.nonzero()[0]
        held = np.add.reduceat(counted.take(order), first)
        return cls(counted / counted.sum(), group, order, first, counted / held.take(group))

    def group_means(self, made: Floats) -> Floats:
        """The mean of what was made of the blocks of each group."""
        means: Floats = np.add.reduceat((made * self.group_share[:, None]).take(self.order, axis=0), self.first)
        return means


@dataclass(frozen=True, slots=True)
class Net:
    """The weights of one net."""

    inner: Floats
    """[feature, hidden]."""
    inner_base: Floats
    outer: Floats
    """[PARTS, hidden, hidden]: of the block, the page, the look-alikes, the neighbours."""
    outer_base: Floats
    last: Floats
    """[hidden]."""
    last_base: float

    def made(self, scaled: Floats) -> Floats:
        """What the first layer makes of each block [block, hidden]."""
        return np.maximum(times(scaled, self.inner) + self.inner_base, 0)

    def score(self, made: Floats, beside: Beside) -> Floats:
        """Log-odds of each block, given what the first layer made of all of the page."""
        size = made.shape[1]
        seen = times(made, self.outer[[0, *range(3, PARTS)]].transpose(1, 0, 2).reshape(size, -1))
        sums = seen[:, :size] + (beside.share @ made @ self.outer[1] + self.outer_base)
        sums += times(beside.group_means(made), self.outer[2]).take(beside.group, axis=0)
        for number, shift in enumerate(SHIFTS, start=1):
            other = seen[:, number * size : (number + 1) * size]
            if shift > 0:
                sums[shift:] += other[:-shift]
            else:
                sums[:shift] += other[-shift:]
        scores: Floats = np.maximum(sums, 0) @ self.last + np.float32(self.last_base)
        return scores


def times(rows: Floats, weights: Floats) -> Floats:
    """The product, made of few rows at a time."""
    whole = len(rows) // _SOME * _SOME
    made = np.empty((len(rows), weights.shape[1]), dtype=np.float32)
    if whole:
        np.matmul(
            rows[:whole].reshape(-1, _SOME, rows.shape[1]), weights, out=made[:whole].reshape(-1, _SOME, made.shape[1])
        )
    if whole < len(rows):
        np.matmul(rows[whole:], weights, out=made[whole:])
    return made


@dataclass(frozen=True, slots=True)
class BlockNets:
    """Some nets over the same features; they say what they say on average."""

    scale: Scale
    nets: tuple[Net, ...]

    def made(self, rows: Floats) -> list[Floats]:
        """What the first layer of each net makes of blocks, given their features [feature, block]."""
        scaled = np.ascontiguousarray(self.scale.scaled(rows))
        return [net.made(scaled) for net in self.nets]

    def score(self, made: Sequence[Floats], beside: Beside) -> Floats:
        """Log-odds of each block."""
        total = np.zeros(len(made[0]), dtype=np.float32)
        for net, one in zip(self.nets, made, strict=True):
            total += net.score(one, beside)
        return total / np.float32(len(self.nets))


@cache
def load_nets(features: tuple[str, ...]) -> BlockNets:
    """The nets that come with the package, over these features."""
    from importlib.resources import files

    return parse_nets((files("intaglio.article.blocks") / "nets.txt").read_text(encoding="utf-8"), features)


def parse_nets(text: str, features: Sequence[str]) -> BlockNets:
    """Read nets: a line `NAME bent|plain MIDDLE SPREAD` a feature, then, for each net, `net HIDDEN` and its numbers."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    first = next(number for number, line in enumerate(lines) if line[0] == "net")
    place = {line[0]: number for number, line in enumerate(lines[:first])}
    order = [place[name] for name in features]
    known = [lines[number] for number in order]
    scale = Scale(
        np.array([line[1] == "bent" for line in known]),
        np.array([line[2] for line in known], dtype=np.float32),
        np.array([line[3] for line in known], dtype=np.float32),
    )
    nets = []
    while first < len(lines):
        size = int(lines[first][1])
        height = len(features) + 3 + PARTS * size
        numbers = [np.array(line, dtype=np.float32) / _UNIT for line in lines[first + 1 : first + 2 + height]]
        above = len(features)
        nets.append(Net(
            np.array(numbers[:above])[order], numbers[above],
            np.array(numbers[above + 1 : above + 1 + PARTS * size]).reshape(PARTS, size, size),
            numbers[-3], numbers[-2], float(numbers[-1][0]),
        ))  # fmt: skip
        first += 2 + height
    return BlockNets(scale, tuple(nets))


def write_nets(nets: BlockNets, features: Sequence[str], comments: Sequence[str]) -> str:
    """The nets as `parse_nets` reads them."""
    lines = [f"# {comment}" for comment in comments]
    scale = zip(features, nets.scale.bent.tolist(), nets.scale.middle, nets.scale.spread, strict=True)
    lines += [f"{name} {'bent' if bent else 'plain'} {at:.6g} {spread:.6g}" for name, bent, at, spread in scale]
    for net in nets.nets:
        lines.append(f"net {len(net.last)}")
        rows = [*net.inner, net.inner_base, *net.outer.reshape(-1, len(net.last)), net.outer_base, net.last]
        whole = [np.round(np.asarray(row) * _UNIT).astype(np.int64).tolist() for row in (*rows, [net.last_base])]
        lines += [" ".join(map(str, row)) for row in whole]
    return "\n".join(lines) + "\n"
