"""Fits a small net over the blocks of pages, some pages at a time, by the slope of each weight (Adam)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from intaglio.articles.blocks.ancestors import Longs
from intaglio.articles.blocks.block_net import SHIFTS, Beside, BlockNet, bent
from intaglio.articles.blocks.counts import Floats

_KEPT, _KEPT_SQUARE = 0.9, 0.999
"""What is kept of earlier slopes, and of their squares."""
_TYPES = 7
_PARTS = 3 + len(SHIFTS)
"""What the second layer sees: the block itself, the page, the look-alikes, the neighbours."""
_MUCH, _FURTHEST = 8.0, 4.0
"""Features that go beyond this are bent by the logarithm; none is seen farther from the middle than so many spreads."""


@dataclass(frozen=True, slots=True)
class NetOptions:
    """How a net is fitted."""

    hidden: int = 48
    rounds: int = 6
    """How often each page is seen."""
    pages: int = 24
    """Seen at once."""
    rate: float = 2e-3
    shrink: float = 0.01
    """What a weight loses at each step, beside the rate."""
    forget: float = 0.15
    """Share of what layers make that is left out at each step, so that none rests on another alone."""
    forget_features: float = 0.05
    """Share of the features that are left out for each page."""
    types: float = 0.2
    """What telling the type of a page counts: it is learned beside, and only to learn the better what pages are."""
    warm: int = 50
    """Steps until the rate is reached; from then on it falls to nothing."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class NetPage:
    """The blocks of a page as a net learns from them."""

    rows: Floats
    """[feature, block]."""
    share: Floats
    weight: Floats
    """0 where nothing is known."""
    groups: Longs
    words: Floats
    type: int
    """The number of its type, -1 if that is not known."""


def fit_net(pages: Sequence[NetPage], options: NetOptions = NetOptions()) -> BlockNet:
    """Fit a net; what brings features to one scale becomes part of its numbers."""
    pages = [page for page in pages if page.weight.any()]
    every = np.concatenate([page.rows[:, page.weight > 0] for page in pages], axis=1)
    weight = np.concatenate([page.weight[page.weight > 0] for page in pages])
    scale = _Scale.of(every, np.minimum(weight, np.quantile(weight, 0.99)))
    del every
    weights = _fit(pages, [scale.scaled(page.rows) for page in pages], options)
    reach = _FURTHEST * scale.spread
    inner = weights["inner"] / scale.spread
    outer = weights["outer"].reshape(_PARTS, options.hidden, options.hidden)
    return BlockNet(
        scale.bent, scale.middle - reach, scale.middle + reach,
        inner, weights["inner_base"] - (scale.middle * inner).sum(axis=0),
        np.concatenate([outer[0], *outer[3:]], axis=1), outer[1], outer[2], weights["outer_base"],
        weights["last"][:, 0], weights["last_base"][0],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Scale:
    """How features are brought to one scale."""

    bent: Longs
    """Those that grow large."""
    middle: Floats
    """[feature, 1]."""
    spread: Floats

    @classmethod
    def of(cls, rows: Floats, weight: Floats) -> _Scale:
        """The scale of rows [feature, block], given what each block counts."""
        large = (np.abs(rows).max(axis=1) > _MUCH).nonzero()[0]
        share = (weight / weight.sum())[:, None]
        level = bent(rows, large)
        middle = level @ share
        spread = np.sqrt(np.maximum(level**2 @ share - middle**2, 1e-6))
        return cls(large, middle.astype(np.float32), spread.astype(np.float32))

    def scaled(self, rows: Floats) -> Floats:
        """Rows [block, feature] of features [feature, block]."""
        level = (bent(rows, self.bent) - self.middle) / self.spread
        return np.ascontiguousarray(np.minimum(np.maximum(level, -_FURTHEST), _FURTHEST).astype(np.float32).T)


def _fit(pages: Sequence[NetPage], scaled: Sequence[Floats], options: NetOptions) -> dict[str, Floats]:
    """The weights, for features on one scale."""
    random = np.random.default_rng(options.seed)
    weights = _beginning(scaled[0].shape[1], options.hidden, random)
    slopes = {name: np.zeros_like(value) for name, value in weights.items()}
    squares = {name: np.zeros_like(value) for name, value in weights.items()}
    unit = np.mean([page.weight.sum() for page in pages]) * options.pages
    steps = options.rounds * -(-len(pages) // options.pages)
    step = 0
    for _ in range(options.rounds):
        order = random.permutation(len(pages))
        for at in range(0, len(order), options.pages):
            some = order[at : at + options.pages].tolist()
            found = _Lesson.of([pages[n] for n in some], [scaled[n] for n in some], options, random)
            step += 1
            rate = options.rate * min(1.0, step / options.warm) * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, slope in found.slopes(weights, options, unit, random).items():
                slopes[name] = _KEPT * slopes[name] + (1 - _KEPT) * slope
                squares[name] = _KEPT_SQUARE * squares[name] + (1 - _KEPT_SQUARE) * slope * slope
                size = np.sqrt(squares[name] / (1 - _KEPT_SQUARE**step)) + 1e-8
                fall = slopes[name] / (1 - _KEPT**step) / size + options.shrink * weights[name]
                weights[name] = (weights[name] - rate * fall).astype(np.float32)
    return weights


def _beginning(features: int, hidden: int, random: np.random.Generator) -> dict[str, Floats]:
    """Weights to begin with."""

    def drawn(height: int, width: int, size: float) -> Floats:
        made: Floats = (random.standard_normal((height, width)) * size * np.sqrt(2 / height)).astype(np.float32)
        return made

    return {
        "inner": drawn(features, hidden, 1.0), "inner_base": np.zeros(hidden, dtype=np.float32),
        "outer": drawn(_PARTS * hidden, hidden, 0.6), "outer_base": np.zeros(hidden, dtype=np.float32),
        "last": drawn(hidden, 1, 0.5), "last_base": np.zeros(1, dtype=np.float32),
        "types": drawn(hidden, _TYPES, 0.5), "types_base": np.zeros(_TYPES, dtype=np.float32),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Means:
    """Means over runs of blocks, and the way back."""

    order: Longs
    first: Longs
    run: Longs
    """[block]."""
    share: Floats

    @classmethod
    def of(cls, key: Longs, words: Floats) -> _Means:
        beside = Beside.of(key, words)
        return cls(beside.order, beside.first, beside.group, beside.group_share)

    def of_runs(self, made: Floats) -> Floats:
        means: Floats = np.add.reduceat((made * self.share[:, None])[self.order], self.first)
        return means

    def back(self, slope: Floats) -> Floats:
        """The slope of what was made, given that of the mean that each block was given."""
        return self.back_of_runs(np.add.reduceat(slope[self.order], self.first))

    def back_of_runs(self, slope: Floats) -> Floats:
        behind: Floats = slope[self.run] * self.share[:, None]
        return behind


@dataclass(frozen=True, slots=True)
class _Lesson:
    """Some pages, one after the other."""

    rows: Floats
    share: Floats
    weight: Floats
    page: Longs
    pages: _Means
    looks: _Means
    types: Longs

    @classmethod
    def of(
        cls, pages: Sequence[NetPage], scaled: Sequence[Floats], options: NetOptions, random: np.random.Generator
    ) -> _Lesson:
        page = np.repeat(np.arange(len(pages)), [len(one) for one in scaled])
        words = np.concatenate([one.words for one in pages])
        groups = np.concatenate([one.groups for one in pages])
        features = scaled[0].shape[1]
        seen = random.random((len(pages), features), dtype=np.float32) > options.forget_features
        return cls(
            np.concatenate(scaled) * seen[page],
            np.concatenate([one.share for one in pages]), np.concatenate([one.weight for one in pages]), page,
            _Means.of(page, words), _Means.of(page * (int(groups.max()) + 1) + groups, words),
            np.array([one.type for one in pages]),
        )  # fmt: skip

    def slopes(
        self, weights: dict[str, Floats], options: NetOptions, unit: float, random: np.random.Generator
    ) -> dict[str, Floats]:
        """The slope of each weight."""

        def left(shape: tuple[int, ...]) -> Floats:
            kept = random.random(shape, dtype=np.float32) > options.forget
            return kept / np.float32(1 - options.forget)

        made = np.maximum(self.rows @ weights["inner"] + weights["inner_base"], 0)
        made *= left(made.shape)
        seen = np.concatenate(
            [made, *(means.of_runs(made)[means.run] for means in (self.pages, self.looks)),
             *(self._shifted(made, shift) for shift in SHIFTS)], axis=1
        )  # fmt: skip
        above = np.maximum(seen @ weights["outer"] + weights["outer_base"], 0)
        kept = left(above.shape)
        above *= kept
        odds = (above @ weights["last"])[:, 0] + weights["last_base"][0]
        error = ((1 / (1 + np.exp(-odds)) - self.share) * self.weight / unit).astype(np.float32)[:, None]
        found = {"last": above.T @ error, "last_base": error.sum(axis=0)}
        back = error @ weights["last"].T
        told, back_of_types = self._types(above, weights, options.types)
        back = (back + back_of_types) * kept * (above > 0)
        found |= told | {"outer": seen.T @ back, "outer_base": back.sum(axis=0)}
        own, of_page, of_looks, *of_others = np.split(back @ weights["outer"].T, _PARTS, axis=1)
        below = own + self.pages.back(of_page) + self.looks.back(of_looks)
        for shift, part in zip(SHIFTS, of_others, strict=True):
            below += self._shifted(part, -shift)
        below *= made > 0
        below /= np.float32(1 - options.forget)
        return found | {"inner": self.rows.T @ below, "inner_base": below.sum(axis=0)}

    def _types(self, above: Floats, weights: dict[str, Floats], counts: float) -> tuple[dict[str, Floats], Floats]:
        """The slopes of the weights that tell types, and of what they are told by."""
        means = self.pages.of_runs(above)
        odds = means @ weights["types"] + weights["types_base"]
        likely = np.exp(odds - odds.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        known = self.types >= 0
        likely[known, self.types[known]] -= 1
        likely *= (known * counts / max(int(known.sum()), 1))[:, None]
        error = likely.astype(np.float32)
        slopes = {"types": means.T @ error, "types_base": error.sum(axis=0)}
        return slopes, self.pages.back_of_runs(error @ weights["types"].T)

    def _shifted(self, made: Floats, shift: int) -> Floats:
        """What was made of the block so many places before, 0 at the edge of a page."""
        moved = np.zeros_like(made)
        to, of = (slice(shift, None), slice(None, -shift)) if shift > 0 else (slice(None, shift), slice(-shift, None))
        moved[to] = made[of] * (self.page[to] == self.page[of])[:, None]
        return moved
