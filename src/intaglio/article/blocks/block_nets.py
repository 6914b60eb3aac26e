"""Small nets over the blocks of a page: what each makes of a block is seen beside its neighbours, its look-alikes and
the whole page.

A net has two layers. The first sees the features of a block alone; the second what the first made of it, of the two
blocks to either side, of the blocks that look like it and of all blocks, on average. Where trees ask yes or no, nets
weigh; the two err on different pages. Numbers are kept as whole numbers, in 256ths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

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
_AT_ONCE = 4_096
"""Blocks that are set beside their neighbours at a time, which takes five times their room."""


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


@dataclass(frozen=True, slots=True)
class _Layers:
    """The weights of all nets side by side, as they are multiplied."""

    order: Longs
    """Features, those that are bent first."""
    bent: int
    """How many these are."""
    low: Floats
    """[feature, 1]: the least and the most that is seen of each."""
    high: Floats
    inner: Floats
    """[net, feature, hidden]; the scale of features is in it."""
    inner_base: Floats
    """[net, 1, hidden]."""
    page: Floats
    """[net, hidden, hidden]."""
    alike: Floats
    near: Floats
    """[net, hidden of the block two before, of the one before, of itself and of the two behind, hidden]."""
    outer_base: Floats
    """[net, 1, hidden]."""
    last: Floats
    """[net, hidden, 1], for the mean of all nets."""
    last_base: np.float32

    @classmethod
    def of(cls, scale: Scale, nets: Sequence[Net]) -> _Layers:
        """Put them together."""
        order = np.argsort(~scale.bent, kind="stable")
        middle, spread = (values[order, None].astype(np.float64) for values in (scale.middle, scale.spread))
        reach = _FURTHEST * spread
        inner = np.array([net.inner[order] for net in nets]) / spread
        base = np.array([net.inner_base for net in nets])[:, None] - middle.T @ inner
        outer = np.array([net.outer for net in nets])
        near = outer[:, [3 + SHIFTS.index(shift) if shift else 0 for shift in sorted({0, *SHIFTS}, reverse=True)]]
        last = np.array([net.last for net in nets])[:, :, None] / len(nets)
        return cls(
            order, int(scale.bent.sum()), _narrow(middle - reach), _narrow(middle + reach), _narrow(inner),
            _narrow(base), outer[:, 1], outer[:, 2], near.reshape(len(nets), -1, near.shape[-1]),
            np.array([net.outer_base for net in nets])[:, None], _narrow(last),
            np.float32(np.mean([net.last_base for net in nets])),
        )  # fmt: skip


def _narrow(values: Floats) -> Floats:
    return values.astype(np.float32)


@dataclass(frozen=True, eq=False)
class BlockNets:
    """Some nets over the same features; they say what they say on average."""

    scale: Scale
    nets: tuple[Net, ...]

    @cached_property
    def _layers(self) -> _Layers:
        return _Layers.of(self.scale, self.nets)

    def made(self, rows: Floats) -> Floats:
        """What the first layers make of blocks [net, block, hidden], given their features [feature, block]."""
        layers = self._layers
        level = rows.take(layers.order, axis=0)
        bent = level[: layers.bent]
        np.copysign(np.log1p(np.abs(bent)), bent, out=bent)
        np.maximum(level, layers.low, out=level)
        np.minimum(level, layers.high, out=level)
        made = _times(level.T, layers.inner)
        made += layers.inner_base
        return np.maximum(made, 0, out=made)

    def score(self, made: Floats, beside: Beside) -> Floats:
        """Log-odds of each block, given what the first layers made of all of the page."""
        layers = self._layers
        sums = _near(made, layers.near)
        sums += (beside.share @ made)[:, None] @ layers.page + layers.outer_base
        grouped = (made * beside.group_share[:, None]).take(beside.order, axis=1)
        means = np.add.reduceat(grouped, beside.first, axis=1)
        sums += _times(means, layers.alike).take(beside.group, axis=1)
        scores: Floats = np.add.reduce(np.maximum(sums, 0, out=sums) @ layers.last)[:, 0] + layers.last_base
        return scores


def _near(made: Floats, weights: Floats) -> Floats:
    """The products of what was made of each block, between that of those before it and that of those behind it; 0 past
    the ends.
    """
    nets, width, size = made.shape
    far = max(SHIFTS)
    padded = np.zeros((nets, width + 2 * far, size), dtype=np.float32)
    padded[:, far:-far] = made
    seen: Floats = np.ndarray((nets, width, (2 * far + 1) * size), np.float32, padded, strides=padded.strides)
    pieces = (np.ascontiguousarray(seen[:, at : at + _AT_ONCE]) for at in range(0, width, _AT_ONCE))
    parts = [_times(piece, weights) for piece in pieces]
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _times(rows: Floats, weights: Floats) -> Floats:
    """The products [net, row, hidden] of rows, be they the nets' own or the same for all; made of few at a time."""
    count, width = len(weights), rows.shape[-2]
    whole = width // _SOME * _SOME
    made = np.empty((count, width, weights.shape[-1]), dtype=np.float32)
    if whole:
        some = rows[..., :whole, :].reshape(*rows.shape[:-2], -1, _SOME, rows.shape[-1])
        np.matmul(some, weights[:, None], out=made[:, :whole].reshape(count, -1, _SOME, made.shape[-1]))
    if whole < width:
        np.matmul(rows[..., whole:, :], weights, out=made[:, whole:])
    return made


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
